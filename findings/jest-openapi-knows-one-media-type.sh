#!/usr/bin/env bash
# jest-openapi and its twin for Chai find a response wrong that is described by `default` or `4XX`, and check CSV by the schema of the JSON.
#
# Version: chai-openapi-response-validator 0.14.2 with openapi-validator 0.14.2, which jest-openapi 0.14.2 uses, too, chai 4.5.0 and axios 1.21.1 (npm), November 2026.
# Behaviour: OpenAPI 3 describes other statuses by a range such as `4XX` and by `default`, and each media type by a schema of its own. The matcher looks for the
#   exact status only, and takes the first media type of the list, whatever the field Content-Type of the response says.
# Output seen (the same server, each response as described):
#   200 application/json {}                 satisfies
#   200 text/csv a,b                        does not: "response must be object"
#   404 under 4XX                           does not: no response defined for that status
#   500 under default                       does not: no response defined for that status
# Why it matters: tests of a service are red for answers that its description permits, and with two media types one can never be tested. What people do then is to write each
#   status out, or to leave the matcher out of the tests for errors.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund chai-openapi-response-validator@0.14.2 openapi-validator@0.14.2 chai@4.5.0 axios@1.21.1 < /dev/null

cat > run.js << 'END'
const { createServer } = require('node:http');
const axios = require('axios');
const chai = require('chai');
const { default: validator } = require('chai-openapi-response-validator');

const json = { 'application/json': { schema: { type: 'object' } } };
const responses = {
  200: { description: 'ok', content: { ...json, 'text/csv': { schema: { type: 'string' } } } },
  '4XX': { description: 'refused', content: json },
  default: { description: 'failed', content: json },
};
chai.use(validator({ openapi: '3.0.3', info: { title: 'Things', version: '1' }, paths: { '/things': { get: { responses } } } }));

const server = createServer((request, response) => {
  const { 'x-status': status, accept } = request.headers;
  response.writeHead(Number(status), { 'content-type': accept }).end(accept === 'text/csv' ? 'a,b' : '{}');
});
server.listen(0, '127.0.0.1', async () => {
  for (const [status, type] of [[200, 'application/json'], [200, 'text/csv'], [404, 'application/json'], [500, 'application/json']]) {
    const headers = { 'X-Status': status, Accept: type };
    const response = await axios.get(`http://127.0.0.1:${server.address().port}/things`, { headers, validateStatus: () => true });
    let said = 'satisfies';
    try {
      chai.expect(response).to.satisfyApiSpec;
    } catch (error) {
      said = /response must be object|no '\d+' response defined/.exec(error.message)?.[0] ?? error.message;
    }
    console.log(status, type, said);
  }
  process.exit();
});
END
timeout 60 node run.js | tee said

if [ "$(cat said)" = "200 application/json satisfies
200 text/csv response must be object
404 application/json no '404' response defined
500 application/json no '500' response defined" ]; then
  echo 'Still so: responses that are described are found wrong.'
else
  echo 'Changed: the matcher now judges these responses in another way.'
  exit 1
fi
