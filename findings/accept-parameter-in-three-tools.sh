#!/usr/bin/env bash
# A header parameter that is named `Accept` is to be ignored, says OpenAPI: one tool demands it and does not send it, and one refuses every request.
#
# Version: swagger-client 3.37.3, openapi-typescript 7.13.0 and @stoplight/prism-cli 5.16.0 (npm), seen in November 2026.
# Behaviour: a description has a required header parameter `Accept` with the value `application/vnd.shop+json`; the response is described as
#   `application/json`. OpenAPI: "the parameter definition SHALL be ignored". swagger-client (that of Swagger UI) throws if the parameter is missing; if
#   it is there, `accept: application/json` is sent. Prism answers 406 if the field has the described value, and 422 if it has another one: no
#   request is taken. openapi-typescript demands the parameter, too.
# Output seen:
#   swagger-client without it: Required parameter Accept is not provided
#   swagger-client with it:    accept: application/json
#   prism: application/vnd.shop+json 406, application/json 422
#   openapi-typescript: Accept: "application/vnd.shop+json"
# Why it matters: several large published descriptions have such parameters. What a form asks for is not what is sent, and a mock server cannot be
#   used at all.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund swagger-client@3.37.3 openapi-typescript@7.13.0 typescript@5.9.3 @stoplight/prism-cli@5.16.0 < /dev/null

cat > openapi.json << 'END'
{
  "openapi": "3.1.0",
  "info": { "title": "Shop", "version": "1" },
  "servers": [{ "url": "http://127.0.0.1" }],
  "paths": {
    "/orders": { "get": {
      "operationId": "orders",
      "parameters": [
        { "name": "Accept", "in": "header", "required": true, "schema": { "type": "string", "const": "application/vnd.shop+json" } }
      ],
      "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "type": "array" } } } } }
    } }
  }
}
END
cat > build.mjs << 'END'
import SwaggerClient from 'swagger-client';
import { readFileSync } from 'node:fs';
const spec = JSON.parse(readFileSync('openapi.json', 'utf8'));
try {
  SwaggerClient.buildRequest({ spec, operationId: 'orders', parameters: {} });
  console.log('without it: built');
} catch (error) {
  console.log(`without it: ${error.message}`);
}
const { headers } = SwaggerClient.buildRequest({ spec, operationId: 'orders', parameters: { Accept: 'application/vnd.shop+json' } });
console.log(`with it: ${JSON.stringify(headers)}`);
END
timeout 60 node build.mjs | tee said
timeout 60 node_modules/.bin/openapi-typescript openapi.json --output types.d.ts > /dev/null 2>&1
grep -o 'Accept?\?: [^;]*' types.d.ts | tee -a said

free=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
timeout 120 node node_modules/@stoplight/prism-cli/dist/index.js mock --host 127.0.0.1 --port "$free" openapi.json < /dev/null > log 2>&1 &
server=$!
send() {
  curl -q --silent --noproxy '*' --max-time 20 --output answer --write-out '%{http_code}' --header "accept: $1" "http://127.0.0.1:$free/orders" || true
}
for _ in $(seq 100); do [ "$(send 'application/json')" != 000 ] && break; sleep 0.3; done
echo "prism: described $(send 'application/vnd.shop+json'), JSON $(send 'application/json')" | tee -a said

if [ "$(cat said)" = 'without it: Required parameter Accept is not provided
with it: {"accept":"application/json"}
Accept: "application/vnd.shop+json"
prism: described 406, JSON 422' ]; then
  echo 'Still so: none of the three ignores the parameter.'
else
  echo 'Changed: a tool now treats a header parameter named Accept in another way.'
  exit 1
fi
