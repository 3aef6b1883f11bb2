#!/usr/bin/env bash
# In bodybuilder `.filter(a).orFilter(b)` is the same as `.filter(a)`: the alternative is put where it cannot change what is found.
#
# Version: bodybuilder 2.5.1 (npm), seen in November 2026.
# Behaviour: `filter` is put into `must` and `orFilter` into `should` of one `bool`. When there is a `must`, no clause of `should` has to hold, and in the
#   context of a filter there is no score that it could change: the server ignores `b`. Only `orFilter` for both gives an alternative:
#   `.orFilter(a).orFilter(b)`. `query` and `orQuery` alike, where `b` changes the order only.
# Output seen:
#   filter, orFilter:   {"bool":{"must":{"term":{"a":1}},"should":[{"term":{"b":2}}]}}
#   orFilter, orFilter: {"bool":{"should":[{"term":{"a":1}},{"term":{"b":2}}]}}
# Why it matters: read aloud it is "a or b". Documents that meet `b` only are missing in lists and counts, without an error.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund bodybuilder@2.5.1 < /dev/null

cat > build.js << 'END'
import bodybuilder from 'bodybuilder';
const show = (name, body) => console.log(`${name}: ${JSON.stringify(body.build().query.bool.filter)}`);
show('filter, orFilter', bodybuilder().filter('term', 'a', 1).orFilter('term', 'b', 2));
show('orFilter, filter', bodybuilder().orFilter('term', 'b', 2).filter('term', 'a', 1));
show('orFilter, orFilter', bodybuilder().orFilter('term', 'a', 1).orFilter('term', 'b', 2));
END
timeout 60 node build.js | tee said

if [ "$(cat said)" = 'filter, orFilter: {"bool":{"must":{"term":{"a":1}},"should":[{"term":{"b":2}}]}}
orFilter, filter: {"bool":{"must":{"term":{"a":1}},"should":[{"term":{"b":2}}]}}
orFilter, orFilter: {"bool":{"should":[{"term":{"a":1}},{"term":{"b":2}}]}}' ]; then
  echo 'Still so: the alternative has no effect.'
else
  echo 'Changed: bodybuilder now builds another query of an alternative.'
  exit 1
fi
