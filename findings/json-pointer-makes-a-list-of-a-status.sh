#!/usr/bin/env bash
# Three JSON Pointer libraries that set `/responses/404/description` in an empty document make a list: 404 empty entries, then the description.
#
# Version: jsonpointer 5.0.1, json-pointer 0.6.2 and json-ptr 3.1.1 (npm), seen in November 2026.
# Behaviour: their `set` makes what is missing on the way. What a part of digits leads to becomes a list, though RFC 6901, section 4, lets such a part name the
#   member of an object just as well, and a status, a year or an identifier of a user is one. If the object is there already, the same call sets its member.
#   `jsonpointer`, asked to replace the whole document by the pointer "", adds a member named `undefined`.
# Output seen (all three):
#   {}                 /responses/404/description   a list of 405 entries
#   {"responses":{}}   /responses/404/description   {"404":{"description":"..."}}
#   {}                 /users/7/name                a list of 8 entries
# Why it matters: a description of an API, a body or a table of translations that is put together from pairs of pointer and value depends on what was set before, and is
#   full of nulls that the schema of it refuses, far from the call. Set the object first: `/responses`, then what is in it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts jsonpointer@5.0.1 json-pointer@0.6.2 json-ptr@3.1.1 < /dev/null

cat > set.mjs << 'END'
import first from 'jsonpointer';
import second from 'json-pointer';
import { JsonPointer } from 'json-ptr';
const libraries = {
  jsonpointer: (document, pointer) => first.set(document, pointer, 'x'),
  'json-pointer': (document, pointer) => second.set(document, pointer, 'x'),
  'json-ptr': (document, pointer) => JsonPointer.set(document, pointer, 'x', true),
};
const shape = (value) => (Array.isArray(value) ? `list of ${value.length}` : JSON.stringify(value));
for (const [name, set] of Object.entries(libraries)) {
  const empty = {};
  const prepared = { responses: {} };
  const users = {};
  set(empty, '/responses/404/description');
  set(prepared, '/responses/404/description');
  set(users, '/users/7/name');
  console.log(`${name}: ${shape(empty.responses)}; ${shape(prepared.responses)}; ${shape(users.users)}`);
}
const whole = { a: 1 };
first.set(whole, '', 'x');
console.log(JSON.stringify(whole));
END
timeout 60 node set.mjs | tee said

if [ "$(cat said)" = 'jsonpointer: list of 405; {"404":{"description":"x"}}; list of 8
json-pointer: list of 405; {"404":{"description":"x"}}; list of 8
json-ptr: list of 405; {"404":{"description":"x"}}; list of 8
{"a":1,"undefined":"x"}' ]; then
  echo 'Still so: a status becomes the position in a list.'
else
  echo 'Changed: a library now makes what is missing in another way.'
  exit 1
fi
