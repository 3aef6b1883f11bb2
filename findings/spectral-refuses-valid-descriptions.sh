#!/usr/bin/env bash
# Spectral's recommended rules report errors in valid OpenAPI 3.1: a path that refers to `components/pathItems`, a tuple, and an example of XML or of a form.
#
# Version: @stoplight/spectral-core 1.24.1 with @stoplight/spectral-rulesets 1.23.1 (npm), seen in November 2026.
# Behaviour: four parts of a description that the specification permits are errors of `spectral:oas`:
#   `paths` may refer to a path item (`$ref` of the Path Item Object, and `pathItems` of the Components Object, which 3.1 added for it); under `webhooks` it is taken.
#   A tuple has `prefixItems`, and `items` is for the entries after it (JSON Schema 2020-12, section 10.3.1); both are optional.
#   The example of a media type that is not JSON is written as a text (Media Type Object: "in the correct format as specified by the media type").
#   The schema of 3.1 may refer to a name that an `$anchor` gives.
# Output seen:
#   path refers to a path item    oas3-schema: "~1a" property must not have unevaluated properties.
#   webhook refers to one         valid
#   tuple                         array-items: Schemas with "type: array", require a sibling "items" field
#   example of XML, of a form     oas3-valid-media-example: "example" property type must be object
#   $ref to an anchor             invalid-ref: '#num' JSON pointer is invalid
# Why it matters: these are errors, so that a pipeline with `spectral lint` fails, and the way out is to write a worse description: `items: {}`, no example, or
#   each path item written out twice. Rulebook reads the references and the tuple, and checks requests by them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts @stoplight/spectral-core@1.24.1 @stoplight/spectral-rulesets@1.23.1 @stoplight/spectral-parsers@1.0.5 < /dev/null

cat > lint.cjs << 'END'
const { Document, Spectral } = require('@stoplight/spectral-core');
const { oas } = require('@stoplight/spectral-rulesets');
const { Json } = require('@stoplight/spectral-parsers');
const info = { title: 'T', version: '1', description: 'd', contact: { name: 'c', url: 'https://example.com', email: 'a@example.com' } };
const head = { openapi: '3.1.0', info, servers: [{ url: 'https://example.com/v1' }], tags: [{ name: 't', description: 'd' }] };
const operation = (more) => ({ operationId: 'o', tags: ['t'], summary: 's', description: 'd', responses: { 200: { description: 'ok' } }, ...more });
const answering = (schema, type = 'application/json', more = {}) => ({
  paths: { '/a': { get: operation({ responses: { 200: { description: 'ok', content: { [type]: { schema, ...more } } } } }) } },
});
const object = { type: 'object', properties: { a: { type: 'string' } } };
const reference = { $ref: '#/components/pathItems/a' };
const cases = {
  'path item': { paths: { '/a': reference }, components: { pathItems: { a: { post: operation() } } } },
  webhook: { webhooks: { a: reference }, components: { pathItems: { a: { post: operation() } } } },
  tuple: answering({ type: 'array', prefixItems: [{ type: 'string' }] }),
  XML: answering(object, 'application/xml', { example: '<o><a>1</a></o>' }),
  form: answering(object, 'application/x-www-form-urlencoded', { example: 'a=1' }),
  JSON: answering(object, 'application/json', { example: { a: '1' } }),
  anchor: { ...answering({ $ref: '#num' }), components: { schemas: { number: { $anchor: 'num', type: 'integer' } } } },
};
(async () => {
  for (const [name, description] of Object.entries(cases)) {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas, 'recommended']] });
    const results = await spectral.run(new Document(JSON.stringify({ ...head, ...description }), Json, '/openapi.json'));
    const errors = results.filter(({ severity }) => severity === 0);
    console.log(`${name}: ${errors.map(({ code, message }) => `${code}: ${message}`).join('; ') || 'valid'}`);
  }
})();
END
timeout 120 node lint.cjs | tee said

if [ "$(cat said)" = "path item: oas3-schema: \"~1a\" property must not have unevaluated properties.
webhook: valid
tuple: array-items: Schemas with \"type: array\", require a sibling \"items\" field
XML: oas3-valid-media-example: \"example\" property type must be object
form: oas3-valid-media-example: \"example\" property type must be object
JSON: valid
anchor: invalid-ref: '#num' JSON pointer is invalid" ]; then
  echo 'Still so: valid descriptions have errors.'
else
  echo 'Changed: the rules now judge one of these in another way.'
  exit 1
fi
