#!/usr/bin/env bash
# fetch-har sends the query and the cookies of a recorded request twice, `&` and `+` of a value as separators, and one of two form fields of a name.
#
# Version: fetch-har 12.0.4 (npm), seen in November 2026.
# Behaviour: the package makes "a fetch request from a HAR definition". In the HAR of a browser, `url` has the query, and `queryString` has its parameters, parsed
#   from it (HAR 1.2, queryString); `cookies` and the field Cookie are the same again. The package appends one to the other. What it appends is not encoded, so
#   the value `a&b` begins another parameter, and a plus is a space. Of a form's fields with the same name, the last one is sent, and of a form whose type has a
#   charset, nothing.
# Output seen (what the HAR has, then what arrives):
#   ?id=1                                   /a?id=1&id=1
#   queryString q: a&b, p: 1+1              /a?q=a&b&p=1+1
#   Cookie: sid=1, and cookies sid: 1       sid=1; sid=1
#   form tag: a, tag: b                     tag=b
#   the same, ...; charset=utf-8            no body
# Why it matters: a recording is replayed to see an error again, or a description is tried by its HAR. A filter that is there twice is "both" for many services, and
#   a repeated page number is refused. Without the query in `url`, and with values encoded before, the query is right.
#   `rulebook import` writes each of them once.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts fetch-har@12.0.4 < /dev/null

cat > send.js << 'END'
import fetchHar from 'fetch-har';
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => response.end([request.url, request.headers.cookie, body].filter(Boolean).join(' ')));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/a`;
const pair = (name, value) => ({ name, value });
const form = (mimeType) => ({ method: 'POST', postData: { mimeType, params: [pair('tag', 'a'), pair('tag', 'b')] } });
const cases = {
  query: { url: `${url}?id=1`, queryString: [pair('id', '1')] },
  values: { queryString: [pair('q', 'a&b'), pair('p', '1+1')] },
  cookies: { headers: [pair('Cookie', 'sid=1')], cookies: [pair('sid', '1')] },
  form: form('application/x-www-form-urlencoded'),
  charset: form('application/x-www-form-urlencoded; charset=utf-8'),
};
for (const [name, more] of Object.entries(cases)) {
  const request = { method: 'GET', url, httpVersion: 'HTTP/1.1', headers: [], cookies: [], queryString: [], headersSize: -1, bodySize: -1, ...more };
  const response = await fetchHar({ log: { version: '1.2', creator: { name: 'c', version: '1' }, entries: [{ request }] } });
  console.log(`${name}: ${await response.text()}`);
}
process.exit();
END
timeout 60 node send.js | tee said

if [ "$(cat said)" = 'query: /a?id=1&id=1
values: /a?q=a&b&p=1+1
cookies: /a sid=1; sid=1
form: /a tag=b
charset: /a' ]; then
  echo 'Still so: what was recorded is sent twice, or in part.'
else
  echo 'Changed: a HAR is now sent in another way.'
  exit 1
fi
