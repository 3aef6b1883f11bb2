#!/usr/bin/env bash
# One overlay action appends an entry to a list, says the specification: one tool makes an object of the list, one leaves it, one appends.
#
# Versions: openapi-overlays-js 0.2.0 and openapi-format 1.33.6 (npm), oas-patch 0.6.0 (PyPI), seen in November 2026.
# Behaviour: by the Overlay Specification 1.0.0, action object, `update` for a target that is an array is an entry to append to it.
#   openapi-overlays-js writes an object with the members "0", "1" and those of the new entry, which is not a valid description. openapi-format
#   changes nothing when the overlay says 1.0.0, counts the action as used, and appends when it says 1.1.0. oas-patch appends. Exit code 0 each.
# Output seen (the tags, of one and two, after three was added):
#   openapi-overlays-js:   {"0":{"name":"one"},"1":{"name":"two"},"name":"three"}
#   openapi-format, 1.0.0: [{"name":"one"},{"name":"two"}]
#   openapi-format, 1.1.0: [{"name":"one"},{"name":"two"},{"name":"three"}]
#   oas-patch:             [{"name":"one"},{"name":"two"},{"name":"three"}]
# Why it matters: servers, tags, parameters and security are lists, and adding one entry is a common use of overlays. The overlay that works in
#   one pipeline breaks the description, or does nothing, in the next. An update of the parent with a list of one entry works in all three.
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
tags: [{ name: one }, { name: two }]
paths: {}
END
for version in 1.0.0 1.1.0; do
  cat > overlay-$version.yaml << END
overlay: $version
info: { title: One more, version: '1' }
actions:
  - { target: "\$.tags", update: { name: three } }
END
  timeout 60 node_modules/.bin/openapi-format openapi.yaml --no-sort --overlayFile overlay-$version.yaml --output "openapi-format $version.yaml" \
    < /dev/null > log 2>&1
done
timeout 60 node_modules/.bin/overlayjs --openapi openapi.yaml --overlay overlay-1.0.0.yaml < /dev/null > openapi-overlays-js.yaml
PYTHONPATH=packages timeout 60 python3 -W ignore -m oas_patch.oas_patcher_cli overlay openapi.yaml overlay-1.0.0.yaml -o oas-patch.yaml < /dev/null > log 2>&1

cat > look.js << 'END'
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
for (const tool of ['openapi-overlays-js', 'openapi-format 1.0.0', 'openapi-format 1.1.0', 'oas-patch'])
  console.log(`${tool}: ${JSON.stringify(load(readFileSync(`${tool}.yaml`, 'utf8')).tags)}`);
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'openapi-overlays-js: {"0":{"name":"one"},"1":{"name":"two"},"name":"three"}
openapi-format 1.0.0: [{"name":"one"},{"name":"two"}]
openapi-format 1.1.0: [{"name":"one"},{"name":"two"},{"name":"three"}]
oas-patch: [{"name":"one"},{"name":"two"},{"name":"three"}]' ]; then
  echo 'Still so: one action, three results.'
else
  echo 'Changed: one of the tools now applies this action in another way.'
  exit 1
fi
