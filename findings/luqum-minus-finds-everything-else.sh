#!/usr/bin/env bash
# With luqum `error -debug` finds documents without either word and documents with both, and the plus of `+error slow` demands nothing.
#
# Version: luqum 1.0.0 (PyPI), seen in November 2026.
# Behaviour: in Lucene's syntax `+` makes a clause required and `-` prohibited, of the whole query. luqum's builder wraps each of them in a `bool` of its own
#   and puts those into `should`, one of which is enough. So "not debug" is an alternative to "error", and `+error` to `slow`.
#   `ElasticsearchQueryBuilder(default_operator="must")` makes `-` exclude, and then `error slow` demands both.
# Output seen:
#   error -debug   should: [error, must_not debug]
#   +error slow    should: [must error, slow]
# Why it matters: the text that a user knows from Kibana, or from query_string, gives nearly the whole index instead of a few documents; ranking
#   hides it on the first page, and a count, an export or a delete by query takes all.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages luqum==1.0.0 2> /dev/null < /dev/null

# Runs the built query over four small documents as a server does: of `should` alone, one clause has to hold.
cat > queries.py << 'END'
from luqum.elasticsearch import ElasticsearchQueryBuilder
from luqum.parser import parser


def holds(query, words):
    ((kind, body),) = query.items()
    if kind == "match":
        return body["text"]["query"] in words
    must, prohibited, should = (body.get(name, []) for name in ("must", "must_not", "should"))
    if not all(holds(part, words) for part in must) or any(holds(part, words) for part in prohibited):
        return False
    return bool(must or prohibited) or any(holds(part, words) for part in should)


documents = ("error", "error debug", "slow", "other")
build = ElasticsearchQueryBuilder()
for text in ("error -debug", "+error slow"):
    query = build(parser.parse(text))
    clauses = ["/".join(clause.get("bool", {"": 0})) or "match" for clause in query["bool"]["should"]]
    found = [document for document in documents if holds(query, document.split())]
    print(f"{text}: should {clauses}, finds {found}")
END
PYTHONPATH=packages timeout 120 python3 -W ignore queries.py | tee said

if [ "$(cat said)" = "error -debug: should ['match', 'must_not'], finds ['error', 'error debug', 'slow', 'other']
+error slow: should ['must', 'match'], finds ['error', 'error debug', 'slow']" ]; then
  echo 'Still so: plus and minus count for their own word only.'
else
  echo 'Changed: luqum now builds another query of plus and minus.'
  exit 1
fi
