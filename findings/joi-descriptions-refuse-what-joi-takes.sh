#!/usr/bin/env bash
# Descriptions that two packages make of Joi's schemas refuse what Joi takes: 0.5 for "positive", "Abc" for a pattern without case, all labels of an object.
#
# Versions: joi-to-swagger 6.2.0 and joi-to-json 5.0.5 with joi 18.3.2, ajv 8.20.0 with ajv-formats 3.0.1 (npm), seen in November 2026.
# Behaviour: each schema is converted, and a value that Joi takes, or refuses, is checked with both. joi-to-swagger writes `minimum: 1` for positive numbers, and
#   the pattern `^a/` for `/^a/i`; joi-to-json writes `^a/i`. What is to match `/^x-/` as a name becomes a member with the name `/^x-/` in joi-to-json. A pattern
#   that must not match becomes one that must, in both. Of the values 1, "a" and true joi-to-swagger leaves true out.
# Output seen (Joi's verdict, then those of the two descriptions, OpenAPI 3.0):
#   positive number, 0.5:        taken    refused  taken
#   pattern /^a/i, "Abc":        taken    refused  refused
#   names like /^x-/, {"x-a":1}: taken    taken    refused
#   no pattern /^b/, "abc":      taken    refused  refused
#   no pattern /^b/, "bcd":      refused  taken    taken
#   1, "a" or true, true:        taken    refused  taken
#   a time in milliseconds, 5:   taken    refused  taken
#   length of 3, "abcd":         refused  refused  taken
# Why it matters: the server's code and its description come from one source and are believed to agree. Clients, mocks and checks that use the description
#   refuse good requests and send bad ones.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund joi-to-swagger@6.2.0 joi-to-json@5.0.5 joi@18.3.2 ajv@8.20.0 ajv-formats@3.0.1 < /dev/null

cat > look.js << 'END'
const Ajv = require('ajv');
const Joi = require('joi');
const toJson = require('joi-to-json');
const toSwagger = require('joi-to-swagger');

/** Whether a schema of OpenAPI 3.0 takes a value; none of these has a keyword that JSON Schema reads in another way. */
function takes(schema, value) {
  const ajv = new Ajv({ strict: false, logger: false });
  require('ajv-formats')(ajv);
  return ajv.validate(schema, value);
}
const cases = [
  ['positive number', Joi.number().positive(), 0.5],
  ['pattern /^a/i', Joi.string().pattern(/^a/i), 'Abc'],
  ['names like /^x-/', Joi.object().pattern(/^x-/, Joi.number()), { 'x-a': 1 }],
  ['no pattern /^b/', Joi.string().pattern(/^b/, { invert: true }), 'abc'],
  ['no pattern /^b/', Joi.string().pattern(/^b/, { invert: true }), 'bcd'],
  ['1, "a" or true', Joi.any().valid(1, 'a', true), true],
  ['a time in milliseconds', Joi.date().timestamp(), 5],
  ['length of 3', Joi.string().length(3), 'abcd'],
];
for (const [name, schema, value] of cases) {
  // The values are of the right type already, so that nothing is converted.
  const joi = schema.validate(value).error === undefined;
  // Joi's positive numbers exclude 0 in a way of 3.0 that JSON Schema writes as a number.
  const json = JSON.parse(JSON.stringify(toJson(schema, 'open-api')).replace('"exclusiveMinimum":true,"minimum":0', '"exclusiveMinimum":0'));
  const said = [joi, takes(toSwagger(schema).swagger, value), takes(json, value)].map((taken) => (taken ? 'taken' : 'refused'));
  console.log(`${name}, ${JSON.stringify(value)}: ${said.join(' ')}`);
}
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'positive number, 0.5: taken refused taken
pattern /^a/i, "Abc": taken refused refused
names like /^x-/, {"x-a":1}: taken taken refused
no pattern /^b/, "abc": taken refused refused
no pattern /^b/, "bcd": refused taken taken
1, "a" or true, true: taken refused taken
a time in milliseconds, 5: taken refused taken
length of 3, "abcd": refused refused taken' ]; then
  echo 'Still so: the descriptions say something else than the schemas.'
else
  echo 'Changed: the descriptions agree with the schemas in more cases, or in fewer.'
  exit 1
fi
