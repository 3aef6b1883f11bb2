#!/usr/bin/env bash
# What openapi-filter leaves of a description demands members that it has removed, credentials without their scheme, and leads to a schema that is missing.
#
# Version: openapi-filter 3.2.3 (npm), seen in November 2026.
# Behaviour: the parts of the description with `x-internal` are removed, as the tool is meant to do. The name of a removed member stays in `required`, the name of a
#   removed security scheme in `security`, and a removed schema in the `mapping` of a discriminator. References in a list are removed. `valid` and `strip` change
#   nothing in this. A name in `security` has to be one of the schemes, by the specification.
# Output seen:
#   schema Thing:  required name, costPrice     properties name
#   security:      key, staff                   schemes    key
#   mapping:       box, secret                  schemas    Box, Thing, Kind
# Why it matters: the file is made for those outside, who cannot know `costPrice`: bodies that are as described are refused, mocks and generated types have a member without
#   a type, and generators stop at the missing scheme. The names that were to be hidden can still be read.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-filter@3.2.3 js-yaml@4.1.0 < /dev/null

cat > openapi.yaml << 'END'
openapi: 3.0.3
info: { title: Things, version: '1' }
security: [{ key: [], staff: [] }]
paths: {}
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    staff: { type: apiKey, in: header, name: X-Staff, x-internal: true }
  schemas:
    Thing:
      type: object
      required: [name, costPrice]
      properties:
        name: { type: string }
        costPrice: { type: number, x-internal: true }
    Kind:
      oneOf: [{ $ref: '#/components/schemas/Box' }, { $ref: '#/components/schemas/Secret' }]
      discriminator:
        propertyName: kind
        mapping: { box: '#/components/schemas/Box', secret: '#/components/schemas/Secret' }
    Box: { type: object, properties: { kind: { type: string } } }
    Secret: { type: object, x-internal: true, properties: { kind: { type: string } } }
END
timeout 60 node_modules/.bin/openapi-filter --valid --strip openapi.yaml filtered.yaml < /dev/null > log 2>&1

cat > look.js << 'END'
const { readFileSync } = require('node:fs');
const { load } = require('js-yaml');

const { components, security } = load(readFileSync('filtered.yaml', 'utf8'));
const { Kind, Thing } = components.schemas;
console.log('required', Thing.required.join(), 'properties', Object.keys(Thing.properties).join());
console.log('security', security.flatMap(Object.keys).join(), 'schemes', Object.keys(components.securitySchemes).join());
console.log('mapping', Object.keys(Kind.discriminator.mapping).join(), 'alternatives', Kind.oneOf.length, 'Secret', 'Secret' in components.schemas);
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'required name,costPrice properties name
security key,staff schemes key
mapping box,secret alternatives 1 Secret false' ]; then
  echo 'Still so: what was removed is still demanded.'
else
  echo 'Changed: other parts are left of the description now.'
  exit 1
fi
