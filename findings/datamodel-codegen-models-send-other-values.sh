#!/usr/bin/env bash
# Models that datamodel-code-generator writes send `P30D` for the duration `P1M`, stars for a password, and of "one or both of two forms" the members of one.
#
# Version: datamodel-code-generator 0.89.0 with pydantic 2.14.4 (PyPI), seen in December 2026.
# Behaviour: the tool writes Pydantic models of the schemas of a description. Each value below but the last is valid by its schema, is read by the model and
#   written as JSON again. A duration becomes one of Python, which has no months. `format: password`, which OpenAPI calls a hint for forms, becomes a type that
#   writes stars. `anyOf` of two objects is a choice: the members of the other one are dropped without an error. A URL gets a slash, seven digits of a second
#   become six, and a boolean where a text or an integer is expected, which is not valid, is taken and sent as 1.
# Output seen (read, then written):
#   duration "P1M"                          "P30D"
#   password "secret"                       "**********"
#   anyOf of {x} and {y}: {"x":1,"y":2}     {"x":1}
#   uri "https://api.test"                  "https://api.test/"
#   date-time "…00.1234567Z"                "…00.123456Z"
#   oneOf text or integer: true             1
# Why it matters: what is read with GET and written back with PUT is another document: 30 days for a month, a member lost, a password of stars. A redirect URI
#   has to be equal to the letter. Compare the JSON of a model with what was read once, before it is used for writing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages datamodel-code-generator==0.89.0 pydantic==2.14.4 \
  2> /dev/null < /dev/null

cat > description.json << 'END'
{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{
"X":{"type":"object","properties":{"x":{"type":"integer"}}},
"Y":{"type":"object","properties":{"y":{"type":"integer"}}},
"Thing":{"type":"object","properties":{
"period":{"type":"string","format":"duration"},
"secret":{"type":"string","format":"password"},
"both":{"anyOf":[{"$ref":"#/components/schemas/X"},{"$ref":"#/components/schemas/Y"}]},
"url":{"type":"string","format":"uri"},
"time":{"type":"string","format":"date-time"},
"key":{"oneOf":[{"type":"string"},{"type":"integer"}]}}}}}}
END
export PYTHONPATH=packages
timeout 120 python3 -W ignore -m datamodel_code_generator --input description.json --input-file-type openapi --output-model-type pydantic_v2.BaseModel \
  --output model.py > log 2>&1 < /dev/null

cat > ask.py << 'END'
import json

from model import Thing

for thing in [
    {"period": "P1M"},
    {"secret": "secret"},
    {"both": {"x": 1, "y": 2}},
    {"url": "https://api.test"},
    {"time": "2026-01-01T12:00:00.1234567Z"},
    {"key": True},
]:
    text = json.dumps(thing)
    print(text, "is written as", Thing.model_validate_json(text).model_dump_json(exclude_unset=True))
END
timeout 120 python3 ask.py | tee said

cat > expected << 'END'
{"period": "P1M"} is written as {"period":"P30D"}
{"secret": "secret"} is written as {"secret":"**********"}
{"both": {"x": 1, "y": 2}} is written as {"both":{"x":1}}
{"url": "https://api.test"} is written as {"url":"https://api.test/"}
{"time": "2026-01-01T12:00:00.1234567Z"} is written as {"time":"2026-01-01T12:00:00.123456Z"}
{"key": true} is written as {"key":1}
END
if cmp -s said expected; then
  echo 'Still so: a value that is read is written as another one.'
else
  echo 'Changed: the models now write other values.'
  exit 1
fi
