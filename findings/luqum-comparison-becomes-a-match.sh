#!/usr/bin/env bash
# luqum turns `price:>10` into a query for the price 10, and `n:>=5 AND n:<10` into one for 5 and 10 at once.
#
# Version: luqum 1.0.0 (PyPI), seen in November 2026.
# Behaviour: `price:>10` is a range in the query syntax of Elasticsearch and OpenSearch. luqum's parser reads it as one (`From`), and its builder for
#   Elasticsearch drops the sign: the result is `match`, or `term` for a field that is not analyzed, with the number alone. No error, no
#   warning. `price:[10 TO *]` becomes a range.
# Output seen:
#   price:>10         {"match": {"price": {"query": "10"}}}
#   n:>=5 AND n:<10   {"bool": {"must": [{"term": {"n": {"value": "5"}}}, {"term": {"n": {"value": "10"}}}]}}
#   price:[10 TO *]   {"range": {"price": {"gte": "10"}}}
# Why it matters: a search box that goes through luqum finds what costs exactly 10, or nothing, and the same text in `query_string` finds what costs
#   more. Writing brackets helps.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages luqum==1.0.0 2> /dev/null < /dev/null

cat > queries.py << 'END'
import json

from luqum.elasticsearch import ElasticsearchQueryBuilder
from luqum.parser import parser


def trim(value):
    if isinstance(value, dict):
        return {key: trim(member) for key, member in value.items() if key != "zero_terms_query"}
    return [trim(item) for item in value] if isinstance(value, list) else value


build = ElasticsearchQueryBuilder(not_analyzed_fields=["n"])
for text in ("price:>10", "n:>=5 AND n:<10", "price:[10 TO *]"):
    print(text, json.dumps(trim(build(parser.parse(text)))))
END
PYTHONPATH=packages timeout 120 python3 -W ignore queries.py | tee said

if [ "$(cat said)" = 'price:>10 {"match": {"price": {"query": "10"}}}
n:>=5 AND n:<10 {"bool": {"must": [{"term": {"n": {"value": "5"}}}, {"term": {"n": {"value": "10"}}}]}}
price:[10 TO *] {"range": {"price": {"gte": "10"}}}' ]; then
  echo 'Still so: the comparison is dropped.'
else
  echo 'Changed: luqum now builds another query of a comparison.'
  exit 1
fi
