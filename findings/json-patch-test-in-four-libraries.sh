#!/usr/bin/env bash
# The `test` of a JSON Patch holds in three libraries and fails in Go's: it compares numbers as text, and takes a member that is missing for null.
#
# Version: github.com/evanphx/json-patch/v5 v5.9.11 (Go), fast-json-patch 3.1.1 and rfc6902 5.4.0 (npm), jsonpatch 1.48 (PyPI), seen in November 2026.
# Behaviour: RFC 6902, section 4.6: numbers are equal if their values are, and the value is compared with the one that is there; section 4 makes it an error if the
#   target does not exist. In Go's library, the one of Kubernetes' tools, 10 is not equal to 10.0 nor to 1e1, alone or in a list or an object, so that the patch is
#   refused; "owner is null" holds for a document without `owner`, so that the patch is made. The other three do as the RFC says.
# Output seen (+ holds, - fails; evanphx, fast-json-patch, rfc6902, jsonpatch):
#   {"price":10.0}   test /price 10      - + + +
#   {"at":[1e1]}     test /at [10]       - + + +
#   {}               test /owner null    + - - -
#   {"owner":null}   test /owner null    + + + +
# Why it matters: `test` is the guard of a patch: "only if it is still what I have read". A client in JavaScript writes 10.0 as 10, and its patch of a price that
#   has not changed is refused by a service in Go, each time it is read again.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

printf '%s\n' '{"price":10.0} /price 10' '{"at":[1e1]} /at [10]' '{} /owner null' '{"owner":null} /owner null' > cases

cat > main.go << 'END'
package main

import (
	"fmt"
	"os"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
)

func main() {
	text, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		parts := strings.Fields(line)
		patch, err := jsonpatch.DecodePatch([]byte(fmt.Sprintf(`[{"op":"test","path":"%s","value":%s}]`, parts[1], parts[2])))
		if err != nil {
			panic(err)
		}
		if _, err = patch.Apply([]byte(parts[0])); err == nil {
			fmt.Println("+")
		} else {
			fmt.Println("-")
		}
	}
}
END
timeout 60 go mod init finding 2> /dev/null
timeout 600 go get github.com/evanphx/json-patch/v5@v5.9.11 2> /dev/null
timeout 600 go run . < /dev/null > go.txt

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund fast-json-patch@3.1.1 rfc6902@5.4.0 < /dev/null
cat > apply.js << 'END'
import { readFileSync } from 'node:fs';
import fast from 'fast-json-patch';
import { applyPatch } from 'rfc6902';
const holds = (action) => {
  try {
    return action() ? '+' : '-';
  } catch {
    return '-';
  }
};
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [document, path, value] = line.split(' ');
  const patch = [{ op: 'test', path, value: JSON.parse(value) }];
  const first = holds(() => fast.applyPatch(JSON.parse(document), patch) !== undefined);
  console.log(first, holds(() => applyPatch(JSON.parse(document), patch)[0] === null));
}
END
timeout 60 node apply.js > js.txt

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages jsonpatch==1.48 2> /dev/null < /dev/null
cat > apply.py << 'END'
import json

import jsonpatch

for line in open("cases").read().splitlines():
    document, path, value = line.split(" ")
    try:
        jsonpatch.apply_patch(json.loads(document), [{"op": "test", "path": path, "value": json.loads(value)}])
        print("+")
    except (jsonpatch.JsonPatchException, jsonpatch.JsonPointerException):
        print("-")
END
PYTHONPATH=packages timeout 60 python3 apply.py > py.txt
paste -d ' ' cases go.txt js.txt py.txt | tee said

if [ "$(cat said)" = '{"price":10.0} /price 10 - + + +
{"at":[1e1]} /at [10] - + + +
{} /owner null + - - -
{"owner":null} /owner null + + + +' ]; then
  echo 'Still so: the guard of a patch depends on the library.'
else
  echo 'Changed: a library now compares in another way.'
  exit 1
fi
