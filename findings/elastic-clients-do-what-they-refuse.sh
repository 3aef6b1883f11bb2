#!/usr/bin/env bash
# The clients of Elasticsearch refuse a server of another product only when it has done what they asked: the index is deleted, then they fail.
#
# Version: @elastic/elasticsearch 9.5.1 (npm) and elasticsearch 9.5.1 (PyPI), seen in November 2026.
# Behaviour: the clients know Elasticsearch by the field `X-Elastic-Product` of the response, so of the response to the very request: there is no
#   question before it. At a server without that field (OpenSearch, or a proxy that drops unknown fields) `indices.delete` sends its DELETE, the
#   server answers 200, and the caller gets an error that says that the product is not supported. A `delete` and a `create` alike.
#   `ping()` of the Python client hides the error: it says False, as for a server that is not there.
# Output seen:
#   javascript: ProductNotSupportedError, server did: DELETE /orders
#   python: UnsupportedProductError, server did: DELETE /orders
#   python: ping says False, server did: HEAD /
# Why it matters: "this client does not work with OpenSearch" is taken to mean that nothing happens. A script that is pointed at the wrong server
#   changes it, and one that tries again after an error does it twice.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @elastic/elasticsearch@9.5.1 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 2> /dev/null < /dev/null

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  appendFileSync('seen', `${request.method} ${request.url}\n`);
  response.setHeader('content-type', 'application/json').end('{"acknowledged":true}');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
: > seen
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
port=$(cat port)

cat > delete.mjs << 'END'
import { Client } from '@elastic/elasticsearch';
const client = new Client({ node: process.argv[2] });
const name = await client.indices.delete({ index: 'orders' }).then(() => 'no error', (error) => error.name);
console.log(`javascript: ${name}`);
END
cat > delete.py << 'END'
import sys
import elasticsearch
client = elasticsearch.Elasticsearch(sys.argv[1])
try:
    client.indices.delete(index="orders")
    print("python: no error")
except Exception as error:
    print("python: %s" % type(error).__name__)
print("python: ping says %s" % client.ping())
END
timeout 60 node delete.mjs "http://127.0.0.1:$port" | tee said
PYTHONPATH=packages timeout 60 python3 -W ignore delete.py "http://127.0.0.1:$port" | tee -a said
echo 'The server did:'
cat seen

if [ "$(cat said)" = 'javascript: ProductNotSupportedError
python: UnsupportedProductError
python: ping says False' ] && [ "$(cat seen)" = 'DELETE /orders
DELETE /orders
HEAD /' ]; then
  echo 'Still so: the request has been done when the clients refuse the server.'
else
  echo 'Changed: the clients now treat a server of another product in another way.'
  exit 1
fi
