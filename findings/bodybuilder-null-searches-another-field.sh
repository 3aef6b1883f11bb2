#!/usr/bin/env bash
# In bodybuilder `.query('term', 'user', null)` becomes a search for "user" in a field named `field`; an undefined value, too.
#
# Version: bodybuilder 2.5.1 (npm), seen in November 2026.
# Behaviour: the form with two arguments is for clauses such as `exists`, which take the name of a field: `query('exists', 'user')` is
#   `{"exists":{"field":"user"}}`. A third argument that is null or undefined counts as not given, so the name of the field becomes the value, of a field
#   that is called `field`. 0, false and an empty text are kept. The same for `filter` and `notFilter`, and `match`, `prefix` and others.
# Output seen:
#   query term user null:      {"query":{"term":{"field":"user"}}}
#   notFilter term user null:  {"query":{"bool":{"filter":{"bool":{"must_not":[{"term":{"field":"user"}}]}}}}}
#   query term user 0:         {"query":{"term":{"user":0}}}
# Why it matters: a variable that has no value is the common case of a search form. The server takes the query, `filter` finds nothing, and `notFilter`
#   excludes nothing, where a null in a `term` would have been refused with a message.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund bodybuilder@2.5.1 < /dev/null

cat > build.js << 'END'
import bodybuilder from 'bodybuilder';
const show = (name, body) => console.log(`${name}: ${JSON.stringify(body.build())}`);
show('query term user null', bodybuilder().query('term', 'user', null));
show('query match user undefined', bodybuilder().query('match', 'user', undefined));
show('notFilter term user null', bodybuilder().notFilter('term', 'user', null));
show('query term user 0', bodybuilder().query('term', 'user', 0));
END
timeout 60 node build.js | tee said

if [ "$(cat said)" = 'query term user null: {"query":{"term":{"field":"user"}}}
query match user undefined: {"query":{"match":{"field":"user"}}}
notFilter term user null: {"query":{"bool":{"filter":{"bool":{"must_not":[{"term":{"field":"user"}}]}}}}}
query term user 0: {"query":{"term":{"user":0}}}' ]; then
  echo 'Still so: the name of the field is searched for in a field named field.'
else
  echo 'Changed: bodybuilder now builds another query of a value that is missing.'
  exit 1
fi
