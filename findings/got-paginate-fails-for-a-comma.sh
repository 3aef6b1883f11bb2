#!/usr/bin/env bash
# `got.paginate` fails if the URL of the next page has a comma or a semicolon, and the paginate of Octokit ends if another parameter comes before `rel`.
#
# Versions: got 14.6.6, @octokit/core 7.0.8 with @octokit/plugin-paginate-rest 16.0.0 (npm), seen in November 2026.
# Behaviour: in a Link field the URL is between `<` and `>`, and may have commas and semicolons as in `ids=1,2`; parameters may come in any order, with
#   or without quotation marks (RFC 8288, section 3). got splits the field at every comma and semicolon, of URLs and quoted titles, too, and throws
#   "Invalid format of the Link header reference" after the first page has been read. Octokit looks for `; rel="next"` directly behind the URL, with
#   quotation marks; otherwise it returns the first page as if it were all.
# Output seen (further pages that were asked for):
#   <…?ids=1,2&page=2>; rel="next"         got: throws      octokit: 1
#   <…?page=2>; title="a, b"; rel="next"   got: throws      octokit: 0
#   <…?page=2>; rel=next                   got: 1           octokit: 0
#   <…?page=2>; rel="next last"            got: 0           octokit: 0
# Why it matters: a list of identifiers in the query works while there is one page. Which list fails depends on the server's way of writing, and with
#   Octokit at a server other than GitHub, data is missing without an error.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund got@14.6.6 @octokit/core@7.0.8 @octokit/plugin-paginate-rest@16.0.0 < /dev/null

cat > pages.js << 'END'
import { createServer } from 'node:http';
import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import got from 'got';
let link;
let asked = 0;
const server = createServer((_, response) => {
  asked++;
  response.setHeader('Content-Type', 'application/json');
  if (asked === 1) response.setHeader('Link', link);
  response.end('[1]');
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const octokit = new (Octokit.plugin(paginateRest))({ baseUrl });
const count = async (read) => {
  asked = 0;
  return read().then(() => asked - 1, (error) => `throws ${/^[\w ]+/.exec(error.message)[0]}`);
};
const further = [
  '?page=2>; rel="next"',
  '?ids=1,2&page=2>; rel="next"',
  '?page=2>; title="a, b"; rel="next"',
  '?page=2>; rel=next',
  '?page=2>; rel="next last"',
];
for (const rest of further) {
  link = `<${baseUrl}/x${rest}`;
  const counts = [await count(() => got.paginate.all(`${baseUrl}/x`)), await count(() => octokit.paginate('GET /x'))];
  console.log(`${rest} got: ${counts[0]}, octokit: ${counts[1]}`);
}
process.exit();
END
timeout 60 node pages.js | tee said

if [ "$(cat said)" = '?page=2>; rel="next" got: 1, octokit: 1
?ids=1,2&page=2>; rel="next" got: throws Invalid format of the Link header reference, octokit: 1
?page=2>; title="a, b"; rel="next" got: throws Invalid format of the Link header reference, octokit: 0
?page=2>; rel=next got: 1, octokit: 0
?page=2>; rel="next last" got: 0, octokit: 0' ]; then
  echo 'Still so: valid fields end the list, or throw.'
else
  echo 'Changed: got or Octokit now reads Link fields in another way.'
  exit 1
fi
