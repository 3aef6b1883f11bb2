#!/usr/bin/env bash
# A load test that postman-to-k6 makes of a collection sends the form field that was switched off, one of two fields of a name, and no API key in the query.
#
# Version: @apideck/postman-to-k6 1.13.0 (npm), seen in November 2026.
# Behaviour: a switched-off parameter of the query and a switched-off header are left out, as in Postman; a switched-off field of a form is sent. Fields and headers
#   that are there twice are written as members of one object: the last one is left. An API key that Postman adds to the query is written among k6's options
#   (`config.options`), such as `timeout`, which are not sent. The variables of a GraphQL request become a text in the JSON, where GraphQL over HTTP wants an
#   object. None of it is on the package's list of unsupported features.
# Output seen (parts of the script):
#   form tag=a, tag=b, (off) draft=1    data: { tag: "b", draft: "1" }
#   header X-Tag: a, X-Tag: b           "X-Tag": "b"
#   API key in the query                config.options["key"] = "K"
#   GraphQL                             "variables":"{\"id\":1}"
# Why it matters: the service is measured with requests that it refuses, which is quick, or with others than its users send.
#   `rulebook import` takes over both fields and the key, and says that the field that is switched off is left out.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts @apideck/postman-to-k6@1.13.0 < /dev/null

cat > convert.cjs << 'END'
const convert = require('@apideck/postman-to-k6/lib/convert/object');
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const pair = (key, value, more) => ({ key, value, ...more });
const form = { mode: 'urlencoded', urlencoded: [pair('tag', 'a'), pair('tag', 'b'), pair('draft', '1', { disabled: true })] };
const cases = {
  form: { method: 'POST', body: form },
  header: { method: 'GET', header: [pair('X-Tag', 'a'), pair('X-Tag', 'b'), pair('X-Draft', '1', { disabled: true })] },
  key: { method: 'GET', auth: { type: 'apikey', apikey: [pair('key', 'key'), pair('value', 'K'), pair('in', 'query')] } },
  GraphQL: { method: 'POST', body: { mode: 'graphql', graphql: { query: 'query ($id: Int) { a(id: $id) }', variables: '{"id":1}' } } },
};
(async () => {
  for (const [name, request] of Object.entries(cases)) {
    const item = [{ name: 'one', request: { url: 'https://example.com/a', ...request } }];
    const [script] = await convert({ info: { name: 'c', schema }, item }, {});
    const call = script.slice(script.indexOf('address:')).replace(/\s+/g, ' ');
    console.log(`${name}: ${call.slice(call.indexOf('a"') + 4).replace(/[)};\s]*$/, '')}`);
  }
})();
END
timeout 60 node convert.cjs 2> /dev/null | tee said

if grep -qF 'form: data: { tag: "b", draft: "1"' said && grep -qF 'header: headers: { "X-Tag": "b"' said && ! grep -q 'X-Draft' said &&
  grep -qF 'config.options["key"] = "K"' said && grep -qF '"variables":"{\\"id\\":1}"' said; then
  echo 'Still so: the load test sends other fields than the collection.'
else
  echo 'Changed: collections are now converted in another way.'
  exit 1
fi
