#!/usr/bin/env bash
# Two runners of Arazzo workflows judge the same criteria in two ways: one lets a step pass whose criterion does not hold.
#
# Versions: arazzo-runner 0.9.6 (PyPI) and @redocly/cli 2.77.0 (npm, `redocly respect`), seen in November 2026.
# Behaviour: the service answers 200 with {"done":false,"ok":true,"n":3,"name":"Ann"}. Arazzo 1.0.1, criterion object: operators are the comparisons,
#   `!`, `&&`, `||` and parentheses, literals are also `true` and `false`, and texts are compared without regard to case. arazzo-runner does not look at
#   `n > 5` behind `&&`, takes any value that is there as true, and finds no boolean equal to `true` or `false`. respect does not know parentheses
#   and `!`. Neither ignores case. A criterion that is not understood counts as not met, without a message.
# Output seen (+ the step passed, - it failed; by the specification, arazzo-runner, respect):
#   $statusCode == 200 && $response.body#/n > 5        - + -
#   $response.body#/done                               - + -
#   $response.body#/done == false                      + - +
#   ($statusCode == 200)                               + - -
#   !$response.body#/done                              + - -
#   $response.body#/name == 'ann'                      + - -
# Why it matters: a workflow is written to be run by any tool. The first two pass with wrong answers, in CI, too; the others fail with right ones.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @redocly/cli@2.77.0 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages arazzo-runner==0.9.6 2> /dev/null < /dev/null
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true NO_COLOR=1

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"done":false,"ok":true,"n":3,"name":"Ann"}');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done

cat > openapi.json << END
{
  "openapi": "3.1.0",
  "info": { "title": "Things", "version": "1" },
  "servers": [{ "url": "http://127.0.0.1:$(cat port)" }],
  "paths": { "/thing": { "get": { "operationId": "getThing", "responses": { "200": { "description": "ok" } } } } }
}
END
cat > conditions << 'END'
$statusCode == 200
$statusCode == 200 && $response.body#/n > 5
$response.body#/done
$response.body#/done == false
($statusCode == 200)
!$response.body#/done
$response.body#/name == 'ann'
END
# Writes one workflow for each condition.
cat > write.js << 'END'
import { readFileSync, writeFileSync } from 'node:fs';
const conditions = readFileSync('conditions', 'utf8').trim().split('\n');
const workflows = conditions.map((condition, index) => ({
  workflowId: `w${index}`,
  steps: [{ stepId: 'look', operationId: 'getThing', successCriteria: [{ condition }] }],
}));
const sourceDescriptions = [{ name: 'things', type: 'openapi', url: './openapi.json' }];
const document = { arazzo: '1.0.1', info: { title: 'Things', version: '1' }, sourceDescriptions, workflows };
writeFileSync('flow.arazzo.json', JSON.stringify(document));
END
node write.js
cat > run.py << 'END'
import logging

from arazzo_runner import ArazzoRunner

logging.disable(logging.CRITICAL)
for index, _ in enumerate(open("conditions").read().splitlines()):
    result = ArazzoRunner.from_arazzo_path("flow.arazzo.json").execute_workflow(f"w{index}", {})
    print("+" if "COMPLETE" in str(result.status).upper() else "-")
END
PYTHONPATH=packages timeout 120 python3 -W ignore run.py > runner
timeout 120 node_modules/.bin/redocly respect flow.arazzo.json < /dev/null > log 2>&1 || true
{ grep -oE '(✓|✗) success criteria check - ' log || true; } | sed 's/^✓.*/+/; s/^✗.*/-/' | head -n 7 > respect
paste -d ' ' runner respect > said
paste -d ' ' said conditions

if [ "$(cat said)" = '+ +
+ -
+ -
- +
- -
- -
- -' ]; then
  echo 'Still so: the two runners disagree, and criteria that do not hold pass.'
else
  echo 'Changed: one of the runners now judges these criteria in another way.'
  exit 1
fi
