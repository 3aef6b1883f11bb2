#!/usr/bin/env bash
# The Zod schemas that json-schema-to-zod writes refuse valid values: members that no pattern names, times as RFC 3339 writes them, identifiers in UUID's form.
#
# Version: json-schema-to-zod 2.8.1 with zod 4.6.7, ajv 8.20.0 and ajv-formats 3.0.1 (npm), seen in November 2026.
# Behaviour: each schema is checked by ajv, with formats, and by what is written. `patternProperties` says nothing of other members, but they have to be as the
#   pattern's. `time` is a full-time of RFC 3339 with its zone, and exactly the zone is refused. RFC 9562's form of a UUID has any digit, but the version is checked. What
#   is required but not described may be missing, and of `contains`, `prefixItems`, `dependentRequired` and `minProperties` nothing is checked; no warning.
# Output seen (ajv, Zod):
#   patternProperties ^x- integer, {"x-a":1,"b":"c"}    valid    refused
#   format time, "10:00:00Z"                            valid    refused
#   format uuid, "00000000-0000-0000-0000-000000000001" valid    refused
#   required z without a schema, {}                     invalid  taken
#   contains 1, [2]                                     invalid  taken
#   prefixItems integer, ["a"]                          invalid  taken
#   dependentRequired a: [b], {"a":"x"}                 invalid  taken
# Why it matters: the package, and tools that use it for arguments of tools and forms, check requests before they are sent, and refuse some that the service
#   takes..
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund json-schema-to-zod@2.8.1 zod@4.6.7 ajv@8.20.0 ajv-formats@3.0.1 < /dev/null

cat > look.js << 'END'
import { writeFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonSchemaToZod } from 'json-schema-to-zod';

const cases = [
  ['patternProperties', { type: 'object', patternProperties: { '^x-': { type: 'integer' } } }, { 'x-a': 1, b: 'c' }],
  ['time', { type: 'string', format: 'time' }, '10:00:00Z'],
  ['uuid', { type: 'string', format: 'uuid' }, '00000000-0000-0000-0000-000000000001'],
  ['required', { type: 'object', required: ['z'], properties: { a: { type: 'string' } } }, {}],
  ['contains', { type: 'array', contains: { const: 1 } }, [2]],
  ['prefixItems', { type: 'array', prefixItems: [{ type: 'integer' }] }, ['a']],
  ['dependentRequired', { type: 'object', properties: { a: { type: 'string' } }, dependentRequired: { a: ['b'] } }, { a: 'x' }],
];
const ajv = addFormats(new Ajv2020({ strict: false }));
for (const [index, [name, schema, value]] of cases.entries()) {
  writeFileSync(`schema-${index}.js`, jsonSchemaToZod(schema, { module: 'esm' }));
  const { default: zod } = await import(`./schema-${index}.js`);
  console.log(`${name}:`, ajv.validate(schema, value) ? 'valid' : 'invalid', zod.safeParse(value).success ? 'taken' : 'refused');
}
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'patternProperties: valid refused
time: valid refused
uuid: valid refused
required: invalid taken
contains: invalid taken
prefixItems: invalid taken
dependentRequired: invalid taken' ]; then
  echo 'Still so: valid values are refused, and others are taken.'
else
  echo 'Changed: the schemas that are written check other things now.'
  exit 1
fi
