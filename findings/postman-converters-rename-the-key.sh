#!/usr/bin/env bash
# Two converters of Postman collections describe other requests: a key by a name that nothing has, the credentials of one server for another, bodies as text.
#
# Versions: @scalar/postman-to-openapi 0.7.14 and postman2openapi 1.2.1 (npm), seen in November 2026.
# Behaviour: the collection has the API key `X-Key` in the query, two requests for /things, one at api.example.com with the key and one at status.example.com with
#   a user name, an XML body with its field Content-Type, and a GraphQL request. Scalar describes each key as a header field `api_key`, and keeps the last
#   request of a path. postman2openapi keeps the first one, with the credentials of the last. A body is text/plain: for Scalar that of GraphQL, which is lost,
#   for postman2openapi XML, unless the collection says the language, too.
# Output seen:
#                    key              GET /things                                  XML              GraphQL
#   Scalar           header api_key   https://status.example.com, basicAuth        application/xml  text/plain
#   postman2openapi  query X-Key      https://api.example.com, basicAuth           text/plain       application/json
# Why it matters: clients of such a description send the key where nothing looks for it, the user name and password of one server to another one, and bodies that
#   the service refuses as text. `rulebook import` of a collection keeps each request as it is.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @scalar/postman-to-openapi@0.7.14 postman2openapi@1.2.1 < /dev/null

cat > look.js << 'END'
import { convert } from '@scalar/postman-to-openapi';
import { createRequire } from 'node:module';

const { transpile } = createRequire(import.meta.url)('postman2openapi');

const request = (name, method, host, more) => ({
  name,
  request: { method, url: { raw: `https://${host}/${name}`, protocol: 'https', host: host.split('.'), path: [name] }, ...more },
});
const collection = () => ({
  info: { name: 'Things', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: { type: 'apikey', apikey: [{ key: 'key', value: 'X-Key' }, { key: 'value', value: '{{key}}' }, { key: 'in', value: 'query' }] },
  item: [
    request('things', 'GET', 'api.example.com'),
    request('things', 'GET', 'status.example.com', {
      auth: { type: 'basic', basic: [{ key: 'username', value: 'ann' }, { key: 'password', value: '{{password}}' }] },
    }),
    request('xml', 'POST', 'api.example.com', {
      header: [{ key: 'Content-Type', value: 'application/xml' }],
      body: { mode: 'raw', raw: '<a/>' },
    }),
    request('graphql', 'POST', 'api.example.com', { body: { mode: 'graphql', graphql: { query: '{ a }', variables: '' } } }),
  ],
});

console.warn = () => {};
for (const [name, made] of [['Scalar', convert(collection())], ['postman2openapi', transpile(collection())]]) {
  // One of the two writes maps.
  const { components, paths, servers } = JSON.parse(JSON.stringify(made, (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value)));
  const key = Object.values(components.securitySchemes).find(({ type }) => type === 'apiKey');
  const { get } = paths['/things'];
  const medium = (path) => Object.keys(paths[path].post.requestBody.content).join();
  const credentials = get.security?.flatMap(Object.keys).join();
  console.log(name, key.in, key.name, (get.servers ?? paths['/things'].servers ?? servers)[0].url, credentials, medium('/xml'), medium('/graphql'));
}
END
timeout 60 node look.js 2> /dev/null | tee said

if [ "$(cat said)" = 'Scalar header api_key https://status.example.com basicAuth application/xml text/plain
postman2openapi query X-Key https://api.example.com basicAuth text/plain application/json' ]; then
  echo 'Still so: the description is one of other requests.'
else
  echo 'Changed: one of the converters now describes these requests in another way.'
  exit 1
fi
