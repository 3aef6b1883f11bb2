#!/usr/bin/env bash
# newman sends two header fields of one name, unless their names differ in case: then only the last is sent.
#
# Version: newman 6.2.2 (npm), seen in November 2026.
# Behaviour: a collection has `X-Tag: one` and `X-Tag: two`: both fields are sent. With `X-Tag: one` and `x-tag: two` the first one is lost; of
#   three (`X-Tag`, `x-tag`, `X-TAG`) only the last is left. HTTP does not distinguish the case of names, so both collections say the same. No
#   warning.
# Output seen:
#   same case:  X-Tag: one, X-Tag: two
#   two cases:  x-tag: two
# Why it matters: fields that may be sent several times (Forwarded, Prefer, Link, Accept, own ones) lose values when a second person, or a script,
#   adds one in another way of writing.
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
timeout 600 npm install --silent --no-audit --no-fund newman@6.2.2 < /dev/null

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  const fields = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    if (/^x-tag$/i.test(request.rawHeaders[at])) fields.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
  }
  appendFileSync('seen', `${request.url} ${fields.join(', ')}\n`);
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

cat > tags.json << END
{
  "info": { "name": "tags", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    { "name": "same case", "request": { "method": "GET", "url": "http://127.0.0.1:$port/same",
      "header": [{ "key": "X-Tag", "value": "one" }, { "key": "X-Tag", "value": "two" }] } },
    { "name": "two cases", "request": { "method": "GET", "url": "http://127.0.0.1:$port/two",
      "header": [{ "key": "X-Tag", "value": "one" }, { "key": "x-tag", "value": "two" }] } },
    { "name": "three cases", "request": { "method": "GET", "url": "http://127.0.0.1:$port/three",
      "header": [{ "key": "X-Tag", "value": "one" }, { "key": "x-tag", "value": "two" }, { "key": "X-TAG", "value": "three" }] } }
  ]
}
END
code=0
timeout 60 node_modules/.bin/newman run tags.json --silent < /dev/null || code=$?
cat seen
echo "Exit code: $code"

lower=$(tr '[:upper:]' '[:lower:]' < seen)
if [ "$code" = 0 ] && [ "$lower" = '/same x-tag: one, x-tag: two
/two x-tag: two
/three x-tag: three' ]; then
  echo 'Still so: of header fields whose names differ in case only the last is sent.'
else
  echo 'Changed: newman now treats names that differ in case in another way.'
  exit 1
fi
