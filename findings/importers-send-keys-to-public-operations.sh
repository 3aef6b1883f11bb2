#!/usr/bin/env bash
# Two importers of descriptions send the key with an operation that needs none, one key where two are needed, and a cookie as a header field.
#
# Version: openapi-to-postmanv2 6.3.3 (run by newman 6.2.2) and @usebruno/converters 0.23.0 (npm), seen in November 2026.
# Behaviour: the description demands the header field `X-Key` of all operations. One operation has `security: []`, which "removes a top-level security
#   declaration" by OpenAPI. The converters behind the imports of Postman and Bruno let it inherit what the collection has, so the key is sent. An operation
#   that demands two keys at once gets the first one only. A key that is a cookie named `sid` becomes a header field named `sid`.
# Output seen (what newman sends, and the mode in Bruno's request):
#   /public  postman: x-key          bruno: inherit
#   /both    postman: x-key          bruno: X-Key
#   /cookie  postman: header sid     bruno: header sid
# Why it matters: a key leaves in requests that were described as public, to a login or a status page, for example; and the operations with two keys or a
#   cookie are refused, though everything was filled in.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts openapi-to-postmanv2@6.3.3 newman@6.2.2 @usebruno/converters@0.23.0 < /dev/null

cat > import.mjs << 'END'
import postman from 'openapi-to-postmanv2';
import newman from 'newman';
import { openApiToBruno } from '@usebruno/converters';
import { createServer } from 'node:http';
const responses = { 200: { description: 'ok' } };
const operation = (operationId, security) => ({ get: { operationId, responses, ...(security && { security }) } });
const seen = {};
const server = createServer((request, response) => {
  const names = ['x-key', 'x-second', 'sid'].filter((name) => request.headers[name] !== undefined);
  seen[request.url] = [...names.map((name) => `header ${name}`), ...(request.headers.cookie ? ['cookie'] : [])].join(', ') || 'none';
  response.end('{}');
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const key = (name, place) => ({ type: 'apiKey', in: place, name });
const description = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: `http://127.0.0.1:${server.address().port}` }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: key('X-Key', 'header'), second: key('X-Second', 'header'), session: key('sid', 'cookie') } },
  paths: {
    '/usual': operation('usual'),
    '/public': operation('public', []),
    '/both': operation('both', [{ key: [], second: [] }]),
    '/cookie': operation('cookie', [{ session: [] }]),
  },
};
const collection = await new Promise((done, fail) => {
  postman.convertV2({ type: 'json', data: structuredClone(description) }, {}, (error, result) => (result?.result ? done(result.output[0].data) : fail(error)));
});
await new Promise((done) => newman.run({ collection, envVar: [{ key: 'apiKey', value: 'K' }], globals: { values: [{ key: 'apiKey', value: 'K' }] }, reporters: [] }, done));
const requests = {};
const collect = (items) => items.forEach((item) => (item.items ? collect(item.items) : (requests[item.name] = item.request)));
collect(openApiToBruno(structuredClone(description)).items);
for (const name of ['usual', 'public', 'both', 'cookie']) {
  const { mode, apikey } = requests[name].auth;
  console.log(`/${name} postman: ${seen[`/${name}`]}; bruno: ${mode === 'apikey' ? `${apikey.placement} ${apikey.key}` : mode}`);
}
process.exit();
END
timeout 120 node import.mjs 2> /dev/null | tee said

if [ "$(cat said)" = '/usual postman: header x-key; bruno: inherit
/public postman: header x-key; bruno: inherit
/both postman: header x-key; bruno: header X-Key
/cookie postman: header sid; bruno: header sid' ]; then
  echo 'Still so: the key is sent with the public operation.'
else
  echo 'Changed: an importer now writes credentials in another way.'
  exit 1
fi
