#!/usr/bin/env bash
# fetch adds "Cache-Control: no-cache" and "Pragma: no-cache" to each request with a condition, also to a PATCH with If-Match.
#
# Versions: undici 7.16.0 (npm), which is also the fetch of Node.js; seen in November 2026.
# Behaviour: the standard of fetch sets the cache mode "no-store" when a request has If-Match, If-None-Match, If-Modified-Since,
#   If-Unmodified-Since or If-Range, and adds both fields to such a request when they are not there. There is no cache in Node.js, and the fields are
#   sent. `request` of the same package, with the same header fields, sends none of them; `cache: 'force-cache'` switches them off in fetch, too.
# Output seen:
#   fetch, without a condition:   none
#   fetch, with If-Match:         cache-control: no-cache, pragma: no-cache
#   fetch, with If-None-Match:    cache-control: no-cache, pragma: no-cache
#   fetch, with force-cache:      none
#   request, with If-Match:       none
# Why it matters: a GET with If-None-Match, written to save a transfer, asks every cache on its way to go to the origin; and a request that is signed
#   over its header fields, or recorded with another client, is another one with fetch.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund undici@7.16.0 < /dev/null

cat > conditions.mjs << 'END'
import { createServer } from 'node:http';
import { once } from 'node:events';
import { fetch, request } from 'undici';

let seen = '';
const server = createServer((incoming, response) => {
  const found = ['cache-control', 'pragma'].filter((name) => incoming.headers[name] !== undefined);
  seen = found.map((name) => `${name}: ${incoming.headers[name]}`).join(', ') || 'none';
  response.end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}/`;

const by = {
  'fetch, without a condition': () => fetch(url),
  'fetch, with If-Match': () => fetch(url, { method: 'PATCH', headers: { 'If-Match': '"1"' }, body: 'a' }),
  'fetch, with If-None-Match': () => fetch(url, { headers: { 'If-None-Match': '"1"' } }),
  'fetch, with force-cache': () => fetch(url, { headers: { 'If-None-Match': '"1"' }, cache: 'force-cache' }),
  'request, with If-Match': () => request(url, { method: 'PATCH', headers: { 'If-Match': '"1"' }, body: 'a' }),
};
const both = 'cache-control: no-cache, pragma: no-cache';
const expected = ['none', both, both, 'none', 'none'];
let same = true;
for (const [index, [title, send]] of Object.entries(by).entries()) {
  const response = await send();
  await (response.text?.() ?? response.body.text());
  console.log(`${title}: ${seen}`);
  same &&= seen === expected[index];
}
server.close();
if (!same) {
  console.log('This is no longer so.');
  process.exit(1);
}
END
timeout 60 node conditions.mjs
