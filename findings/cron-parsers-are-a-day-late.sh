#!/usr/bin/env bash
# Parsers of cron expressions take those of Elasticsearch as they are, `?` and seconds included, and read every numbered weekday one day late.
#
# Versions: cron-parser 5.10.6, croner 11.0.1, cronstrue 3.39.0 (npm), croniter 7.0.0 and cron-descriptor 2.2.1 (PyPI), seen in November 2026.
# Behaviour: schedules of snapshots and watches are in the form of Quartz: six fields with seconds, `?` for "any day", weekdays from 1 for Sunday to 7
#   for Saturday; the manual's example of the first Monday of a month is `0 5 9 ? * 2#1`. Cron of Unix counts from 0 for Sunday. All five take such an
#   expression, whose seconds and `?` Unix does not have, and count as Unix does. With names (`MON`) all agree. In cronstrue and
#   cron-descriptor there is an option for it.
# Output seen:
#   0 30 1 ? * 2     all five: Tuesday
#   0 5 9 ? * 2#1    all five: first Tuesday
#   0 30 1 ? * MON   all five: Monday
# Why it matters: "next run" and "in words" in a page or a script of one's own are wrong by a day for snapshots, which the expression does not show.
#   Names are safe.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund cron-parser@5.10.6 croner@11.0.1 cronstrue@3.39.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages croniter==7.0.0 cron-descriptor==2.2.1 2> /dev/null < /dev/null

printf '%s\n' '0 30 1 ? * 2' '0 5 9 ? * 2#1' '0 30 1 ? * MON' > expressions
cat > read.js << 'END'
import { readFileSync } from 'node:fs';
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import cronstrue from 'cronstrue';
const start = '2026-12-01T00:00:00Z';
const weekday = (date) => date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
for (const text of readFileSync('expressions', 'utf8').trim().split('\n')) {
  const next = CronExpressionParser.parse(text, { currentDate: start, tz: 'UTC' }).next().toDate();
  const days = [weekday(next), weekday(new Cron(text, { timezone: 'UTC' }).nextRun(start)), /[A-Z]\w+day\b/.exec(cronstrue.toString(text))[0]];
  console.log(days.join(' '));
}
END
cat > read.py << 'END'
import re
from datetime import datetime

from cron_descriptor import get_description
from croniter import croniter

for text in open("expressions").read().splitlines():
    following = croniter(text, datetime(2026, 12, 1), second_at_beginning=True).get_next(datetime)
    print(following.strftime("%A"), re.search(r"\b(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day", get_description(text)).group())
END
timeout 60 node read.js > js
PYTHONPATH=packages timeout 60 python3 -W ignore read.py > py
paste -d ' ' js py > said
paste -d ' ' expressions said

if [ "$(cat said)" = 'Tuesday Tuesday Tuesday Tuesday Tuesday
Tuesday Tuesday Tuesday Tuesday Tuesday
Monday Monday Monday Monday Monday' ]; then
  echo 'Still so: the weekday is one day late.'
else
  echo 'Changed: one of the parsers now counts weekdays in another way.'
  exit 1
fi
