#!/usr/bin/env bash
# ofetch, the client of Nuxt, writes a time in the query in quotation marks, an empty text as a name without a value, and sends the JSON `false` as plain text.
#
# Version: ofetch 1.5.1 with ufo 1.6.4 (npm), seen in November 2026.
# Behaviour: values of `query` that are objects are written as JSON, a Date, too, so that it has quotation marks; null is not left out, but written like an
#   empty text, as a name without "=". A body is JSON if it is an object, a number or true; of false and 0 nothing is made, so that fetch sends text/plain. After
#   a 503 a GET is sent again at once, whatever Retry-After says.
# Output seen:
#   query { since: a Date, q: '', cursor: null }:  ?since=%221970-01-01T00:00:00.000Z%22&q&cursor
#   the same by axios:                             ?since=1970-01-01T00:00:00.000Z&q=
#   body true:   application/json true             body false:  text/plain;charset=UTF-8 false
#   body 1:      application/json 1                body 0:      text/plain;charset=UTF-8 0
#   503 with Retry-After: 1:  sent again after less than a second
# Why it matters: `since` with quotation marks is refused, or taken for no time and left aside. `?cursor` asks for the page with the empty cursor. An endpoint such as
#   PUT /features/x/enabled takes true and refuses false with 415.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund ofetch@1.5.1 ufo@1.6.4 axios@1.21.1 < /dev/null

cat > run.js << 'END'
import { once } from 'node:events';
import { createServer } from 'node:http';
import axios from 'axios';
import { ofetch } from 'ofetch';

const seen = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const busy = request.url === '/busy' && !seen.some(({ url }) => url === '/busy');
  seen.push({ url: request.url, type: request.headers['content-type'], body, time: Date.now() });
  response.writeHead(busy ? 503 : 200, { 'content-type': 'application/json', ...(busy && { 'retry-after': '1' }) }).end('{}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${server.address().port}`;

const query = { since: new Date(0), q: '', cursor: null };
await ofetch(`${base}/list`, { query });
console.log('ofetch', seen.at(-1).url);
await axios.get(`${base}/list`, { params: query });
console.log('axios', seen.at(-1).url);
for (const body of [true, false, 1, 0]) {
  await ofetch(`${base}/enabled`, { method: 'PUT', body });
  console.log('body', seen.at(-1).body, seen.at(-1).type);
}
await ofetch(`${base}/busy`);
const [first, second] = seen.slice(-2);
console.log('waited:', second.time - first.time >= 900);
process.exit();
END
timeout 60 node run.js | tee said

if [ "$(cat said)" = 'ofetch /list?since=%221970-01-01T00:00:00.000Z%22&q&cursor
axios /list?since=1970-01-01T00:00:00.000Z&q=
body true application/json
body false text/plain;charset=UTF-8
body 1 application/json
body 0 text/plain;charset=UTF-8
waited: false' ]; then
  echo 'Still so: times, empty texts and false are sent in another way than the rest.'
else
  echo 'Changed: the client now sends these values in another way.'
  exit 1
fi
