#!/usr/bin/env bash
# In the TypeScript SDK of MCP the server sends a structured result with one more member than its schema names, and the client refuses it.
#
# Version: @modelcontextprotocol/sdk 1.32.2 with zod 4.6.7 and 3.25.76 (npm), seen in November 2026.
# Behaviour: a tool has an output schema `{ n: z.number() }` and returns `{ n: 1, extra: 1 }`. The server checks the result by zod, which permits other
#   members, and sends all of them. The schema that it publishes for the same tool says `additionalProperties: false`. The client of the same package checks
#   by that: "Structured content does not match the tool's output schema". Arguments with one more member are taken, and the member is dropped; with zod 3 the
#   published schema forbids it there, too.
# Output seen (both versions of zod):
#   published: additionalProperties false
#   the server's answer: {"n":1,"extra":1}, no error
#   the client: data must NOT have additional properties
# Why it matters: an answer of a service is usually passed on as it is; when the service adds a member, all calls fail at the client, and the tests of the
#   server do not show it. `z.looseObject` is needed for the output.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat > call.mjs << 'END'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
const server = new McpServer({ name: 'finding', version: '1' });
server.registerTool('one', { inputSchema: { a: z.number() }, outputSchema: { n: z.number() } }, async ({ a }) => ({ content: [], structuredContent: { n: a, extra: 1 } }));
const [one, other] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: 'finding', version: '1' });
await Promise.all([server.connect(one), client.connect(other)]);
const [tool] = (await client.listTools()).tools;
console.log(`published: ${tool.outputSchema.additionalProperties} ${tool.inputSchema.additionalProperties}`);
const params = { name: 'one', arguments: { a: 1, other: 2 } };
const answer = await client.request({ method: 'tools/call', params }, CallToolResultSchema);
console.log(`answer: ${JSON.stringify(answer.structuredContent)} ${answer.isError ?? false}`);
console.log(`client: ${await client.callTool(params).then(() => 'taken', (error) => error.message.split(': ').slice(-1)[0])}`);
END
: > said
for zod in 4.6.7 3.25.76; do
  echo '{ "private": true }' > package.json
  rm -f package-lock.json
  timeout 600 npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2 "zod@$zod" < /dev/null
  timeout 60 node call.mjs | tee -a said
done

once='answer: {"n":1,"extra":1} false
client: data must NOT have additional properties'
if [ "$(grep -v published said)" = "$once
$once" ] && [ "$(grep -c '^published: false' said)" = 2 ]; then
  echo 'Still so: the client refuses what the server of the same package permits.'
else
  echo 'Changed: server and client now check results in another way.'
  exit 1
fi
