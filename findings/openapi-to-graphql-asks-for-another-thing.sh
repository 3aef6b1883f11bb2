#!/usr/bin/env bash
# The GraphQL server that openapi-to-graphql makes asks for `/things/fix` if the thing is `fix#12`, for a thing of a thing if it is `a/b`, and sends lists as `tag[0]`.
#
# Version: openapi-to-graphql 3.0.7 with graphql 16.15.0 (npm), seen in November 2026.
# Behaviour: a value of the path is put into the URL as it is, so that a slash makes two segments and a number sign ends the URL; OpenAPI says that it must not
#   have them unescaped. A list of the query or of a form, which is described as `tag=a&tag=b`, is written with numbers, and `explode: false` is not seen.
# Output seen (the field, and what arrives):
#   thing(id: "fix#12")       GET /things/fix
#   thing(id: "a/b")          GET /things/a/b
#   things(tag: ["a", "b"])   GET /things?tag[0]=a&tag[1]=b
#   things(csv: ["a", "b"])   GET /things?csv[0]=a&csv[1]=b
#   addThing(tag: ["a", "b"]) POST /things tag[0]=a&tag[1]=b
# Why it matters: a query for one thing is answered with another one, without an error, and a deletion deletes it. A service that does not know the parameter `tag[0]` answers
#   with all things.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-to-graphql@3.0.7 graphql@16.15.0 < /dev/null

cat > run.js << 'END'
const { createServer } = require('node:http');
const { graphql } = require('graphql');
const { createGraphQLSchema } = require('openapi-to-graphql');

let seen;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  seen = decodeURIComponent(`${request.method} ${request.url} ${body}`).trim();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"x"}');
});

const list = () => ({ type: 'array', items: { type: 'string' } });
const responses = () => ({
  200: { description: 'ok', content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } } },
});
const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object', title: 'form', properties: { tag: list() } } } };
const paths = {
  '/things': {
    get: {
      operationId: 'things',
      parameters: [{ name: 'tag', in: 'query', schema: list() }, { name: 'csv', in: 'query', explode: false, schema: list() }],
      responses: responses(),
    },
    post: { operationId: 'addThing', requestBody: { content: form }, responses: responses() },
  },
  '/things/{id}': {
    get: {
      operationId: 'thing',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: responses(),
    },
  },
};

server.listen(0, '127.0.0.1', async () => {
  const servers = [{ url: `http://127.0.0.1:${server.address().port}` }];
  const options = { operationIdFieldNames: true };
  const { schema } = await createGraphQLSchema({ openapi: '3.0.0', info: { title: 'Things', version: '1' }, servers, paths }, options);
  const { name: input } = schema.getMutationType().getFields().addThing.args[0];
  for (const source of [
    '{ thing(id: "fix#12") { name } }',
    '{ thing(id: "a/b") { name } }',
    '{ things(tag: ["a", "b"]) { name } }',
    '{ things(csv: ["a", "b"]) { name } }',
    `mutation { addThing(${input}: { tag: ["a", "b"] }) { name } }`,
  ]) {
    const { errors } = await graphql({ schema, source });
    console.log(errors?.[0].message ?? seen);
  }
  process.exit();
});
END
timeout 60 node run.js 2> /dev/null | tee said

if [ "$(cat said)" = 'GET /things/fix
GET /things/a/b
GET /things?tag[0]=a&tag[1]=b
GET /things?csv[0]=a&csv[1]=b
POST /things tag[0]=a&tag[1]=b' ]; then
  echo 'Still so: another thing is asked for.'
else
  echo 'Changed: the requests are written in another way now.'
  exit 1
fi
