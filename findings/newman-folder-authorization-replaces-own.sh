#!/usr/bin/env bash
# In newman the credential of a folder replaces the Authorization field that a request of it spells out.
#
# Version: newman 6.2.2 (npm), seen in November 2026.
# Behaviour: the folder has `auth` (bearer), the request has no `auth`, but its own header `Authorization: Bearer own`. The folder's token is sent,
#   and the own field is removed. The more special one does not win; only `"auth": { "type": "noauth" }` in the request lets its own field through.
# Output seen:
#   /own    Authorization: Bearer folder
#   /noauth Authorization: Bearer own
# Why it matters: a request that should try another user, or an expired token, is sent with the right one. The test that expects 401 or 403 fails,
#   or, worse, one that expects 200 passes with rights that the user does not have.
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
  const fields = request.rawHeaders.filter((_, at) => /^authorization$/i.test(request.rawHeaders[at - 1] ?? '') && at % 2 === 1);
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

cat > folder.json << END
{
  "info": { "name": "users", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [{
    "name": "folder",
    "auth": { "type": "bearer", "bearer": [{ "key": "token", "value": "folder", "type": "string" }] },
    "item": [
      { "name": "own", "request": { "method": "GET", "url": "http://127.0.0.1:$port/own",
        "header": [{ "key": "Authorization", "value": "Bearer own" }] } },
      { "name": "noauth", "request": { "method": "GET", "url": "http://127.0.0.1:$port/noauth", "auth": { "type": "noauth" },
        "header": [{ "key": "Authorization", "value": "Bearer own" }] } }
    ]
  }]
}
END
code=0
timeout 60 node_modules/.bin/newman run folder.json --silent < /dev/null || code=$?
cat seen
echo "Exit code: $code"

if [ "$code" = 0 ] && [ "$(cat seen)" = '/own Bearer folder
/noauth Bearer own' ]; then
  echo "Still so: the folder's credential replaces an own Authorization field, unless the request says noauth."
else
  echo 'Changed: newman now chooses between the two credentials in another way.'
  exit 1
fi
