#!/usr/bin/env bash
# Postman's import of a curl command loses the body that is written right after its flag (`-d'{…}'`), a header too, and each body of a GET.
#
# Version: curl-to-postmanv2 1.8.4, Postman's package for it, and newman 6.2.2, which sends the imported request (npm), compared with curl itself; seen in November 2026.
# Behaviour: `-d'{…}'` without a space is usual in curl, and `-d` and `-H` are in the package's list of supported options. The import has neither the body nor the
#   method POST. `-H'Name: value'` becomes the URL `-A`. `-X GET` with a body is imported with it, but without the mark that lets Postman send it. `-d @file` is
#   sent as this text. Nothing is said, and the same commands with a space are right.
# Output seen (curl, then newman):
#   -X POST  -d '{"query":…}'   POST {"query":…}   POST {"query":…}
#   -X POST  -d'{"query":…}'    POST {"query":…}   POST without a body
#            -d'{"query":…}'    POST {"query":…}   GET without a body
#   -X GET   -d '{"query":…}'   GET {"query":…}    GET without a body
#   -d @body.json               POST {"query":…}   POST @body.json
# Why it matters: the pages of Elasticsearch print `-X GET … -d'` in front of a body of several lines. What is imported from there searches for
#   everything, and an `_update_by_query` changes everything, with the answer 200. A space after `-d`, and POST in place of GET, avoid it;
#   `rulebook import --from curl` reads both spellings.
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
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts curl-to-postmanv2@1.8.4 newman@6.2.2 < /dev/null

cat > server.js << 'END'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    appendFileSync('seen', `${request.method} ${body.trim() || 'no body'}\n`);
    response.end('{}');
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
: > seen
node server.js &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done

cat > import.js << 'END'
import converter from 'curl-to-postmanv2';
import newman from 'newman';
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
converter.convert({ type: 'string', data: process.argv[2] }, (error, { output }) => {
  const collection = { info: { name: 'imported', schema }, item: [{ name: 'one', request: output[0].data }] };
  newman.run({ collection, reporters: [] }, () => process.exit());
});
END
echo '{"query":1}' > body.json
json="-H 'Content-Type: application/json'"
url="http://127.0.0.1:$(cat port)/items/_search"
while read -r options; do
  command="curl $url $json $options"
  eval "${command/curl/curl -q --silent --noproxy '*' --max-time 20}" > /dev/null
  timeout 60 node import.js "$command" < /dev/null
  echo "$options: $(tail -2 seen | paste -s -d '>')"
done > said << 'END'
-X POST -d '{"query":1}'
-X POST -d'{"query":1}'
-d'{"query":1}'
-X GET -d '{"query":1}'
-d @body.json
END
cat said

if [ "$(cat said)" = "-X POST -d '{\"query\":1}': POST {\"query\":1}>POST {\"query\":1}
-X POST -d'{\"query\":1}': POST {\"query\":1}>POST no body
-d'{\"query\":1}': POST {\"query\":1}>GET no body
-X GET -d '{\"query\":1}': GET {\"query\":1}>GET no body
-d @body.json: POST {\"query\":1}>POST @body.json" ]; then
  echo 'Still so: the imported request has lost its body.'
else
  echo 'Changed: curl commands are now imported in another way.'
  exit 1
fi
