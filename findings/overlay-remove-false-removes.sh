#!/usr/bin/env bash
# An overlay action with `remove: false` removes its target in two tools, and its update is not made in a third.
#
# Versions: openapi-overlays-js 0.2.0 and openapi-format 1.33.6 (npm), oas-patch 0.6.0 (PyPI), seen in November 2026.
# Behaviour: false is the default of `remove` in the Overlay Specification 1.0 and 1.1, so an action with it and an `update` is an update.
#   openapi-overlays-js and oas-patch look whether the member is there, not what it says: the operation is removed, with exit code 0.
#   openapi-format says that `remove` must be true, leaves the action out, and ends with 0, too.
# Output seen (the members of the operation afterwards):
#   openapi-overlays-js: none, operation removed
#   oas-patch:           none, operation removed
#   openapi-format:      operationId, responses (no summary)
# Why it matters: programs that write out all members, and people who switch a removal off for a while, lose the operation that they wanted to keep.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-overlays-js@0.2.0 openapi-format@1.33.6 js-yaml@4.1.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages oas-patch==0.6.0 2> /dev/null < /dev/null

cat > openapi.yaml << 'END'
openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: getThings
      responses: { '200': { description: ok } }
END
cat > overlay.yaml << 'END'
overlay: 1.0.0
info: { title: Words, version: '1' }
actions:
  - { target: "$.paths['/things'].get", remove: false, update: { summary: All things } }
END
timeout 60 node_modules/.bin/overlayjs --openapi openapi.yaml --overlay overlay.yaml < /dev/null > js.yaml
PYTHONPATH=packages timeout 60 python3 -W ignore -m oas_patch.oas_patcher_cli overlay openapi.yaml overlay.yaml -o py.yaml < /dev/null > log 2>&1
timeout 60 node_modules/.bin/openapi-format openapi.yaml --no-sort --overlayFile overlay.yaml --output format.yaml < /dev/null > log 2>&1

cat > look.js << 'END'
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
for (const [tool, file] of Object.entries({ 'openapi-overlays-js': 'js', 'oas-patch': 'py', 'openapi-format': 'format' })) {
  const operation = load(readFileSync(`${file}.yaml`, 'utf8')).paths['/things'].get;
  console.log(`${tool}: ${operation ? Object.keys(operation).sort().join(', ') : 'removed'}`);
}
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'openapi-overlays-js: removed
oas-patch: removed
openapi-format: operationId, responses' ]; then
  echo 'Still so: false removes, or takes the update away.'
else
  echo 'Changed: one of the tools now treats false in another way.'
  exit 1
fi
