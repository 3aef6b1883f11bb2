#!/usr/bin/env bash
# Three libraries of structured fields write values that are none: 1.0003 as `1.`, which every reader refuses, "é" as a string, and the number 1.0 as the 1 of another type.
#
# Versions: structured-headers 2.1.0, structured-field-values 2.0.4 and @svta/cml-structured-field-values 1.1.6 (npm), seen in November 2026.
# Behaviour: by RFC 9651 a decimal is rounded to three digits and has at least one digit after its point (section 4.1.5); a string has ASCII characters only, and
#   anything else has to fail (4.1.6); a decimal and an integer are two types (3.3.1 and 3.3.2), so that 1.0 is read and written as 1.0. JavaScript has one type for
#   both, and none of the three remembers which one was read.
# Output seen (what each writes for 1.0003, for "é", and for `q=1.0` that it has read):
#   structured-headers               1.     refused  q=1
#   structured-field-values          1.0    "é"      q=1
#   @svta/cml-structured-field-values 1.0   "é"      q=1
#   the first line read again by structured-headers: refused
# Why it matters: a `Priority`, a `Signature-Input` or a CMCD field with such a number is dropped as a whole by who receives it, since a field that cannot be read is
#   ignored. Where fields are signed in their strict form (RFC 9421, `sf`), the signature of `q=1.0` is one of `q=1`, and fails.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund structured-headers@2.1.0 structured-field-values@2.0.4 @svta/cml-structured-field-values@1.1.6 < /dev/null

cat > look.js << 'END'
import * as cml from '@svta/cml-structured-field-values';
import * as values from 'structured-field-values';
import * as headers from 'structured-headers';

const tried = (act) => {
  try {
    return act();
  } catch {
    return 'refused';
  }
};
const libraries = [
  ['structured-headers', (value) => headers.serializeItem([value, new Map()]), (text) => headers.serializeDictionary(headers.parseDictionary(text))],
  ['structured-field-values', values.encodeItem, (text) => values.encodeDict(values.decodeDict(text))],
  ['@svta/cml-structured-field-values', cml.encodeSfItem, (text) => cml.encodeSfDict(cml.decodeSfDict(text))],
];
for (const [name, write, again] of libraries)
  console.log(name, tried(() => write(1.0003)), tried(() => write('é')), tried(() => again('q=1.0')));
console.log('read again:', tried(() => headers.parseItem(headers.serializeItem([1.0003, new Map()]))));
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'structured-headers 1. refused q=1
structured-field-values 1.0 "é" q=1
@svta/cml-structured-field-values 1.0 "é" q=1
read again: refused' ]; then
  echo 'Still so: what is written is no structured field, or one of another type.'
else
  echo 'Changed: one of the libraries now writes these values in another way.'
  exit 1
fi
