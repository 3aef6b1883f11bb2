#!/usr/bin/env bash
# A header that is switched off in a Bruno request is sent nevertheless, with the value of the collection.
#
# Version: @usebruno/cli 4.1.0 (npm), seen in November 2026.
# Behaviour: the collection has `X-Trace: collection`. A request with `X-Trace: own` sends its own value. With the same line switched off
#   (`~X-Trace: own`) the collection's value comes through: switching off removes the line of the request, not the field. A request whose name is
#   written in another case sends the collection's way of writing with the request's value.
# Output seen:
#   /on   X-Trace: own
#   /off  X-Trace: collection
#   /case X-Trace: own
# Why it matters: who switches off `Authorization` or a tenant's field to see the answer without it, sees the answer with it.
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
timeout 600 npm install --silent --no-audit --no-fund @usebruno/cli@4.1.0 < /dev/null

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  const at = request.rawHeaders.findIndex((name, index) => index % 2 === 0 && /^x-trace$/i.test(name));
  appendFileSync('seen', `${request.url} ${at < 0 ? 'none' : `${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`}\n`);
  response.end('ok');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
: > seen
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
port=$(cat port)

mkdir collection
echo '{ "version": "1", "name": "traces", "type": "collection" }' > collection/bruno.json
printf 'headers {\n  X-Trace: collection\n}\n' > collection/collection.bru
# Name of the request, its number, its line for the header.
request() {
  printf 'meta {\n  name: %s\n  type: http\n  seq: %s\n}\n\n' "$1" "$2"
  printf 'get {\n  url: http://127.0.0.1:%s/%s\n  body: none\n  auth: none\n}\n\n' "$port" "$1"
  printf 'headers {\n  %s\n}\n' "$3"
}
request on 1 'X-Trace: own' > collection/on.bru
request off 2 '~X-Trace: own' > collection/off.bru
request case 3 'x-trace: own' > collection/case.bru

code=0
(cd collection && timeout 120 ../node_modules/.bin/bru run < /dev/null > ../log 2>&1) || code=$?
cat seen
echo "Exit code: $code"

if [ "$code" = 0 ] && [ "$(cat seen)" = '/on X-Trace: own
/off X-Trace: collection
/case X-Trace: own' ]; then
  echo "Still so: a switched-off header lets the collection's through."
else
  cat log
  echo 'Changed: Bruno now treats a switched-off header in another way.'
  exit 1
fi
