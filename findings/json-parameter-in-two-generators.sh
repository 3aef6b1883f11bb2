#!/usr/bin/env bash
# A parameter of the query whose value is JSON (`content` instead of `schema`) is sent by @hey-api/openapi-ts as the members of the value, without its name.
#
# Version: @hey-api/openapi-ts 0.95.0 (the last one for Node.js 20) and swagger-client 3.37.3 (npm), seen in November 2026.
# Behaviour: OpenAPI lets a parameter have a `content` with a media type: `filter` with `application/json` is sent as `filter={"x":1}`, which
#   swagger-client (that of Swagger UI) does. The generated client sends `?x=1`, and throws for a list in the value: "Deeply-nested arrays/objects
#   aren't supported". Its types take the object, so the compiler is content.
# Output seen:
#   swagger-client: /things?filter={"x":1}
#   hey-api:        /things?x=1
# Why it matters: the server does not get the parameter, and gets others that it may know under these names. What was tried in Swagger UI works, and
#   the generated client asks for something else.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund @hey-api/openapi-ts@0.95.0 swagger-client@3.37.3 esbuild@0.28.2 typescript@5.9.3 < /dev/null

cat > openapi.json << 'END'
{
  "openapi": "3.1.0",
  "info": { "title": "Things", "version": "1" },
  "servers": [{ "url": "http://127.0.0.1" }],
  "paths": { "/things": { "get": {
    "operationId": "things",
    "parameters": [{ "name": "filter", "in": "query", "content": { "application/json": { "schema": {
      "type": "object", "properties": { "x": { "type": "integer" }, "tags": { "type": "array", "items": { "type": "string" } } } } } } }],
    "responses": { "200": { "description": "ok" } }
  } } }
}
END
cat > swagger.mjs << 'END'
import SwaggerClient from 'swagger-client';
import { readFileSync } from 'node:fs';
const spec = JSON.parse(readFileSync('openapi.json', 'utf8'));
const { url } = SwaggerClient.buildRequest({ spec, operationId: 'things', parameters: { filter: { x: 1 } } });
console.log(`swagger-client: ${decodeURIComponent(url.replace('http://127.0.0.1', ''))}`);
END
cat > generated.ts << 'END'
import { client } from './made/client.gen';
import { things } from './made/sdk.gen';
const answered = async (request: Request) => {
  console.log(`hey-api: ${decodeURIComponent(request.url.replace('http://127.0.0.1', ''))}`);
  return new Response('{}', { headers: { 'content-type': 'application/json' } });
};
client.setConfig({ baseUrl: 'http://127.0.0.1', fetch: answered as typeof fetch });
await things({ query: { filter: { x: 1 } } });
await things({ query: { filter: { tags: ['a'] } } }).catch((error: Error) => console.log(`hey-api, a list: ${error.message.slice(0, 35)}`));
END
timeout 60 node swagger.mjs | tee said
timeout 120 node_modules/.bin/openapi-ts -i openapi.json -o made > log 2>&1 < /dev/null
timeout 60 node_modules/.bin/esbuild generated.ts --bundle --platform=node --format=esm --outfile=generated.mjs --log-level=error
timeout 60 node generated.mjs | tee -a said

if [ "$(cat said)" = 'swagger-client: /things?filter={"x":1}
hey-api: /things?x=1
hey-api, a list: Deeply-nested arrays/objects aren’t' ]; then
  echo 'Still so: the name of a JSON parameter is lost in the generated client.'
else
  echo 'Changed: the generated client now sends JSON parameters in another way.'
  exit 1
fi
