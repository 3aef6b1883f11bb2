#!/usr/bin/env bash
# Clients that three generators write from one description send a list of the query by another name (`tags[]`), or an object as `[object Object]`.
#
# Version: orval 8.38.0 (with axios 1.21.1, and with fetch), swagger-typescript-api 13.13.0, openapi-zod-client 1.18.3 with @zodios/core 10.9.6, compared
#   with oazapfts 7.5.0 (npm), seen in November 2026.
# Behaviour: the description has the list `tags` as OpenAPI writes it by default, the list `ids` with `explode: false`, the list `cols` in style `pipeDelimited`,
#   and the object `size` in style `deepObject`. With axios, orval and openapi-zod-client leave the writing to axios, which adds `[]` to each name.
#   swagger-typescript-api repeats every list, and makes text of the object. orval with fetch joins `cols` by a comma. oazapfts writes all four as described.
# Output seen (by the description: tags=a&tags=b&ids=1,2&cols=x|y&size[w]=1):
#   orval, axios             tags[]=a&tags[]=b&ids[]=1&ids[]=2&cols[]=x&cols[]=y&size[w]=1
#   orval, fetch             tags=a&tags=b&ids=1,2&cols=x,y&size[w]=1
#   swagger-typescript-api   tags=a&tags=b&ids=1&ids=2&cols=x&cols=y&size=[object Object]
#   openapi-zod-client       tags[]=a&tags[]=b&ids[]=1&ids[]=2&cols[]=x&cols[]=y&size[w]=1
# Why it matters: a service ignores a parameter that it does not know, so that the filter is not applied: the search finds everything, with 200. Types and
#   schemas of these clients say that the call is right. Axios can be given a `paramsSerializer` of one's own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund orval@8.38.0 axios@1.21.1 oazapfts@7.5.0 @oazapfts/runtime@1.2.0 swagger-typescript-api@13.13.0 \
  openapi-zod-client@1.18.3 @zodios/core@10.9.6 zod@3.25.76 esbuild@0.28.1 < /dev/null

cat > api.json << 'END'
{
  "openapi": "3.0.3",
  "info": { "title": "Notes", "version": "1" },
  "paths": { "/notes": { "get": {
    "operationId": "find",
    "parameters": [
      { "name": "tags", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
      { "name": "ids", "in": "query", "explode": false, "schema": { "type": "array", "items": { "type": "integer" } } },
      { "name": "cols", "in": "query", "style": "pipeDelimited", "explode": false, "schema": { "type": "array", "items": { "type": "string" } } },
      { "name": "size", "in": "query", "style": "deepObject", "schema": { "type": "object", "properties": { "w": { "type": "integer" } } } }
    ],
    "responses": { "204": { "description": "ok" } }
  } } }
}
END
cat > orval.config.mjs << 'END'
const output = (client) => ({ target: `orval-${client}.ts`, client: client === 'axios' ? 'axios-functions' : client });
export default { axios: { input: 'api.json', output: output('axios') }, fetch: { input: 'api.json', output: output('fetch') } };
END
cat > send.mjs << 'END'
import { createServer } from 'node:http';
import axios from 'axios';
import * as byAxios from './orval-axios.mjs';
import * as byFetch from './orval-fetch.mjs';
import * as oazapfts from './oazapfts.mjs';
import { Api } from './typescript-api.mjs';
import { createApiClient } from './zodios.mjs';

let seen = '';
const server = createServer((request, response) => {
  seen = decodeURIComponent(request.url.replace('/notes?', ''));
  response.writeHead(204);
  response.end();
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const baseURL = `http://127.0.0.1:${server.address().port}`;
const send = globalThis.fetch;
// The paths of orval are relative to the page.
globalThis.fetch = (url, init) => send(new URL(url, baseURL), init);
axios.defaults.baseURL = baseURL;
oazapfts.defaults.baseUrl = baseURL;
const query = { tags: ['a', 'b'], ids: [1, 2], cols: ['x', 'y'], size: { w: 1 } };
const calls = {
  'orval, axios': () => byAxios.find(query),
  'orval, fetch': () => byFetch.find(query),
  'swagger-typescript-api': () => new Api({ baseUrl: baseURL }).notes.find(query),
  'openapi-zod-client': () => createApiClient(baseURL).find({ queries: query }),
  oazapfts: () => oazapfts.find(query),
};
for (const [name, call] of Object.entries(calls)) {
  await call();
  // In which order the parameters come is the same to a service.
  const parts = seen.split('&');
  console.log(`${name}: ${Object.keys(query).flatMap((key) => parts.filter((part) => part.startsWith(key))).join('&')}`);
}
process.exit();
END
bin=node_modules/.bin
timeout 120 $bin/orval --config orval.config.mjs > report 2>&1 < /dev/null
timeout 120 $bin/oazapfts api.json oazapfts.ts > report 2>&1 < /dev/null
timeout 120 $bin/swagger-typescript-api generate -p api.json -o . -n typescript-api.ts > report 2>&1 < /dev/null
timeout 120 $bin/openapi-zod-client api.json -o zodios.ts > report 2>&1 < /dev/null
for name in orval-axios orval-fetch oazapfts typescript-api zodios; do
  timeout 60 $bin/esbuild "$name.ts" --format=esm --outfile="$name.mjs" --log-level=error < /dev/null
done
timeout 60 node send.mjs | tee said

if [ "$(cat said)" = 'orval, axios: tags[]=a&tags[]=b&ids[]=1&ids[]=2&cols[]=x&cols[]=y&size[w]=1
orval, fetch: tags=a&tags=b&ids=1,2&cols=x,y&size[w]=1
swagger-typescript-api: tags=a&tags=b&ids=1&ids=2&cols=x&cols=y&size=[object Object]
openapi-zod-client: tags[]=a&tags[]=b&ids[]=1&ids[]=2&cols[]=x&cols[]=y&size[w]=1
oazapfts: tags=a&tags=b&ids=1,2&cols=x|y&size[w]=1' ]; then
  echo 'Still so: three generators write lists or objects in another way than the description.'
else
  echo 'Changed: a generator now writes the query in another way.'
  exit 1
fi
