#!/usr/bin/env bash
# postman-to-openapi describes an XML, NDJSON or text body as any media type, with a JSON string of it as the example.
#
# Version: postman-to-openapi 3.0.1 (npm), seen in November 2026.
# Behaviour: a request of the collection says `Content-Type: application/xml` and has the body `<a/>`. The description has the media type `*/*` with the
#   example `"<a/>"`, quotation marks included, and a header parameter `Content-Type`, which OpenAPI says is ignored. A bulk request, two lines of
#   NDJSON, becomes one line with `\n` in it. Form fields that are switched off in the collection are described as sent.
# Output seen:
#   XML:    */* "<a/>"
#   NDJSON: */* "{\"index\":{}}\n{\"a\":1}\n"
#   form:   on, off
# Why it matters: mock servers, documentation and generated requests send the example, with quotation marks, and no service takes it as XML or bulk lines.
#   What the collection knew, its media type, is what is lost.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund postman-to-openapi@3.0.1 js-yaml@4.1.0 < /dev/null

cat > convert.js << 'END'
import { writeFileSync } from 'node:fs';
import { load } from 'js-yaml';
import convert from 'postman-to-openapi';
const item = (name, type, body) => ({
  name,
  request: {
    method: 'POST',
    header: [{ key: 'Content-Type', value: type }],
    url: { raw: `https://api.test/${name}`, protocol: 'https', host: ['api', 'test'], path: [name] },
    body,
  },
  response: [],
});
const raw = (text) => ({ mode: 'raw', raw: text });
const fields = [{ key: 'on', value: 'x' }, { key: 'off', value: 'x', disabled: true }];
const collection = {
  info: { name: 'Things', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    item('xml', 'application/xml', raw('<a/>')),
    item('ndjson', 'application/x-ndjson', raw('{"index":{}}\n{"a":1}\n')),
    item('form', 'application/x-www-form-urlencoded', { mode: 'urlencoded', urlencoded: fields }),
  ],
};
writeFileSync('collection.json', JSON.stringify(collection));
const { paths } = load(await convert('collection.json', null));
for (const [path, { post }] of Object.entries(paths))
  for (const [type, { schema }] of Object.entries(post.requestBody.content))
    console.log(`${path}: ${type} ${schema.example ?? Object.keys(schema.properties).join(', ')}`);
END
timeout 60 node convert.js | tee said

if [ "$(cat said)" = '/xml: */* "<a/>"
/ndjson: */* "{\"index\":{}}\n{\"a\":1}\n"
/form: application/x-www-form-urlencoded on, off' ]; then
  echo 'Still so: the media type is lost, and the body is quoted.'
else
  echo 'Changed: postman-to-openapi now describes these bodies in another way.'
  exit 1
fi
