#!/usr/bin/env bash
# Snippets that ReadMe's package makes of a description drop the first entry of a header list, join a form's list, and write an object as `o=y=1&z=2`.
#
# Version: @readme/oas-to-snippet 29.3.8 with oas 38.6.0 (npm), seen in November 2026.
# Behaviour: the package makes the code samples of documentation pages, in all languages alike; here that of `fetch` is run. By OpenAPI's defaults an object of the query
#   is written as its members (`y=1&z=2`), a list in a header field is joined by a comma, a list in a form is repeated, and a part of a multipart body has the name
#   of its member. What is said otherwise (`deepObject`, `explode: false`) is right.
# Output seen (what arrives, and what the description says):
#   query      o=y=1&z=2&size[y]=1      y=1&z=2&size[y]=1
#   X-List     b                        a,b
#   form       tags=a,b                 tags=a&tags=b
#   multipart  y                        o
# Why it matters: the sample is what readers copy first. It is accepted, and searches for another value, or has one entry of two.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @readme/oas-to-snippet@29.3.8 oas@38.6.0 < /dev/null

cat > run.js << 'END'
import { once } from 'node:events';
import { createServer } from 'node:http';
import snippet from '@readme/oas-to-snippet';
import Oas from 'oas';

let seen = {};
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  seen = { query: decodeURIComponent(request.url.split('?')[1] ?? ''), list: request.headers['x-list'], body };
  response.end('{}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const text = { type: 'string' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { y: text, z: text } };
const responses = { 200: { description: 'ok' } };
const sends = (type, schema) => ({ post: { requestBody: { content: { [type]: { schema } } }, responses } });
const description = Oas.init({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  servers: [{ url: `http://127.0.0.1:${server.address().port}` }],
  paths: {
    '/find': {
      get: {
        parameters: [
          { name: 'o', in: 'query', schema: object },
          { name: 'size', in: 'query', style: 'deepObject', schema: object },
          { name: 'X-List', in: 'header', schema: list },
        ],
        responses,
      },
    },
    '/form': sends('application/x-www-form-urlencoded', { type: 'object', properties: { tags: list } }),
    '/parts': sends('multipart/form-data', { type: 'object', properties: { o: object } }),
  },
});
async function run(method, path, values) {
  const { code } = snippet(description, description.operation(path, method), values, {}, ['javascript', 'fetch']);
  // The snippet as it is, with its call waited for.
  await new Function(`return (async () => { ${code.replace(/^fetch\(/m, 'await fetch(')} })()`)();
  return seen;
}
const log = console.log;
console.log = () => {};
const found = await run('get', '/find', { query: { o: { y: '1', z: '2' }, size: { y: '1' } }, header: { 'X-List': ['a', 'b'] } });
const form = await run('post', '/form', { formData: { tags: ['a', 'b'] } });
const parts = await run('post', '/parts', { body: { o: { y: '1' } } });
log(`query ${found.query}`);
log(`X-List ${found.list}`);
log(`form ${decodeURIComponent(form.body)}`);
log(`multipart ${[...parts.body.matchAll(/name="([^"]*)"/g)].map(([, name]) => name)}`);
process.exit();
END
timeout 60 node run.js | tee said

if [ "$(cat said)" = 'query o=y=1&z=2&size[y]=1
X-List b
form tags=a,b
multipart y' ]; then
  echo 'Still so: names and values of the snippets are others than the description says.'
else
  echo 'Changed: the snippets now write lists or objects in another way.'
  exit 1
fi
