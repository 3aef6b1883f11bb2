#!/usr/bin/env bash
# har-to-openapi describes a recorded form as the upload of a file, and repeated query parameters as two parameters of one name.
#
# Version: har-to-openapi 3.0.1 (npm), seen in November 2026.
# Behaviour: a browser's recording of a form has the media type `application/x-www-form-urlencoded` and the fields in `postData.params`. The description
#   has `multipart/form-data` with one binary field `filename` instead; the recorded fields do not occur. `?tag=a&tag=b` becomes two query parameters
#   `tag`, which OpenAPI forbids (a parameter is unique by name and location). Each object has `required: []`, an empty list, which the
#   JSON Schema of OpenAPI 3.0 forbids, too.
# Output seen:
#   body: multipart/form-data, fields: filename (binary)
#   query parameters: tag, tag
#   required: []
# Why it matters: the generated description is taken as a start, and each tool that reads it refuses it, or builds a client that uploads a file to a login.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund har-to-openapi@3.0.1 < /dev/null

cat > convert.js << 'END'
import { generateSpec } from 'har-to-openapi';
const type = 'application/x-www-form-urlencoded';
const har = {
  log: {
    version: '1.2',
    creator: { name: 'any', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 1,
        request: {
          method: 'POST', url: 'https://api.test/login?tag=a&tag=b', httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1,
          headers: [{ name: 'Content-Type', value: type }],
          queryString: [{ name: 'tag', value: 'a' }, { name: 'tag', value: 'b' }],
          postData: { mimeType: type, params: [{ name: 'user', value: 'ann' }, { name: 'colour', value: 'red' }] },
        },
        response: {
          status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '', headersSize: -1, bodySize: -1,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          content: { size: 7, mimeType: 'application/json', text: '{"a":1}' },
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      },
    ],
  },
};
const { spec } = await generateSpec(har);
const { post } = spec.paths['/login'];
for (const [name, { schema }] of Object.entries(post.requestBody.content))
  console.log(`body: ${name}, fields: ${Object.entries(schema.properties).map(([field, { format }]) => `${field} (${format})`)}`);
console.log(`query parameters: ${post.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name).join(', ')}`);
console.log(`required: ${JSON.stringify(post.responses['200'].content['application/json'].schema.required)}`);
END
timeout 60 node convert.js | tee said

if [ "$(cat said)" = 'body: multipart/form-data, fields: filename (binary)
query parameters: tag, tag
required: []' ]; then
  echo 'Still so: a form is a file, and one name is described twice.'
else
  echo 'Changed: har-to-openapi now describes forms or repeated names in another way.'
  exit 1
fi
