#!/usr/bin/env bash
# A dump by elasticdump turns 1.0 into 1: the field of the restored index is a whole number, and refuses or cuts what was stored before.
#
# Version: elasticdump 6.125.1 (npm), seen in November 2026.
# Behaviour: documents are read as JavaScript values and written again, so 1.0 is written as 1, 1e2 as 100, and 2.50 as 2.5. There is an option for whole
#   numbers with many digits, `--support-big-int`; it does not keep the decimal point either. A server makes a field `float` of 1.0 and `long` of 1,
#   if nothing else says what it is.
# Output seen:
#   stored: {"price":1.0,"rate":1e2,"part":2.50}
#   dumped: {"price":1,"rate":100,"part":2.5}
# Why it matters: a copy that is made without the mappings, or before them, has `price` as `long`: the later 1.5 is cut to 1 in searches, sums and sorts. In
#   the original it was right.
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
import { writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('X-Elastic-Product', 'Elasticsearch');
    const path = request.url.split('?')[0];
    const hits = [{ _index: 'i', _id: '1', _score: 1, _source: 'SOURCE' }];
    const answer = JSON.stringify({ _scroll_id: 's', hits: { total: { value: 1, relation: 'eq' }, hits: path.includes('scroll') ? [] : hits } });
    if (path.includes('_search')) response.end(answer.replace('"SOURCE"', '{"price":1.0,"rate":1e2,"part":2.50}'));
    else response.end(path === '/' ? '{"version":{"number":"8.15.0"}}' : '{}');
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
port=$(cat port)

dump() {
  rm -f out.ndjson
  timeout 60 node_modules/.bin/elasticdump --input="http://127.0.0.1:$port/i" --output=out.ndjson --type=data "$@" < /dev/null > log 2>&1
  node -e 'console.log(/"_source":(\{.*\})\}/.exec(require("fs").readFileSync("out.ndjson", "utf8"))[1])'
}
dump | tee said
dump --support-big-int | tee -a said

if [ "$(cat said)" = '{"price":1,"rate":100,"part":2.5}
{"price":1,"rate":100,"part":2.5}' ]; then
  echo 'Still so: the decimal point is lost.'
else
  echo 'Changed: elasticdump now writes numbers in another way.'
  exit 1
fi
