#!/usr/bin/env bash
# Two runners of Arazzo workflows write the same parameters in two ways, and neither as the description says.
#
# Versions: @redocly/cli 2.77.0 (npm, `redocly respect`) and arazzo-runner 0.9.6 (PyPI), seen in November 2026.
# Behaviour: the OpenAPI description says how a value is written: a list is repeated (`tags`), or joined by commas with `explode: false` (`ids`), an
#   object with `deepObject` is `f[a]=1&f[b]=2`, and a value of a path is one segment, so its slash is encoded. respect joins each list, and writes an
#   object as JavaScript's `[object Object]`. arazzo-runner repeats each list, writes the names of an object without its values, and `False` for
#   false. Both send a slash as it is. No warning, and the steps pass.
# Output seen (by the description: /things/a%2Fb?tags=x&tags=y&ids=1,2&f[a]=1&f[b]=2&on=false):
#   respect:       /things/a/b?tags=x,y&ids=1,2&f=[object Object]&on=false
#   arazzo-runner: /things/a/b?tags=x&tags=y&ids=1&ids=2&f=a&f=b&on=False
# Why it matters: the step asks for something else than the operation takes. A search with a filter that is not understood answers 200, and the
#   workflow is green.
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
  /things/{id}:
    get:
      operationId: getThing
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: f, in: query, style: deepObject, explode: true, schema: { type: object } }
        - { name: 'on', in: query, schema: { type: boolean } }
      responses: { '200': { description: ok } }
END
cat > flow.arazzo.yaml << 'END'
arazzo: 1.0.1
info: { title: Things, version: '1' }
sourceDescriptions: [{ name: things, type: openapi, url: ./openapi.yaml }]
workflows:
  - workflowId: w
    steps:
      - stepId: look
        operationId: getThing
        parameters:
          - { name: id, in: path, value: a/b }
          - { name: tags, in: query, value: [x, y] }
          - { name: ids, in: query, value: [1, 2] }
          - { name: f, in: query, value: { a: 1, b: 2 } }
          - { name: 'on', in: query, value: false }
        successCriteria: [{ condition: $statusCode == 200 }]
END
# Shows the URL without percent-encoding, but for an encoded slash.
shown() { node -e 'console.log(decodeURIComponent(require("fs").readFileSync("seen", "utf8").trim().replaceAll("%2F", "%252F")))'; }

: > seen
timeout 120 node_modules/.bin/redocly respect flow.arazzo.yaml < /dev/null > log 2>&1 || true
echo "respect: $(shown)" | tee said
: > seen
cat > run.py << 'END'
import logging

from arazzo_runner import ArazzoRunner

logging.disable(logging.CRITICAL)
ArazzoRunner.from_arazzo_path("flow.arazzo.yaml").execute_workflow("w", {})
END
PYTHONPATH=packages timeout 120 python3 -W ignore run.py > log 2>&1
echo "arazzo-runner: $(shown)" | tee -a said

if [ "$(cat said)" = 'respect: /things/a/b?tags=x,y&ids=1,2&f=[object Object]&on=false
arazzo-runner: /things/a/b?tags=x&tags=y&ids=1&ids=2&f=a&f=b&on=False' ]; then
  echo 'Still so: the parameters are not written as described.'
else
  echo 'Changed: one of the runners now writes parameters in another way.'
  exit 1
fi
