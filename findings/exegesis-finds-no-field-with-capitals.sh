#!/usr/bin/env bash
# exegesis answers "Missing required header parameter" to a field that is described with capitals, and "Missing required cookie parameter" to each cookie.
#
# Version: exegesis-express 4.0.0 with exegesis 4.3.0 and express 5.1.0 (npm), seen in November 2026.
# Behaviour: names of header fields have no case, by RFC 9110, section 5.1, and OpenAPI says so of parameters, too. The fields are looked up by the name of the
#   description among Node's names, which are in small letters. Cookies are never read. An optional parameter is missing without a word.
# Output seen (the status and what the controller gets):
#   x-trace required, sent as X-Trace: 200 {"x-trace":"abc"}
#   X-Trace required, sent as X-Trace: 400 Missing required header parameter "X-Trace"
#   If-Match optional, sent: 200 {}
#   cookie session required, sent: 400 Missing required cookie parameter "session"
# Why it matters: nearly all descriptions write `X-Request-Id` or `If-Match`. Requests that are right are refused, or an update that should happen only
#   if nothing has changed happens in any case, since the condition does not reach the code.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund exegesis-express@4.0.0 exegesis@4.3.0 express@5.1.0 < /dev/null

cat > run.js << 'END'
const express = require('express');
const exegesis = require('exegesis-express');

const cases = [
  ['x-trace', 'header', true, { 'X-Trace': 'abc' }],
  ['X-Trace', 'header', true, { 'X-Trace': 'abc' }],
  ['If-Match', 'header', false, { 'If-Match': '"1"' }],
  ['session', 'cookie', true, { Cookie: 'session=abc' }],
];
const paths = {};
for (const [index, [name, place, required]] of cases.entries()) {
  const parameters = [{ name, in: place, required, schema: { type: 'string' } }];
  const responses = { 200: { description: 'ok' } };
  paths[`/${index}`] = { get: { operationId: 'get', 'x-exegesis-controller': 'things', parameters, responses } };
}
const described = { openapi: '3.0.3', info: { title: 'Things', version: '1' }, paths };
const get = ({ params }) => ({ ...params.header, ...params.cookie });

async function main() {
  const application = express();
  application.use(await exegesis.middleware(described, { controllers: { things: { get } } }));
  const server = application.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  for (const [index, [name, , required, headers]] of cases.entries()) {
    const response = await fetch(`http://127.0.0.1:${server.address().port}/${index}`, { headers });
    const body = await response.json();
    console.log(name, required ? 'required:' : 'optional:', response.status, body.errors?.[0].message ?? JSON.stringify(body));
  }
  process.exit();
}
main();
END
timeout 60 node run.js | tee said

if [ "$(cat said)" = 'x-trace required: 200 {"x-trace":"abc"}
X-Trace required: 400 Missing required header parameter "X-Trace"
If-Match optional: 200 {}
session required: 400 Missing required cookie parameter "session"' ]; then
  echo 'Still so: fields with capitals and cookies are not found.'
else
  echo 'Changed: the parameters are now found in another way.'
  exit 1
fi
