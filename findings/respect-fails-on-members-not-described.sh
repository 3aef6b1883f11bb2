#!/usr/bin/env bash
# `redocly respect` fails a workflow when a response has a member that its schema does not name, though the schema permits it.
#
# Version: @redocly/cli 2.77.0 (npm), seen in November 2026.
# Behaviour: the schema of the response is an object with `name`, without `additionalProperties`; by JSON Schema and OpenAPI any other member is
#   permitted. The service answers {"name":"a","added":1}. The step's criterion (`$statusCode == 200`) holds, the "schema check" fails by an
#   `unevaluatedProperties` that the description does not have, and the exit code is 1. With `additionalProperties: true` in the schema it passes.
# Output seen:
#   not said:                    exit code 1, must NOT have unevaluated properties: "added"
#   additionalProperties: true:  exit code 0
# Why it matters: a service adds a member, which its clients have to expect, and every workflow is red at once. The same description is taken by
#   validators of JSON Schema, so the two verdicts of one response contradict each other.
set -euo pipefail

folder=$(mktemp -d)
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @redocly/cli@2.77.0 < /dev/null
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true NO_COLOR=1

cat > server.mjs << 'END'
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"name":"a","added":1}');
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
port=$(cat port)

# Writes the description, with further members of the schema.
describe() {
  cat > openapi.yaml << END
openapi: 3.1.0
info: { title: Things, version: '1' }
servers: [{ url: 'http://127.0.0.1:$port' }]
paths:
  /thing:
    get:
      operationId: getThing
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { type: object, properties: { name: { type: string } }$1 }
END
}
cat > flow.arazzo.yaml << 'END'
arazzo: 1.0.1
info: { title: Things, version: '1' }
sourceDescriptions:
  - { name: things, type: openapi, url: ./openapi.yaml }
workflows:
  - workflowId: look
    steps:
      - stepId: thing
        operationId: $sourceDescriptions.things.getThing
        successCriteria:
          - condition: $statusCode == 200
END

describe ''
unsaid=0
timeout 90 node_modules/.bin/redocly respect flow.arazzo.yaml < /dev/null > log 2>&1 || unsaid=$?
message=$(grep -o 'must NOT have unevaluated properties: "added"' log | head -n 1 || true)
criterion=$(grep -c '✓ success criteria check' log || true)
describe ', additionalProperties: true'
allowed=0
timeout 90 node_modules/.bin/redocly respect flow.arazzo.yaml < /dev/null > log 2>&1 || allowed=$?

echo "Not said:                    exit code $unsaid, $message"
echo "additionalProperties: true:  exit code $allowed"
if [ "$unsaid" = 1 ] && [ -n "$message" ] && [ "$criterion" -ge 1 ] && [ "$allowed" = 0 ]; then
  echo 'Still so: a member that is not described fails the workflow.'
else
  echo 'Changed: respect now treats members that are not described in another way.'
  exit 1
fi
