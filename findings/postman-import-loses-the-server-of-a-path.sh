#!/usr/bin/env bash
# The import of Postman sends the operations of a path with a server of its own to the server of the others.
#
# Version: openapi-to-postmanv2 6.3.3, compared with @usebruno/converters 0.23.0 (npm), seen in November 2026.
# Behaviour: OpenAPI has `servers` at the top, at a path and at an operation; the nearer ones override. The converter takes those of an operation. Those of
#   a path are nowhere in the result: its requests have the variable `baseUrl`, the first server at the top. Bruno's converter takes both.
# Output seen (is the server in the collection):
#   said at the operation: postman yes, bruno yes
#   said at the path:      postman no, its URL is {{baseUrl}}/uploads; bruno yes
# Why it matters: the request goes to a host that has no such path, with the credentials of the collection and the file; the 404 does not say why.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts openapi-to-postmanv2@6.3.3 @usebruno/converters@0.23.0 < /dev/null

cat > import.mjs << 'END'
import postman from 'openapi-to-postmanv2';
import { openApiToBruno } from '@usebruno/converters';
const responses = { 200: { description: 'ok' } };
const servers = [{ url: 'https://uploads.example.com' }];
for (const place of ['operation', 'path']) {
  const post = { operationId: 'uploads', responses, ...(place === 'operation' && { servers }) };
  const description = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { '/uploads': { post, ...(place === 'path' && { servers }) } },
  };
  const collection = await new Promise((done, fail) => {
    postman.convertV2({ type: 'json', data: structuredClone(description) }, {}, (error, result) => (result?.result ? done(result.output[0].data) : fail(error)));
  });
  for (const [name, result] of [['postman', collection], ['bruno', openApiToBruno(structuredClone(description))]]) {
    const text = JSON.stringify(result);
    const isThere = /uploads\W+example\W+com/.test(text);
    console.log(`${place}, ${name}: ${isThere}`);
  }
}
END
timeout 120 node import.mjs 2> /dev/null | tee said

if [ "$(cat said)" = 'operation, postman: true
operation, bruno: true
path, postman: false
path, bruno: true' ]; then
  echo 'Still so: the server of a path is lost.'
else
  echo 'Changed: the servers of paths are now read in another way.'
  exit 1
fi
