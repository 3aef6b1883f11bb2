#!/usr/bin/env bash
# @croct/json5-parser writes the next entry twice when one is removed from compact JSON: `[1,2]` without its first entry becomes `[22]`.
#
# Version: @croct/json5-parser 0.2.2 (npm), seen in November 2026.
# Behaviour: the package is a "lossless" parser: a document is read, changed and written back with its comments and spaces. If no space follows the comma, which is how
#   every program writes compact JSON, the entry after the removed one is written twice, without a comma. A removed member that was the only one leaves a brace too
#   many. `update` with another value does the same. With a space after the comma, or one entry for each line, all is right.
# Output seen:
#   [1,2] without its first entry       -> [22]           [1, 2] -> [ 2]
#   {"a":1,"b":2} without "a"           -> {"b":2"b":2}   {"a": 1, "b": 2} -> { "b": 2}
#   {"a":1,"b":2} updated to {"b":2}    -> {"b":2"b":2}
#   {"a":1} without "a"                 -> {}}
# Why it matters: programs edit settings, package files and collections with it. A list of numbers stays valid JSON with another number in it, which no parser
#   notices; the rest cannot be read any more.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts @croct/json5-parser@0.2.2 < /dev/null

cat > remove.mjs << 'END'
import { JsonParser } from '@croct/json5-parser';
const changed = (text, change) => {
  const node = JsonParser.parse(text);
  change(node);
  console.log(`${text} -> ${node.toString()}`);
};
for (const text of ['[1,2]', '[1, 2]']) changed(text, (list) => list.delete(0));
for (const text of ['{"a":1,"b":2}', '{"a": 1, "b": 2}', '{"a":1}']) changed(text, (object) => object.delete('a'));
changed('{"a":1,"b":2}', (object) => object.update({ b: 2 }));
END
timeout 60 node remove.mjs | tee said

if [ "$(cat said)" = '[1,2] -> [22]
[1, 2] -> [ 2]
{"a":1,"b":2} -> {"b":2"b":2}
{"a": 1, "b": 2} -> { "b": 2}
{"a":1} -> {}}
{"a":1,"b":2} -> {"b":2"b":2}' ]; then
  echo 'Still so: the entry after the removed one is written twice.'
else
  echo 'Changed: an entry is now removed in another way.'
  exit 1
fi
