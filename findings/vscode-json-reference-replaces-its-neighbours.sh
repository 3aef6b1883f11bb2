#!/usr/bin/env bash
# The JSON checker of VS Code lets `$ref` replace the keywords of the same name that are written next to it: valid files get errors, and wrong ones none.
#
# Version: vscode-json-languageservice 5.7.2, compared with ajv 8.20.0 (npm), seen in November 2026.
# Behaviour: in JSON Schema 2020-12, `$ref` and the keywords next to it all apply (core, section 7.7.1 and 8.2.3.1). The language service copies the members
#   of the referenced schema over those next to `$ref`, so that of two `properties`, `required`, `minimum`, `enum` or `allOf` only the referenced one is left.
#   With `unevaluatedProperties: false` the own properties then count as not allowed. The same reference within `allOf` is read correctly. The schema says
#   `$schema` 2020-12.
# Output seen (V is valid, first VS Code, then ajv):
#   own and referenced properties: -V   (Property name is not allowed.)
#   wrong type of an own property: V-
#   own required is missing:       V-
#   own minimum is not reached:    V-
#   the same with allOf:           VV
# Why it matters: "a base and some more" is the usual form of schemas for configurations and of schemas taken from OpenAPI 3.1. What the editor says differs
#   from what the pipeline says, in both directions. A schema for editors needs `allOf` around the reference.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund vscode-json-languageservice@5.7.2 ajv@8.20.0 < /dev/null

cat > check.mjs << 'END'
import service from 'vscode-json-languageservice';
import ajv2020 from 'ajv/dist/2020.js';
const { getLanguageService, TextDocument } = service;
const editor = getLanguageService({});
const check = async (name, text, schema) => {
  const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
  const isValid = new ajv2020.default({ strict: false }).validate(structuredClone(whole), JSON.parse(text));
  const document = TextDocument.create('file:///a.json', 'json', 1, text);
  const problems = await editor.doValidation(document, editor.parseJSONDocument(document), { schemaValidation: 'error' }, whole);
  console.log(`${name}: ${problems.length === 0 ? 'V' : '-'}${isValid ? 'V' : '-'}${problems.map((problem) => ` ${problem.message}`).join('')}`);
};
const $defs = { base: { properties: { id: { type: 'integer' } }, required: ['id'], minimum: 1 } };
const $ref = '#/$defs/base';
const properties = { name: { type: 'string' } };
await check('own and referenced properties', '{"id":1,"name":"x"}', { $ref, properties, unevaluatedProperties: false, $defs });
await check('wrong type of an own property', '{"id":1,"name":2}', { $ref, properties, $defs });
await check('own required is missing', '{"id":1}', { $ref, required: ['name'], $defs });
await check('own minimum is not reached', '7', { $ref, minimum: 10, $defs });
await check('the same with allOf', '{"id":1,"name":"x"}', { allOf: [{ $ref }], properties, unevaluatedProperties: false, $defs });
END
timeout 60 node check.mjs | tee said

if [ "$(cat said)" = 'own and referenced properties: -V Property name is not allowed.
wrong type of an own property: V-
own required is missing: V-
own minimum is not reached: V-
the same with allOf: VV' ]; then
  echo 'Still so: the referenced keywords replace the own ones.'
else
  echo 'Changed: the language service now reads keywords next to a reference in another way.'
  exit 1
fi
