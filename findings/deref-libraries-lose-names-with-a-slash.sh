#!/usr/bin/env bash
# Two of four packages that resolve references do not know `~1` and `%20`: one puts null in place of the schema, one leaves the reference, both without an error.
#
# Versions: dereference-json-schema 0.2.3, json-schema-deref-sync 0.14.0, json-refs 3.0.15 and @apidevtools/json-schema-ref-parser 15.5.2 (npm), seen in November 2026.
# Behaviour: a reference is a JSON Pointer (RFC 6901) in a fragment: `~1` stands for a slash, `~0` for a tilde, and what a URL cannot have is encoded by percent. Every
#   reference into `paths` of an OpenAPI description has `~1`. dereference-json-schema, which is named for descriptions, too, writes null in its place. The other one leaves
#   the reference as it is, in a schema that is to have none.
# Output seen (a reference to "a/b", one to "c d", and the list of parameters with one to "e/f"):
#   dereference-json-schema               null                             null                             [null]
#   json-schema-deref-sync                {"$ref":"#/definitions/a~1b"}    {"$ref":"#/definitions/c%20d"}   [{"$ref":"#/definitions/e~1f"}]
#   json-refs                             {"type":"integer"}               {"type":"string"}                [{"type":"boolean"}]
#   @apidevtools/json-schema-ref-parser   {"type":"integer"}               {"type":"string"}                [{"type":"boolean"}]
# Why it matters: a schema that is null is an error far from its cause, or is left out by the code that reads it, and a shared parameter disappears. The two packages are downloaded
#   more than two million times a month.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund dereference-json-schema@0.2.3 json-schema-deref-sync@0.14.0 json-refs@3.0.15 \
  @apidevtools/json-schema-ref-parser@15.5.2 < /dev/null

cat > look.mjs << 'END'
import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import plain from 'dereference-json-schema';
import refs from 'json-refs';
import sync from 'json-schema-deref-sync';

const schema = () => ({
  definitions: { 'a/b': { type: 'integer' }, 'c d': { type: 'string' }, 'e/f': { type: 'boolean' } },
  properties: { slash: { $ref: '#/definitions/a~1b' }, space: { $ref: '#/definitions/c%20d' } },
  parameters: [{ $ref: '#/definitions/e~1f' }],
});
const resolved = {
  'dereference-json-schema': plain.dereferenceSync(schema()),
  'json-schema-deref-sync': sync(schema()),
  'json-refs': (await refs.resolveRefs(schema())).resolved,
  '@apidevtools/json-schema-ref-parser': await $RefParser.dereference(schema()),
};
for (const [name, { properties, parameters }] of Object.entries(resolved))
  console.log(name, ...[properties.slash, properties.space, parameters].map((part) => JSON.stringify(part) ?? 'nothing'));
END
timeout 60 node look.mjs | tee said

if [ "$(cat said)" = 'dereference-json-schema null null [null]
json-schema-deref-sync {"$ref":"#/definitions/a~1b"} {"$ref":"#/definitions/c%20d"} [{"$ref":"#/definitions/e~1f"}]
json-refs {"type":"integer"} {"type":"string"} [{"type":"boolean"}]
@apidevtools/json-schema-ref-parser {"type":"integer"} {"type":"string"} [{"type":"boolean"}]' ]; then
  echo 'Still so: two packages do not find names with a slash or a space.'
else
  echo 'Changed: one of the packages now resolves these in another way.'
  exit 1
fi
