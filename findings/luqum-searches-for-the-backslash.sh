#!/usr/bin/env bash
# luqum leaves the backslash of an escaped character in the query, so an exact search for a URL or a time finds nothing; quoted, `*` is a wildcard.
#
# Version: luqum 1.0.0 (PyPI), seen in November 2026.
# Behaviour: in the query syntax of Lucene a colon or slash of a value is written with a backslash, which does not belong to the value, and between
#   quotes every character counts as itself. For a field that is not analyzed, luqum's builder puts `http\://a` into a `term` query with the
#   backslash. And `status:"50*"` becomes a wildcard query for everything that begins with 50.
# Output seen:
#   url:http\:\/\/a   {"term": {"url": {"value": "http\\:\\/\\/a"}}}
#   url:"http://a"    {"term": {"url": {"value": "http://a"}}}
#   status:"50*"      {"wildcard": {"status": {"value": "50*"}}}
# Why it matters: `term` compares exactly, so the escaped form, which query_string needs, never matches, and the quoted form, which helps, matches too
#   much when the value has an asterisk (patterns of indices, of routes, of permissions).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages luqum==1.0.0 2> /dev/null < /dev/null

cat > queries.py << 'END'
import json

from luqum.elasticsearch import ElasticsearchQueryBuilder
from luqum.parser import parser

build = ElasticsearchQueryBuilder(not_analyzed_fields=["url", "status"])
for text in (r"url:http\:\/\/a", 'url:"http://a"', 'status:"50*"'):
    print(text, json.dumps(build(parser.parse(text))))
END
PYTHONPATH=packages timeout 120 python3 -W ignore queries.py | tee said

if [ "$(cat said)" = 'url:http\:\/\/a {"term": {"url": {"value": "http\\:\\/\\/a"}}}
url:"http://a" {"term": {"url": {"value": "http://a"}}}
status:"50*" {"wildcard": {"status": {"value": "50*"}}}' ]; then
  echo 'Still so: the backslash is searched for, and a quoted asterisk is a wildcard.'
else
  echo 'Changed: luqum now builds another query of escaped and quoted values.'
  exit 1
fi
