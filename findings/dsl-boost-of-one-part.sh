#!/usr/bin/env bash
# In the query classes of both Python clients, the boost and the name of one part of a query become those of the whole when another part is added.
#
# Version: elasticsearch 9.5.1 and opensearch-py 3.2.0 (PyPI), seen in November 2026.
# Behaviour: `Q('bool', must=[title], boost=5) & Q('match', body='y')` is one query that counts five times, and one that counts once. What is sent has both
#   in one `bool` with `boost` 5, so both count five times, whichever is written first. Of two boosts the first one is left for both. With `|` and a `bool` of
#   `should` it is the same, and `_name` moves likewise: documents that match the other part are reported under the name, too. `Search.query(...)` called
#   twice is `&`. A boost within `match` stays where it is.
# Output seen (both packages):
#   boosted & plain:      boost 5 around title and body
#   plain & boosted:      boost 5 around title and body
#   boost 5 & boost 3:    boost 5 around both
#   named | plain:        the name around both
# Why it matters: "titles count five times as much" has no effect at all on the order, and `matched_queries` names documents that do not match.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 2> /dev/null < /dev/null

cat > combine.py << 'END'
import importlib

for module in (importlib.import_module("elasticsearch.dsl"), importlib.import_module("opensearchpy")):
    Q = module.Q

    def show(query):
        clauses = query.to_dict()["bool"]
        parts = [next(iter(part["match"])) if "match" in part else "?" for part in clauses.get("must", clauses.get("should"))]
        print(parts, clauses.get("boost"), clauses.get("_name"), sorted(clauses))

    title = Q("bool", must=[Q("match", title="x")], boost=5)
    body = Q("match", body="y")
    show(title & body)
    show(body & title)
    show(title & Q("bool", must=[body], boost=3))
    show(Q("bool", should=[Q("match", title="x")], _name="title") | body)
END
PYTHONPATH=packages timeout 120 python3 -W ignore combine.py | tee said

once="['title', 'body'] 5 None ['boost', 'must']
['title', 'body'] 5 None ['boost', 'must']
['title', 'body'] 5 None ['boost', 'must']
['title', 'body'] None title ['_name', 'should']"
if [ "$(cat said)" = "$once
$once" ]; then
  echo 'Still so: the boost and the name of one part hold for all.'
else
  echo 'Changed: the classes now combine boosts in another way.'
  exit 1
fi
