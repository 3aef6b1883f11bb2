#!/usr/bin/env bash
# openapi-backend refuses each list in a path or a header field, each object in the query, and each text body if the operation takes JSON, too.
#
# Version: openapi-backend 5.21.2 (npm), seen in November 2026.
# Behaviour: `/items/1,2` for a path parameter that is a list (style simple, the default) is refused: "must be array"; so is `X-Sizes: 1,2`. An object in
#   the query is written as its members by default (style form, exploded): `?width=1` for `size` is refused as an additional property. The media type of a
#   body is not looked at: where a required body can be JSON or text, a text is refused, since "the property 'requestBody'" is missing. A body of
#   `application/vnd.shop+json` is taken whatever it says. A list in the query is read correctly.
# Output seen:
#   path list: refused /path/ids must be array       header list: refused /header/x-sizes must be array
#   query list: taken                                query object: refused /query must NOT have additional properties
#   JSON: taken    text: refused must have required property 'requestBody'    wrong vnd.shop+json: taken
# Why it matters: as a mock server for such operations it says that right requests are wrong, and that wrong ones are right.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-backend@5.21.2 < /dev/null

cat > serve.mjs << 'END'
import { OpenAPIBackend } from 'openapi-backend';
const responses = { 200: { description: 'ok' } };
const ask = async (word, path, operation, request) => {
  const handlers = {
    one: () => 'taken',
    validationFail: ({ validation }) => `refused ${validation.errors.map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join(', ')}`,
  };
  const definition = { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths: { [path]: { [request.method]: { operationId: 'one', responses, ...operation } } } };
  const api = new OpenAPIBackend({ definition, handlers });
  await api.init();
  console.log(`${word}: ${await api.handleRequest({ headers: {}, ...request })}`);
};
const list = { type: 'array', items: { type: 'integer' } };
const object = { type: 'object', properties: { width: { type: 'integer' } } };
await ask('path list', '/items/{ids}', { parameters: [{ name: 'ids', in: 'path', required: true, schema: list }] }, { method: 'get', path: '/items/1,2' });
await ask('header list', '/items', { parameters: [{ name: 'X-Sizes', in: 'header', schema: list }] }, { method: 'get', path: '/items', headers: { 'x-sizes': '1,2' } });
await ask('query list', '/items', { parameters: [{ name: 'ids', in: 'query', schema: list }] }, { method: 'get', path: '/items', query: 'ids=1&ids=2' });
await ask('query object', '/items', { parameters: [{ name: 'size', in: 'query', schema: object }] }, { method: 'get', path: '/items', query: 'width=1' });
const json = { 'application/json': { schema: object } };
const body = (content) => ({ requestBody: { required: true, content } });
const sent = (type, text) => ({ method: 'post', path: '/items', body: text, headers: { 'content-type': type } });
const both = body({ ...json, 'text/plain': { schema: { type: 'string' } } });
await ask('JSON', '/items', both, sent('application/json', '{"width":1}'));
await ask('text', '/items', both, sent('text/plain', 'one'));
await ask('wrong JSON', '/items', body(json), sent('application/json', '{"width":"x"}'));
const vendor = 'application/vnd.shop+json';
await ask('wrong vnd.shop+json', '/items', body({ [vendor]: { schema: object } }), sent(vendor, '{"width":"x"}'));
END
timeout 60 node serve.mjs | tee said

if [ "$(cat said)" = "path list: refused /path/ids must be array
header list: refused /header/x-sizes must be array
query list: taken
query object: refused /query must NOT have additional properties
JSON: taken
text: refused must have required property 'requestBody'
wrong JSON: refused /requestBody/width must be integer
wrong vnd.shop+json: taken" ]; then
  echo 'Still so: lists in paths, objects in queries and texts are refused.'
else
  echo 'Changed: these parameters and bodies are now read in another way.'
  exit 1
fi
