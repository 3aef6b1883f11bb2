#!/usr/bin/env bash
# openapi-backend, which states support for OpenAPI 3.1, finds no operation at all if one schema uses what 3.1 added.
#
# Version: openapi-backend 5.21.2 (npm), seen in November 2026.
# Behaviour: its page lists "OpenAPI 3.1 support". `init` checks the description by the schema of OpenAPI 3.0. A type with "null", `const`,
#   `unevaluatedProperties` or `contains` anywhere is an error to it: the error is a warning on the console, `init` ends as usual, and the server has no
#   operations: each request is "not found", of the other paths, too. The same description as 3.1 without such a keyword works, and with `quick: true`, which
#   leaves the check out, all of it does, and the keywords are obeyed.
# Output seen:
#   type string: found    type [string, null]: not found    const: not found    the same, quick: found
# Why it matters: with the new keywords a server answers 404 to what worked the day before, and starts without a failure. The reason is in the log, in the
#   words of another version: "must be string".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-backend@5.21.2 < /dev/null

cat > serve.mjs << 'END'
import { OpenAPIBackend } from 'openapi-backend';
console.warn = () => {};
console.error = () => {};
const responses = { 200: { description: 'ok' } };
const ask = async (word, member, quick) => {
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties: { name: member } } } } };
  const definition = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: { '/items': { post: { operationId: 'add', requestBody, responses } }, '/other': { get: { operationId: 'other', responses } } },
  };
  const handlers = { add: () => 'found', other: () => 'found', notFound: () => 'not found', validationFail: () => 'refused' };
  const api = new OpenAPIBackend({ definition, quick, handlers });
  await api.init();
  const answers = [];
  for (const request of [{ method: 'post', path: '/items', body: { name: 'a' } }, { method: 'get', path: '/other' }, { method: 'post', path: '/items', body: { name: 1 } }]) {
    answers.push(await api.handleRequest({ headers: { 'content-type': 'application/json' }, ...request }));
  }
  console.log(`${word}: ${answers.join(', ')}`);
};
await ask('string', { type: 'string' }, false);
await ask('string or null', { type: ['string', 'null'] }, false);
await ask('const', { const: 'a' }, false);
await ask('string or null, quick', { type: ['string', 'null'] }, true);
await ask('const, quick', { const: 'a' }, true);
END
timeout 60 node serve.mjs | tee said

if [ "$(cat said)" = 'string: found, found, refused
string or null: not found, not found, not found
const: not found, not found, not found
string or null, quick: found, found, refused
const, quick: found, found, refused' ]; then
  echo 'Still so: one keyword of 3.1 hides all operations.'
else
  echo 'Changed: descriptions of 3.1 are now read in another way.'
  exit 1
fi
