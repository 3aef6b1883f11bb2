#!/usr/bin/env bash
# Code that quicktype makes of a JSON sample writes another JSON than it read: `2026-01-01` becomes a time, and in Python the postal code "01067" becomes "1067".
#
# Version: quicktype-core 26.0.0 (npm) and, for the Python code, python-dateutil 2.9.0.post0 (PyPI), seen in November 2026.
# Behaviour: quicktype looks at the texts of the sample. One that is a date gets the type of a time, in JavaScript, TypeScript and Python, from a JSON schema with
#   `format: date`, too; written back it has hours, in Python without an offset, so that it is neither a `date` nor a `date-time` of RFC 3339. A text of digits is a
#   number in Python, if the sample's has no zero in front: the texts of other documents lose theirs. Nothing fails.
# Output seen (made of {"day":"2026-01-01","zip":"10115"}; read and written with {"day":"2026-02-03","zip":"01067"}):
#   JavaScript  {"day":"2026-02-03T00:00:00.000Z","zip":"01067"}
#   Python      {"day":"2026-02-03T00:00:00","zip":"1067"}
# Why it matters: it is what "paste JSON as code" does in editors. A client that reads a document, changes a member and sends it back changes the others, too; a
#   server that checks `format: date`, or a field of Elasticsearch with the format yyyy-MM-dd, refuses it, and a wrong postal code is stored.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund --ignore-scripts quicktype-core@26.0.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages python-dateutil==2.9.0.post0 2> /dev/null < /dev/null

cat > make.cjs << 'END'
const { InputData, jsonInputForTargetLanguage, quicktype } = require('quicktype-core');
const { writeFileSync } = require('node:fs');
(async () => {
  for (const [lang, file] of [['javascript', 'made.cjs'], ['python', 'made.py']]) {
    const input = jsonInputForTargetLanguage(lang);
    await input.addSource({ name: 'Place', samples: ['{"day":"2026-01-01","zip":"10115"}'] });
    const inputData = new InputData();
    inputData.addInput(input);
    const { lines } = await quicktype({ inputData, lang });
    writeFileSync(file, lines.join('\n'));
  }
})();
END
timeout 120 node make.cjs
echo '{"day":"2026-02-03","zip":"01067"}' > place.json
cat > read.cjs << 'END'
const { placeToJson, toPlace } = require('./made.cjs');
const text = require('node:fs').readFileSync('place.json', 'utf8');
console.log(JSON.stringify(JSON.parse(placeToJson(toPlace(text)))));
END
cat > read.py << 'END'
import json

import made

print(json.dumps(made.place_to_dict(made.place_from_dict(json.load(open("place.json")))), separators=(",", ":")))
END
{
  timeout 60 node read.cjs
  PYTHONPATH=packages timeout 60 python3 read.py
} | tee said

if [ "$(cat said)" = '{"day":"2026-02-03T00:00:00.000Z","zip":"01067"}
{"day":"2026-02-03T00:00:00","zip":"1067"}' ]; then
  echo 'Still so: what was read is not what is written.'
else
  echo 'Changed: quicktype now reads texts in another way.'
  exit 1
fi
