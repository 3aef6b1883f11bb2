#!/usr/bin/env bash
# Three small clients with the interface of axios send something else: "[object Object]" as JSON with a charset, a merge patch as plain JSON, names encoded twice.
#
# Version: feaxios 0.0.23, redaxios 0.5.1, xior 0.8.5 and axios 1.21.1 (npm), seen in November 2026.
# Behaviour: the three say that they have the interface of axios, in less code. With a type such as `application/json; charset=utf-8` or
#   `application/merge-patch+json`, axios writes an object as JSON. feaxios knows `application/json` alone and sends the text "[object Object]"; redaxios sends the
#   JSON and replaces the type by `application/json`. xior encodes the names of parameters twice, so that `filter[name]` has another name, and of a form in
#   URLSearchParams it sends one of the fields with the same name.
# Output seen:
#   patch, merge-patch+json     axios     application/merge-patch+json {"a":null}
#                               feaxios   application/merge-patch+json [object Object]
#                               redaxios  application/json {"a":null}
#   post, JSON with a charset   feaxios   application/json; charset=utf-8 [object Object]
#   params filter[name]: x      axios     filter[name]=x        xior  filter%5Bname%5D=x (both decoded once)
#   form tag=a&tag=b            axios     tag=a&tag=b           xior  tag=b
# Why it matters: they are taken in place of axios for their size, with one changed import. What was tested with axios is answered with 400 or 415, or a filter is
#   ignored and everything is found.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts feaxios@0.0.23 redaxios@0.5.1 xior@0.8.5 axios@1.21.1 < /dev/null

cat > send.js << 'END'
import { createServer } from 'node:http';
import axios from 'axios';
import feaxiosModule from 'feaxios';
import redaxiosModule from 'redaxios';
import xiorModule from 'xior';
const clients = {
  axios,
  feaxios: feaxiosModule.default ?? feaxiosModule,
  redaxios: redaxiosModule.default ?? redaxiosModule,
  xior: (xiorModule.default ?? xiorModule).create(),
};
let seen = '';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const query = decodeURIComponent(request.url.slice(1));
    seen = [query, request.headers['content-type'], body].filter(Boolean).join(' ');
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${server.address().port}/`;
const typed = (type) => ({ headers: { 'Content-Type': type } });
const cases = {
  merge: (client) => client.patch(base, { a: null }, typed('application/merge-patch+json')),
  charset: (client) => client.post(base, { a: 1 }, typed('application/json; charset=utf-8')),
  params: (client) => client.get(base, { params: { 'filter[name]': 'x' } }),
  form: (client) => client.post(base, new URLSearchParams('tag=a&tag=b')),
};
for (const [name, send] of Object.entries(cases)) {
  for (const [client, library] of Object.entries(clients)) {
    await send(library);
    console.log(`${name} ${client}: ${seen.replace(/;charset=utf-8/i, '')}`);
  }
}
process.exit();
END
timeout 60 node send.js | tee said

if [ "$(cat said)" = 'merge axios: application/merge-patch+json {"a":null}
merge feaxios: application/merge-patch+json [object Object]
merge redaxios: application/json {"a":null}
merge xior: application/merge-patch+json {"a":null}
charset axios: application/json; charset=utf-8 {"a":1}
charset feaxios: application/json; charset=utf-8 [object Object]
charset redaxios: application/json {"a":1}
charset xior: application/json; charset=utf-8 {"a":1}
params axios: ?filter[name]=x
params feaxios: ?filter[name]=x
params redaxios: ?filter[name]=x
params xior: ?filter%5Bname%5D=x
form axios: application/x-www-form-urlencoded tag=a&tag=b
form feaxios: application/x-www-form-urlencoded tag=a&tag=b
form redaxios: application/x-www-form-urlencoded tag=a&tag=b
form xior: application/x-www-form-urlencoded tag=b' ]; then
  echo 'Still so: the same call sends other requests.'
else
  echo 'Changed: a client now sends these in another way.'
  exit 1
fi
