#!/usr/bin/env bash
# The converter behind "Copy as" of Kibana's Console changes numbers: 1.0 becomes 1, and the digits of long ones are replaced, in code and in curl alike.
#
# Version: @elastic/request-converter 9.5.0 (npm), seen in November 2026.
# Behaviour: the Console sends a body as it is written, digit by digit. The converter reads it as numbers of JavaScript and writes those: in JavaScript, Python, PHP,
#   Ruby and curl. A term of an `unsigned_long`, or a `search_after` with a time in nanoseconds as a server gives it, becomes another number. No warning.
# Output seen:
#   written:    {"price":1.0,"number":18446744073709551615,"after":[1769904000123456789]}
#   all five:   {"price":1,"number":18446744073709552000,"after":[1769904000123456800]}
# Why it matters: the copied request is tried in a script, and finds nothing, or the wrong page. The first document decides the type of a field: of 1.0 it is a float,
#   of 1 a long, which cuts or refuses the fractions after it. `rulebook curl` copies the body as it is written, as a command and as code.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @elastic/request-converter@9.5.0 < /dev/null

cat > convert.js << 'END'
import { convertRequests } from '@elastic/request-converter';

const request = `PUT /orders/_doc/1
{"price":1.0,"number":18446744073709551615,"after":[1769904000123456789]}`;
for (const language of ['curl', 'javascript', 'python', 'php', 'ruby']) {
  const code = await convertRequests(request, language, { elasticsearchUrl: 'http://localhost:9200' });
  // What is written behind the three names, whatever the language puts around it.
  const numberOf = (name) => new RegExp(`"?${name}"?(?::| =>)[\\s\\[(array]*([\\d.]+)`).exec(code)?.[1];
  console.log(`${language}: ${['price', 'number', 'after'].map(numberOf).join(' ')}`);
}
END
timeout 60 node convert.js | tee said

if [ "$(grep -c ': 1 18446744073709552000 1769904000123456800$' said)" = 5 ]; then
  echo 'Still so: all five forms have other numbers.'
else
  echo 'Changed: the converter now writes numbers in another way.'
  exit 1
fi
