#!/usr/bin/env bash
# Two clients that read the description when they run send a form, XML and text in another form than it says: as JSON, as a form, or as {"0":"h","1":"i"}.
#
# Versions: openapi-client-axios 7.9.1 with axios 1.21.1, and openapi-typescript-fetch 2.2.1 (npm), seen in November 2026.
# Behaviour: openapi-client-axios has the description at hand, with one media type for each body, and does not look at it: an object is sent as JSON, a text as a
#   form. A parameter in a cookie is dropped, `explode: false` is not seen, and each list gets the name `tag[]`. openapi-typescript-fetch writes each body as JSON, and
#   of a text its letters as members. Both answer 200 in this test; a real service answers 415 or 400, or reads nothing.
# Output seen (what arrives for a form, a merge patch, text/plain, and a list of the query):
#   openapi-client-axios      application/json {"tag":["a","b"]}   application/json {"a":"1"}   application/x-www-form-urlencoded hi   tag[]=a&tag[]=b, no cookie
#   openapi-typescript-fetch  application/json {"tag":["a","b"]}   application/json {"a":"1"}   application/json {"0":"h","1":"i"}     tag=a&tag=b
# Why it matters: the types and the names of operations come from the description, so that all looks checked. Nothing says that bodies other than JSON do not work. A merge
#   patch that is sent as application/json is refused, or taken for the whole document.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-client-axios@7.9.1 axios@1.21.1 openapi-typescript-fetch@2.2.1 openapi-types@12.1.3 js-yaml@4.1.0 < /dev/null

cat > run.js << 'END'
const { createServer } = require('node:http');
const { OpenAPIClientAxios } = require('openapi-client-axios');
const { Fetcher } = require('openapi-typescript-fetch');

let seen;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { 'content-type': type, cookie } = request.headers;
  seen = type ? `${type} ${body}` : `${decodeURIComponent(request.url)} ${cookie ?? 'no cookie'}`;
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

const list = { type: 'array', items: { type: 'string' } };
const responses = { 200: { description: 'ok' } };
const taking = (operationId, type, schema) => ({ operationId, requestBody: { content: { [type]: { schema } } }, responses });
const paths = {
  '/form': { post: taking('form', 'application/x-www-form-urlencoded', { type: 'object', properties: { tag: list } }) },
  '/patch': { patch: taking('patch', 'application/merge-patch+json', { type: 'object', properties: { a: { type: 'string' } } }) },
  '/text': { post: taking('text', 'text/plain', { type: 'string' }) },
  '/list': {
    get: {
      operationId: 'list',
      parameters: [{ name: 'tag', in: 'query', schema: list }, { name: 'session', in: 'cookie', schema: { type: 'string' } }],
      responses,
    },
  },
};

server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const definition = { openapi: '3.0.3', info: { title: 'Things', version: '1' }, servers: [{ url }], paths };
  const client = await new OpenAPIClientAxios({ definition }).init();
  const other = Fetcher.for();
  other.configure({ baseUrl: url });
  const show = async (name, calls) => {
    for (const call of calls) {
      await call();
      console.log(name, seen);
    }
  };
  await show('openapi-client-axios', [
    () => client.form(null, { tag: ['a', 'b'] }),
    () => client.patch(null, { a: '1' }),
    () => client.text(null, 'hi'),
    () => client.list({ tag: ['a', 'b'], session: 'abc' }),
  ]);
  await show('openapi-typescript-fetch', [
    () => other.path('/form').method('post').create()({ tag: ['a', 'b'] }),
    () => other.path('/patch').method('patch').create()({ a: '1' }),
    () => other.path('/text').method('post').create()('hi'),
    () => other.path('/list').method('get').create()({ tag: ['a', 'b'] }),
  ]);
  process.exit();
});
END
timeout 60 node run.js | tee said

if [ "$(cat said)" = 'openapi-client-axios application/json {"tag":["a","b"]}
openapi-client-axios application/json {"a":"1"}
openapi-client-axios application/x-www-form-urlencoded hi
openapi-client-axios /list?tag[]=a&tag[]=b no cookie
openapi-typescript-fetch application/json {"tag":["a","b"]}
openapi-typescript-fetch application/json {"a":"1"}
openapi-typescript-fetch application/json {"0":"h","1":"i"}
openapi-typescript-fetch /list?tag=a&tag=b no cookie' ]; then
  echo 'Still so: bodies are sent as another type than the description names.'
else
  echo 'Changed: one of the clients now sends these in another way.'
  exit 1
fi
