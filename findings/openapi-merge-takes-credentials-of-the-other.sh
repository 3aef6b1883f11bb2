#!/usr/bin/env bash
# After openapi-merge the operations of one description have the credentials of the other, or none, and links lead to an operationId that was renamed.
#
# Version: openapi-merge 2.0.2 (npm), seen in November 2026.
# Behaviour: `security` at the top of a description holds for its own operations. The merged one has that of the first description at the top that has
#   any, and nothing is written at the operations: `/shops`, which needed the key of shops, needs that of pets; in the other order of two descriptions,
#   one without security, its public operations need a key. The schemes themselves are merged. Operations whose operationId occurs twice are renamed,
#   references follow, and the `operationId` of a link does not.
# Output seen:
#   two keys:       top [{"pets":[]}], /shops undefined
#   public, shops:  top [{"shops":[]}], /public undefined
#   link of /shops: list (its target is now called B_list)
# Why it matters: clients made from the merged description send the wrong key, or one to a service that needs none, and get the first service's list when
#   they follow a link of the second.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-merge@2.0.2 < /dev/null

cat > merge.js << 'END'
import { merge } from 'openapi-merge';
const describe = (name, isSecured) => ({
  openapi: '3.0.3',
  info: { title: name, version: '1' },
  ...(isSecured ? { security: [{ [name]: [] }] } : {}),
  paths: { [`/${name}`]: { get: { operationId: 'list', responses: { 200: { description: 'ok', links: { again: { operationId: 'list' } } } } } } },
  components: { securitySchemes: { [name]: { type: 'apiKey', in: 'header', name: `X-${name}` } } },
});
const merged = (first, second) => merge([{ oas: first, dispute: { prefix: 'A_' } }, { oas: second, dispute: { prefix: 'B_' } }]).output;
const keys = merged(describe('pets', true), describe('shops', true));
console.log(`two keys: top ${JSON.stringify(keys.security)}, /shops ${JSON.stringify(keys.paths['/shops'].get.security)}`);
const open = merged(describe('public', false), describe('shops', true));
console.log(`public, shops: top ${JSON.stringify(open.security)}, /public ${JSON.stringify(open.paths['/public'].get.security)}`);
const { operationId, responses } = keys.paths['/shops'].get;
console.log(`link of /shops: ${responses['200'].links.again.operationId}, called ${operationId}`);
END
timeout 60 node merge.js | tee said

if [ "$(cat said)" = 'two keys: top [{"pets":[]}], /shops undefined
public, shops: top [{"shops":[]}], /public undefined
link of /shops: list, called B_list' ]; then
  echo 'Still so: credentials and links of one description become those of the other.'
else
  echo 'Changed: openapi-merge now merges credentials or links in another way.'
  exit 1
fi
