#!/usr/bin/env bash
# A page read by `search_after` begins at another place with the JavaScript clients: the sort values of the last hit lose digits between answer and request.
#
# Version: @elastic/elasticsearch 9.5.1 and @opensearch-project/opensearch 3.9.0 (npm), elasticsearch 9.5.1 (PyPI), seen in November 2026.
# Behaviour: the sort values of a hit are given back in the next request, as the manual says. Those of a `date_nanos`, a long or an `unsigned_long` have up to 20
#   digits; a number of JavaScript has 15 that are sure. The clients read and write them as such. That of OpenSearch has an option for it,
#   `enableLongNumeralSupport`, off as delivered; that of Elasticsearch has none. Python's gives back what it got.
# Output seen (the answer has "sort":[1769904000123456789,9007199254740993]; "search_after" of the next request):
#   @elastic/elasticsearch               [1769904000123456800,9007199254740992]
#   @opensearch-project/opensearch       [1769904000123456800,9007199254740992]
#   the same with the option             [1769904000123456789,9007199254740993]
#   elasticsearch (Python)               [1769904000123456789,9007199254740993]
# Why it matters: rounded up, hits are left out of the pages, and rounded down, some come twice; an export of logs is short by a few lines, with no error. With
#   `"numeric_type": "date"`, or with `format` of the sort, which gives texts, no digit is lost. Rulebook puts a value of a response into the next request as it came.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2> /dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @elastic/elasticsearch@9.5.1 @opensearch-project/opensearch@3.9.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 2> /dev/null < /dev/null

# Answers each search with one hit, and keeps what was searched after.
cat > server.js << 'END'
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const after = /"search_after":(\[[^\]]*\])/.exec(body);
  if (after !== null) writeFileSync('seen', after[1]);
  const type = (request.headers.accept ?? '').includes('elasticsearch') ? 'application/vnd.elasticsearch+json; compatible-with=9' : 'application/json';
  response.setHeader('content-type', type);
  response.setHeader('x-elastic-product', 'Elasticsearch');
  response.end('{"took":1,"timed_out":false,"hits":{"hits":[{"_index":"logs","_id":"1","sort":[1769904000123456789,9007199254740993]}]}}');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 900_000);
END
node server.js &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
url="http://127.0.0.1:$(cat port)"

cat > page.js << 'END'
import { readFileSync } from 'node:fs';
import { Client } from '@elastic/elasticsearch';
import { Client as OpenSearch } from '@opensearch-project/opensearch';
const node = process.argv[2];
const sort = ['time', 'id'];
const elastic = new Client({ node });
const first = await elastic.search({ index: 'logs', sort });
await elastic.search({ index: 'logs', sort, search_after: first.hits.hits.at(-1).sort });
console.log('@elastic/elasticsearch', readFileSync('seen', 'utf8'));
for (const enableLongNumeralSupport of [false, true]) {
  const client = new OpenSearch({ node, enableLongNumeralSupport });
  const { body } = await client.search({ index: 'logs', body: { sort } });
  await client.search({ index: 'logs', body: { sort, search_after: body.hits.hits.at(-1).sort } });
  console.log(`@opensearch-project/opensearch ${enableLongNumeralSupport}`, readFileSync('seen', 'utf8'));
}
process.exit();
END
cat > page.py << 'END'
import sys

from elasticsearch import Elasticsearch

client = Elasticsearch(sys.argv[1])
hits = client.search(index="logs", sort=["time", "id"])["hits"]["hits"]
client.search(index="logs", sort=["time", "id"], search_after=hits[-1]["sort"])
print("elasticsearch", open("seen").read())
END
timeout 60 node page.js "$url" | tee said
PYTHONPATH=packages NO_PROXY=127.0.0.1 timeout 60 python3 -W ignore page.py "$url" | tee -a said

if [ "$(cat said)" = '@elastic/elasticsearch [1769904000123456800,9007199254740992]
@opensearch-project/opensearch false [1769904000123456800,9007199254740992]
@opensearch-project/opensearch true [1769904000123456789,9007199254740993]
elasticsearch [1769904000123456789,9007199254740993]' ]; then
  echo 'Still so: the next page begins at another place.'
else
  echo 'Changed: a client now gives other sort values back.'
  exit 1
fi
