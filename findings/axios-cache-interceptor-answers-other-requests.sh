#!/usr/bin/env bash
# axios-cache-interceptor gives the answer of `/list/` for `/list`, what was kept although the caller says no-cache, an object where a text is wanted, and the old
#   document after a PUT.
#
# Version: axios-cache-interceptor 1.12.3 with axios 1.21.1 (npm), seen in November 2026.
# Behaviour: answers without a word about caching are kept for five minutes, under the method, the URL without the slash at its end, the parameters and the body.
#   `/list` and `/list/` are two resources, by RFC 3986. RFC 9111 says that `no-cache` of a request asks for a new answer (section 5.2.1.4), and that a PUT that
#   succeeds ends what is kept for its URL (section 4.4). The form that `responseType` asks for is not part of the key, either.
# Output seen (what the second request of each pair gets, and whether the server saw it):
#   /list/, then /list:                              "/list/", not sent
#   the same with Cache-Control: no-cache:           the first count, not sent
#   as JSON, then with responseType "text":          an object, not sent
#   the same after a PUT of a new document:          the old document, not sent
# Why it matters: a program that saves and reads again shows what was before, and its user saves once more. The field of the request that is to help against old
#   answers does nothing. The way out is `cache: false`, or `update`, for each call.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund axios-cache-interceptor@1.12.3 axios@1.21.1 < /dev/null

cat > run.js << 'END'
const { createServer } = require('node:http');
const axios = require('axios');
const { setupCache } = require('axios-cache-interceptor');

let requests = 0;
let document = 'old';
const server = createServer(async (request, response) => {
  requests += 1;
  let body = '';
  for await (const part of request) body += part;
  if (request.method === 'PUT') document = JSON.parse(body).now;
  const { url } = request;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url, requests, document }));
});
server.listen(0, '127.0.0.1', async () => {
  const client = setupCache(axios.create({ baseURL: `http://127.0.0.1:${server.address().port}` }));
  const second = async (path, options) => {
    const before = requests;
    const { data } = await client.get(path, options);
    return [data, requests > before ? 'sent' : 'not sent'];
  };
  await client.get('/list/');
  const [list, isListSent] = await second('/list');
  console.log('another path:', list.url, isListSent);

  const { data: first } = await client.get('/count');
  const [count, isCountSent] = await second('/count', { headers: { 'Cache-Control': 'no-cache' } });
  console.log('no-cache:', count.requests === first.requests ? 'the first count' : 'a new count', isCountSent);

  await client.get('/form');
  const [text, isTextSent] = await second('/form', { responseType: 'text' });
  console.log('as a text:', typeof text, isTextSent);

  await client.get('/document');
  await client.put('/document', { now: 'new' });
  const [changed, isChangedSent] = await second('/document');
  console.log('after a PUT:', changed.document, isChangedSent);
  process.exit();
});
END
timeout 60 node run.js | tee said

if [ "$(cat said)" = 'another path: /list/ not sent
no-cache: the first count not sent
as a text: object not sent
after a PUT: old not sent' ]; then
  echo 'Still so: another request gets what is kept for the first one.'
else
  echo 'Changed: the cache now separates these requests in another way.'
  exit 1
fi
