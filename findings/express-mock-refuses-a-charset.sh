#!/usr/bin/env bash
# The mock server of openapi-mock-express-middleware refuses `application/json; charset=utf-8`, demands what is `readOnly`, and answers a text as `{}`.
#
# Version: openapi-mock-express-middleware 3.0.2 with express 4.21.2 (npm), seen in November 2026.
# Behaviour: a body of `application/json` is taken, and the same with a parameter of the media type gets 400 "Invalid content type". OpenAPI's media types are those
#   of RFC 7231, section 3.1.1.1, where parameters do not make another type. The example of `text/plain` and of XML is not read: the answer is `{}` as JSON, with 200. A
#   required member that is `readOnly` is demanded of requests, where OpenAPI has it required in responses only, and a `writeOnly` one is answered.
# Output seen:
#   POST application/json                   201 {"password":"..."}
#   the same, if `id` is readOnly and       400 must have required property 'id'
#     required
#   POST application/json; charset=utf-8    400 Bad request. Invalid content type.
#   GET, described as text/plain "hello"    200 application/json {}
# Why it matters: OkHttp, for example, adds the charset to a text body. What works with the service fails with its mock, and who adds an `id` for the mock gets
#   a refusal from the service.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts openapi-mock-express-middleware@3.0.2 express@4.21.2 < /dev/null

cat > mock.cjs << 'END'
const express = require('express');
const { createMockMiddleware } = require('openapi-mock-express-middleware');
const secret = { type: 'string', writeOnly: true };
const user = { type: 'object', required: ['password'], properties: { id: { type: 'integer', readOnly: true }, password: secret } };
const json = (schema) => ({ content: { 'application/json': { schema } } });
const made = { responses: { 201: { description: 'Made', ...json(user) } } };
const text = { description: 'A greeting', content: { 'text/plain': { schema: { type: 'string' }, example: 'hello' } } };
const spec = {
  openapi: '3.0.3',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': { post: { requestBody: json(user), ...made } },
    '/strict': { post: { requestBody: json({ ...user, required: ['id', 'password'] }), ...made } },
    '/greeting': { get: { responses: { 200: text } } },
  },
};
const app = express();
app.use(createMockMiddleware({ spec }));
const server = app.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const plain = 'application/json';
  for (const [path, type] of [['/users', plain], ['/strict', plain], ['/users', `${plain}; charset=utf-8`]]) {
    const response = await fetch(base + path, { method: 'POST', headers: { 'content-type': type }, body: '{"password":"x"}' });
    const { password, errors, message = `the password is a ${typeof password}` } = await response.json();
    console.log(`${path} ${type}: ${response.status} ${errors?.[0].message ?? message}`);
  }
  const response = await fetch(`${base}/greeting`);
  console.log(`text/plain: ${response.status} ${response.headers.get('content-type')} ${await response.text()}`);
  process.exit();
});
END
timeout 60 node mock.cjs | tee said

if [ "$(cat said)" = "/users application/json: 201 the password is a string
/strict application/json: 400 must have required property 'id'
/users application/json; charset=utf-8: 400 Bad request. Invalid content type.
text/plain: 200 application/json; charset=utf-8 {}" ]; then
  echo 'Still so: the mock refuses JSON with a charset.'
else
  echo 'Changed: the mock server now answers in another way.'
  exit 1
fi
