#!/usr/bin/env bash
# A server made with the Python SDK of MCP refuses a text argument if the text is a JSON object, and makes nothing of the text "null".
#
# Version: mcp 2.3.0 (PyPI), seen in November 2026.
# Behaviour: a tool has the parameter `body: str | None`, published as a string or null. Arguments that are texts are parsed as JSON before they are
#   checked, unless the parameter is `str` alone: `{"body": "{\"a\":1}"}`, which the published schema permits, gets "Input should be a valid string", and
#   `"null"` arrives as None. A text that is a number or `true` stays a text. On the other hand `"5"` and `true` are taken where the schema says integer.
# Output seen:
#   optional text: plain -> 'plain'    {"a":1} -> refused    ["x"] -> refused    null -> None    5 -> '5'
#   text:          {"a":1} -> '{"a":1}'
#   integer:       "5" -> 5    true -> 1
# Why it matters: request bodies, queries and mappings are texts of JSON. A model that fills in such a tool gets a refusal that contradicts the schema, and
#   tries it again; a client that checks arguments by the schema finds nothing wrong.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages mcp==2.3.0 2> /dev/null < /dev/null

cat > call.py << 'END'
import asyncio
import logging

from mcp import Client
from mcp.server.mcpserver import MCPServer

logging.disable(logging.CRITICAL)
server = MCPServer("finding")


@server.tool()
def optional(body: str | None = None) -> str:
    return repr(body)


@server.tool()
def text(body: str) -> str:
    return repr(body)


@server.tool()
def integer(body: int) -> str:
    return repr(body)


async def main():
    async with Client(server) as client:
        schema = (await client.list_tools()).tools[0].input_schema["properties"]["body"]["anyOf"]
        print([one["type"] for one in schema])
        calls = [("optional", value) for value in ("plain", '{"a":1}', '["x"]', "null", "5")] + [("text", '{"a":1}'), ("integer", "5"), ("integer", True)]
        for tool, value in calls:
            result = await client.call_tool(tool, {"body": value})
            print(tool, value, "->", "refused" if result.is_error else result.content[0].text)


asyncio.run(main())
END
PYTHONPATH=packages timeout 120 python3 -W ignore call.py 2> /dev/null | tee said

if [ "$(cat said)" = "['string', 'null']
optional plain -> 'plain'
optional {\"a\":1} -> refused
optional [\"x\"] -> refused
optional null -> None
optional 5 -> '5'
text {\"a\":1} -> '{\"a\":1}'
integer 5 -> 5
integer True -> 1" ]; then
  echo 'Still so: a text of JSON is refused where a text is permitted.'
else
  echo 'Changed: arguments are now read in another way.'
  exit 1
fi
