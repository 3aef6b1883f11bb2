#!/usr/bin/env bash
# openapi-diff finds "no changes" if an operation needs a new parameter, and if the permitted values of a member become fewer.
#
# Version: openapi-diff 0.24.1 (npm), seen in November 2026.
# Behaviour: between two OpenAPI 3.0 descriptions, a required header parameter is added, a query parameter removed, credentials demanded, the body made
#   required, or `enum` and `pattern` added to a member of the body. Each time it says "No changes found between the two specifications" and ends
#   with 0. With `maxLength` in place of `enum` it is breaking, and ends with 1.
# Output seen:
#   parameter added, parameter removed, security, body required, enum, pattern: 0, No changes found between the two specifications
#   maxLength:                                                                  1, breaking differences
# Why it matters: these are changes that break clients. The sentence does not say what was not looked at, and a pipeline that asks this
#   tool is green.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-diff@0.24.1 < /dev/null

# Writes a description: the parameters, more members of the operation, of the body, of its schema.
describe() {
  cat << END
{
  "openapi": "3.0.3",
  "info": { "title": "Things", "version": "1" },
  "paths": { "/things": { "post": {
    "parameters": [$1]$2,
    "requestBody": { "content": { "application/json": { "schema": {
      "type": "object", "properties": { "colour": { "type": "string"$4 } } } } }$3 },
    "responses": { "200": { "description": "ok" } } } } },
  "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } }
}
END
}
query='{ "name": "q", "in": "query", "schema": { "type": "string" } }'
header='{ "name": "X-Tenant", "in": "header", "required": true, "schema": { "type": "string" } }'
describe "$query" '' '' '' > before.json
: > said
compare() {
  local name=$1 code=0
  shift
  describe "$@" > after.json
  timeout 60 node_modules/.bin/openapi-diff before.json after.json < /dev/null > report 2> /dev/null || code=$?
  echo "$name: $code, $(head -1 report | sed 's/\..*//')" | tee -a said
}
compare 'parameter added' "$query, $header" '' '' ''
compare 'parameter removed' '' '' '' ''
compare 'security' "$query" ', "security": [{ "key": [] }]' '' ''
compare 'body required' "$query" '' ', "required": true' ''
compare 'enum' "$query" '' '' ', "enum": ["red", "blue"]'
compare 'pattern' "$query" '' '' ', "pattern": "^[a-z]{3}$"'
compare 'maxLength' "$query" '' '' ', "maxLength": 3'

if [ "$(grep -c ': 0, No changes found between the two specifications' said)" = 6 ] && grep -q '^maxLength: 1, Breaking' said; then
  echo 'Still so: parameters, credentials and permitted values are not compared.'
else
  echo 'Changed: openapi-diff now compares more, or less.'
  exit 1
fi
