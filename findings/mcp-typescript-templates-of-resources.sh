#!/usr/bin/env bash
# The TypeScript SDK of MCP reads `{?q,limit}` of a resource template only if both parameters are there, in this order, and does not decode what it reads.
#
# Version: @modelcontextprotocol/sdk 1.32.2 (npm) and mcp 2.3.0 (PyPI), seen in November 2026.
# Behaviour: resource templates of MCP are URI templates of RFC 6570, where a variable without a value is left out. A server with `search://find{?q,limit}`
#   knows `search://find?q=x&limit=2` and neither the other order nor `search://find?q=x`: "not found". `a%20b` arrives as `a%20b`, not as `a b`. The Python
#   SDK serves all of these, with decoded values. The other direction differs from the RFC, too: the list of `{?tags*}` becomes `?tags=a,b` (RFC:
#   `?tags=a&tags=b`), `{/a,b}` becomes `1,2` (RFC: `/1/2`), and `{name:3}`, a prefix, nothing.
# Output seen (typescript, python):
#   search://find?q=x&limit=2: x 2, x 2      search://find?limit=2&q=x: not found, x 2
#   search://find?q=x: not found, x          notes://a%20b: a%20b, a b
# Why it matters: the same template of two servers describes other addresses, and what a client expands by the RFC is not found.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@1.32.2 < /dev/null
timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages mcp==2.3.0 2> /dev/null < /dev/null

cat > read.mjs << 'END'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js';
const server = new McpServer({ name: 'finding', version: '1' });
for (const template of ['search://find{?q,limit}', 'notes://{name}']) {
  server.registerResource(template, new ResourceTemplate(template, { list: undefined }), {}, (uri, { q, limit, name }) => ({
    contents: [{ uri: uri.href, text: [q, limit, name].filter((value) => value !== undefined).join(' ') }],
  }));
}
const [one, other] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: 'finding', version: '1' });
await Promise.all([server.connect(one), client.connect(other)]);
for (const uri of ['search://find?q=x&limit=2', 'search://find?limit=2&q=x', 'search://find?q=x', 'notes://a%20b']) {
  const text = await client.readResource({ uri }).then(({ contents }) => contents[0].text, () => 'not found');
  console.log(`${uri}: ${text}`);
}
for (const [template, values] of [['{?tags*}', { tags: ['a', 'b'] }], ['{/a,b}', { a: '1', b: '2' }], ['{name:3}', { name: 'abcdef' }]]) {
  console.log(`${template} ${new UriTemplate(template).expand(values)}`);
}
END
timeout 60 node read.mjs | tee said
cat > read.py << 'END'
import asyncio
import logging

from mcp import Client
from mcp.server.mcpserver import MCPServer

logging.disable(logging.CRITICAL)
server = MCPServer("finding")


@server.resource("search://find{?q,limit}")
def find(q: str = "", limit: str = "") -> str:
    return (q + " " + limit).strip()


@server.resource("notes://{name}")
def note(name: str) -> str:
    return name


async def main():
    async with Client(server) as client:
        for uri in ("search://find?q=x&limit=2", "search://find?limit=2&q=x", "search://find?q=x", "notes://a%20b"):
            print("%s: %s" % (uri, (await client.read_resource(uri)).contents[0].text))


asyncio.run(main())
END
PYTHONPATH=packages timeout 120 python3 -W ignore read.py 2> /dev/null | tee -a said

if [ "$(cat said)" = 'search://find?q=x&limit=2: x 2
search://find?limit=2&q=x: not found
search://find?q=x: not found
notes://a%20b: a%20b
{?tags*} ?tags=a,b
{/a,b} 1,2
{name:3} 
search://find?q=x&limit=2: x 2
search://find?limit=2&q=x: x 2
search://find?q=x: x
notes://a%20b: a b' ]; then
  echo 'Still so: the two SDKs read one template in two ways.'
else
  echo 'Changed: templates of resources are now read in another way.'
  exit 1
fi
