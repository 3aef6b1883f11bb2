#!/usr/bin/env bash
# `unusedComponents` of openapi-format removes the subtypes of a schema with a discriminator: what is left takes no member of them.
#
# Versions: openapi-format 1.33.6 and @redocly/cli 2.77.0 (npm), seen in November 2026.
# Behaviour: in OpenAPI 3.0 a response is a `Pet` with a discriminator, and `Dog` and `Cat` refer to Pet by `allOf`; the value of the discriminator is the
#   name of the schema, so nothing refers to Dog and Cat. `mapping: { cat: Cat }`, a name in place of a reference, is permitted, too.
#   openapi-format removes both without a mapping, and the one that the mapping names. `redocly bundle --remove-unused-components` keeps them.
# Output seen (schemas that are left):
#   no mapping:             openapi-format Pet             redocly Pet, Dog, Cat
#   mapping to Dog and Cat: openapi-format Pet, Dog        redocly Pet, Dog, Cat
# Why it matters: the published description has no subtype any more; generated clients lose `bark`, and checks of answers refuse or ignore it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-format@1.33.6 @redocly/cli@2.77.0 < /dev/null
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true NO_COLOR=1

describe() {
  cat << END
{
  "openapi": "3.0.3",
  "info": { "title": "Pets", "version": "1" },
  "paths": { "/pet": { "get": { "responses": { "200": { "description": "ok", "content": { "application/json": {
    "schema": { "\$ref": "#/components/schemas/Pet" } } } } } } } },
  "components": { "schemas": {
    "Pet": { "type": "object", "required": ["kind"], "discriminator": { "propertyName": "kind"$1 }, "properties": { "kind": { "type": "string" } } },
    "Dog": { "allOf": [{ "\$ref": "#/components/schemas/Pet" }, { "type": "object", "properties": { "bark": { "type": "boolean" } } }] },
    "Cat": { "allOf": [{ "\$ref": "#/components/schemas/Pet" }, { "type": "object", "properties": { "purr": { "type": "boolean" } } }] },
    "Lost": { "type": "string" }
  } }
}
END
}
echo '{ "unusedComponents": ["schemas"] }' > filter.json
left() { node -e 'console.log(Object.keys(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).components.schemas).join(", "))' "$1"; }
: > said
clean() {
  timeout 60 node_modules/.bin/openapi-format openapi.json --no-sort --filterFile filter.json --output format.json < /dev/null > log 2>&1
  timeout 60 node_modules/.bin/redocly bundle openapi.json --remove-unused-components --output redocly.json < /dev/null > log 2>&1
  echo "$1: openapi-format $(left format.json); redocly $(left redocly.json)" | tee -a said
}
describe '' > openapi.json
clean 'no mapping'
describe ', "mapping": { "dog": "#/components/schemas/Dog", "cat": "Cat" }' > openapi.json
clean 'mapping'

if [ "$(cat said)" = 'no mapping: openapi-format Pet; redocly Pet, Dog, Cat
mapping: openapi-format Pet, Dog; redocly Pet, Dog, Cat' ]; then
  echo 'Still so: subtypes are removed as unused.'
else
  echo 'Changed: one of the tools now keeps other schemas.'
  exit 1
fi
