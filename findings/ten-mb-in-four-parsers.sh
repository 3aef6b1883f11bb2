#!/usr/bin/env bash
# Four parsers give the size "10mb" of an API as three numbers, and "10m" as three others: 10 bytes is one of them.
#
# Versions: bytes 3.1.2, filesize-parser 1.5.2, xbytes 1.9.1 (npm), humanfriendly 10.0 (PyPI), seen in November 2026.
# Behaviour: sizes that Elasticsearch and OpenSearch take and give (`10mb`, with 1024 as the base) are read by programs with a package. humanfriendly uses
#   1000 unless `binary=True` is said, and xbytes takes a small b for bits. `bytes`, which reads the limits of Express, too, knows `10mb`, and of "10m" or
#   "10MiB" it reads the number alone: 10 bytes, with no error. Text that it does not understand at all is null.
# Output seen (bytes, filesize-parser, xbytes, humanfriendly):
#   10mb    10485760 10485760 1250000 10000000
#   10MB    10485760 10485760 10000000 10000000
#   10MiB   10 10485760 10485760 10485760
#   10m     10 10485760 - 10000000
# Why it matters: a threshold taken from the settings of a cluster is 5 percent, or a factor of 8, or of a million off in the program that watches it; each of
#   them gives a plausible number.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund bytes@3.1.2 filesize-parser@1.5.2 xbytes@1.9.1 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages humanfriendly==10.0 2> /dev/null < /dev/null

printf '%s\n' 10mb 10MB 10MiB 10m > sizes
cat > read.js << 'END'
import { readFileSync } from 'node:fs';
import bytes from 'bytes';
import filesizeParser from 'filesize-parser';
import xbytes from 'xbytes';
const read = (parse, text) => {
  try {
    return parse(text) || '-';
  } catch {
    return '-';
  }
};
for (const text of readFileSync('sizes', 'utf8').trim().split('\n'))
  console.log([bytes.parse, filesizeParser, xbytes.parseSize].map((parse) => read(parse, text)).join(' '));
END
timeout 60 node read.js > js
PYTHONPATH=packages timeout 60 python3 -W ignore -c '
import humanfriendly
for text in open("sizes").read().split(): print(humanfriendly.parse_size(text))' > py
paste -d ' ' js py > said
paste -d ' ' sizes said

if [ "$(cat said)" = '10485760 10485760 1250000 10000000
10485760 10485760 10000000 10000000
10 10485760 10485760 10485760
10 10485760 - 10000000' ]; then
  echo 'Still so: one size, many numbers.'
else
  echo 'Changed: one of the parsers now reads sizes in another way.'
  exit 1
fi
