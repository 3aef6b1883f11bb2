#!/usr/bin/env bash
# oasdiff reports no change if all URLs change: another base path, another way to write a list, an object as JSON.
#
# Version: github.com/oasdiff/oasdiff v1.38.0 (Go), seen in November 2026.
# Behaviour: a list in the query is written `?l=a&l=b`; with `explode: false` `?l=a,b`, and with `style: pipeDelimited` and `explode: false` `?l=a|b`. A
#   parameter with `content` is written as JSON, `?q=%22a%22`. After each of these, and after `servers` goes from `/v1` to `/v2`,
#   `oasdiff breaking --fail-on WARN` ends with 0, and `oasdiff changelog`, which has information of the lowest level, too, says "No
#   changes to report". A changed operationId is in that list.
# Output seen (exit code of breaking, first line of changelog):
#   explode, style, content, servers: 0, No changes to report, but the specs are different.
#   operationId:                      0, 1 changes: 0 error, 0 warning, 1 info
# Why it matters: clients that are made from the old description send what the server of the new one does not understand, or read one value "a,b". A
#   pipeline that lets oasdiff decide publishes it without a line in the changelog.
set -euo pipefail

folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"

GOBIN="$folder" timeout 900 go install github.com/oasdiff/oasdiff@v1.38.0 2> /dev/null

# Writes a description: the path of the server, the list parameter, the other parameter, the operationId.
describe() {
  cat << END
{
  "openapi": "3.0.3",
  "info": { "title": "Things", "version": "1" },
  "servers": [{ "url": "https://api.test/$1" }],
  "paths": { "/things": { "get": {
    "operationId": "$4",
    "parameters": [
      { "name": "l", "in": "query", "schema": { "type": "array", "items": { "type": "string" } }$2 },
      { "name": "q", "in": "query", $3 }
    ],
    "responses": { "200": { "description": "ok" } } } } }
}
END
}
plain='"schema": { "type": "string" }'
json='"content": { "application/json": { "schema": { "type": "string" } } }'
describe v1 '' "$plain" get > before.json
: > said
compare() {
  local code=0
  timeout 60 ./oasdiff breaking --fail-on WARN before.json after.json > report 2>&1 || code=$?
  timeout 60 ./oasdiff changelog before.json after.json > changelog 2>&1
  echo "$1: $code, $(head -1 changelog)" | tee -a said
}
describe v1 ', "explode": false' "$plain" get > after.json
compare explode
describe v1 ', "style": "pipeDelimited", "explode": false' "$plain" get > after.json
compare style
describe v1 '' "$json" get > after.json
compare content
describe v2 '' "$plain" get > after.json
compare servers
describe v1 '' "$plain" read > after.json
compare operationId

if [ "$(cat said)" = 'explode: 0, No changes to report, but the specs are different.
style: 0, No changes to report, but the specs are different.
content: 0, No changes to report, but the specs are different.
servers: 0, No changes to report, but the specs are different.
operationId: 0, 1 changes: 0 error, 0 warning, 1 info' ]; then
  echo 'Still so: URLs change, and nothing is reported.'
else
  echo 'Changed: oasdiff now judges what changes URLs in another way.'
  exit 1
fi
