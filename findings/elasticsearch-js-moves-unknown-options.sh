#!/usr/bin/env bash
# An option that the JavaScript client of Elasticsearch does not know is a parameter of the query in version 8, and a member of the body in version 9.
#
# Version: @elastic/elasticsearch 8.19.2 and 9.5.1 (npm), seen in November 2026.
# Behaviour: the client distributes what it is given between the query and the body. `search({ index, query, my_parameter: 'x' })` sends
#   `POST /i/_search?my_parameter=x` by version 8, and `POST /i/_search` with `"my_parameter":"x"` in the body by version 9. No warning by either,
#   and JavaScript without types says nothing.
# Output seen:
#   8.19.2: POST /orders/_search?my_parameter=x {"query":{"match_all":{}}}
#   9.5.1:  POST /orders/_search {"query":{"match_all":{}},"my_parameter":"x"}
# Why it matters: a parameter of a plugin, of a proxy or of a newer server is sent to another place after the update. The server refuses a member of
#   the body that it does not know, with words about the body; and a proxy that routes by the parameter no longer sees it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for version in 8.19.2 9.5.1; do
  mkdir "$version"
  echo '{ "private": true }' > "$version/package.json"
  (cd "$version" && timeout 600 npm install --silent --no-audit --no-fund "@elastic/elasticsearch@$version" < /dev/null)
  cat > "$version/search.mjs" << 'END'
import { createServer } from 'node:http';
import { Client } from '@elastic/elasticsearch';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    console.log(`${request.method} ${request.url} ${body}`);
    response.setHeader('x-elastic-product', 'Elasticsearch').setHeader('content-type', request.headers.accept);
    response.end('{"hits":{"hits":[]}}');
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const client = new Client({ node: `http://127.0.0.1:${server.address().port}` });
await client.search({ index: 'orders', query: { match_all: {} }, my_parameter: 'x' });
await client.close();
server.close();
END
  echo "$version:"
  timeout 60 node "$version/search.mjs" | tee -a said
done

if [ "$(cat said)" = 'POST /orders/_search?my_parameter=x {"query":{"match_all":{}}}
POST /orders/_search {"query":{"match_all":{}},"my_parameter":"x"}' ]; then
  echo 'Still so: version 9 puts into the body what version 8 put into the query.'
else
  echo 'Changed: the versions now send an unknown option in another way.'
  exit 1
fi
