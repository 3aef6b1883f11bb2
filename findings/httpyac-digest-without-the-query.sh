#!/usr/bin/env bash
# httpYac answers a digest challenge for the path alone, so that a request with a query has the wrong `uri`.
#
# Version: httpyac 6.16.7 (npm), seen in November 2026.
# Behaviour: `Authorization: Digest ann secret` answers the challenge of a server. RFC 7616, section 3.4, says that `uri` of the answer is the request
#   target. httpYac leaves the query out, in `uri` and in the hash, so for `GET /items?page=2` the answer is about `/items`. A server compares both
#   (section 3.4.6: "SHOULD return a 400 Bad Request error" if they differ), and this one refuses. The request without a query is accepted.
# Output seen:
#   /items uri: /items
#   /items?page=2 uri: /items
# Why it matters: the same user and password work for one request and not for the next, which looks like a wrong password.
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

# Keeps what arrives: the target and the `uri` of answers to its challenge.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const { authorization = '' } = request.headers;
    const uri = /\buri="([^"]*)"/.exec(authorization)?.[1];
    if (uri !== undefined) appendFileSync('seen', `${request.url} uri: ${uri}\n`);
    const isRight = uri === request.url;
    response.writeHead(isRight ? 200 : uri === undefined ? 401 : 400, isRight ? {} : { 'www-authenticate': 'Digest realm="r", qop="auth", nonce="n1"' });
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

GET {{host}}/items
Authorization: Digest ann secret

###
GET {{host}}/items?page=2
Authorization: Digest ann secret
END
code=0
timeout 60 node_modules/.bin/httpyac send one.http --all --output none < /dev/null > log 2>&1 || code=$?

cat seen
echo "Exit code: $code"
expected='/items uri: /items
/items?page=2 uri: /items'
if [ "$code" = 0 ] && [ "$(cat seen)" = "$expected" ]; then
  echo 'Still so: the query is not a part of the answer.'
else
  echo 'Changed: httpYac now answers for another `uri`.'
  exit 1
fi
