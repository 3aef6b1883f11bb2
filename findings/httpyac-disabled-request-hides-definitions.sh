#!/usr/bin/env bash
# In httpYac, `# @disabled` above the first request of a file takes the variables of the file away.
#
# Version: httpyac 6.16.7 (npm), seen in November 2026.
# Behaviour: definitions above the first request belong to its region. When that request is switched off by `# @disabled`, its region is left out with
#   them: of the other requests, each that uses one of the variables ends with an error and is not sent. One without variables is sent.
# Output seen:
#   GET /third
#   host is not defined
# Why it matters: a request is switched off for a while, and the others, which did not change, fail for a variable that is defined in the file. A `###`
#   between the definitions and the first request keeps them.
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

# Keeps what arrives: the path.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    appendFileSync('seen', `${request.method} ${request.url}\n`);
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

# @disabled
GET {{host}}/first

###
GET {{host}}/second

###
GET http://127.0.0.1:$(cat port)/third
END
code=0
timeout 60 node_modules/.bin/httpyac send one.http --all --output none < /dev/null > log 2>&1 || code=$?

cat seen
grep -q "host is not defined" log && echo "host is not defined"
echo "Exit code: $code"
expected='GET /third'
if [ "$code" = 10 ] && [ "$(cat seen)" = "$expected" ]; then
  echo 'Still so: the definitions are not known to the second request.'
else
  echo 'Changed: httpYac now treats definitions above a disabled request in another way.'
  exit 1
fi
