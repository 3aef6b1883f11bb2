#!/usr/bin/env bash
# express-openapi-validator refuses a space in the query as URLSearchParams and requests write it, and times such as `12:30`.
#
# Version: express-openapi-validator 5.6.2 with express 5.1.0 (npm), seen in November 2026.
# Behaviour: `?q=a+b` is what forms, URLSearchParams and the common libraries make of "a b". The answer is 400, "must be url encoded. Its value may not
#   contain reserved characters". The same for `?at=12:30` and `?path=a/b`, whose characters RFC 3986 permits in a query. OpenAPI's `allowReserved` is about
#   how a client writes a value, and the default (false) does not restrict what a server may take. With `allowReserved: true` the plus arrives as a space. The
#   middleware sees "a b" in `request.query` in both cases.
# Output seen:
#   URLSearchParams: /search?q=a+b 400
#   encodeURIComponent: /search?q=a%20b 200
#   /search?q=12:30 400
#   /search?q=a/b 400
# Why it matters: a search with two words fails from one program, and works from another; the sentence speaks of encoding, and the value is encoded.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund express-openapi-validator@5.6.2 express@5.1.0 < /dev/null

cat > serve.mjs << 'END'
import express from 'express';
import { middleware } from 'express-openapi-validator';
const operation = (more) => ({
  get: { responses: { 200: { description: 'ok' } }, parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...more }] },
});
const app = express();
app.use(middleware({ apiSpec: {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: { '/search': operation({}), '/reserved': operation({ allowReserved: true }) },
} }));
app.use((request, response) => response.send(request.query.q));
app.use((error, request, response, next) => response.status(error.status ?? 500).send(error.message));
const server = app.listen(0, '127.0.0.1', async () => {
  const query = String(new URLSearchParams({ q: 'a b' }));
  for (const path of [`/search?${query}`, `/search?q=${encodeURIComponent('a b')}`, '/search?q=12:30', '/search?q=a/b', `/reserved?${query}`]) {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
    console.log(`${path} ${response.status} ${await response.text()}`);
  }
  process.exit();
});
END
timeout 60 node serve.mjs | tee said

refused="Parameter 'q' must be url encoded. Its value may not contain reserved characters."
if [ "$(cat said)" = "/search?q=a+b 400 $refused
/search?q=a%20b 200 a b
/search?q=12:30 400 $refused
/search?q=a/b 400 $refused
/reserved?q=a+b 200 a b" ]; then
  echo 'Still so: a space that is written as a plus is refused.'
else
  echo 'Changed: the query is now read in another way.'
  exit 1
fi
