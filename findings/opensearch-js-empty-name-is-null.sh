#!/usr/bin/env bash
# An empty identifier is sent as the word `null` by the JavaScript client of OpenSearch: the document with the identifier "null".
#
# Version: @opensearch-project/opensearch 3.9.0 (npm), seen in November 2026.
# Behaviour: `get({ index, id: '' })` passes the check for required parameters and sends `GET /orders/_doc/null`; so do `update` and
#   `delete`; `indices.delete({ index: '' })` sends `DELETE /null`. An `id` that is missing is refused with a ConfigurationError.
# Output seen:
#   GET /orders/_doc/null
#   POST /orders/_update/null
#   DELETE /orders/_doc/null
#   DELETE /null
#   without an id: ConfigurationError
# Why it matters: an identifier that is an empty string (a variable that was not filled in, an empty column) is not refused: by `update` with
#   `doc_as_upsert` all such documents are written over each other under the identifier `null`, and reading one gives the last of them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @opensearch-project/opensearch@3.9.0 < /dev/null

cat > empty.mjs << 'END'
import { createServer } from 'node:http';
import { Client } from '@opensearch-project/opensearch';
const server = createServer((request, response) => {
  console.log(`${request.method} ${request.url}`);
  request.resume();
  response.setHeader('content-type', 'application/json').end('{}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const client = new Client({ node: `http://127.0.0.1:${server.address().port}` });
await client.get({ index: 'orders', id: '' });
await client.update({ index: 'orders', id: '', body: { doc: { a: 1 }, doc_as_upsert: true } });
await client.delete({ index: 'orders', id: '' });
await client.indices.delete({ index: '' });
const missing = await client.get({ index: 'orders' }).then(() => 'no error', (error) => error.name);
console.log(`without an id: ${missing}`);
await client.close();
server.close();
END
timeout 60 node empty.mjs | tee said

if [ "$(cat said)" = 'GET /orders/_doc/null
POST /orders/_update/null
DELETE /orders/_doc/null
DELETE /null
without an id: ConfigurationError' ]; then
  echo 'Still so: what is empty is sent as the word null.'
else
  echo 'Changed: the client now sends empty identifiers in another way.'
  exit 1
fi
