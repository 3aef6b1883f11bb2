#!/usr/bin/env bash
# A JSONPath filter for "has the member" leaves out members that are false, 0, empty or null in two libraries, and its negation finds them.
#
# Versions: jsonpath 1.3.0, jsonpath-plus 11.3.0 and jsonpath-rfc9535 1.3.0 (npm), jsonpath-ng 1.16.0 (PyPI), seen in November 2026.
# Behaviour: RFC 9535, section 2.3.5.2.1: `[?(@.deprecated)]` tests that the node exists; its value does not count. jsonpath and jsonpath-plus test the
#   value as JavaScript does, and compare loosely, too: with them "0" is equal to 0.
# Output seen (number of nodes in [{"d":true},{"d":false},{"d":0},{"d":"0"},{"d":null},{}]; jsonpath, jsonpath-plus, jsonpath-rfc9535, jsonpath-ng):
#   $[?(@.d)]      2 2 5 5
#   $[?(!@.d)]     4 4 1 1
#   $[?(@.d==0)]   3 3 1 1
# Why it matters: "remove every operation that says `deprecated`", or "each parameter without `required`", selects other nodes in each tool, since both
#   kinds of libraries are in use for overlays and linting. `[?(@.d==true)]` means the same in all.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund jsonpath@1.3.0 jsonpath-plus@11.3.0 jsonpath-rfc9535@1.3.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages jsonpath-ng==1.16.0 2> /dev/null < /dev/null

printf '%s\n' '$[?(@.d)]' '$[?(!@.d)]' '$[?(@.d==0)]' > queries
echo '[{"d":true},{"d":false},{"d":0},{"d":"0"},{"d":null},{}]' > document.json
cat > find.js << 'END'
import { readFileSync } from 'node:fs';
import jsonpath from 'jsonpath';
import { JSONPath } from 'jsonpath-plus';
import { query } from 'jsonpath-rfc9535';
const json = JSON.parse(readFileSync('document.json', 'utf8'));
for (const path of readFileSync('queries', 'utf8').trim().split('\n'))
  console.log(jsonpath.query(json, path).length, JSONPath({ path, json }).length, query(json, path).length);
END
cat > find.py << 'END'
import json

from jsonpath_ng.ext import parse

document = json.load(open("document.json"))
for path in open("queries").read().splitlines():
    print(len(parse(path).find(document)))
END
timeout 60 node find.js > js
PYTHONPATH=packages timeout 60 python3 -W ignore find.py > py
paste -d ' ' js py > said
paste queries said

if [ "$(cat said)" = '2 2 5 5
4 4 1 1
3 3 1 1' ]; then
  echo 'Still so: presence is tested as truth, and numbers are compared with texts.'
else
  echo 'Changed: one of the libraries now tests in another way.'
  exit 1
fi
