#!/usr/bin/env bash
# A list in a form, as OpenAPI 3 describes it: the client of Swagger UI joins it with a comma, and Prism refuses it in every way of writing.
#
# Versions: swagger-client 3.37.3 and @stoplight/prism-cli 5.16.0 (npm), seen in November 2026.
# Behaviour: in `application/x-www-form-urlencoded` a property of type array is written as one field for each value, `tags=a&tags=b`, if `encoding` says
#   nothing: `style` is `form`, and `explode` is true then. swagger-client (that of Swagger UI) writes `tags=a,b`, and the repeated fields only if
#   `encoding` has an entry for the property. Prism says "must be array" to both. With `encoding: { tags: { style: form, explode: true } }`, which
#   states the defaults, it counts one item in `tags=a&tags=b`.
# Output seen:
#   swagger-client, nothing said: tags=a,b       defaults stated: tags=a&tags=b
#   Prism, nothing said:    tags=a&tags=b 422    tags=a,b 422
#   Prism, defaults stated: tags=a&tags=b 422 (must NOT have fewer than 2 items)
# Why it matters: what "Try it out" sends is one value "a,b" for the service, and no client can pass the mock server. Descriptions that were converted from
#   Swagger 2.0 have such forms without `encoding`.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund swagger-client@3.37.3 @stoplight/prism-cli@5.16.0 < /dev/null

# Writes a description with the form at /unsaid and, with the defaults stated, at /stated.
cat > describe.js << 'END'
import { writeFileSync } from 'node:fs';
import SwaggerClient from 'swagger-client';
const schema = { type: 'object', required: ['tags'], properties: { tags: { type: 'array', minItems: 2, items: { type: 'string' } } } };
const operation = (operationId, more) => ({
  post: {
    operationId,
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema, ...more } } },
    responses: { 200: { description: 'ok' } },
  },
});
const paths = { '/unsaid': operation('unsaid', {}), '/stated': operation('stated', { encoding: { tags: { style: 'form', explode: true } } }) };
const spec = { openapi: '3.0.3', info: { title: 'Things', version: '1' }, servers: [{ url: 'https://api.test' }], paths };
writeFileSync('openapi.json', JSON.stringify({ ...spec, servers: undefined }));
for (const operationId of ['unsaid', 'stated']) {
  const { body } = SwaggerClient.buildRequest({ spec, operationId, requestBody: { tags: ['a', 'b'] } });
  console.log(`swagger-client ${operationId}: ${decodeURIComponent(body)}`);
}
END
timeout 60 node describe.js | tee said

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
node node_modules/@stoplight/prism-cli/dist/index.js mock --host 127.0.0.1 --port "$port" openapi.json > log 2>&1 < /dev/null &
server=$!
for _ in $(seq 150); do grep -q 'Prism is listening' log && break; sleep 0.2; done
ask() {
  local code
  code=$(curl --silent --max-time 20 --output answer --write-out '%{http_code}' --data "$2" "http://127.0.0.1:$port/$1")
  echo "Prism $1: $2 $code $(grep -o 'must [a-zA-Z0-9 ]*' answer | head -n 1)" | tee -a said
}
ask unsaid 'tags=a&tags=b'
ask unsaid 'tags=a,b'
ask stated 'tags=a&tags=b'

if [ "$(cat said)" = 'swagger-client unsaid: tags=a,b
swagger-client stated: tags=a&tags=b
Prism unsaid: tags=a&tags=b 422 must be array
Prism unsaid: tags=a,b 422 must be array
Prism stated: tags=a&tags=b 422 must NOT have fewer than 2 items' ]; then
  echo 'Still so: the list is joined, and refused in every way of writing.'
else
  echo 'Changed: swagger-client or Prism now treats lists of forms in another way.'
  exit 1
fi
