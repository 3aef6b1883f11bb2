#!/usr/bin/env bash
# In the query classes of both Python clients, "not (two of these)" becomes "none of these": `~` and `exclude` lose `minimum_should_match`.
#
# Version: elasticsearch 9.5.1 and opensearch-py 3.2.0 (PyPI), seen in November 2026.
# Behaviour: `Q('bool', should=[a, b, c], minimum_should_match=2)` matches what has at least two of the three. `~` of it is to match everything else, so
#   also what has one of them. It becomes a `must_not` with the three conditions: everything that has one is left out, too. `Search.exclude(...)` is built on
#   `~`. `&` and `|` of the same classes keep the number.
# Output seen (both packages; a document with the tag `a` only has fewer than two of the tags):
#   query:   at least 2 of ["a", "b", "c"]
#   ~:       {"bool": {"must_not": [{"term": {"tags": "a"}}, {"term": {"tags": "b"}}, {"term": {"tags": "c"}}]}}
#   exclude: the same, as a filter
# Why it matters: more documents disappear from the results than were excluded, and nothing says so. `Q('bool', must_not=[query])` is the right negation.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 opensearch-py==3.2.0 2> /dev/null < /dev/null

cat > negate.py << 'END'
import importlib
import json

for name in ("elasticsearch.dsl", "opensearchpy"):
    module = importlib.import_module(name)
    tags = [module.Q("term", tags=tag) for tag in "abc"]
    two = module.Q("bool", should=tags, minimum_should_match=2)
    print("%s ~ %s" % (name, json.dumps((~two).to_dict())))
    print("%s exclude %s" % (name, json.dumps(module.Search().exclude(two).to_dict()["query"]["bool"]["filter"])))
    print("%s & %s" % (name, (two & module.Q("term", x=1)).to_dict()["bool"]["minimum_should_match"]))
END
PYTHONPATH=packages timeout 120 python3 -W ignore negate.py | tee said

none='{"bool": {"must_not": [{"term": {"tags": "a"}}, {"term": {"tags": "b"}}, {"term": {"tags": "c"}}]}}'
if [ "$(cat said)" = "elasticsearch.dsl ~ $none
elasticsearch.dsl exclude [$none]
elasticsearch.dsl & 2
opensearchpy ~ $none
opensearchpy exclude [$none]
opensearchpy & 2" ]; then
  echo 'Still so: the number of conditions is lost by a negation.'
else
  echo 'Changed: the classes now negate a query in another way.'
  exit 1
fi
