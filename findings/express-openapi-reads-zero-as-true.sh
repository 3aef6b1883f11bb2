#!/usr/bin/env bash
# express-openapi calls the handler with `true` for `?dry_run=0`, with 0 for `?limit=` and with 5 for `?limit=5.7`, none of which its description permits.
#
# Version: express-openapi 12.1.3 with openapi-request-coercer 12.1.3 and express 4.21.2 (npm), seen in November 2026.
# Behaviour: the values of the query are converted before they are checked, and so that the check can no longer see what was sent: each text but "false" is true
#   for a boolean, a fraction is cut and nothing is 0 for an integer. With the same description exegesis-express 4.0.0 refuses these four.
# Output seen (the status and what the handler gets):
#   dry_run=false  200 false     dry_run=0      200 true      dry_run=       200 true      limit=5.7      200 5
#   limit=         200 0
#   exegesis-express: 200 false, then 400 four times
# Why it matters: a client that writes 0 or nothing for false, as many do, gets the opposite of what it asked for, with 200. A limit that a template left empty asks
#   for no entry at all.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund express-openapi@12.1.3 openapi-request-coercer@12.1.3 exegesis-express@4.0.0 express@4.21.2 < /dev/null

cat > run.js << 'END'
const express = require('express');
const { initialize } = require('express-openapi');
const exegesis = require('exegesis-express');

const parameters = [
  { name: 'dry_run', in: 'query', schema: { type: 'boolean' } },
  { name: 'limit', in: 'query', schema: { type: 'integer' } },
];
const operation = { operationId: 'list', parameters, responses: { 200: { description: 'ok' } } };
const described = { openapi: '3.0.3', info: { title: 'Things', version: '1' } };
const first = ({ dry_run, limit }) => ({ got: dry_run ?? limit });

/** Starts an application and returns its address. */
async function start(application) {
  application.use((error, _request, response, _next) => response.status(error.status ?? 500).end(''));
  const server = application.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return `http://127.0.0.1:${server.address().port}/things`;
}

async function main() {
  const one = express();
  const GET = Object.assign((request, response) => response.json(first(request.query)), { apiDoc: operation });
  await initialize({ app: one, apiDoc: { ...described, paths: {} }, paths: [{ path: '/things', module: { GET } }] });
  const other = express();
  const controllers = { things: { list: (context) => context.res.status(200).json(first(context.params.query)) } };
  const paths = { '/things': { get: { ...operation, 'x-exegesis-controller': 'things' } } };
  other.use(await exegesis.middleware({ ...described, paths }, { controllers }));
  for (const [name, url] of [['express-openapi', await start(one)], ['exegesis-express', await start(other)]]) {
    for (const query of ['dry_run=false', 'dry_run=0', 'dry_run=', 'limit=5.7', 'limit=']) {
      const response = await fetch(`${url}?${query}`);
      console.log(name, query, response.status, response.ok ? (await response.json()).got : '');
    }
  }
  process.exit();
}
main();
END
timeout 60 node run.js | tee said

if [ "$(sed 's/ *$//' said)" = 'express-openapi dry_run=false 200 false
express-openapi dry_run=0 200 true
express-openapi dry_run= 200 true
express-openapi limit=5.7 200 5
express-openapi limit= 200 0
exegesis-express dry_run=false 200 false
exegesis-express dry_run=0 400
exegesis-express dry_run= 400
exegesis-express limit=5.7 400
exegesis-express limit= 400' ]; then
  echo 'Still so: what is not permitted becomes something that is.'
else
  echo 'Changed: the values are now converted or refused in another way.'
  exit 1
fi
