#!/usr/bin/env bash
# In the Python package `responses` an expected header has to have the case of the sent one, and no form with a list or an empty member can be expected.
#
# Version: responses 0.26.3 with requests 2.32.5 (PyPI), seen in November 2026.
# Behaviour: `header_matcher({"x-tag": "1"})` does not match the field `X-Tag: 1`; HTTP does not distinguish the case of names. `urlencoded_params_matcher`
#   keeps the last one of several values, and no empty ones: for `a=1&a=2` neither the list nor the list of the library's own `query_param_matcher` matches,
#   but `{"a": "2"}` does; `a=1&b=` matches `{"a": "1"}`, and nothing matches with `b`. Numbers are never matched, though `query_param_matcher` takes them.
# Output seen:
#   header x-tag: no match      header X-Tag: match
#   form a=1&a=2: ["1", "2"] no match, "2" match
#   form a=1&b=:  with b no match, without b match
# Why it matters: tests fail for a request that is right, and pass when a value or a member is missing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages responses==0.26.3 requests==2.32.5 2> /dev/null < /dev/null

cat > match.py << 'END'
import requests
import responses
from responses import matchers


def send(word, matcher, **options):
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        mock.add("POST", "http://127.0.0.1/items", match=[matcher])
        try:
            requests.post("http://127.0.0.1/items", **options)
            print(word, "match")
        except requests.ConnectionError:
            print(word, "no match")


form = matchers.urlencoded_params_matcher
send("header x-tag:", matchers.header_matcher({"x-tag": "1"}), headers={"X-Tag": "1"})
send("header X-Tag:", matchers.header_matcher({"X-Tag": "1"}), headers={"X-Tag": "1"})
send("both values:", form({"a": ["1", "2"]}), data={"a": ["1", "2"]})
send("last value:", form({"a": "2"}), data={"a": ["1", "2"]})
send("with the empty member:", form({"a": "1", "b": ""}), data={"a": "1", "b": ""})
send("without it:", form({"a": "1"}), data={"a": "1", "b": ""})
send("number in a form:", form({"a": 1}), data={"a": 1})
send("number in a query:", matchers.query_param_matcher({"a": 1}), params={"a": 1})
END
PYTHONPATH=packages timeout 120 python3 -W ignore match.py | tee said

if [ "$(cat said)" = 'header x-tag: no match
header X-Tag: match
both values: no match
last value: match
with the empty member: no match
without it: match
number in a form: no match
number in a query: match' ]; then
  echo 'Still so: forms and headers are matched in this way.'
else
  echo 'Changed: the matchers now work in another way.'
  exit 1
fi
