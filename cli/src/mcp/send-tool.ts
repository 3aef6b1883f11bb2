import { reasonOf } from '@rulebook/sender/plan';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolAnswer, toolRefusal } from './answers';
import { askBy } from './ask';
import type { Guard } from './guard';
import { wayOptions, type NamedWays } from './named-ways';
import { choiceArguments } from './plan-tool';
import { runProgram } from './run-program';
import { readSource } from './sources';

/** Adds the tool that sends a request of a saved file to the sandbox or one of these ways, as `rulebook run` does where no one can be asked. */
export function addSendTool(server: McpServer, ways: NamedWays, guard?: Guard): void {
  server.registerTool(
    'send_request',
    {
      title: 'Send a request',
      description:
        'Sends a request of a saved file and returns the response, with secrets masked. It goes to the sandbox and to the endpoints that were named when the server was started, and nowhere else. A request with errors is not sent. Outside the sandbox, neither is one that destroys something, or changes something on a protected endpoint: the user is asked, if your client can ask, and otherwise has to send it.',
      inputSchema: {
        path: z.string().describe('The path of a request file below the working folder.'),
        ...choiceArguments,
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    async ({ path, line, name, endpoint, env }, { signal }) => {
      const source = readSource({ path });
      if ('cause' in source) return toolRefusal(reasonOf(source));
      const options = Object.entries({ line, name, endpoint, env }).flatMap(([key, value]) =>
        value === undefined ? [] : [`--${key}=${value}`],
      );
      const guarded = await guard?.({ source, line, name, endpoint, env }, signal);
      if (guarded !== undefined && 'refusal' in guarded) return toolRefusal(guarded.refusal);
      const asker = askBy(server);
      const shown = guarded === undefined ? '' : `\n\n${guarded.preview}`;
      const ask = asker && ((question: string) => asker(`${question}${shown}`));
      const asking = [
        ...(ask === undefined ? [] : ['--ask-parent']),
        ...(guard === undefined ? [] : ['--ask-changes']),
      ];
      const { code, output } = await runProgram(
        ['run', ...options, ...wayOptions(ways), ...asking, '--', source.path],
        signal,
        ask,
      );
      return code === 0 ? toolAnswer(output) : { ...toolAnswer(output), isError: true };
    },
  );
}
