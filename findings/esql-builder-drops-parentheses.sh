#!/usr/bin/env bash
# The ES|QL builder of the Python client drops parentheses, so `(a + 1) * 2` is sent as `a + 1 * 2`, takes the texts of `in_` for fields, and writes `é` as `\u00e9`.
#
# Version: elasticsearch 9.5.1 (PyPI), seen in December 2026.
# Behaviour: `elasticsearch.esql` makes the text of a query out of Python expressions. An operator joins the texts of its sides as they are, so what Python
#   calculated first is not what the server calculates first. `in_("a", "b")` writes names of columns where `== "a"` writes a text. A text is written as JSON,
#   but the grammar of ES|QL knows the escapes `\t`, `\n`, `\r`, `\"` and `\\` only: each text with a letter outside ASCII is one that the server cannot read.
#   The name of a field is quoted by `keep` and by `sort`, and not in an expression: `user-id` is a subtraction there.
# Output seen:
#   (E("a") + 1) * 2                        a + 1 * 2
#   E("a") - (E("b") - E("c"))              a - b - c
#   E("state").in_("new", "old")            state IN (new, old)
#   E("name") == "Zoë"                      name == "Zo\u00eb"
#   E("user-id") == 7, keep("user-id")      user-id == 7, KEEP `user-id`
# Why it matters: the first two are valid queries with other results, and no error says so. The others are refused, or compare with columns that happen to
#   have the name. A query that is written as text, with `?name` and `params` for its values, is sent as it is written.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages elasticsearch==9.5.1 2> /dev/null < /dev/null

cat > ask.py << 'END'
from elasticsearch.esql import ESQL, E

logs = ESQL.from_("logs")
for query in [
    logs.eval(x=(E("a") + 1) * 2),
    logs.eval(x=E("a") - (E("b") - E("c"))),
    logs.where(E("state").in_("new", "old")),
    logs.where(E("state") == "new"),
    logs.where(E("name") == "Zoë"),
    logs.where(E("user-id") == 7).keep("user-id"),
]:
    print(str(query).replace("\n", " "))
END
PYTHONPATH=packages timeout 120 python3 ask.py | tee said

cat > expected << 'END'
FROM logs | EVAL x = a + 1 * 2
FROM logs | EVAL x = a - b - c
FROM logs | WHERE state IN (new, old)
FROM logs | WHERE state == "new"
FROM logs | WHERE name == "Zo\u00eb"
FROM logs | WHERE user-id == 7 | KEEP `user-id`
END
if cmp -s said expected; then
  echo 'Still so: the query that is sent is another one than the expression.'
else
  echo 'Changed: the builder now writes other queries.'
  exit 1
fi
