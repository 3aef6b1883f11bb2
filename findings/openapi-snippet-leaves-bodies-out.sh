#!/usr/bin/env bash
# The commands that openapi-snippet writes have no body unless it is JSON or a form, no API key, and `%7Bid%7D` in the path; a default of false is not used.
#
# Version: openapi-snippet 0.14.0 (npm), seen in November 2026.
# Behaviour: the description has an example for each body, and one media type each. Bodies of merge patches, XML, text and NDJSON are left out with their
#   field Content-Type, and nothing says so. A key that the operation needs is in the command if the key is in a header field, not if it is in the query.
# Output seen (the arguments of curl behind the method):
#   merge patch  http://127.0.0.1/things/%7Bid%7D
#   text/plain   http://127.0.0.1/note
#   JSON         http://127.0.0.1/things  content-type: application/json  {"a":0}
#   the key      http://127.0.0.1/things?all=SOME_BOOLEAN_VALUE
# Why it matters: the commands are shown in pages of documentation next to the operation, as what can be copied. With the first one a service changes nothing or refuses the
#   request, and the reader looks for the fault in the service.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-snippet@0.14.0 < /dev/null

cat > look.js << 'END'
const { getEndpointSnippets } = require('openapi-snippet');

const responses = { 200: { description: 'ok' } };
const taking = (type, schema, example) => ({ requestBody: { content: { [type]: { schema, example } } }, responses });
const object = { type: 'object', properties: { a: { type: 'integer', example: 0 } } };
const described = {
  openapi: '3.0.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/things/{id}': {
      patch: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        ...taking('application/merge-patch+json', object, { a: 0 }),
      },
    },
    '/note': { post: taking('text/plain', { type: 'string' }, 'hi') },
    '/bulk': { post: taking('application/x-ndjson', { type: 'string' }, '{"a":1}\n') },
    '/xml': { post: taking('application/xml', { type: 'string' }, '<a/>') },
    '/things': {
      post: taking('application/json', object, { a: 0 }),
      get: { parameters: [{ name: 'all', in: 'query', schema: { type: 'boolean', default: false } }], security: [{ key: [] }], responses },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
};
for (const [path, { ...methods }] of Object.entries(described.paths)) {
  for (const method of Object.keys(methods)) {
    const [{ content }] = getEndpointSnippets(described, path, method, ['shell_curl']).snippets;
    console.log(content.replaceAll(/\\\n\s*/g, '').replaceAll(/curl |--\w+ |'/g, ''));
  }
}
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'PATCH http://127.0.0.1/things/%7Bid%7D
POST http://127.0.0.1/note
POST http://127.0.0.1/bulk
POST http://127.0.0.1/xml
POST http://127.0.0.1/things content-type: application/json {"a":0}
GET http://127.0.0.1/things?all=SOME_BOOLEAN_VALUE' ]; then
  echo 'Still so: bodies and the key are left out.'
else
  echo 'Changed: the commands have other parts now.'
  exit 1
fi
