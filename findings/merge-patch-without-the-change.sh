#!/usr/bin/env bash
# The merge patch that json-merge-patch of Python makes of two documents is empty if 1 becomes true, 0 becomes false, or 1 becomes 1.0.
#
# Version: json-merge-patch 0.3.0 (PyPI), compared with json-merge-patch 1.0.2 (npm), seen in November 2026.
# Behaviour: `create_patch` compares by Python's `==`, for which `1 == True`, and `0 == False`. The patch has no member for such a change, at the root, nested, or
#   within a list. `merge` with it leaves the old value. In JSON a number and a boolean are never equal. The package of the same name for Node.js writes the change.
# Output seen (Python, Node.js):
#   {"private":1} to {"private":true}          {}    {"private":true}
#   {"a":{"on":false}} to {"a":{"on":0}}       {}    {"a":{"on":0}}
#   {"ids":[1,2]} to {"ids":[true,2]}          {}    {"ids":[true,2]}
#   {"n":2} to {"n":3}                         {"n":3}  {"n":3}
# Why it matters: a field that was stored as a number by mistake is repaired to a boolean, the PATCH is sent with `{}`, answered with 200, and nothing has
#   changed; the next comparison finds no difference either.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund json-merge-patch@1.0.2 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages json-merge-patch==0.3.0 2> /dev/null < /dev/null

printf '%s\n' '{"private":1} {"private":true}' '{"a":{"on":false}} {"a":{"on":0}}' '{"ids":[1,2]} {"ids":[true,2]}' '{"n":2} {"n":3}' > cases
cat > compare.js << 'END'
import { readFileSync } from 'node:fs';
import merge from 'json-merge-patch';
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) console.log(JSON.stringify(merge.generate(...line.split(' ').map((text) => JSON.parse(text)))));
END
cat > compare.py << 'END'
import json

import json_merge_patch

for line in open("cases").read().splitlines():
    before, after = map(json.loads, line.split(" "))
    print(json.dumps(json_merge_patch.create_patch(before, after), separators=(",", ":")))
END
PYTHONPATH=packages timeout 60 python3 compare.py > py.txt
timeout 60 node compare.js > js.txt
paste -d ' ' cases py.txt js.txt | tee said

if [ "$(cat said)" = '{"private":1} {"private":true} {} {"private":true}
{"a":{"on":false}} {"a":{"on":0}} {} {"a":{"on":0}}
{"ids":[1,2]} {"ids":[true,2]} {} {"ids":[true,2]}
{"n":2} {"n":3} {"n":3} {"n":3}' ]; then
  echo 'Still so: the patch is empty.'
else
  echo 'Changed: a library now compares in another way.'
  exit 1
fi
