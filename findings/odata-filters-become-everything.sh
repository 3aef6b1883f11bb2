#!/usr/bin/env bash
# An OData filter with `not`, a sum or a plain boolean becomes "everything" for MongoDB and SQL: the two converters drop what they do not know.
#
# Version: odata-v4-mongodb 0.1.12, odata-v4-sql 0.1.2 and odata-v4-inmemory 0.1.9 (npm), seen in November 2026.
# Behaviour: the three are one family and read the same grammar, by the parser odata-v4-parser. What the first two have no rule for gives an empty condition, `{}`
#   or `1 = 1`, under `and` a condition less; the SQL one prints the node on the console. The protocol of OData (part 1, section 9.3.1) has the answer 501 for what
#   a service does not implement; the page of the first one lists plain comparisons as ready. In memory the same filters are right, but for a quotation mark in a text: `'O''Brien'` finds no one.
# Output seen (MongoDB; SQL; identifiers found in memory, of 1 with n 5 and active, 2 with n 1):
#   not (n eq 5)            {"n":{"$not":5}}   1 = 1         2
#   not active              {}                 1 = 1         2
#   active                  {}                 [active]      1
#   n add 5 eq 10           {}                  = ?          1
#   name eq 'O''Brien'      {"name":"O'Brien"} [name] = ?    nothing, though it is the name of 1
# Why it matters: `?$filter=not active` lists everybody, and a service that deletes or changes what a filter names does so with all. It answers 200.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts odata-v4-mongodb@0.1.12 odata-v4-sql@0.1.2 odata-v4-inmemory@0.1.9 < /dev/null

cat > filter.js << 'END'
import mongo from 'odata-v4-mongodb';
import sql from 'odata-v4-sql';
import memory from 'odata-v4-inmemory';
console.log = () => {}; // The parts that are not known are printed here.
const users = [
  { id: 1, n: 5, active: true, name: "O'Brien" },
  { id: 2, n: 1, active: false, name: 'Ann' },
];
for (const filter of ['n eq 5', 'not (n eq 5)', 'not active', 'active', 'n add 5 eq 10', "name eq 'O''Brien'"]) {
  const found = users.filter(memory.createFilter(filter)).map(({ id }) => id);
  console.info(`${filter}: ${JSON.stringify(mongo.createFilter(filter))}; ${sql.createFilter(filter).where}; ${found.join(' ') || 'nothing'}`);
}
END
timeout 60 node filter.js | tee said

if [ "$(cat said)" = "n eq 5: {\"n\":5}; [n] = ?; 1
not (n eq 5): {\"n\":{\"\$not\":5}}; 1 = 1; 2
not active: {}; 1 = 1; 2
active: {}; [active]; 1
n add 5 eq 10: {};  = ?; 1
name eq 'O''Brien': {\"name\":\"O'Brien\"}; [name] = ?; nothing" ]; then
  echo 'Still so: what is not known becomes everything.'
else
  echo 'Changed: a filter is now converted in another way.'
  exit 1
fi
