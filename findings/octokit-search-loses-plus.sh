#!/usr/bin/env bash
# Octokit sends the plus signs of a search as spaces: a search for "c++" or "a+b" is one for "c" or "a b". In other parameters it encodes them.
#
# Version: @octokit/core 7.0.8 (npm), seen in November 2026.
# Behaviour: a plus in a query means a space, and is written `%2B` if it is meant. A parameter that is called `q` is split at plus signs, the parts are
#   encoded, and joined with plus signs again; with every other name the plus is encoded. So `q: 'c++ in:title'`, the value as it is, is sent as
#   `c++%20in%3Atitle`, and the server reads "c  in:title". `%2B` written by hand is encoded once more. The same for operations of other services that
#   have a parameter `q`.
# Output seen (what the server reads):
#   q "c++ in:title"      "c   in:title"
#   text "c++ in:title"   "c++ in:title"
# Why it matters: searches for c++, for times with +02:00, for +1 and for phone numbers find other things, and the response has no sign of it. There is no way
#   to send a plus in `q` except by putting it into the URL.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @octokit/core@7.0.8 < /dev/null

cat > search.js << 'END'
import { createServer } from 'node:http';
import { Octokit } from '@octokit/core';
let read;
const server = createServer((request, response) => {
  [[, read]] = new URL(request.url, 'http://a.test').searchParams;
  response.setHeader('Content-Type', 'application/json');
  response.end('{}');
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const octokit = new Octokit({ baseUrl: `http://127.0.0.1:${server.address().port}` });
for (const [name, value] of [['q', 'c++ in:title'], ['text', 'c++ in:title'], ['q', 'a%2Bb']]) {
  await octokit.request('GET /search/issues', { [name]: value });
  console.log(`${name} ${JSON.stringify(value)}: ${JSON.stringify(read)}`);
}
process.exit();
END
timeout 60 node search.js | tee said

if [ "$(cat said)" = 'q "c++ in:title": "c   in:title"
text "c++ in:title": "c++ in:title"
q "a%2Bb": "a%2Bb"' ]; then
  echo 'Still so: plus signs of a search are lost.'
else
  echo 'Changed: Octokit now writes searches in another way.'
  exit 1
fi
