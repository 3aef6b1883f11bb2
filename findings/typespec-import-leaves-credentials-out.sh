#!/usr/bin/env bash
# TypeSpec that is made of an OpenAPI file needs no credential, sends DELETE to another server, and has no default that is false, 0 or empty.
#
# Version: @typespec/openapi3 1.16.0 with @typespec/compiler, http and openapi 1.16.0 (npm), seen in November 2026.
# Behaviour: `tsp-openapi3` is the way from an OpenAPI file to TypeSpec, from which descriptions, clients and servers are made then. Left out of the source, with exit
#   code 0 and no message: `security` of the file; `servers` of an operation; the style `deepObject`; `required: false` of a body; the defaults false, 0 and "",
#   while "a" is kept; `uniqueItems`, `multipleOf` and `additionalProperties: false`. TypeSpec has words for most of these (`@useAuth`, `body?: Thing`, `= false`).
# Output seen (of the file, and of the TypeSpec):
#   security: key                           no @useAuth
#   delete: https://admin.example           https://api.example, for all operations
#   put: the body may be missing            @body body: Thing
#   defaults on=false n=0 text="" name="a"  name="a"
# Why it matters: the operation that clears everything is sent to the public server, by clients that do not send the key. The file that is made of the TypeSpec
#   is what everybody works with from then on. `rulebook diff` of the two files shows what has changed, before the old one is deleted.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @typespec/openapi3@1.16.0 @typespec/compiler@1.16.0 @typespec/http@1.16.0 @typespec/openapi@1.16.0 < /dev/null

cat > describe.js << 'END'
import { writeFileSync } from 'node:fs';
const responses = { 204: { description: 'ok' } };
const text = { type: 'string' };
const properties = {
  on: { type: 'boolean', default: false },
  n: { type: 'integer', default: 0 },
  text: { ...text, default: '' },
  name: { ...text, default: 'a' },
  tags: { type: 'array', uniqueItems: true, items: text },
};
const parameters = [{ name: 'size', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { w: text } } }];
const description = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://api.example' }],
  security: [{ key: [] }],
  paths: {
    '/things': {
      get: { operationId: 'find', parameters, responses },
      put: { operationId: 'make', requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } }, responses },
      delete: { operationId: 'clear', servers: [{ url: 'https://admin.example' }], responses },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } }, schemas: { Thing: { type: 'object', properties } } },
};
writeFileSync('api.json', JSON.stringify(description));
END
node describe.js
code=0
timeout 120 node_modules/.bin/tsp-openapi3 api.json --output-dir made > report 2>&1 < /dev/null || code=$?
echo "exit code $code, lines of report: $(wc -l < report)" > said
grep -vE '^(import|using|$)' made/main.tsp >> said
cat said

if [ "$(cat said)" = 'exit code 0, lines of report: 0
@service(#{ title: "Things" })
@info(#{ version: "1" })
@server("https://api.example")
namespace Things;
model Thing {
  on?: boolean;
  n?: integer;
  text?: string;
  name?: string = "a";
  tags?: string[];
}
@route("/things") @delete op clear(): NoContentResponse;
@route("/things") @get op find(
  @query(#{ explode: true }) size?: {
    w?: string;
  },
): NoContentResponse;
@route("/things") @put op make(@body body: Thing): NoContentResponse;' ]; then
  echo 'Still so: credentials, servers, defaults and styles are left out.'
else
  echo 'Changed: the TypeSpec now has more of the file, or less.'
  exit 1
fi
