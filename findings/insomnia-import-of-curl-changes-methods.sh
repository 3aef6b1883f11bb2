#!/usr/bin/env bash
# Insomnia's importer makes a GET of `curl -XDELETE`, `-I`, `-T` and `--json`, and encodes the `=` of `--data-urlencode`.
#
# Version: insomnia-importers 3.6.0 (npm), compared with the curl of the machine (7.88.1); seen in November 2026.
# Behaviour: `curl -XDELETE url`, a common way to write it, gives a request with the method GET; `-X DELETE` with a space gives DELETE. `-I` (HEAD), `-T
#   file` (PUT) and `--json text` (POST) give GET, too, the last one without its body and type. With `-G`, `--data-urlencode 'q=1'` becomes a parameter that
#   is named `q%3D1`. A part of a form, `f=@a.txt;type=text/plain`, has the file name `a.txt;type`. Nothing is said of any of it.
# Output seen (curl, then the import):
#   -XDELETE   DELETE   GET          -X DELETE  DELETE   DELETE
#   -I         HEAD     GET          --json     POST     GET, no body
#   -G --data-urlencode  ?q=1    the parameter q%3D1
# Why it matters: the request that is sent from the collection is another one than that of the page it was copied from, and answers 200.
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
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts insomnia-importers@3.6.0 < /dev/null

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  appendFileSync('seen', `${request.method} ${request.url}\n`);
  response.end();
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
: > seen
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
url="http://127.0.0.1:$(cat port)/items"

send() { curl -q --silent --noproxy '*' --max-time 20 --output /dev/null "$@" || true; }
send -XDELETE "$url"
send -X DELETE "$url"
send -I "$url"
send -X POST --data '{}' "$url" # What --json is short for, which older curls do not have.
send -G "$url" --data-urlencode 'q=1'

cat > import.cjs << 'END'
const { convert } = require('insomnia-importers');
const url = process.argv[2];
(async () => {
  for (const command of [`curl -XDELETE ${url}`, `curl -X DELETE ${url}`, `curl -I ${url}`, `curl ${url} --json '{}'`, `curl -G ${url} --data-urlencode 'q=1'`]) {
    const { method, body, parameters } = (await convert(command)).data.resources[0];
    console.log([method, body.text ?? 'no body', ...parameters.map(({ name, value }) => `${name}=${value}`)].join(' '));
  }
})();
END
cat seen | tee said
timeout 60 node import.cjs "$url" | tee -a said

if [ "$(cat said)" = 'DELETE /items
DELETE /items
HEAD /items
POST /items
GET /items?q=1
GET no body
DELETE no body
GET no body
GET no body
GET no body q%3D1=' ]; then
  echo 'Still so: the import has other methods and parameters.'
else
  echo 'Changed: curl commands are now imported in another way.'
  exit 1
fi
