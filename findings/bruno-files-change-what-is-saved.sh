#!/usr/bin/env bash
# A request that Bruno saves is another one when it is opened again: a password without its spaces, an assertion cut at a colon, and a file in place of a text.
#
# Version: @usebruno/lang 0.39.0 (npm), which writes and reads the .bru files of Bruno 4; seen in November 2026.
# Behaviour: each request is written by `jsonToBruV2` and read by `bruToJsonV2`. Values are written as they are and trimmed when they are read. The name of an assertion is
#   not put in quotation marks, as names of header fields are, and ends at its first colon. A text field of a multipart form that looks like Bruno's own mark for a
#   file is one afterwards, and a path with `|` becomes two.
# Output seen:
#   password " abc ":                             "abc"
#   assertion res.body["soap:Envelope"], isDefined: res.body["soap, Envelope"]: isDefined
#   text field "@file(notes.txt)":                file notes.txt
#   file "/data/a|b.csv":                         files /data/a and b.csv
# Why it matters: the request worked until Bruno was started again, or until the colleague pulled the files, and nothing is reported. Names with a colon are usual in XML
#   with namespaces, and in labels.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @usebruno/lang@0.39.0 < /dev/null

cat > look.js << 'END'
const { bruToJsonV2, jsonToBruV2 } = require('@usebruno/lang');

/** Writes a request and reads it again. */
const again = (more) =>
  bruToJsonV2(
    jsonToBruV2({
      meta: { name: 'r', type: 'http', seq: '1' },
      http: { method: 'post', url: 'http://127.0.0.1/things', body: 'multipartForm', auth: 'basic' },
      ...more,
    }),
  );
const { password } = again({ auth: { basic: { username: 'ann', password: ' abc ' } } }).auth.basic;
console.log('password', JSON.stringify(password));
const [assertion] = again({ assertions: [{ name: 'res.body["soap:Envelope"]', value: 'isDefined', enabled: true }] }).assertions;
console.log('assertion', assertion.name, '|', assertion.value);
const part = (value, type) => ({ name: 'a', value, type, enabled: true, contentType: '' });
for (const field of again({ body: { multipartForm: [part('@file(notes.txt)', 'text'), part(['/data/a|b.csv'], 'file')] } }).body.multipartForm)
  console.log(field.type, JSON.stringify(field.value));
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'password "abc"
assertion res.body["soap | Envelope"]: isDefined
file ["notes.txt"]
file ["/data/a","b.csv"]' ]; then
  echo 'Still so: what is read is not what was written.'
else
  echo 'Changed: one of these now comes back in another way.'
  exit 1
fi
