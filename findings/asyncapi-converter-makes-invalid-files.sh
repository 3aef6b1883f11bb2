#!/usr/bin/env bash
# The converter of the AsyncAPI project makes a file of an OpenAPI description that its own parser refuses, without the JSON of a request that also takes XML.
#
# Version: @asyncapi/converter 2.0.2 with @asyncapi/parser 3.6.6 and @asyncapi/openapi-schema-parser 3.1.0 (npm), seen in November 2026.
# Behaviour: the description has a required parameter of the query, an API key in a header field and a body in two media types. All are ordinary OpenAPI
#   3.0. The query becomes a parameter of the channel's address, which does not have it, with `required`, which AsyncAPI does not know; the key has
#   the type `apiKey`, which AsyncAPI calls `httpApiKey`. Of the media types the last one is left, and `security` of the operation is lost. No error.
# Output seen:
#   media types of the request: application/xml
#   security of the operation: none
#   the parser: 10 errors, among them:
#     Property "required" is not expected to be here
#     Channel's "parameters" object has redundant defined "q" parameter.
#     "key" property must have required property "openIdConnectUrl"
# Why it matters: the page of the project offers it for the move from one format to the other. What comes out has to be corrected by hand, and the
#   half of a body that is missing is not seen then, for it gives no error.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @asyncapi/converter@2.0.2 @asyncapi/parser@3.6.6 @asyncapi/openapi-schema-parser@3.1.0 js-yaml@4.1.0 < /dev/null

cat > openapi.yaml << 'END'
openapi: 3.0.0
info: { title: Things, version: '1' }
servers: [{ url: https://api.example.com }]
paths:
  /things:
    post:
      operationId: addThing
      security: [{ key: [] }]
      parameters: [{ name: q, in: query, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object } }
          application/xml: { schema: { type: object } }
      responses: { '204': { description: added } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
END
cat > look.js << 'END'
const { readFileSync } = require('node:fs');
const { convertOpenAPI } = require('@asyncapi/converter');
const { OpenAPISchemaParser } = require('@asyncapi/openapi-schema-parser');
const { Parser } = require('@asyncapi/parser');
const { load } = require('js-yaml');

async function main() {
  const made = convertOpenAPI(readFileSync('openapi.yaml', 'utf8'), '3.0.0', { from: 'openapi' });
  const { channels, operations } = load(made);
  const messages = Object.values(Object.values(channels)[0].messages);
  const media = messages.flatMap(({ contentType }) => contentType ?? []);
  console.log('media types of the request:', media.join(', '));
  console.log('security of the operation:', operations.addThing.security ?? 'none');
  const parser = new Parser();
  parser.registerSchemaParser(OpenAPISchemaParser());
  const errors = (await parser.validate(made)).filter(({ severity }) => severity === 0);
  console.log('errors of the parser:', errors.length > 0);
  for (const text of ['Property "required" is not', 'redundant defined "q"', '"key" property must'])
    console.log(text, errors.some(({ message }) => message.includes(text)));
}
main();
END
timeout 100 node look.js | tee said

if [ "$(cat said)" = 'media types of the request: application/xml
security of the operation: none
errors of the parser: true
Property "required" is not true
redundant defined "q" true
"key" property must true' ]; then
  echo 'Still so: what the converter makes is not AsyncAPI.'
else
  echo 'Changed: the converter now makes another file.'
  exit 1
fi
