#!/usr/bin/env bash
# httpYac names the operation of a GraphQL query without a name `{`, and sends the short form of the same query as a text.
#
# Version: httpyac 6.16.7 (npm), seen in November 2026.
# Behaviour: with `X-REQUEST-TYPE: GraphQL`, a document is sent in the JSON that servers expect, with `operationName`. A query needs no name (GraphQL
#   specification, section 2.3); of `query { item { id } }`, the name that is sent is `{`. The short form `{ item { id } }` is sent as it is, under the
#   media type of JSON. Nothing is said, and the exit code is 0.
# Output seen:
#   POST /named {"query":"query Q { item { id } }","operationName":"Q"}
#   POST /unnamed {"query":"query { item { id } }","operationName":"{"}
#   POST /short { item { id } }
# Why it matters: a server looks for an operation `{` in the document, which is not there, and refuses a valid query. A name helps.
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
timeout 600 npm install --silent --no-audit --no-fund httpyac@6.16.7 < /dev/null

# Keeps what arrives: the path and the body.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    appendFileSync('seen', `${request.method} ${request.url} ${body.trim()}\n`);
    response.end('{}');
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
: > seen
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done

cat > one.http << END
@host = http://127.0.0.1:$(cat port)

POST {{host}}/named
Content-Type: application/json
X-REQUEST-TYPE: GraphQL

query Q { item { id } }

###
POST {{host}}/unnamed
Content-Type: application/json
X-REQUEST-TYPE: GraphQL

query { item { id } }

###
POST {{host}}/short
Content-Type: application/json
X-REQUEST-TYPE: GraphQL

{ item { id } }
END
code=0
timeout 60 node_modules/.bin/httpyac send one.http --all --output none < /dev/null > log 2>&1 || code=$?

cat seen
echo "Exit code: $code"
expected='POST /named {"query":"query Q { item { id } }","operationName":"Q"}
POST /unnamed {"query":"query { item { id } }","operationName":"{"}
POST /short { item { id } }'
if [ "$code" = 0 ] && [ "$(cat seen)" = "$expected" ]; then
  echo 'Still so: the name that is sent is a brace, and the short form is sent as a text.'
else
  echo 'Changed: httpYac now sends a query without a name in another way.'
  exit 1
fi
