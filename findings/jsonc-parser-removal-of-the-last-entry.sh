#!/usr/bin/env bash
# jsonc-parser breaks a list that is written on one line when its last entry is removed: `[1,2]` without its second entry becomes `[12]`.
#
# Version: jsonc-parser 3.3.1 (npm), seen in November 2026.
# Behaviour: `modify(text, path, undefined)` gives the edits that remove what the path leads to. For the last one of several entries, the length of the edit
#   takes for granted that a line break is in front of the closing bracket. If the bracket follows the entry at once, the last character of the entry stays:
#   the digit of a number (still valid JSON, with another value), or a quotation mark or a brace (JSON that cannot be read). A list with one entry for each
#   line is changed correctly, and so is an object on one line.
# Output seen:
#   [1,2] -> [12]
#   ["a", "b"] -> ["a""]
#   [{"a":1},{"b":2}] -> [{"a":1}}]
#   {"a":1,"b":2} -> {"a":1}
# Why it matters: this is the library with which VS Code and many tools edit settings and configurations with comments. Short lists are usually written on
#   one line, and the number that is wrong afterwards is not noticed by any parser.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund jsonc-parser@3.3.1 < /dev/null

cat > remove.mjs << 'END'
import { applyEdits, modify } from 'jsonc-parser';
for (const text of ['[1,2]', '["a", "b"]', '[{"a":1},{"b":2}]', '[\n1,\n2\n]']) {
  console.log(JSON.stringify(text), JSON.stringify(applyEdits(text, modify(text, [1], undefined, {}))));
}
const object = '{"a":1,"b":2}';
console.log(JSON.stringify(object), JSON.stringify(applyEdits(object, modify(object, ['b'], undefined, {}))));
END
timeout 60 node remove.mjs | tee said

if [ "$(cat said)" = '"[1,2]" "[12]"
"[\"a\", \"b\"]" "[\"a\"\"]"
"[{\"a\":1},{\"b\":2}]" "[{\"a\":1}}]"
"[\n1,\n2\n]" "[\n1\n]"
"{\"a\":1,\"b\":2}" "{\"a\":1}"' ]; then
  echo 'Still so: the last character of the removed entry stays.'
else
  echo 'Changed: the last entry of a list is now removed in another way.'
  exit 1
fi
