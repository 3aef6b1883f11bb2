#!/usr/bin/env bash
# arazzo-runner does not replace an entry of a list in a body, and sends the expressions of a text body as they are written.
#
# Versions: arazzo-runner 0.9.6 (PyPI) and @redocly/cli 2.77.0 (npm, `redocly respect`), seen in November 2026.
# Behaviour: Arazzo 1.0.1 has `replacements` for a payload, whose target is a JSON Pointer, and expressions in braces within texts. Of the targets
#   `/name` and `/ids/1`, arazzo-runner replaces the first; the step passes. The expression in a `text/plain` payload is sent with its braces, and
#   that in a JSON payload is filled in. respect does all four.
# Output seen:
#   respect:       {"name":"new","ids":[1,9,3],"text":"n is 7"} and n is 7
#   arazzo-runner: {"name":"new","ids":[1,2,3],"text":"n is 7"} and n is {$steps.first.outputs.n}
# Why it matters: the workflow tests the body that was meant to be changed, unchanged: a check of "a wrong entry is refused" sees 200, and one of a good
#   entry passes without having sent it.
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
import { appendFileSync, writeFileSync } from 'node:fs';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    appendFileSync('seen', `${request.url} ${body}\n`);
    response.setHeader('Content-Type', 'application/json');
    response.end('{"n":7}');
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
setTimeout(() => process.exit(), 300_000);
END
node server.mjs &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done

cat > openapi.yaml << END
openapi: 3.1.0
info: { title: Things, version: '1' }
servers: [{ url: 'http://127.0.0.1:$(cat port)' }]
paths:
  /json:
    post:
      operationId: postJson
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: ok } }
  /text:
    post:
      operationId: postText
      requestBody: { content: { text/plain: { schema: { type: string } } } }
      responses: { '200': { description: ok } }
END
cat > flow.arazzo.yaml << 'END'
arazzo: 1.0.1
info: { title: Things, version: '1' }
sourceDescriptions: [{ name: things, type: openapi, url: ./openapi.yaml }]
workflows:
  - workflowId: w
    steps:
      - stepId: first
        operationId: postJson
        requestBody: { contentType: application/json, payload: {} }
        successCriteria: [{ condition: $statusCode == 200 }]
        outputs: { n: $response.body#/n }
      - stepId: second
        operationId: postJson
        requestBody:
          contentType: application/json
          payload: { name: old, ids: [1, 2, 3], text: 'n is {$steps.first.outputs.n}' }
          replacements:
            - { target: /name, value: new }
            - { target: /ids/1, value: 9 }
        successCriteria: [{ condition: $statusCode == 200 }]
      - stepId: third
        operationId: postText
        requestBody: { contentType: text/plain, payload: 'n is {$steps.first.outputs.n}' }
        successCriteria: [{ condition: $statusCode == 200 }]
END
# Shows the last two bodies, without spaces around the parts of JSON.
shown() { tail -n 2 seen | sed 's/^[^ ]* //; s/": /":/g; s/, /,/g'; }

: > seen
timeout 120 node_modules/.bin/redocly respect flow.arazzo.yaml < /dev/null > log 2>&1 || true
shown | tee said
: > seen
cat > run.py << 'END'
import logging

from arazzo_runner import ArazzoRunner

logging.disable(logging.CRITICAL)
ArazzoRunner.from_arazzo_path("flow.arazzo.yaml").execute_workflow("w", {})
END
PYTHONPATH=packages timeout 120 python3 -W ignore run.py > log 2>&1
shown | tee -a said

if [ "$(cat said)" = '{"name":"new","ids":[1,9,3],"text":"n is 7"}
n is 7
{"name":"new","ids":[1,2,3],"text":"n is 7"}
n is {$steps.first.outputs.n}' ]; then
  echo 'Still so: an entry is not replaced, and a text is not filled in.'
else
  echo 'Changed: one of the runners now writes bodies in another way.'
  exit 1
fi
