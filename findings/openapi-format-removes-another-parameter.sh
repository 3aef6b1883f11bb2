#!/usr/bin/env bash
# openapi-format removes the wrong entries if an overlay removes several of one list: headers stay, and a query parameter is lost.
#
# Version: openapi-format 1.33.6 (npm), seen in November 2026.
# Behaviour: an action removes all header parameters of an operation, by a filter. The places of the entries are looked up first and removed one after
#   the other from the front, while each removal moves the rest: every second one hits the next entry instead. The command says that the action was
#   used, and ends with 0. One match, or matches of different lists, are removed rightly.
# Output seen:
#   before: header h1, header h2, query q, header h3
#   after:  header h2, header h3 (asked for: query q)
# Why it matters: internal headers stay in the published description, and a parameter that clients need is lost. The same for tags, servers
#   and members of `required`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-format@1.33.6 < /dev/null

cat > openapi.json << 'END'
{
  "openapi": "3.1.0",
  "info": { "title": "Things", "version": "1" },
  "paths": { "/things": { "get": {
    "parameters": [
      { "name": "h1", "in": "header", "schema": { "type": "string" } },
      { "name": "h2", "in": "header", "schema": { "type": "string" } },
      { "name": "q", "in": "query", "schema": { "type": "string" } },
      { "name": "h3", "in": "header", "schema": { "type": "string" } }
    ],
    "responses": { "200": { "description": "ok" } } } } }
}
END
cat > overlay.yaml << 'END'
overlay: 1.0.0
info: { title: Public, version: '1' }
actions:
  - { target: "$.paths['/things'].get.parameters[?@.in == 'header']", remove: true }
END
code=0
timeout 60 node_modules/.bin/openapi-format openapi.json --no-sort --overlayFile overlay.yaml --output out.json < /dev/null > log 2>&1 || code=$?
node -e '
const { parameters } = JSON.parse(require("fs").readFileSync("out.json", "utf8")).paths["/things"].get;
console.log(parameters.map((parameter) => `${parameter.in} ${parameter.name}`).join(", "));' > left
echo "Left: $(cat left). Exit code: $code"

if [ "$(cat left)" = 'header h2, header h3' ] && [ "$code" = 0 ]; then
  echo 'Still so: other entries are removed than those that were selected.'
else
  echo 'Changed: openapi-format now removes other entries.'
  exit 1
fi
