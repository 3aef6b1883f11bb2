#!/usr/bin/env bash
# In odata-query a filter for `order_7` finds all but that: in its SQL an underline becomes two, each for any character, and a percent sign stays a wildcard.
#
# Version: odata-query 0.10.0 (PyPI), its SQLite dialect run by the sqlite3 of Python; seen in November 2026.
# Behaviour: `contains`, `startswith` and `endswith` of an OData filter take text as it is. odata-query makes LIKE of them and doubles `_` and `%`, which is no escape
#   in SQL: `LIKE '%order__7%'` asks for two characters, of any kind, where there was one underline. `eq` is not affected.
# Output seen (in a table of "order_7", "order-17", "50% off", "50 pieces"):
#   contains(name,'order_7')    order-17
#   startswith(name,'50%')      50% off, 50 pieces
#   name eq 'order_7'           order_7
# Why it matters: identifiers, names of files and of indices have underlines. The row that was asked for is not in the answer, and another one is, with 200.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages odata-query==0.10.0 2> /dev/null < /dev/null

cat > find.py << 'END'
import sqlite3

from odata_query.grammar import ODataLexer, ODataParser
from odata_query.sql import AstToSqliteSqlVisitor

table = sqlite3.connect(":memory:")
table.execute("CREATE TABLE things (name TEXT)")
table.executemany("INSERT INTO things VALUES (?)", [("order_7",), ("order-17",), ("50% off",), ("50 pieces",)])
for text in ("contains(name,'order_7')", "startswith(name,'50%')", "name eq 'order_7'"):
    where = AstToSqliteSqlVisitor().visit(ODataParser().parse(ODataLexer().tokenize(text)))
    rows = [name for (name,) in table.execute(f"SELECT name FROM things WHERE {where}")]
    print(f"{text}: {', '.join(rows)}")
END
PYTHONPATH=packages timeout 60 python3 -W ignore find.py 2> /dev/null | tee said

if [ "$(cat said)" = "contains(name,'order_7'): order-17
startswith(name,'50%'): 50% off, 50 pieces
name eq 'order_7': order_7" ]; then
  echo 'Still so: an underline and a percent sign are not taken as they are.'
else
  echo 'Changed: the filter now finds other rows.'
  exit 1
fi
