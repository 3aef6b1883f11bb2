#!/usr/bin/env bash
# openapi-down-convert makes a file that says 3.0 and is none: limits, nulls and tuples stay in the form of 3.1, and an object that took labels takes none.
#
# Version: @apiture/openapi-down-convert 0.14.2, checked with @apidevtools/swagger-parser 13.0.0 and ajv 8.20.0 (npm), seen in November 2026.
# Behaviour: the tool turns OpenAPI 3.1 into 3.0, which generators ask for. `type: [string, null]` becomes `nullable`. `exclusiveMinimum: 5` (3.0: a boolean),
#   `oneOf` with the type null (3.0 has none), two types and `prefixItems` stay as they are, with exit code 0 and no message. `patternProperties` is
#   removed, and the `additionalProperties: false` next to it stays, so that every member is refused.
# Output seen (each schema on its own; a value that was valid, by the schema after the conversion):
#   note     converted,                         a valid 3.0 file
#   limit    as it was,                         not a valid 3.0 file
#   owner    as it was,                         not a valid 3.0 file
#   id       as it was,                         not a valid 3.0 file
#   labels   additionalProperties false alone,  a valid 3.0 file, {"x-a":"1"} is refused
# Why it matters: the next tool refuses the file, far from the cause. The labels are refused by a file that no checker complains about. Rulebook reads 3.0, 3.1
#   and 3.2, so that nothing has to be converted for it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @apiture/openapi-down-convert@0.14.2 @apidevtools/swagger-parser@13.0.0 ajv@8.20.0 < /dev/null

cat > convert.js << 'END'
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';

const text = { type: 'string' };
const cases = {
  note: [{ type: ['string', 'null'] }, null],
  limit: [{ type: 'integer', exclusiveMinimum: 5 }, 6],
  owner: [{ oneOf: [text, { type: 'null' }] }, null],
  id: [{ type: ['string', 'integer'] }, 1],
  labels: [{ type: 'object', patternProperties: { '^x-': text }, additionalProperties: false }, { 'x-a': '1' }],
};
for (const [name, [schema, value]] of Object.entries(cases)) {
  writeFileSync('old.json', JSON.stringify({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {}, components: { schemas: { Part: schema } } }));
  execFileSync('node_modules/.bin/openapi-down-convert', ['--input', 'old.json', '--output', 'new.json'], { stdio: 'ignore' });
  const made = JSON.parse(readFileSync('new.json', 'utf8'));
  const converted = made.components.schemas.Part;
  const valid = await SwaggerParser.validate(structuredClone(made)).then(() => true, () => false);
  const taken = new Ajv2020({ strict: false }).validate(converted, value);
  console.log(`${name}: ${made.openapi}, ${JSON.stringify(converted)}, ${valid ? 'a valid file' : 'not a valid file'}, ${JSON.stringify(value)} ${taken ? 'taken' : 'refused'}`);
}
END
timeout 120 node convert.js | tee said

if [ "$(cat said)" = 'note: 3.0.3, {"type":"string","nullable":true}, a valid file, null taken
limit: 3.0.3, {"type":"integer","exclusiveMinimum":5}, not a valid file, 6 taken
owner: 3.0.3, {"oneOf":[{"type":"string"},{"type":"null"}]}, not a valid file, null taken
id: 3.0.3, {"type":["string","integer"]}, not a valid file, 1 taken
labels: 3.0.3, {"type":"object","additionalProperties":false}, a valid file, {"x-a":"1"} refused' ]; then
  echo 'Still so: keywords of 3.1 stay, and labels are refused.'
else
  echo 'Changed: the tool now converts other keywords.'
  exit 1
fi
