#!/usr/bin/env bash
# Bruno's import of a description writes a list of the query as one value, an object without its name, and requests without their cookie, media type or lines.
#
# Version: @usebruno/converters 0.23.0 (npm), compared with openapi-to-postmanv2 6.3.3 (npm), seen in November 2026.
# Behaviour: `tags` is a list with the example ["a", "b"]; by default OpenAPI writes `tags=a&tags=b`. The import has one parameter `tags` with `a,b`. Of a
#   parameter `size` in style `deepObject`, `size[width]=1`, it makes `width`, switched off. A required cookie parameter is left out, as by Postman's
#   converter. The body of `application/vnd.shop+json` is sent as `application/json`, since the request has no field Content-Type; the example of
#   `application/x-ndjson` is not there: no body. A member that is `readOnly` is in the body of the request.
# Output seen:
#   bruno:   tags=a,b (width=)           no cookie; vnd: application/json {"id":0}; ndjson: none
#   postman: tags=a tags=b size[width]=1 no cookie; vnd: application/vnd.shop+json {}; ndjson: application/x-ndjson
# Why it matters: the first request that is sent after an import is refused or finds nothing, and the description is blamed.
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
const tags = { name: 'tags', in: 'query', required: true, schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] };
const object = { type: 'object', properties: { width: { type: 'integer' } } };
const size = { name: 'size', in: 'query', required: true, style: 'deepObject', explode: true, schema: object, example: { width: 1 } };
const cookie = { name: 'theme', in: 'cookie', required: true, schema: { type: 'string' }, example: 'dark' };
const post = (operationId, content) => ({ post: { operationId, responses, requestBody: { required: true, content } } });
const description = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/items': { get: { operationId: 'items', responses, parameters: [tags, size, cookie] } },
    '/vnd': post('vnd', { 'application/vnd.shop+json': { schema: { type: 'object', properties: { id: { type: 'integer', readOnly: true } } } } }),
    '/lines': post('lines', { 'application/x-ndjson': { schema: { type: 'string' }, example: '{"a":1}\n{"b":2}\n' } }),
  },
};
const collection = await new Promise((done, fail) => {
  postman.convertV2({ type: 'json', data: structuredClone(description) }, { parametersResolution: 'Example' }, (error, result) => (result?.result ? done(result.output[0].data) : fail(error)));
});
const found = {};
const collect = (items) => items.forEach((item) => ((item.item ?? item.items) ? collect(item.item ?? item.items) : (found[item.name] = item.request)));
const type = (headers, name) => headers?.find((header) => header[name].toLowerCase() === 'content-type')?.value ?? 'none';
collect(openApiToBruno(structuredClone(description)).items);
const { items, vnd, lines } = found;
console.log('bruno query:', items.params.map(({ name, value, enabled }) => `${name}=${value}${enabled ? '' : ' (off)'}`).join(' '));
console.log('bruno cookie:', JSON.stringify(items).includes('theme'));
console.log('bruno vnd:', vnd.body.mode, type(vnd.headers, 'name'), vnd.body.json.replaceAll(/\s/g, ''));
console.log('bruno lines:', lines.body.mode, type(lines.headers, 'name'));
collect(collection.item);
console.log('postman query:', found.items.url.query.map(({ key, value }) => `${key}=${value}`).join(' '));
console.log('postman cookie:', JSON.stringify(found.items).includes('theme'));
console.log('postman vnd:', type(found.vnd.header, 'key'), found.vnd.body.raw.replaceAll(/\s/g, ''));
console.log('postman lines:', type(found.lines.header, 'key'), JSON.stringify(found.lines.body.raw));
END
timeout 120 node import.mjs 2> /dev/null | tee said

if [ "$(cat said)" = 'bruno query: tags=a,b width= (off)
bruno cookie: false
bruno vnd: json none {"id":0}
bruno lines: none none
postman query: tags=a tags=b size[width]=1
postman cookie: false
postman vnd: application/vnd.shop+json {}
postman lines: application/x-ndjson "{\"a\":1}\n{\"b\":2}\n"' ]; then
  echo 'Still so: the import writes other requests than the description.'
else
  echo 'Changed: an importer now writes these requests in another way.'
  exit 1
fi
