#!/usr/bin/env bash
# json-schema-faker makes values that its schema refuses: an empty list for "at least 5", a pattern that is broken by `minLength`, an object without what `$ref` demands.
#
# Version: json-schema-faker 0.6.3 and ajv 8.17.1, which judges (npm), seen in November 2026.
# Behaviour: the package "generates valid JSON data" from schemas up to draft 2020-12. For a list without `items` it makes `[]`, whatever `minItems` says. A text
#   with a pattern and a `minLength` is filled up with other characters. Since draft 2019-09 a `$ref` and what is written next to it hold both: its `required`
#   replaces that of the schema that is referred to. A number's lower limit above 10^15 is not kept. Nothing is said of any of it.
# Output seen (10 values of each; how many are valid, and the first one):
#   {"type":"array","minItems":5}                           0   []
#   {"type":"string","pattern":"^[a-z]+$","minLength":12}   0   "xNJtwxibkO1p" or alike
#   {"$ref":"#/$defs/named","required":["id"], ...}         0   {"id":-467}, without "name"
#   {"type":"integer","minimum":9007199254740000}           0   a smaller number
#   {"type":"array","items":{"type":"string"},"minItems":5} 10
# Why it matters: it fills mock servers and tests of contracts. A test that sends its values is refused, though the service does what the description says, and a
#   mock answers with what the client's own check refuses.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund json-schema-faker@0.6.3 ajv@8.17.1 < /dev/null

cat > make.js << 'END'
import { generate } from 'json-schema-faker';
import { Ajv2020 } from 'ajv/dist/2020.js';
const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const schemas = {
  list: { type: 'array', minItems: 5 },
  pattern: { type: 'string', pattern: '^[a-z]+$', minLength: 12 },
  reference: { $defs: { named }, $ref: '#/$defs/named', properties: { id: { type: 'integer' } }, required: ['id'] },
  large: { type: 'integer', minimum: 9007199254740000 },
  texts: { type: 'array', items: { type: 'string' }, minItems: 5 },
};
for (const [name, schema] of Object.entries(schemas)) {
  const isValid = new Ajv2020({ strict: false }).compile(structuredClone(schema));
  const values = [];
  for (let seed = 0; seed < 10; seed += 1) values.push(await generate(structuredClone(schema), { seed }));
  console.log(name, values.filter((value) => isValid(value)).length);
  console.error('  ', JSON.stringify(values[0]));
}
END
timeout 60 node make.js | tee said

if [ "$(cat said)" = 'list 0
pattern 0
reference 0
large 0
texts 10' ]; then
  echo 'Still so: the values are refused by the schema they were made of.'
else
  echo 'Changed: values are now made in another way.'
  exit 1
fi
