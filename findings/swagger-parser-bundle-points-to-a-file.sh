#!/usr/bin/env bash
# A bundle of swagger-parser still points to a file, by the `mapping` of a discriminator, and counts as valid.
#
# Version: @apidevtools/swagger-parser 13.0.0 (npm), seen in November 2026.
# Behaviour: an OpenAPI 3.0 description refers to a schema in `pets.json`, whose discriminator has `"mapping": { "dog": "pets.json#/Dog" }`.
#   `bundle` takes the schemas in and leaves the mapping as it was, though `pets.json` is not there any more and no schema has that name in the
#   bundle. `validate` accepts the bundle in an empty folder, and `dereference` leaves the text, too. References in a `mapping` are plain strings,
#   not `$ref`.
# Output seen:
#   mapping in the bundle: {"dog":"pets.json#/Dog","cat":"pets.json#/Cat"}, $ref to files: 0, validate: accepted
# Why it matters: "bundled" is taken to mean that one file is enough. Whoever gets the bundle and looks up which schema `dog` means finds nothing:
#   the member cannot be checked, completed or generated.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @apidevtools/swagger-parser@13.0.0 < /dev/null

cat > openapi.json << 'END'
{
  "openapi": "3.0.3",
  "info": { "title": "Pets", "version": "1" },
  "paths": {
    "/pets": {
      "post": {
        "requestBody": { "content": { "application/json": { "schema": { "$ref": "pets.json#/Pet" } } } },
        "responses": { "201": { "description": "made" } }
      }
    }
  }
}
END
cat > pets.json << 'END'
{
  "Pet": {
    "oneOf": [{ "$ref": "#/Dog" }, { "$ref": "#/Cat" }],
    "discriminator": { "propertyName": "kind", "mapping": { "dog": "pets.json#/Dog", "cat": "pets.json#/Cat" } }
  },
  "Dog": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" }, "barks": { "type": "boolean" } } },
  "Cat": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" }, "purrs": { "type": "boolean" } } }
}
END
cat > bundle.mjs << 'END'
import SwaggerParser from '@apidevtools/swagger-parser';
import { mkdirSync, writeFileSync } from 'node:fs';

const mappings = (value) =>
  value && typeof value === 'object' ? [...(value.mapping ? [value.mapping] : []), ...Object.values(value).flatMap(mappings)] : [];

await SwaggerParser.validate('openapi.json');
const bundle = await SwaggerParser.bundle('openapi.json');
const text = JSON.stringify(bundle);
const files = text.match(/"\$ref":"[^#"]/g)?.length ?? 0;
mkdirSync('alone');
writeFileSync('alone/openapi.json', text);
const verdict = await SwaggerParser.validate('alone/openapi.json').then(() => 'accepted', (error) => error.message);
const dereferenced = await SwaggerParser.dereference('openapi.json');

console.log(`Mapping in the bundle:        ${JSON.stringify(mappings(bundle)[0])}`);
console.log(`$ref to files in the bundle:  ${files}`);
console.log(`validate, bundle alone:       ${verdict}`);
console.log(`Mapping when dereferenced:    ${JSON.stringify(mappings(dereferenced)[0])}`);
const kept = '{"dog":"pets.json#/Dog","cat":"pets.json#/Cat"}';
const same = JSON.stringify(mappings(bundle)[0]) === kept && JSON.stringify(mappings(dereferenced)[0]) === kept;
process.exitCode = same && files === 0 && verdict === 'accepted' ? 0 : 1;
END

if timeout 60 node bundle.mjs; then
  echo 'Still so: the bundle is accepted and its mapping names a file that is not part of it.'
else
  echo 'Changed: swagger-parser now treats the mapping in another way.'
  exit 1
fi
