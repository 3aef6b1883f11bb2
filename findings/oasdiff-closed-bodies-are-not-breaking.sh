#!/usr/bin/env bash
# oasdiff does not call it breaking if a request body that took any member now takes the described ones only.
#
# Version: github.com/oasdiff/oasdiff v1.38.0 (Go), seen in November 2026.
# Behaviour: `additionalProperties: false` is added to the schema of a request body. `oasdiff breaking` says that there is nothing to report, and with
#   `--fail-on WARN` ends with 0. The same for `unevaluatedProperties: false`. For smaller restrictions of the same schema, `propertyNames`, it
#   reports an error.
# Output seen:
#   additionalProperties false 0, unevaluatedProperties false 0, propertyNames 1
# Why it matters: a request with one more member (a misspelt one, one of a newer client) was taken and is refused from now on. A pipeline that lets
#   oasdiff decide publishes it as a compatible version.
set -euo pipefail

folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"

GOBIN="$folder" timeout 900 go install github.com/oasdiff/oasdiff@v1.38.0 2> /dev/null

describe() {
  cat << END
{
  "openapi": "3.1.0",
  "info": { "title": "Things", "version": "1" },
  "paths": { "/things": { "post": {
    "requestBody": { "required": true, "content": { "application/json": { "schema": {
      "type": "object", "properties": { "name": { "type": "string" } }$1 } } } },
    "responses": { "201": { "description": "made" } } } } }
}
END
}
describe '' > before.json
: > said
compare() {
  describe ", $2" > after.json
  local code=0
  timeout 60 ./oasdiff breaking --fail-on WARN before.json after.json > report 2>&1 || code=$?
  head -3 report
  echo "$1: $code" | tee -a said
}
compare 'additionalProperties' '"additionalProperties": false'
compare 'unevaluatedProperties' '"unevaluatedProperties": false'
compare 'propertyNames' '"propertyNames": { "pattern": "^[a-z]+$" }'

if [ "$(cat said)" = 'additionalProperties: 0
unevaluatedProperties: 0
propertyNames: 1' ]; then
  echo 'Still so: closing a request body does not count as breaking.'
else
  echo 'Changed: oasdiff now judges closed bodies in another way.'
  exit 1
fi
