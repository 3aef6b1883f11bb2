#!/usr/bin/env bash
# The npm package `lucene` reads `jon~2`, a word with two changes, as the word `jon~` and the word `2`, and `n:-5` as "not 5".
#
# Version: lucene 2.1.1 (npm), seen in November 2026.
# Behaviour: a whole number behind `~` is the edit distance of Lucene since version 4 (2012). The parser takes only numbers below 1, the form before that:
#   of `name:jon~2 AND city:rome` it makes three clauses, with a new one for `2` in the default field, and `toString` writes them so. A negative
#   number as a value becomes a prohibited positive one. Both without an error; `toString(parse(text))` is the documented way to rewrite queries.
# Output seen:
#   name:jon~2 AND city:rome   name:jon~ 2 AND city:rome
#   jon~1                      jon~ 1
#   n:-5                       prefix -, term 5
#   n:[-5 TO 5]                term_min -5
# Why it matters: a valid query that passes through the package, to add a filter, for example, is sent as another one: `2` has to occur somewhere.
#   A search for -5 degrees finds all others.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund lucene@2.1.1 < /dev/null

cat > parse.js << 'END'
import lucene from 'lucene';
for (const text of ['name:jon~2 AND city:rome', 'jon~1']) console.log(`${text}: ${lucene.toString(lucene.parse(text))}`);
const { prefix, term } = lucene.parse('n:-5').left;
console.log(`n:-5: prefix ${prefix}, term ${term}`);
console.log(`n:[-5 TO 5]: term_min ${lucene.parse('n:[-5 TO 5]').left.term_min}`);
END
timeout 60 node parse.js | tee said

if [ "$(cat said)" = 'name:jon~2 AND city:rome: name:jon~ 2 AND city:rome
jon~1: jon~ 1
n:-5: prefix -, term 5
n:[-5 TO 5]: term_min -5' ]; then
  echo 'Still so: the distance is a word, and the sign of a number is a prohibition.'
else
  echo 'Changed: the package lucene now reads these queries in another way.'
  exit 1
fi
