#!/usr/bin/env bash
# The handlers that MSW makes of a description answer the examples `false`, 0 and null with an empty body, `2XX` with the status NaN, and generate what has an example.
#
# Version: @msw/source 0.6.1 with msw 2.15.0 (npm), seen in November 2026.
# Behaviour: an example of the media type that is false, 0, null or an empty text gives no body, with the type application/json, which `response.json()` cannot
#   read. `2XX` is a key that OpenAPI permits (Responses Object); the response has no number as its status, and `response.ok` is false. The `example` of a member
#   of a schema is not read: the values are made up anew for each request. A `writeOnly` member is among them.
# Output seen:
#   example true                              200 true
#   example false; 0; null                    200 and nothing
#   2XX                                       NaN {"made":true}, not ok
#   schema with {"example": 7} for its id     200 {"id":84,"password":"swift"}
# Why it matters: a test against the handlers fails at a place that works with the service, or is red on one day only, since the values are others each time.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts @msw/source@0.6.1 msw@2.15.0 < /dev/null

cat > mock.js << 'END'
import { fromOpenApi } from '@msw/source/open-api';
import { setupServer } from 'msw/node';
const json = (more, status = 200) => ({ get: { responses: { [status]: { description: 'ok', content: { 'application/json': more } } } } });
const schema = {
  type: 'object',
  required: ['id', 'password'],
  properties: { id: { type: 'integer', example: 7 }, password: { type: 'string', writeOnly: true } },
};
const paths = {
  '/true': json({ example: true }),
  '/false': json({ example: false }),
  '/zero': json({ example: 0 }),
  '/null': json({ example: null }),
  '/range': json({ example: { made: true } }, '2XX'),
  '/schema': json({ schema }),
};
const description = { openapi: '3.0.3', info: { title: 'T', version: '1' }, servers: [{ url: 'http://api.example.com' }], paths };
const server = setupServer(...(await fromOpenApi(description)));
server.listen({ onUnhandledRequest: 'error' });
for (const path of Object.keys(paths).slice(0, -1)) {
  const response = await fetch(`http://api.example.com${path}`);
  console.log(`${path}: ${response.status} ${response.ok ? 'ok' : 'not ok'} ${(await response.text()) || 'nothing'}`);
}
const identifiers = [];
for (let count = 0; count < 5; count += 1) {
  const { id, password } = await (await fetch('http://api.example.com/schema')).json();
  identifiers.push(id);
  if (typeof password !== 'string') identifiers.push('no password');
}
console.log(`/schema: ${identifiers.every((id) => id === 7) ? 'the example' : identifiers.every(Number.isInteger) ? 'other numbers, and a password' : 'no password'}`);
server.close();
END
timeout 60 node mock.js 2> /dev/null | tee said

if [ "$(cat said)" = '/true: 200 ok true
/false: 200 ok nothing
/zero: 200 ok nothing
/null: 200 ok nothing
/range: NaN not ok {"made":true}
/schema: other numbers, and a password' ]; then
  echo 'Still so: the mock answers something else than the description.'
else
  echo 'Changed: the handlers now answer in another way.'
  exit 1
fi
