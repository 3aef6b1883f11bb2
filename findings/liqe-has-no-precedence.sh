#!/usr/bin/env bash
# liqe works from left to right: `a OR b AND c` finds nothing that is only `a`, and `b AND c OR a`, the same query, does.
#
# Versions: liqe 3.8.7 and lucene 2.1.1 (npm), seen in November 2026.
# Behaviour: in liqe, whose queries are "Lucene-like", AND does not bind more than OR. The package `lucene` groups the same text to the right,
#   whatever the words are: of `a AND b OR c` it makes `a AND (b OR c)`. So each has one order of the two queries that it reads as logic does, and
#   each the other one. With parentheses both agree.
# Output seen (documents: "a", "b c", "c"):
#   liqe    a OR b AND c: b c             b AND c OR a: a, b c
#   lucene  a OR (b AND c)                b AND (c OR a)
# Why it matters: a filter that is written by users gives another list when its parts change places, and rules for alerts that are moved between tools
#   of "Lucene syntax" change what they select. Parentheses belong around every AND that is next to an OR.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund liqe@3.8.7 lucene@2.1.1 < /dev/null

cat > find.js << 'END'
import { filter, parse } from 'liqe';
import lucene from 'lucene';
const documents = ['a', 'b c', 'c'].map((text) => ({ text }));
const grouped = (node) => (node.operator ? `(${grouped(node.left)} ${node.operator} ${grouped(node.right)})` : (node.term ?? grouped(node.left)));
for (const text of ['a OR b AND c', 'b AND c OR a', '(b AND c) OR a']) {
  const found = filter(parse(text), documents).map((document) => document.text).sort();
  console.log(`${text} > liqe: ${found.join(', ')}; lucene: ${grouped(lucene.parse(text))}`);
}
END
timeout 60 node find.js | tee said

if [ "$(cat said)" = 'a OR b AND c > liqe: b c; lucene: (a OR (b AND c))
b AND c OR a > liqe: a, b c; lucene: (b AND (c OR a))
(b AND c) OR a > liqe: a, b c; lucene: ((b AND c) OR a)' ]; then
  echo 'Still so: the order of the parts decides.'
else
  echo 'Changed: one of the two now groups AND and OR in another way.'
  exit 1
fi
