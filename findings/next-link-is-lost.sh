#!/usr/bin/env bash
# Valid Link fields lose their `next` page in four popular parsers, each in its own way, or lead to another URL.
#
# Versions: parse-link-header 2.0.0, li 1.3.0, http-link-header 1.1.4 (npm) and requests 2.34.2 (PyPI), seen in November 2026.
# Behaviour: RFC 8288 lets names of parameters be in any case, spaces be around `;` and `=`, and a parameter have no value.
#   parse-link-header and li find no link if there are spaces around `=`, or for `Rel`, and li none after a parameter without a value.
#   http-link-header takes such a parameter together with all up to the next `=`, the following link, too. requests cuts the URL at a semicolon,
#   and stops reading parameters at a quoted value with `=` or `;` in it.
# Output seen (the URL of `next`, "-" for none):
#   of <https://a/x?page=2> ; rel = "next"                        parse-link-header -, li -
#   of <https://a/x?page=2>; Rel="next"                           parse-link-header -, li -, requests -
#   of <https://a/f>; rel="preload"; nopush, <https://a/x>; rel="next"   http-link-header -, li -
#   of <https://a/x?a=1;b=2>; rel="next"                          requests https://a/x?a=1
#   of <https://a/x?page=2>; title="a; b"; rel="next"             requests -
# Why it matters: programs that read all pages end after the first one and believe that it was all, or go to a wrong one. No parser says that it did not
#   understand a part.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund parse-link-header@2.0.0 li@1.3.0 http-link-header@1.1.4 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages requests==2.34.2 2> /dev/null < /dev/null

cat > fields << 'END'
<https://a/x?page=2>; rel="next"
<https://a/x?page=2> ; rel = "next"
<https://a/x?page=2>; Rel="next"
<https://a/f>; rel="preload"; nopush, <https://a/x>; rel="next"
<https://a/x?a=1;b=2>; rel="next"
<https://a/x?page=2>; title="a; b"; rel="next"
END
cat > read.js << 'END'
import { readFileSync } from 'node:fs';
import LinkHeader from 'http-link-header';
import li from 'li';
import parse from 'parse-link-header';
for (const field of readFileSync('fields', 'utf8').trim().split('\n')) {
  const urls = [parse(field)?.next?.url, li.parse(field).next, LinkHeader.parse(field).rel('next')[0]?.uri];
  console.log(urls.map((url) => url ?? '-').join(' '));
}
END
cat > read.py << 'END'
import requests

for field in open("fields").read().splitlines():
    response = requests.Response()
    response.headers["Link"] = field
    print(response.links.get("next", {}).get("url", "-"))
END
timeout 60 node read.js > js
PYTHONPATH=packages timeout 60 python3 -W ignore read.py > py
paste -d ' ' js py > said
echo 'parse-link-header, li, http-link-header, requests:'
paste -d '\n' fields said

if [ "$(cat said)" = 'https://a/x?page=2 https://a/x?page=2 https://a/x?page=2 https://a/x?page=2
- - https://a/x?page=2 https://a/x?page=2
- - https://a/x?page=2 -
https://a/x - - https://a/x
https://a/x?a=1;b=2 https://a/x?a=1;b=2 https://a/x?a=1;b=2 https://a/x?a=1
https://a/x?page=2 https://a/x?page=2 https://a/x?page=2 -' ]; then
  echo 'Still so: the next page is lost.'
else
  echo 'Changed: one of the parsers now reads these fields in another way.'
  exit 1
fi
