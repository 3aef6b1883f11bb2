#!/usr/bin/env bash
# Prism refuses every body with a tuple of OpenAPI 3.1: it reads `items: false` and does not read `prefixItems`.
#
# Version: @stoplight/prism-cli 5.16.0 (npm), seen in November 2026.
# Behaviour: by JSON Schema 2020-12, which OpenAPI 3.1 uses, `prefixItems: [string, integer]` with `items: false` are lists of at most these two. The
#   mock server answers 422 to `["a", 1]`, "boolean schema is false", and takes the empty list only. Without `items: false` it takes all lists,
#   `[1, "a"]`, too. `const`, and `type` with "null", of the same schema are read. No warning at the start.
# Output seen:
#   closed ["a",1]: 422    closed []: 201    open ["a",1]: 201    open [1,"a"]: 201
# Why it matters: a valid request cannot be sent to the mock server, and its message is about a schema that the description does not have. Of two
#   ways to write a tuple one refuses everything, and the other checks nothing.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @stoplight/prism-cli@5.16.0 < /dev/null

cat > openapi.json << 'END'
{
  "openapi": "3.1.0",
  "info": { "title": "Tuples", "version": "1" },
  "paths": {
    "/closed": { "post": {
      "requestBody": { "content": { "application/json": { "schema": {
        "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }], "items": false } } } },
      "responses": { "201": { "description": "made" } } } },
    "/open": { "post": {
      "requestBody": { "content": { "application/json": { "schema": {
        "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }] } } } },
      "responses": { "201": { "description": "made" } } } }
  }
}
END

free=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
timeout 120 node node_modules/@stoplight/prism-cli/dist/index.js mock --host 127.0.0.1 --port "$free" openapi.json < /dev/null > log 2>&1 &
server=$!
send() {
  curl -q --silent --noproxy '*' --max-time 20 --output answer --write-out '%{http_code}' \
    --header 'content-type: application/json' --data "$2" "http://127.0.0.1:$free$1" || true
}
for _ in $(seq 100); do [ "$(send /open '[]')" = 201 ] && break; sleep 0.3; done

closed=$(send /closed '["a",1]')
message=$(grep -o 'boolean schema is false' answer | head -1 || true)
empty=$(send /closed '[]')
open=$(send /open '["a",1]')
wrong=$(send /open '[1,"a"]')
echo "closed [\"a\",1]: $closed, $message"
echo "closed []:      $empty"
echo "open [\"a\",1]:   $open"
echo "open [1,\"a\"]:   $wrong"

if [ "$closed $empty $open $wrong $message" = '422 201 201 201 boolean schema is false' ]; then
  echo 'Still so: a closed tuple is refused, and an open one is not checked.'
else
  echo 'Changed: Prism now treats tuples in another way.'
  exit 1
fi
