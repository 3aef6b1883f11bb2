#!/usr/bin/env bash
# Queries in the form that RFC 9535 made the standard find nothing in two JSONPath libraries, without an error.
#
# Versions: jsonpath-plus 11.3.0 and jsonpath-rfc9535 1.3.0 (npm), jsonpath-python 1.1.6 (PyPI), seen in November 2026.
# Behaviour: RFC 9535 (2024) needs no parentheses in a filter, counts negative indexes from the end, takes several names in one pair of
#   brackets, and both kinds of quotes. jsonpath-plus reads the first two, and jsonpath-python all of these, as the name of a member, which is not
#   there: the result is an empty list, as for a query that fits nothing. With parentheses, `[?(@.id==2)]`, the filter works in all three.
# Output seen (number of nodes; jsonpath-rfc9535, jsonpath-plus, jsonpath-python):
#   $.items[?@.id==2]     1 0 0
#   $.items[?(@.id==2)]   1 1 1
#   $.items[-1]           1 0 0
#   $['items','total'][0] 1 1 0
#   $["total"]            1 1 0
# Why it matters: overlays, workflows (Arazzo) and rules of linters are written with RFC 9535. A check "no node is found" passes, an overlay changes
#   nothing, and a value to be kept is empty, depending on the library below.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund jsonpath-plus@11.3.0 jsonpath-rfc9535@1.3.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages jsonpath-python==1.1.6 2> /dev/null < /dev/null

cat > queries << 'END'
$.items[?@.id==2]
$.items[?(@.id==2)]
$.items[-1]
$['items','total'][0]
$["total"]
END
echo '{"total":3,"items":[{"id":1},{"id":2},{"id":3}]}' > document.json
cat > find.js << 'END'
import { readFileSync } from 'node:fs';
import { JSONPath } from 'jsonpath-plus';
import { query } from 'jsonpath-rfc9535';
const json = JSON.parse(readFileSync('document.json', 'utf8'));
for (const path of readFileSync('queries', 'utf8').trim().split('\n')) console.log(query(json, path).length, JSONPath({ path, json }).length);
END
cat > find.py << 'END'
import json

from jsonpath import JSONPath

document = json.load(open("document.json"))
for path in open("queries").read().splitlines():
    print(len(JSONPath(path).parse(document)))
END
timeout 60 node find.js > js
PYTHONPATH=packages timeout 60 python3 -W ignore find.py > py
paste -d ' ' js py > said
paste queries said

if [ "$(cat said)" = '1 0 0
1 1 1
1 0 0
1 1 0
1 1 0' ]; then
  echo 'Still so: standard queries find nothing.'
else
  echo 'Changed: one of the libraries now reads these queries in another way.'
  exit 1
fi
