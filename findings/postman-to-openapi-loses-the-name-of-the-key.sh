#!/usr/bin/env bash
# postman-to-openapi describes an API key as an HTTP authentication scheme named "apikey": the name of the field and its place are lost.
#
# Version: postman-to-openapi 3.0.1 (npm), seen in November 2026.
# Behaviour: the request has `auth` of type `apikey`, key `X-Token`, sent in the header. OpenAPI has `type: apiKey` with `name` and `in` for this. The
#   description says `type: http, scheme: apikey`, so by OpenAPI the credential belongs into `Authorization: apikey ...`. A bearer token is
#   described rightly.
# Output seen:
#   apikeyAuth: {"type":"http","scheme":"apikey"}
#   bearerAuth: {"type":"http","scheme":"bearer"}
# Why it matters: it looks right in the description, and each client that is generated from it sends the key in a field that the service does not read:
#   401 for all requests.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund postman-to-openapi@3.0.1 js-yaml@4.1.0 < /dev/null

cat > convert.js << 'END'
import { writeFileSync } from 'node:fs';
import { load } from 'js-yaml';
import convert from 'postman-to-openapi';
const item = (name, auth) => ({
  name,
  request: { method: 'GET', header: [], url: { raw: `https://api.test/${name}`, protocol: 'https', host: ['api', 'test'], path: [name] }, auth },
  response: [],
});
const text = (key, value) => ({ key, value, type: 'string' });
const collection = {
  info: { name: 'Things', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    item('key', { type: 'apikey', apikey: [text('key', 'X-Token'), text('value', 'any'), text('in', 'header')] }),
    item('token', { type: 'bearer', bearer: [text('token', 'any')] }),
  ],
};
writeFileSync('collection.json', JSON.stringify(collection));
const { components } = load(await convert('collection.json', null));
for (const [name, scheme] of Object.entries(components.securitySchemes)) console.log(`${name}: ${JSON.stringify(scheme)}`);
END
timeout 60 node convert.js | tee said

if [ "$(cat said)" = 'apikeyAuth: {"type":"http","scheme":"apikey"}
bearerAuth: {"type":"http","scheme":"bearer"}' ]; then
  echo 'Still so: the name of the key is lost.'
else
  echo 'Changed: postman-to-openapi now describes API keys in another way.'
  exit 1
fi
