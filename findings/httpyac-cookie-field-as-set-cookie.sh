#!/usr/bin/env bash
# httpYac reads the field Cookie of a request as if a server had set it: one cookie of several is sent, and the next requests send it, too.
#
# Version: httpyac 6.16.7 (npm), seen in November 2026.
# Behaviour: `Cookie: session=a; theme=dark` is a field with two cookies. It is put into the cookie jar in the form of `Set-Cookie`, where what follows the
#   first semicolon is an attribute. So `theme` is not sent, and the next request to the host, which has no field Cookie, sends `session`. The same for
#   `Cookie: a=1; path=/admin`, which is sent by no request to another path. Nothing is said, and the exit code is 0.
# Output seen:
#   GET /first cookie: session=a
#   GET /second cookie: session=a
# Why it matters: a request that tests what happens without a session has one, and one that needs two cookies fails. `# @no-cookie-jar` above the request
#   sends the field as it is written.
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

# Keeps what arrives: the path and the cookies.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    appendFileSync('seen', `${request.method} ${request.url} cookie: ${request.headers.cookie}\n`);
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

GET {{host}}/first
Cookie: session=a; theme=dark

###
GET {{host}}/second
END
code=0
timeout 60 node_modules/.bin/httpyac send one.http --all --output none < /dev/null > log 2>&1 || code=$?

cat seen
echo "Exit code: $code"
expected='GET /first cookie: session=a
GET /second cookie: session=a'
if [ "$code" = 0 ] && [ "$(cat seen)" = "$expected" ]; then
  echo 'Still so: one of two cookies is sent, and the next request sends it, too.'
else
  echo 'Changed: httpYac now sends an own field Cookie in another way.'
  exit 1
fi
