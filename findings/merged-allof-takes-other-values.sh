#!/usr/bin/env bash
# Merging an `allOf` into one schema changes what is valid in four libraries: two patterns become one that nothing matches, and an integer becomes anything.
#
# Version: json-schema-merge-allof 0.8.1, @stoplight/json-schema-merge-allof 0.8.0, allof-merge 0.6.8 and @fastify/merge-json-schemas 0.2.2 (npm), judged by ajv
#   8.17.1; seen in November 2026.
# Behaviour: the first three say that the "merged schema does not validate more or less than the original schema". Of the patterns `[A-Z]` and `[0-9]` (a capital
#   and a digit, anywhere) they make `(?=[A-Z])(?=[0-9])`: one character that is both. allof-merge loses the type of "integer and number", both of which an integer
#   is. Fastify's makes "not (a and b)" of "not a" and "not b". Two of them throw for an integer, and Fastify's for patterns, which is said at once.
# Output seen (before and after the merge: + valid, - refused, error):
#                      merge-allof  stoplight  allof-merge  fastify
#   password "Secret1"    + -          + -        + -        + error
#   a text for integer    - error      - error    - +        - error
#   {"a":1}, not a        - -          - -        - -        - +
# Why it matters: these libraries prepare descriptions for documentation, forms, generators and Fastify's serializer. A rule for passwords that is split over an `allOf`, as
#   one does since one pattern cannot say "both", refuses each password after it. Rulebook checks each part of an `allOf` by itself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts json-schema-merge-allof@0.8.1 @stoplight/json-schema-merge-allof@0.8.0 allof-merge@0.6.8 \
  @fastify/merge-json-schemas@0.2.2 ajv@8.17.1 < /dev/null

cat > merge.js << 'END'
import mergeAllOf from 'json-schema-merge-allof';
import stoplight from '@stoplight/json-schema-merge-allof';
import { merge } from 'allof-merge';
import { mergeSchemas } from '@fastify/merge-json-schemas';
import { Ajv } from 'ajv';
const libraries = [mergeAllOf, stoplight, (schema) => merge(schema), ({ allOf }) => mergeSchemas(allOf)];
const cases = {
  password: [[{ pattern: '[A-Z]' }, { pattern: '[0-9]' }], 'Secret1'],
  integer: [[{ type: 'integer' }, { type: 'number', minimum: 1 }], 'text'],
  not: [[{ not: { required: ['a'] } }, { not: { required: ['b'] } }], { a: 1 }],
};
const judged = (schema, value) => (new Ajv({ strict: false }).validate(schema, value) ? '+' : '-');
for (const [name, [allOf, value]] of Object.entries(cases)) {
  const before = judged({ allOf }, value);
  const after = libraries.map((library) => {
    try {
      return judged(library(structuredClone({ allOf })), value);
    } catch {
      return 'error';
    }
  });
  console.log(`${name}: ${before} -> ${after.join(' ')}`);
}
END
timeout 60 node merge.js | tee said

if [ "$(cat said)" = 'password: + -> - - - error
integer: - -> error error + error
not: - -> - - - +' ]; then
  echo 'Still so: the merged schema takes other values.'
else
  echo 'Changed: schemas are now merged in another way.'
  exit 1
fi
