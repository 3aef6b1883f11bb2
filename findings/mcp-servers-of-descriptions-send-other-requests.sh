#!/usr/bin/env bash
# Two MCP servers that are made of a description call the service in another way than it says: text as JSON, `[object Object]`, a cookie in the URL or not at all.
#
# Versions: openapi-mcp-generator 4.0.1 and @ivotoby/openapi-mcp-server 1.16.1 (npm), called by the client of @modelcontextprotocol/sdk 1.32.2; the generated
#   server has axios 1.21.1, zod 3.25.76, json-schema-to-zod 2.8.1 and dotenv 16.6.1. Seen in November 2026.
# Behaviour: both show the operations of a description as tools with arguments. The generated server joins a list of the query by a comma, writes an object as
#   `[object Object]` and leaves the cookie out. The other one joins the list, too, puts the cookie into the query, and writes every body but a form as JSON, under
#   the media type of the description. Both read the answer as numbers of JavaScript, so that the model sees another identifier than the service sent.
# Output seen:
#                                 generated                            @ivotoby/openapi-mcp-server
#   tag=a&tag=b, deepObject, cookie  ?tag=a,b&deep=[object+Object]     ?tag=a,b&deep[a]=1&session=abc
#   text/plain hi                    hi                                {"body":"hi"}
#   NDJSON                           as it is                          {"body":"{\"a\":1}\n"}
#   "id": 12345678901234567890       12345678901234567000              12345678901234567000
# Why it matters: a model cannot see what is sent, only that nothing is found or that a note says {"body":"hi"}, and it tries again. What it reads next by the identifier is another
#   thing, or none.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --legacy-peer-deps openapi-mcp-generator@4.0.1 @ivotoby/openapi-mcp-server@1.16.1 @modelcontextprotocol/sdk@1.32.2 \
  axios@1.21.1 zod@3.25.76 json-schema-to-zod@2.8.1 dotenv@16.6.1 esbuild@0.28.2 < /dev/null

cat > run.js << 'END'
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

let seen;
const service = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const cookie = request.headers.cookie ? ` ${request.headers.cookie}` : '';
  seen = body ? `${request.headers['content-type']} ${JSON.stringify(body)}` : decodeURIComponent(request.url) + cookie;
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":12345678901234567890}');
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const url = `http://127.0.0.1:${service.address().port}`;

const text = { type: 'string' };
const responses = { 200: { description: 'ok' } };
const taking = (operationId, type) => ({ post: { operationId, requestBody: { content: { [type]: { schema: text } } }, responses } });
const parameters = [
  { name: 'tag', in: 'query', schema: { type: 'array', items: text } },
  { name: 'deep', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { a: text } } },
  { name: 'session', in: 'cookie', schema: text },
];
const paths = { '/things': { get: { operationId: 'list', parameters, responses } }, '/note': taking('note', 'text/plain'), '/bulk': taking('bulk', 'application/x-ndjson') };
writeFileSync('openapi.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'Things', version: '1' }, servers: [{ url }], paths }));
execFileSync('node_modules/.bin/openapi-mcp-generator', ['--input', 'openapi.json', '--output', 'generated'], { stdio: 'ignore', timeout: 60_000 });
execFileSync('node_modules/.bin/esbuild', ['generated/src/index.ts', '--outfile=generated.mjs', '--format=esm', '--log-level=error'], { timeout: 60_000 });

const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
const servers = {
  generated: ['generated.mjs'],
  '@ivotoby': ['node_modules/.bin/openapi-mcp-server', '--api-base-url', url, '--openapi-spec', 'openapi.json', '--transport', 'stdio'],
};
for (const [name, args] of Object.entries(servers)) {
  const client = new Client({ name: 'look', version: '1' });
  await client.connect(new StdioClientTransport({ command: 'node', args, env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  // One of the two shortens names, and calls the body otherwise; the tools come in the order of the description.
  const member = 'body' in tools[1].inputSchema.properties ? 'body' : 'requestBody';
  const given = [{ tag: ['a', 'b'], deep: { a: '1' }, session: 'abc' }, { [member]: 'hi' }, { [member]: '{"a":1}\n' }];
  let answer;
  for (const [index, tool] of tools.entries()) {
    answer = await client.callTool({ name: tool.name, arguments: given[index] });
    console.log(`${name}:`, seen);
  }
  console.log(`${name}:`, /\d{5,}/.exec(answer.content[0].text)[0]);
  await client.close();
}
process.exit();
END
timeout 120 node run.js | tee said

if [ "$(cat said)" = 'generated: /things?tag=a,b&deep=[object+Object]
generated: text/plain "hi"
generated: application/x-ndjson "{\"a\":1}\n"
generated: 12345678901234567000
@ivotoby: /things?tag=a,b&deep[a]=1&session=abc
@ivotoby: text/plain "{\"body\":\"hi\"}"
@ivotoby: application/x-ndjson "{\"body\":\"{\\\"a\\\":1}\\n\"}"
@ivotoby: 12345678901234567000' ]; then
  echo 'Still so: the service is called in another way than it describes.'
else
  echo 'Changed: one of the servers now calls the service in another way.'
  exit 1
fi
