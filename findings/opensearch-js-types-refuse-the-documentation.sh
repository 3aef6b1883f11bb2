#!/usr/bin/env bash
# opensearch-js: its types, which are made of OpenSearch's API specification, refuse requests that the documentation of OpenSearch teaches.
#
# Version: @opensearch-project/opensearch 3.9.0 with TypeScript 5.9.3 (npm), seen in November 2026. The types have the schemas of the specification at
#   commit fbe9edebac41d098c67e2d379667184368c4ab6c; the pages are
#   those of opensearch-project/documentation-website at commit cf95a341c9b617c96ca8773b258512a18b93ab6b.
# Behaviour: six requests as pages show them, and one that the types take. Parameters of a tokenizer that have defaults are required, analyzers by language
#   and filters without parameters are no types, and a function_score has no weight of its own, a derived field of a search needs its name twice, and a range
#   of addresses has no key. OpenSearch 3.9.0 was asked, and takes all of them.
# Output seen:
#   pages _analyzers/tokenizers/path-hierarchy, language-analyzers/english, token-filters/decimal-digit, _query-dsl/compound/function-score,
#   _mappings/supported-field-types/derived, _aggregations/bucket/ip-range: refused    the pages of full-text queries: taken
# Why it matters: who copies a request from a page into a program gets an error of the compiler for a request that is right, and learns to write `as any`,
#   with which real slips are no longer found either. Whatever else is made of the specification says the same, such as checks of requests.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @opensearch-project/opensearch@3.9.0 typescript@5.9.3 @types/node@20.19.43 < /dev/null

cat > tsconfig.json << 'END'
{
  "compilerOptions": {
    "strict": true, "noEmit": true, "skipLibCheck": true, "pretty": false,
    "module": "nodenext", "moduleResolution": "nodenext", "target": "es2022", "types": ["node"]
  },
  "include": ["*.ts"]
}
END

# A request each, in a file of its own: a name, and the call.
request() {
  cat > "$1.ts" << END
import { Client } from '@opensearch-project/opensearch';
const client = new Client({ node: 'http://127.0.0.1:9200' });
export const answer = client.$2;
END
}
index() { request "$1" "indices.create({ index: 'a', body: { settings: { analysis: { $2 } } } })"; }
search() { request "$1" "search({ index: 'a', body: { $2 } })"; }

index path-hierarchy "tokenizer: { a: { type: 'path_hierarchy' } }"
index english "analyzer: { a: { type: 'english' } }"
index decimal-digit "filter: { a: { type: 'decimal_digit' } }"
search function-score "query: { function_score: { query: { match_all: {} }, weight: 2 } }"
search derived "derived: { a: { type: 'long', script: { source: 'emit(1L)' } } }"
search ip-range "aggs: { a: { ip_range: { field: 'b', ranges: [{ key: 'c', mask: '10.0.0.0/8' }] } } }"
search match "query: { match: { a: { query: 'b' } } }"

timeout 300 npx tsc -p . > said 2>&1 || true
for name in path-hierarchy english decimal-digit function-score derived ip-range match; do
  if grep -q "^$name.ts" said; then echo "$name: refused"; else echo "$name: taken"; fi
done | tee verdicts

if [ "$(cat verdicts)" = 'path-hierarchy: refused
english: refused
decimal-digit: refused
function-score: refused
derived: refused
ip-range: refused
match: taken' ]; then
  echo 'Still so: the types refuse what the pages show.'
else
  echo 'Changed: the types agree with more of the pages.'
  exit 1
fi
