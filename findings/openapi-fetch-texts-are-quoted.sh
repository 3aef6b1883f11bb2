#!/usr/bin/env bash
# openapi-fetch sends a text body in quotation marks, joins a list of a form, and never sends a cookie that its types demand.
#
# Version: openapi-fetch 0.17.0 with openapi-typescript 7.13.0 and typescript 5.9.3 (npm), seen in November 2026.
# Behaviour: every body that is not a FormData goes through JSON.stringify, whatever the media type: the text `one` of `text/plain` arrives as `"one"`, and
#   the lines of `application/x-ndjson` as one JSON string. A form of `application/x-www-form-urlencoded` with a list has `tags=a,b` in one value, and of an
#   object `[object Object]`; OpenAPI's default is `tags=a&tags=b`. A required cookie parameter has to be given as `params.cookie`, or the compiler refuses
#   the call; nothing is made of it. The compiler accepts the calls with text and list, too.
# Output seen:
#   text/plain "one"
#   application/x-ndjson "{\"a\":1}\n{\"b\":2}\n"
#   application/x-www-form-urlencoded tags=a%2Cb
#   cookie: none; without params.cookie the compiler says that it is missing
# Why it matters: the types promise that a call is right. A bulk request is refused for its first character; a note is stored with quotation marks.
#   `bodySerializer` for each such call helps, and for cookies a field written by hand.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund openapi-fetch@0.17.0 openapi-typescript@7.13.0 typescript@5.9.3 < /dev/null

cat > openapi.json << 'END'
{
  "openapi": "3.1.0",
  "info": { "title": "Shop", "version": "1" },
  "paths": {
    "/text": { "post": { "requestBody": { "required": true, "content": { "text/plain": { "schema": { "type": "string" } } } }, "responses": { "204": { "description": "ok" } } } },
    "/lines": { "post": { "requestBody": { "required": true, "content": { "application/x-ndjson": { "schema": { "type": "string" } } } }, "responses": { "204": { "description": "ok" } } } },
    "/form": { "post": {
      "requestBody": { "required": true, "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": { "tags": { "type": "array", "items": { "type": "string" } } } } } } },
      "responses": { "204": { "description": "ok" } } } },
    "/me": { "get": { "parameters": [{ "name": "session", "in": "cookie", "required": true, "schema": { "type": "string" } }], "responses": { "204": { "description": "ok" } } } }
  }
}
END
timeout 60 node_modules/.bin/openapi-typescript openapi.json --output paths.ts > /dev/null 2>&1
cat > calls.ts << 'END'
import createClient from 'openapi-fetch';
import type { paths } from './paths.ts';
const client = createClient<paths>({
  baseUrl: 'http://127.0.0.1',
  fetch: async (request) => {
    const { method, headers, url } = request;
    const sent = method === 'GET' ? `cookie: ${headers.get('cookie') ?? 'none'}` : `${headers.get('content-type')} ${await request.text()}`;
    console.log(`${new URL(url).pathname} ${sent}`);
    return new Response(null, { status: 204 });
  },
});
await client.POST('/text', { body: 'one', headers: { 'content-type': 'text/plain' } });
await client.POST('/lines', { body: '{"a":1}\n{"b":2}\n', headers: { 'content-type': 'application/x-ndjson' } });
await client.POST('/form', { body: { tags: ['a', 'b'] }, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
await client.GET('/me', { params: { cookie: { session: 's' } } });
// @ts-expect-error The compiler demands the cookie.
await client.GET('/me', { params: {} });
END
echo '{ "type": "module", "private": true }' > package.json
timeout 120 node_modules/.bin/tsc --strict --target es2022 --module nodenext --rewriteRelativeImportExtensions --skipLibCheck calls.ts && echo compiled > said
timeout 60 node calls.js | tee -a said

if [ "$(cat said)" = 'compiled
/text text/plain "one"
/lines application/x-ndjson "{\"a\":1}\n{\"b\":2}\n"
/form application/x-www-form-urlencoded tags=a%2Cb
/me cookie: none
/me cookie: none' ]; then
  echo 'Still so: texts are quoted, lists are joined, and cookies are not sent.'
else
  echo 'Changed: openapi-fetch now writes these requests in another way.'
  exit 1
fi
