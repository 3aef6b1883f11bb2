#!/usr/bin/env bash
# superagent sends a form that is a URLSearchParams or a FormData as the JSON `{}`, and a query that is one not at all; wretch does so with the first.
#
# Version: superagent 10.4.2 and wretch 3.0.9 (npm), compared with the fetch of Node.js; seen in November 2026.
# Behaviour: fetch writes these two and gives them their media types. superagent takes each object that is not a Buffer or a stream for one with members, of which these
#   have none: `{}` as application/json, with `.type('form')` an empty body, with `.query()` no parameter. supertest is built on it. wretch's `.post()` makes `{}` of a
#   URLSearchParams and takes a FormData as it is; and it writes the media type twice if the header's name is not spelled `Content-Type`. Nothing is said.
# Output seen:
#   URLSearchParams                  fetch tag=a&tag=b   superagent {}, with type('form') nothing   wretch {}
#   FormData                         fetch multipart     superagent {}                              wretch multipart
#   query URLSearchParams            superagent /, without a query
#   content-type: ...merge-patch     wretch application/merge-patch+json, application/merge-patch+json
# Why it matters: a login or a token request arrives without its fields, and a test that expects a refusal is green. A plain object, `{ tag: ['a', 'b'] }` with
#   `.type('form')`, or `String(parameters)`, is sent correctly.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts superagent@10.4.2 wretch@3.0.9 < /dev/null

cat > send.js << 'END'
import { createServer } from 'node:http';
import superagent from 'superagent';
import wretch from 'wretch';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const type = request.headers['content-type']?.replace(/;.*/, '') ?? 'no type';
    response.end(`${request.url} ${type} ${body.includes('form-data') ? 'parts' : body || 'nothing'}`);
  });
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/`;
const form = () => new URLSearchParams('tag=a&tag=b');
const parts = () => {
  const data = new FormData();
  data.append('tag', 'a');
  return data;
};
const text = async (request) => (await request.buffer(true).parse(superagent.parse.text)).text;
const merge = { 'content-type': 'application/merge-patch+json' };
const cases = {
  'form, fetch': async () => (await fetch(url, { method: 'POST', body: form() })).text(),
  'form, superagent': () => text(superagent.post(url).send(form())),
  'form, superagent with a type': () => text(superagent.post(url).type('form').send(form())),
  'form, superagent, an object': () => text(superagent.post(url).type('form').send({ tag: ['a', 'b'] })),
  'form, wretch': () => wretch(url).post(form()).text(),
  'parts, fetch': async () => (await fetch(url, { method: 'POST', body: parts() })).text(),
  'parts, superagent': () => text(superagent.post(url).send(parts())),
  'parts, wretch': () => wretch(url).post(parts()).text(),
  'query, superagent': () => text(superagent.get(url).query(form())),
  'type, wretch': () => wretch(url).headers(merge).patch({ a: null }).text(),
};
for (const [name, send] of Object.entries(cases)) console.log(`${name}: ${await send()}`);
process.exit();
END
timeout 60 node send.js | tee said

if [ "$(cat said)" = 'form, fetch: / application/x-www-form-urlencoded tag=a&tag=b
form, superagent: / application/json {}
form, superagent with a type: / application/x-www-form-urlencoded nothing
form, superagent, an object: / application/x-www-form-urlencoded tag=a&tag=b
form, wretch: / application/json {}
parts, fetch: / multipart/form-data parts
parts, superagent: / application/json {}
parts, wretch: / multipart/form-data parts
query, superagent: / no type nothing
type, wretch: / application/merge-patch+json, application/merge-patch+json {"a":null}' ]; then
  echo 'Still so: forms are sent as empty JSON.'
else
  echo 'Changed: a client now sends forms in another way.'
  exit 1
fi
