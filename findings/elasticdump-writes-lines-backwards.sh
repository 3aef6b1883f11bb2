#!/usr/bin/env bash
# elasticdump writes the lines of a file backwards, batch by batch: of two lines with one identifier the older one is what is left, with exit code 0.
#
# Version: elasticdump 6.125.1 (npm), seen in November 2026.
# Behaviour: a file with four lines for one identifier, n from 1 to 4 (a log of changes, or two exports one after the other), is loaded. The bulk
#   request has them as 4, 3, 2, 1, so that 1 is stored last. With `--limit 2` the batches come in order, and in each of them the lines
#   backwards: 2, 1, then 4, 3, which leaves 3. Documents that the server refuses are printed; the exit code is 0, too.
# Output seen:
#   one batch:   4 3 2 1
#   --limit 2:   2 1 4 3
#   one refused: exit code 0
# Why it matters: what a file says last is expected to win, as it does with `_bulk` and the same file. The number of documents is right, so it is not
#   noticed; and a script that asks for the exit code goes on with an incomplete index.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund elasticdump@6.125.1 < /dev/null

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('X-Elastic-Product', 'Elasticsearch');
    const path = request.url.split('?')[0];
    if (path.endsWith('/_bulk')) {
      const documents = body.trim().split('\n').filter((_, index) => index % 2 === 1);
      appendFileSync('seen', documents.map((line) => JSON.parse(line).n).join(' ') + ' ');
      const items = documents.map((line) => ({ index: { _id: 'a', status: line.includes('wrong') ? 400 : 200 } }));
      for (const { index } of items) if (index.status === 400) index.error = { type: 'document_parsing_exception', reason: 'refused' };
      response.end(JSON.stringify({ errors: items.some(({ index }) => index.error), items }));
    } else response.end(path === '/' ? '{"version":{"number":"8.15.0"}}' : '{}');
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
port=$(cat port)

for n in 1 2 3 4; do echo "{\"_id\":\"a\",\"_source\":{\"n\":$n}}"; done > lines.ndjson
echo '{"_id":"b","_source":{"n":"wrong"}}' > refused.ndjson
code=0
load() {
  : > seen
  timeout 60 node_modules/.bin/elasticdump --input="$1" --output="http://127.0.0.1:$port/i" --type=data "${@:2}" < /dev/null > log 2>&1 || code=$?
}
load lines.ndjson
echo "one batch: $(cat seen)" | tee said
load lines.ndjson --limit 2
echo "--limit 2: $(cat seen)" | tee -a said
load refused.ndjson
echo "one refused: $(grep -c document_parsing_exception log) message, exit code $code" | tee -a said

if [ "$(sed 's/ *$//' said)" = 'one batch: 4 3 2 1
--limit 2: 2 1 4 3
one refused: 1 message, exit code 0' ]; then
  echo 'Still so: lines are written backwards, and a refused document is a success.'
else
  echo 'Changed: elasticdump now loads these files in another way.'
  exit 1
fi
