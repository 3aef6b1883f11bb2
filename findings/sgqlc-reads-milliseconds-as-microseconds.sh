#!/usr/bin/env bash
# sgqlc reads the time `10:00:00.123Z` as 123 microseconds and sends it so, refuses times with seven digits, makes true of "false", and 1 of 1.9.
#
# Version: sgqlc 18 (PyPI), compared with the parser of graphql-core 3.2.14; seen in December 2026.
# Behaviour: a GraphQL client for Python that makes types of a schema, and reads and writes values by them. The digits behind the point of a second are taken
#   as a number of microseconds, whatever their count; ISO 8601 makes them a fraction. Values of an argument are converted as Python converts them, where
#   GraphQL demands an error of a client that gives a fraction for Int or a text for Boolean. A value of a scalar for JSON is written into the query as JSON,
#   with its names in quotation marks: the grammar of GraphQL has names without them.
# Output seen:
#   DateTime "2026-01-01T10:00:00.123Z", read      2026-01-01 10:00:00.000123+00:00
#   the same, as an argument                       "2026-01-01T10:00:00.000123+00:00"
#   DateTime "2026-01-01T10:00:00.5Z", read        2026-01-01 10:00:00.000005+00:00
#   DateTime "2026-01-01T10:00:00.1234567Z", read  ValueError
#   Int 1.9, Boolean "false", String True          1, true, "True"
#   a scalar with {"a": 1}                         {"a": 1}, a syntax error
# Why it matters: servers in JavaScript write three digits and .NET's write seven. What is read and written back is earlier by up to a second, so "changed
#   since" finds documents again, and an update that compares the time is refused. With variables the caller writes the values.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages sgqlc==18 graphql-core==3.2.14 2> /dev/null < /dev/null

cat > ask.py << 'END'
from graphql import GraphQLSyntaxError, parse
from sgqlc.operation import Operation
from sgqlc.types import Boolean, Field, Int, Scalar, String, Type
from sgqlc.types.datetime import DateTime


class JSON(Scalar):
    pass


class Query(Type):
    find = Field(String, args={"since": DateTime, "count": Int, "open": Boolean, "name": String, "filter": JSON})


for time in ["2026-01-01T10:00:00.123Z", "2026-01-01T10:00:00.5Z", "2026-01-01T10:00:00.123456Z", "2026-01-01T10:00:00.1234567Z"]:
    try:
        print(time, "is", DateTime(time))
    except ValueError:
        print(time, "is a ValueError")

for arguments in [{"since": "2026-01-01T10:00:00.123Z"}, {"count": 1.9, "open": "false", "name": True}, {"filter": {"a": 1}}]:
    operation = Operation(Query)
    operation.find(**arguments)
    try:
        parse(str(operation))
        said = "GraphQL"
    except GraphQLSyntaxError:
        said = "a syntax error"
    print(" ".join(str(operation).split()), "is", said)
END
PYTHONPATH=packages timeout 120 python3 -W ignore ask.py | tee said

cat > expected << 'END'
2026-01-01T10:00:00.123Z is 2026-01-01 10:00:00.000123+00:00
2026-01-01T10:00:00.5Z is 2026-01-01 10:00:00.000005+00:00
2026-01-01T10:00:00.123456Z is 2026-01-01 10:00:00.123456+00:00
2026-01-01T10:00:00.1234567Z is a ValueError
query { find(since: "2026-01-01T10:00:00.000123+00:00") } is GraphQL
query { find(count: 1, open: true, name: "True") } is GraphQL
query { find(filter: {"a": 1}) } is a syntax error
END
if cmp -s said expected; then
  echo 'Still so: times are moved, and values are converted without an error.'
else
  echo 'Changed: the client reads or writes other values now.'
  exit 1
fi
