#!/usr/bin/env bash
# Bruno's import of an Insomnia export has no body for NDJSON, `application/vnd.api+json` and files, no API key and no digest, and switches on the password that was off.
#
# Version: @usebruno/converters 0.23.0 (npm), which is Bruno's import; seen in November 2026.
# Behaviour: the export is one of Insomnia 4 (`__export_format: 4`). Bodies of other media types are there with their type, after an import of a curl command
#   or when the field Content-Type was changed; files, API keys, digest and the prefix are in Insomnia's menus. Bruno has the same, apart from the prefix. What the
#   import does not know becomes "none"; a file of a multipart form becomes an empty text. There is no warning.
# Output seen (authentication and body after the import):
#   NDJSON                             body none
#   application/vnd.api+json           body none
#   a file as the body                 body none
#   a multipart form with a file       text f=""
#   an API key in the query            authentication none
#   digest                             authentication none
#   bearer with the prefix "Token"     bearer abc, no prefix
#   a password that is switched off    basic ann
# Why it matters: after a move of a hundred requests those with a JSON body work, and the others are sent empty, to an API that may take an empty PUT. A request that was to be
#   sent without the password is sent with it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts @usebruno/converters@0.23.0 < /dev/null

cat > look.js << 'END'
const { insomniaToBruno } = require('@usebruno/converters');

const typed = (type, text) => ({ headers: [{ name: 'Content-Type', value: type }], body: { mimeType: type, text } });
const requests = {
  NDJSON: typed('application/x-ndjson', '{"a":1}\n'),
  'vnd.api+json': typed('application/vnd.api+json', '{"a":1}'),
  file: { body: { mimeType: 'application/octet-stream', fileName: '/data/a.bin' } },
  multipart: { body: { mimeType: 'multipart/form-data', params: [{ name: 'f', type: 'file', fileName: '/data/a.png' }] } },
  'API key': { authentication: { type: 'apikey', key: 'key', value: 'abc', addTo: 'queryParams' } },
  digest: { authentication: { type: 'digest', username: 'ann', password: 'abc' } },
  bearer: { authentication: { type: 'bearer', token: 'abc', prefix: 'Token' } },
  'switched off': { authentication: { type: 'basic', username: 'ann', password: 'abc', disabled: true } },
};
const resources = Object.entries(requests).map(([name, more], index) => ({
  ...{ _id: `req_${index}`, _type: 'request', parentId: 'wrk_1', name, method: 'PUT', url: 'http://127.0.0.1/things', headers: [], parameters: [] },
  ...{ body: {}, authentication: {}, ...more },
}));
const workspace = { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Things' };

async function main() {
  const { items } = await insomniaToBruno({ _type: 'export', __export_format: 4, resources: [workspace, ...resources] });
  for (const { name, request } of items) {
    const { auth, body } = request;
    const parts = (body.multipartForm ?? []).map((part) => `${part.type} ${part.name}=${JSON.stringify(part.value)}`);
    console.log(`${name}:`, 'body' in requests[name] ? ['body', body.mode, ...parts].join(' ') : ['authentication', JSON.stringify(auth[auth.mode] ?? auth.mode)].join(' '));
  }
}
main();
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'NDJSON: body none
vnd.api+json: body none
file: body none
multipart: body multipartForm text f=""
API key: authentication "none"
digest: authentication "none"
bearer: authentication {"token":"abc"}
switched off: authentication {"username":"ann","password":"abc"}' ]; then
  echo 'Still so: bodies and credentials are lost.'
else
  echo 'Changed: the import keeps other parts of the requests now.'
  exit 1
fi
