#!/usr/bin/env bash
# The persisted documents of GraphQL Code Generator are other operations: two spaces of a text become one, and a text of several lines becomes one line.
#
# Version: @graphql-codegen/cli 7.4.3 and client-preset 6.2.0 with @graphql-tools/documents 1.0.2, graphql 16.15.0 (npm), seen in November 2026.
# Behaviour: white space inside of a string value is part of the value, by the GraphQL specification (String Value). `persistedDocuments: true` of the preset
#   writes each operation on one line by `printExecutableGraphQLDocument`, which replaces every run of white space by a space, in texts, too. The hash that the
#   client sends is the one of the changed operation. `stripIgnoredCharacters` of graphql-js, for the same purpose, leaves texts alone.
# Output seen (the arguments that the server reads in the stored operations, for "error  code" and a Markdown list of two levels):
#   written:                search "error  code"   note "- first\n    - second"
#   stored:                 search "error code"    note " - first - second "
#   stripIgnoredCharacters: search "error  code"   note "- first\n    - second"
# Why it matters: the search finds something else, and what a mutation saves is changed, as soon as persisted operations are switched on; the client, the types
#   and the hash all fit each other. Texts that are given as variables are safe.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @graphql-codegen/cli@7.4.3 @graphql-codegen/client-preset@6.2.0 @graphql-tools/documents@1.0.2 \
  graphql@16.15.0 typescript@5.9.3 < /dev/null

cat > schema.graphql << 'END'
type Query { search(q: String!): Boolean }
type Mutation { note(text: String!): Boolean }
END
cat > operations.graphql << 'END'
query Find { search(q: "error  code") }
mutation Keep {
  note(text: """
  - first
      - second
  """)
}
END
cat > codegen.json << 'END'
{
  "schema": "schema.graphql",
  "documents": "operations.graphql",
  "generates": { "./generated/": { "preset": "client", "presetConfig": { "persistedDocuments": true } } }
}
END
timeout 120 node_modules/.bin/graphql-codegen --config codegen.json < /dev/null > log 2>&1

cat > look.js << 'END'
import { readFileSync } from 'node:fs';
import { parse, stripIgnoredCharacters, visit } from 'graphql';

/** Returns the arguments of all operations as the server reads them. */
function texts(source) {
  const found = [];
  visit(parse(source), {
    Field: (field) => {
      for (const { value } of field.arguments) found.push(`${field.name.value} ${JSON.stringify(value.value)}`);
    },
  });
  return found.join(' ');
}
const written = readFileSync('operations.graphql', 'utf8');
const stored = Object.values(JSON.parse(readFileSync('generated/persisted-documents.json', 'utf8')));
console.log('written:', texts(written));
console.log('stored:', texts(stored.join('\n')));
console.log('stripIgnoredCharacters:', texts(stripIgnoredCharacters(written)));
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'written: search "error  code" note "- first\n    - second"
stored: search "error code" note " - first - second "
stripIgnoredCharacters: search "error  code" note "- first\n    - second"' ]; then
  echo 'Still so: what is stored is not what was written.'
else
  echo 'Changed: the stored operations have other texts now.'
  exit 1
fi
