#!/usr/bin/env bash
# accept-language-parser takes `de; q=0.1, fr` for German first, since the weight has a space before it; it and accept-language pick what has the weight 0.
#
# Versions: accept-language-parser 1.5.0, accept-language 3.0.20, negotiator 1.1.0 and @hapi/accept 6.0.3 (npm), seen in November 2026.
# Behaviour: RFC 9110 permits spaces around the semicolon of a weight (section 12.4.2), and says that a weight of 0 means "not acceptable". accept-language-parser reads
#   `de; q=0.1` as German with the weight 1, and a language named "q". `*, en;q=0` asks for anything but English.
# Output seen (of en, de and fr, for "de; q=0.1, fr", the same without the space, "*, en;q=0", and "en;q=0" alone):
#   accept-language-parser  de fr en en
#   accept-language         fr fr en en
#   negotiator              fr fr de nothing
#   @hapi/accept            fr fr de nothing
# Why it matters: who writes the field with the space, which many do and the RFC permits, gets pages, messages and errors in the language that they want least. A test that a
#   service does not speak English passes with one server and fails with the other.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund accept-language-parser@1.5.0 accept-language@3.0.20 negotiator@1.1.0 @hapi/accept@6.0.3 < /dev/null

cat > look.js << 'END'
const accept = require('accept-language');
const parser = require('accept-language-parser');
const hapi = require('@hapi/accept');
const Negotiator = require('negotiator');

const supported = ['en', 'de', 'fr'];
accept.languages(supported);
const libraries = {
  'accept-language-parser': (field) => parser.pick(supported, field),
  'accept-language': (field) => accept.get(field),
  negotiator: (field) => new Negotiator({ headers: { 'accept-language': field } }).language(supported),
  '@hapi/accept': (field) => hapi.language(field, supported),
};
for (const [name, pick] of Object.entries(libraries))
  console.log(name, ...['de; q=0.1, fr', 'de;q=0.1, fr', '*, en;q=0', 'en;q=0'].map((field) => pick(field) || 'nothing'));
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'accept-language-parser de fr en en
accept-language fr fr en en
negotiator fr fr de nothing
@hapi/accept fr fr de nothing' ]; then
  echo 'Still so: a weight behind a space is not seen, and one of 0 does not count.'
else
  echo 'Changed: one of the packages now picks another language.'
  exit 1
fi
