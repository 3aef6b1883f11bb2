#!/usr/bin/env bash
# The URI templates of Python write `?page=` for the page 0 and `?all=` for false, and the word `None` for a null in a list.
#
# Version: uritemplate 4.2.0 (PyPI), compared with url-template 3.1.1 (npm), seen in November 2026.
# Behaviour: RFC 6570, section 2.3: a value is undefined only if it is not there or null; 0 and false are values, as each text is. `uritemplate`, by which
#   github3.py and the API client of Google write URLs, empties them in `{?...}`, `{&...}` and `{;...}`, not in `{page}` and `{/page}`. In a list 0 is kept, false is
#   written as `False`, and a null, which section 2.3 says to ignore, as `None`. An object's members alike.
# Output seen (uritemplate, url-template):
#   {?page,all}   ?page=&all=            ?page=0&all=false
#   {/page}       /0                     /0
#   {?ids*}       ?ids=None&ids=0        ?ids=0
#   {?filter*}    ?from=None&open=False  ?open=false
# Why it matters: the first page, an offset or a version of 0 and a switch that is off are sent as nothing, which services refuse or read as their default; and
#   a filter that was not set becomes one for the name "None". Texts ("0", "false") are written as they are.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund url-template@3.1.1 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages uritemplate==4.2.0 2> /dev/null < /dev/null

printf '%s\n' '{?page,all}' '{/page}' '{?ids*}' '{?filter*}' > templates
echo '{ "page": 0, "all": false, "ids": [null, 0], "filter": { "from": null, "open": false } }' > values.json
cat > expand.js << 'END'
import { readFileSync } from 'node:fs';
import { parseTemplate } from 'url-template';
const values = JSON.parse(readFileSync('values.json', 'utf8'));
for (const template of readFileSync('templates', 'utf8').trim().split('\n')) console.log(parseTemplate(template).expand(values));
END
cat > expand.py << 'END'
import json

import uritemplate

values = json.load(open("values.json"))
for template in open("templates").read().split():
    print(uritemplate.expand(template, values))
END
PYTHONPATH=packages timeout 60 python3 expand.py > py
timeout 60 node expand.js > js
paste -d ' ' py js > said
paste -d ' ' templates said

if [ "$(cat said)" = '?page=&all= ?page=0&all=false
/0 /0
?ids=None&ids=0 ?ids=0
?from=None&open=False ?open=false' ]; then
  echo 'Still so: 0 and false are sent as nothing, and a null as None.'
else
  echo 'Changed: one of the libraries now writes these values in another way.'
  exit 1
fi
