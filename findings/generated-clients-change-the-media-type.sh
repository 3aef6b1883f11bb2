#!/usr/bin/env bash
# Clients that four generators write from one description send bodies of its only media type as another one: NDJSON as a form, a merge patch as JSON.
#
# Version: orval 8.38.0 (with axios 1.21.1, and with fetch), oazapfts 7.5.0, swagger-typescript-api 13.13.0, openapi-zod-client 1.18.3 with @zodios/core
#   10.9.6 (npm), seen in November 2026.
# Behaviour: each operation has a body of one media type: `application/x-ndjson`, `application/merge-patch+json`, `text/plain`. None of the clients sends the
#   lines as what they are: two say that they are a form, two that they are text, and two, orval with fetch and swagger-typescript-api, send them as one JSON
#   text in quotation marks. A merge patch is right in orval with fetch only. No warning, and the code has no place to say it but the options of the call.
# Output seen (lines = the two lines, quoted = a JSON text of them):
#                            ndjson                         merge patch        text
#   orval, axios             x-www-form-urlencoded lines    json               x-www-form-urlencoded
#   orval, fetch             x-ndjson quoted                merge-patch+json   plain
#   oazapfts                 plain lines                    json               plain
#   swagger-typescript-api   plain quoted                   json               plain
#   openapi-zod-client       x-www-form-urlencoded lines    json               plain
# Why it matters: a bulk request is refused with 406 or 415, or read as a form of one strange name. A service that takes both kinds of PATCH replaces
#   where it should merge. Rulebook writes and checks the media type that the description has.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund orval@8.38.0 axios@1.21.1 oazapfts@7.5.0 @oazapfts/runtime@1.2.0 swagger-typescript-api@13.13.0 \
  openapi-zod-client@1.18.3 @zodios/core@10.9.6 zod@3.25.76 esbuild@0.28.1 < /dev/null

cat > describe.mjs << 'END'
import { writeFileSync } from 'node:fs';
const operation = (operationId, type, schema) => ({ operationId, requestBody: { content: { [type]: { schema } } }, responses: { 204: { description: 'ok' } } });
const paths = {
  '/lines': { post: operation('lines', 'application/x-ndjson', { type: 'string' }) },
  '/patch': { patch: operation('patch', 'application/merge-patch+json', { type: 'object', properties: { a: { type: 'string', nullable: true } } }) },
  '/text': { post: operation('text', 'text/plain', { type: 'string' }) },
};
writeFileSync('api.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'Notes', version: '1' }, paths }));
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
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const type = request.headers['content-type'].replace(/;.*|^\w+\//g, '');
  seen = request.url === '/lines' ? `${type} ${body.startsWith('"') ? 'quoted' : 'lines'}` : type;
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
const api = new Api({ baseUrl: baseURL });
const calls = { lines: (...all) => api.lines.lines(...all), patch: (...all) => api.patch.patch(...all), text: (...all) => api.text.text(...all) };
const clients = { 'orval, axios': byAxios, 'orval, fetch': byFetch, oazapfts, 'swagger-typescript-api': calls, 'openapi-zod-client': createApiClient(baseURL) };
for (const [name, client] of Object.entries(clients)) {
  const all = [];
  for (const [operation, body] of [['lines', '{"index":{}}\n{"a":1}\n'], ['patch', { a: null }], ['text', 'hello']]) {
    await client[operation](body);
    all.push(seen);
  }
  console.log(`${name}: ${all.join(' | ')}`);
}
process.exit();
END
node describe.mjs
bin=node_modules/.bin
timeout 120 $bin/orval --config orval.config.mjs > report 2>&1 < /dev/null
timeout 120 $bin/oazapfts api.json oazapfts.ts > report 2>&1 < /dev/null
timeout 120 $bin/swagger-typescript-api generate -p api.json -o . -n typescript-api.ts > report 2>&1 < /dev/null
timeout 120 $bin/openapi-zod-client api.json -o zodios.ts > report 2>&1 < /dev/null
for name in orval-axios orval-fetch oazapfts typescript-api zodios; do
  timeout 60 $bin/esbuild "$name.ts" --format=esm --outfile="$name.mjs" --log-level=error < /dev/null
done
timeout 60 node send.mjs | tee said

if [ "$(cat said)" = 'orval, axios: x-www-form-urlencoded lines | json | x-www-form-urlencoded
orval, fetch: x-ndjson quoted | merge-patch+json | plain
oazapfts: plain lines | json | plain
swagger-typescript-api: plain quoted | json | plain
openapi-zod-client: x-www-form-urlencoded lines | json | plain' ]; then
  echo 'Still so: none of the clients sends each body as the description says.'
else
  echo 'Changed: a generator now writes media types in another way.'
  exit 1
fi
