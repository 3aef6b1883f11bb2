#!/usr/bin/env bash
# Two builders of GraphQL queries send other arguments: one value for two fields, no time at all, and the word `undefined` as a value.
#
# Versions: gql-query-builder 3.8.0 and json-to-graphql-query 2.3.0 with graphql 16.15.0 (npm), seen in November 2026.
# Behaviour: gql-query-builder makes a variable of each argument, named like the argument, and puts the values of all fields in one object. Two fields
#   with `first` or `id` share one value: of nested fields the first, of operations the last. A Date is declared as a variable, but its value is taken for
#   a field with arguments of its own, and is lost. json-to-graphql-query writes an argument that is undefined as the enum value `undefined`, and a Date as an
#   empty object. No error anywhere.
# Output seen (the arguments that the server reads):
#   gql-query-builder, issues(first: 50), labels(first: 5):  issues first=50, labels first=50
#   gql-query-builder, user(id: 1), user(id: 2):             user id=2, admin id=2
#   gql-query-builder, since: a Date:                        issues since=nothing
#   json-to-graphql-query, after: undefined, since: a Date:  issues after=undefined (EnumValue), issues since={} (ObjectValue)
# Why it matters: paging arguments have the same names in all connections of an API such as GitHub's. The numbers of one are used for the other, so that
#   entries are missing, or another object is read or changed, with a valid query.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund gql-query-builder@3.8.0 json-to-graphql-query@2.3.0 graphql@16.15.0 < /dev/null

cat > look.js << 'END'
import builder from 'gql-query-builder';
import { parse, print, visit } from 'graphql';
import { jsonToGraphQLQuery } from 'json-to-graphql-query';

/** Prints the arguments of all fields, variables replaced by their values. */
function show(title, query, variables = {}) {
  const found = [];
  visit(parse(query), {
    Field: (field) => {
      const name = (field.alias ?? field.name).value;
      for (const { name: key, value } of field.arguments) {
        const said = value.kind === 'Variable' ? (variables[value.name.value] ?? 'nothing') : `${print(value)} (${value.kind})`;
        found.push(`${name} ${key.value}=${said}`);
      }
    },
  });
  console.log(`${title}: ${found.join(', ')}`);
}
const built = (title, options) => {
  const { query, variables } = builder.query(options);
  show(`gql-query-builder, ${title}`, query, variables);
};

built('first twice', {
  operation: 'repository',
  fields: [
    { operation: 'issues', variables: { first: 50 }, fields: ['title'] },
    { operation: 'labels', variables: { first: 5 }, fields: ['name'] },
  ],
});
built('id twice', [
  { operation: 'user', variables: { id: 1 }, fields: ['name'] },
  { operation: { name: 'user', alias: 'admin' }, variables: { id: 2 }, fields: ['name'] },
]);
built('a Date', { operation: 'issues', variables: { since: new Date(0) }, fields: ['title'] });
const issues = { __args: { after: undefined, since: new Date(0) }, title: true };
show('json-to-graphql-query', jsonToGraphQLQuery({ query: { issues } }));
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'gql-query-builder, first twice: issues first=50, labels first=50
gql-query-builder, id twice: user id=2, admin id=2
gql-query-builder, a Date: issues since=nothing
json-to-graphql-query: issues after=undefined (EnumValue), issues since={} (ObjectValue)' ]; then
  echo 'Still so: the arguments of one field are sent with another, or not at all.'
else
  echo 'Changed: the builders now send other arguments.'
  exit 1
fi
