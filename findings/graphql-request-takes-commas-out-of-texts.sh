#!/usr/bin/env bash
# graphql-request, when it sends a query by GET, takes commas and line breaks out of the texts in it, and everything from a number sign on: "a, b" is sent as "a b".
#
# Version: graphql-request 7.4.0 with graphql 16.15.0 (npm), seen in November 2026.
# Behaviour: commas, white space and comments mean nothing between the parts of a query, but inside of a string they are its value (GraphQL specification, String
#   Value). With `method: 'GET'` each run of them is replaced by a space, in texts, too, so that the URL is shorter. By POST the query is sent as it was written.
#   An explicit variable is not concerned.
# Output seen (the text that the server reads in `search(q: ...)`, by POST and by GET):
#   "error, code"        "error, code"   "error code"
#   "error  code"        "error  code"   "error code"
#   "1,500"              "1,500"         "1 500"
#   "issue #12"          "issue #12"     no query: Syntax Error: Unterminated string.
# Why it matters: GET is switched on so that answers can be cached, with one word in the options. Searches find something else from then on, without an error, and only a
#   number sign gives one.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund graphql-request@7.4.0 graphql@16.15.0 < /dev/null

cat > run.js << 'END'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { parse, visit } from 'graphql';
import { GraphQLClient } from 'graphql-request';

let query;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  query = body ? JSON.parse(body).query : new URL(request.url, 'http://127.0.0.1').searchParams.get('query');
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;

/** Returns the text that is searched for, as the server reads it. */
function read() {
  const found = [];
  try {
    visit(parse(query), { StringValue: ({ value }) => void found.push(JSON.stringify(value)) });
  } catch (error) {
    return error.message;
  }
  return found.join();
}
const byPost = new GraphQLClient(url);
const byGet = new GraphQLClient(url, { method: 'GET', jsonSerializer: JSON });
for (const text of ['error, code', 'error  code', '1,500', 'issue #12']) {
  const said = [];
  for (const client of [byPost, byGet]) {
    await client.request(`{ search(q: ${JSON.stringify(text)}) { id } }`);
    said.push(read());
  }
  console.log(said.join(' | '));
}
process.exit();
END
timeout 60 node run.js | tee said

if [ "$(cat said)" = '"error, code" | "error code"
"error  code" | "error code"
"1,500" | "1 500"
"issue #12" | Syntax Error: Unterminated string.' ]; then
  echo 'Still so: by GET another text is searched for.'
else
  echo 'Changed: the query is sent in another way now.'
  exit 1
fi
