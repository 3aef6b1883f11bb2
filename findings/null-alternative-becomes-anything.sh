#!/usr/bin/env bash
# "A name or null", converted from JSON Schema to OpenAPI 3.0, takes every value, or no name at all: the alternative `null` becomes `nullable: true` with nothing else.
#
# Version: json-schema-to-openapi-schema 0.4.0 and @openapi-contrib/json-schema-to-openapi-schema 4.3.4 (npm), judged by ajv 8.17.1 after
#   @openapi-contrib/openapi-schema-to-json-schema 5.1.0; seen in November 2026.
# Behaviour: OpenAPI 3.0 has no type null; `nullable` extends the type that is written next to it. The first package makes `{"nullable": true}` of
#   `{"type": "null"}`, a schema without a type, which takes anything: under `anyOf` nothing is refused any more, and under `oneOf` a name fits twice, so that
#   it is refused. The second one writes `nullable` next to a `$ref`, where OpenAPI 3.0 ignores it: null is refused. `type: ["string", "null"]` is right in both.
# Output seen (for the values "ann", null and 5; + valid, - refused):
#                            meant    first    second
#   anyOf: string, null      + + -    + + +    + + -
#   oneOf: string, null      + + -    - + +    + + -
#   oneOf: null, a $ref      + + -    - + +    + - -
# Why it matters: Zod and Pydantic write "or null" in just this way. The service that reads the description refuses each name, or lets
#   everything through.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts json-schema-to-openapi-schema@0.4.0 @openapi-contrib/json-schema-to-openapi-schema@4.3.4 \
  @openapi-contrib/openapi-schema-to-json-schema@5.1.0 ajv@8.17.1 < /dev/null

cat > convert.js << 'END'
import first from 'json-schema-to-openapi-schema';
import { convert } from '@openapi-contrib/json-schema-to-openapi-schema';
import { fromSchema } from '@openapi-contrib/openapi-schema-to-json-schema';
import { Ajv } from 'ajv';
const text = { type: 'string' };
const none = { type: 'null' };
const definitions = { name: text };
const cases = {
  'anyOf: string, null': { anyOf: [text, none] },
  'oneOf: string, null': { oneOf: [text, none] },
  'oneOf: null, a $ref': { oneOf: [none, { $ref: '#/definitions/name' }], definitions },
  'type: [string, null]': { type: ['string', 'null'] },
};
const judged = (schema) => ['ann', null, 5].map((value) => (new Ajv({ strict: false }).validate(schema, value) ? '+' : '-')).join(' ');
// What a schema of OpenAPI 3.0 means; what is next to a $ref is ignored in 3.0.
const withoutNeighbours = (schema) => JSON.parse(JSON.stringify(schema), (key, value) => (value?.$ref ? { $ref: value.$ref } : value));
const meaning = (schema) => ({ ...fromSchema(withoutNeighbours(schema)), $schema: undefined, ...(schema.definitions && { definitions }) });
for (const [name, schema] of Object.entries(cases)) {
  const made = [await first(structuredClone(schema)), await convert(structuredClone(schema))];
  console.log(`${name}: ${[schema, ...made.map(meaning)].map(judged).join(' | ')}`);
}
END
timeout 60 node convert.js | tee said

if [ "$(cat said)" = 'anyOf: string, null: + + - | + + + | + + -
oneOf: string, null: + + - | - + + | + + -
oneOf: null, a $ref: + + - | - + + | + - -
type: [string, null]: + + - | + + - | + + -' ]; then
  echo 'Still so: "or null" takes other values after the conversion.'
else
  echo 'Changed: a package now converts null in another way.'
  exit 1
fi
