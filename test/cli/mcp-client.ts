import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, type CallToolResult, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach } from 'vitest';
import { streamCommandLine, type StreamedCommand } from './command-line';

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
  await client.connect(transportOf(streamCommandLine(['mcp', ...args], { cwd, env })));
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

/** Speaks the protocol over the standard streams of a command, as the client's own transport does with a process. */
function transportOf({ stdin, stdout, ended }: StreamedCommand): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    start: () => {
      stdout.on('data', (chunk: Buffer) => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
          transport.onmessage?.(message);
      });
      return Promise.resolve();
    },
    send: (message) => {
      stdin.write(serializeMessage(message));
      return Promise.resolve();
    },
    close: async () => {
      stdin.end();
      await ended;
      transport.onclose?.();
    },
  };
  return transport;
}
