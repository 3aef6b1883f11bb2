#!/usr/bin/env bash
# har-to-k6 sends a repeated query parameter once more than it was recorded, and joins a repeated form field to one value with a comma.
#
# Version: har-to-k6 0.14.16 (npm), seen in November 2026.
# Behaviour: a recording has `GET /items?tag=a&tag=b`. HAR has the query in the URL and, as 1.2 asks for, in `queryString`. The script requests
#   `tag=a&tag=b&tag=b`; a query without repeated names stays as it is. A form with `size=1` and `size=2` in `postData.params` is sent as
#   `size=1%2C2`, one field. The same form as `postData.text` is right. No warning for either.
# Output seen:
#   recorded ?tag=a&tag=b          script: https://api.test/items?tag=a&tag=b&tag=b
#   recorded size=1, size=2        script: size=1%2C2
# Why it matters: filters, checkboxes and lists of identifiers are repeated names. The load test asks for something else than the browser did: caches are
#   missed, and a service that checks the value of `size` answers 400 quickly, which looks like good performance.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund har-to-k6@0.14.16 < /dev/null

cat > convert.js << 'END'
import { liHARToK6Script } from 'har-to-k6';
const entry = (method, url, more) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 1,
  request: { method, url, httpVersion: 'HTTP/1.1', cookies: [], headers: [], queryString: [], headersSize: -1, bodySize: -1, ...more },
  response: {
    status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', cookies: [], headers: [], redirectURL: '', headersSize: -1, bodySize: -1,
    content: { size: 0, mimeType: 'text/plain' },
  },
  cache: {},
  timings: { send: 0, wait: 1, receive: 0 },
});
const tags = [{ name: 'tag', value: 'a' }, { name: 'tag', value: 'b' }];
const mimeType = 'application/x-www-form-urlencoded';
const params = [{ name: 'size', value: '1' }, { name: 'size', value: '2' }];
const headers = [{ name: 'Content-Type', value: mimeType }];
const entries = [
  entry('GET', 'https://api.test/items?tag=a&tag=b', { queryString: tags }),
  entry('POST', 'https://api.test/items', { headers, postData: { mimeType, params } }),
];
const { main } = await liHARToK6Script({ log: { version: '1.2', creator: { name: 'any', version: '1' }, entries } });
console.log(main.match(/http\.get\('([^']*)'/)[1]);
console.log(main.match(/http\.post\('[^']*', '([^']*)'/)[1]);
END
timeout 60 node convert.js | tee said

if [ "$(cat said)" = 'https://api.test/items?tag=a&tag=b&tag=b
size=1%2C2' ]; then
  echo 'Still so: repeated names are sent in another way than recorded.'
else
  echo 'Changed: har-to-k6 now writes repeated names in another way.'
  exit 1
fi
