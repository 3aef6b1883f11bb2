#!/usr/bin/env bash
# `now/w` of a range begins on Monday on the server, and in Elastic's own package for date math on Sunday; Python's takes `now-1.5h`, which the server refuses.
#
# Version: @elastic/datemath 5.0.3 with moment 2.30.1 (npm) and python-datemath 3.0.3 with arrow 1.4.0 (PyPI), seen in November 2026.
# Behaviour: programs that show, check or count what a range such as `now-1w/w` covers evaluate it by a package. Elasticsearch and OpenSearch round in UTC unless a
#   `time_zone` is given, to weeks from Monday (ISO 8601), and take whole numbers with one of `yMwdhHms`. @elastic/datemath takes the week of moment's language, English
#   as it is delivered, and rounds days and weeks in the time zone of the machine, even of a time that says `Z`. python-datemath rounds as the server does,
#   and takes fractions and `now-1Y`.
# Output seen (now is Monday, 2026-11-30T03:00Z; server, @elastic/datemath in UTC, in New York, python-datemath):
#   now/w                      11-30T00:00   11-29T00:00   11-29T05:00   11-30T00:00
#   now-1w/w                   11-23T00:00   11-22T00:00   11-22T05:00   11-23T00:00
#   2026-11-30T00:00:00Z||/d   11-30T00:00   11-30T00:00   11-29T05:00   11-30T00:00
#   now-1.5h                   refused       nothing       nothing       11-30T01:30
# Why it matters: a count of "this week" next to a search for it is a day off, a whole week on Sundays, and tests on a machine in UTC do not see the days. moment's
#   `updateLocale('en', { week: { dow: 1 } })` sets the week.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @elastic/datemath@5.0.3 moment@2.30.1 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages python-datemath==3.0.3 arrow==1.4.0 2> /dev/null < /dev/null

printf '%s\n' 'now/w' 'now-1w/w' '2026-11-30T00:00:00Z||/d' 'now-1.5h' > texts
cat > read.js << 'END'
import { readFileSync } from 'node:fs';
import datemath from '@elastic/datemath';
for (const text of readFileSync('texts', 'utf8').trim().split('\n')) {
  const time = datemath.parse(text, { forceNow: new Date('2026-11-30T03:00:00Z') });
  console.log(time?.toISOString().slice(5, 16) ?? 'nothing');
}
END
cat > read.py << 'END'
import arrow
from datemath import datemath

for text in open("texts").read().split():
    print(datemath(text, now=arrow.get("2026-11-30T03:00:00Z")).isoformat()[5:16])
END
TZ=UTC timeout 60 node read.js > utc
TZ=America/New_York timeout 60 node read.js > york
PYTHONPATH=packages timeout 60 python3 -W ignore read.py > py
paste -d ' ' texts utc york py | tee said

if [ "$(cat said)" = 'now/w 11-29T00:00 11-29T05:00 11-30T00:00
now-1w/w 11-22T00:00 11-22T05:00 11-23T00:00
2026-11-30T00:00:00Z||/d 11-30T00:00 11-29T05:00 11-30T00:00
now-1.5h nothing nothing 11-30T01:30' ]; then
  echo 'Still so: the packages round to other days than the server.'
else
  echo 'Changed: one of the packages now reads date math in another way.'
  exit 1
fi
