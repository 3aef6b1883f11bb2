#!/usr/bin/env bash
# The Zod schemas that two generators write take members out of valid values: of `anyOf` those of the second form, and each one under `additionalProperties`.
#
# Version: orval 8.38.0 and @hey-api/openapi-ts 0.99.0 with zod 4.6.7, compared with openapi-zod-client 1.18.3 with zod 3.25.76 (npm), seen in November 2026.
# Behaviour: a payment is `anyOf` an amount, or an amount with an optional card; labels are an object with `x` and any other text (`additionalProperties`). By
#   OpenAPI {"amount":1,"card":"4111"} and {"x":"1","y":"2"} are valid. Both generators write `z.object` and `z.union`: an object drops what it does not name, and a
#   union takes the first form that matches. `parse` gives the rest, with no error. openapi-zod-client keeps these members; but of `oneOf`, where the first
#   form has no required member and `additionalProperties: false`, all three take the first one for a value of the second, and nothing is left.
# Output seen (orval and hey-api alike, openapi-zod-client):
#   payment   {"amount":1}        {"amount":1,"card":"4111"}
#   labels    {"x":"1"}           {"x":"1","y":"2"}
#   choice    {}                  {}
# Why it matters: a server that goes on with what the schema of the body has returned charges no card, and a client that puts back what it has read (PUT) removes
#   labels. The order of the forms in the description decides.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund orval@8.38.0 @hey-api/openapi-ts@0.99.0 openapi-zod-client@1.18.3 zod@4.6.7 zod3@npm:zod@3.25.76 \
  esbuild@0.28.1 typescript@5.9.3 < /dev/null

cat > describe.js << 'END'
import { writeFileSync } from 'node:fs';
const text = { type: 'string' };
const object = (properties, more = {}) => ({ type: 'object', properties, ...more });
const amount = { amount: { type: 'number' } };
const schemas = {
  payment: { anyOf: [object(amount, { required: ['amount'] }), object({ ...amount, card: text }, { required: ['amount'] })] },
  labels: object({ x: text }, { additionalProperties: text }),
  choice: { oneOf: [object({ a: text }, { additionalProperties: false }), object({ b: text }, { required: ['b'] })] },
};
const content = { 'application/json': { schema: object(schemas) } };
const paths = { '/all': { post: { operationId: 'all', requestBody: { content }, responses: { 204: { description: 'ok' } } } } };
writeFileSync('api.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'Payments', version: '1' }, paths }));
END
node describe.js
cat > orval.config.mjs << 'END'
export default { all: { input: 'api.json', output: { target: 'orval.ts', client: 'zod' } } };
END
bin=node_modules/.bin
timeout 120 $bin/orval --config orval.config.mjs > report 2>&1 < /dev/null
timeout 120 $bin/openapi-ts -i api.json -o hey -p zod > report 2>&1 < /dev/null
timeout 120 $bin/openapi-zod-client api.json -o third.ts --export-schemas > report 2>&1 < /dev/null
timeout 60 $bin/esbuild orval.ts --format=esm --outfile=orval.mjs --log-level=error < /dev/null
timeout 60 $bin/esbuild hey/zod.gen.ts --format=esm --outfile=hey.mjs --log-level=error < /dev/null
# The schemas only, without the client around them.
sed -e '/@zodios/d' -e 's/from "zod"/from "zod3"/' -e '/^const endpoints/,$d' third.ts > schemas.ts
timeout 60 $bin/esbuild schemas.ts --format=esm --outfile=third.mjs --log-level=error < /dev/null
cat > parse.js << 'END'
import * as hey from './hey.mjs';
import * as orval from './orval.mjs';
import { schemas } from './third.mjs';
const value = { payment: { amount: 1, card: '4111' }, labels: { x: '1', y: '2' }, choice: { b: '1' } };
for (const schema of [orval.AllBody, hey.zAllBody, schemas.all_Body]) console.log(JSON.stringify(schema.parse(value)));
END
timeout 60 node parse.js | tee said

if [ "$(cat said)" = '{"payment":{"amount":1},"labels":{"x":"1"},"choice":{}}
{"payment":{"amount":1},"labels":{"x":"1"},"choice":{}}
{"payment":{"amount":1,"card":"4111"},"labels":{"x":"1","y":"2"},"choice":{}}' ]; then
  echo 'Still so: valid members are taken out.'
else
  echo 'Changed: the schemas now keep or refuse other members.'
  exit 1
fi
