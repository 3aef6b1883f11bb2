import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type CallToolResult, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { root } from './command-line';

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

/** Connects the official client of the protocol to the server in a folder. */
export async function connect(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  answer?: (question: string) => ElicitResult,
) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} });
  if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  const command = [join(root, 'dist/cli.js'), 'mcp', ...args];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: command, cwd, env, stderr: 'ignore' }),
  );
  clients.push(client);
  return {
    client,
    call: async (name: string, given: Readonly<Record<string, unknown>>) => {
      const result = (await client.callTool({ name, arguments: { ...given } })) as CallToolResult;
      const [content] = result.content;
      return { ...result, text: content?.type === 'text' ? content.text : '' };
    },
  };
}
