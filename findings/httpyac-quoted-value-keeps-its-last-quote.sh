#!/usr/bin/env bash
# httpYac takes the first quotation mark of a variable's value away, and sends the last one.
#
# Version: httpyac 6.16.7 (npm), seen in November 2026.
# Behaviour: `@who = "ann"` defines a variable in quotation marks, as in `.env` files. Filled in, it is `ann"`, without the mark at its start and with
#   the one at its end, in the path, in a header field and in a body. `'ann'` in single marks is sent with both. Nothing is said, and the exit code is 0.
# Output seen:
#   /path/ann%22/'bob'  x-who: ann"  body: {"who": "ann""}
# Why it matters: a token or a name in quotation marks arrives with one mark too many, a JSON body is broken by it, and the refusal names the value
#   without showing why. Values in request files are written without quotation marks.
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

# Keeps what arrives: the path, a field and the body.
cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    appendFileSync('seen', `${request.url} x-who: ${request.headers['x-who']} body: ${body}\n`);
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
@who = "ann"
@other = 'bob'

POST {{host}}/path/{{who}}/{{other}}
Content-Type: application/json
X-Who: {{who}}

{"who": "{{who}}"}
END
code=0
timeout 60 node_modules/.bin/httpyac send one.http --all --output none < /dev/null > log 2>&1 || code=$?

cat seen
echo "Exit code: $code"
expected="/path/ann%22/'bob' x-who: ann\" body: {\"who\": \"ann\"\"}"
if [ "$code" = 0 ] && [ "$(cat seen)" = "$expected" ]; then
  echo 'Still so: the first quotation mark is taken away, and the last one is sent.'
else
  echo 'Changed: httpYac now treats quotation marks around a value in another way.'
  exit 1
fi
