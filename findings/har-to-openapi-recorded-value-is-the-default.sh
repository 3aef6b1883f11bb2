#!/usr/bin/env bash
# har-to-openapi says that each recorded query parameter is optional with the recorded value as its default, and writes lists that OpenAPI forbids.
#
# Versions: har-to-openapi 3.0.1, @apidevtools/swagger-parser 13.0.0 (npm), seen in November 2026.
# Behaviour: OpenAPI's `default` is what the server takes when the parameter is not sent. The description has the recorded `account=4711` as
#   `default` of a parameter that is not required, in addition to the example; header fields of one's own alike. Each schema of an object has
#   `required: []`, which the JSON Schema of OpenAPI 3.0 forbids (`minItems: 1`): swagger-parser refuses the description.
# Output seen:
#   account: required undefined, default 4711
#   X-Tenant: required undefined, default "north"
#   response: required []
#   swagger-parser: must NOT have fewer than 1 items
# Why it matters: clients and forms that are generated from it leave the parameter out, or send the account of whoever made the recording; and before
#   that, the tools that check descriptions refuse it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund har-to-openapi@3.0.1 @apidevtools/swagger-parser@13.0.0 < /dev/null

cat > convert.js << 'END'
import SwaggerParser from '@apidevtools/swagger-parser';
import { generateSpec } from 'har-to-openapi';
const har = {
  log: {
    version: '1.2',
    creator: { name: 'any', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 1,
        request: {
          method: 'GET', url: 'https://api.test/orders?account=4711', httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1,
          headers: [{ name: 'X-Tenant', value: 'north' }],
          queryString: [{ name: 'account', value: '4711' }],
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
const { get } = spec.paths['/orders'];
for (const { name, required, schema } of get.parameters) console.log(`${name}: required ${required}, default ${JSON.stringify(schema.default)}`);
console.log(`response: required ${JSON.stringify(get.responses['200'].content['application/json'].schema.required)}`);
const message = await SwaggerParser.validate(structuredClone(spec)).then(() => 'accepted', (error) => error.message);
console.log(`swagger-parser: ${/must NOT have fewer than 1 items/.exec(message)?.[0] ?? message}`);
END
timeout 60 node convert.js | tee said

if [ "$(cat said)" = 'account: required undefined, default 4711
X-Tenant: required undefined, default "north"
response: required []
swagger-parser: must NOT have fewer than 1 items' ]; then
  echo 'Still so: recorded values are defaults, and the description is refused.'
else
  echo 'Changed: har-to-openapi now describes parameters or objects in another way.'
  exit 1
fi
