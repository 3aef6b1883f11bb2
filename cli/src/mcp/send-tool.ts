import { spawn } from 'node:child_process';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolAnswer, toolRefusal } from './answers';
import { choiceArguments } from './plan-tool';
import { readSource } from './sources';

/** A longer output is cut, in UTF-16 code units. */
const longestOutput = 200_000;

/** Adds the tool that sends a request of a saved file to the sandbox or one of these ways, as `rulebook run` does where no one can be asked. */
export function addSendTool(server: McpServer, ways: readonly string[]): void {
  server.registerTool(
    'send_request',
    {
      title: 'Send a request',
      description:
        'Sends a request of a saved file and returns the response, with secrets masked. It goes to the sandbox and to the endpoints that were named when the server was started, and nowhere else. A request with errors is not sent. Outside the sandbox, neither is one that destroys something, or changes something on a protected endpoint: ask the user to send it.',
      inputSchema: {
        path: z.string().describe('The path of a request file below the working folder.'),
        ...choiceArguments,
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    async ({ path, line, name, endpoint, env }, { signal }) => {
      const source = readSource({ path });
      if ('problem' in source) return toolRefusal(source.problem);
      const options = Object.entries({ line, name, endpoint, env }).flatMap(([key, value]) =>
        value === undefined ? [] : [`--${key}=${value}`],
      );
      // Without any other way, the option itself keeps everything but the sandbox out.
      const only = [...ways, ''].map((way) => `--only-way=${way}`);
      const { code, output } = await runProgram(['run', ...options, ...only, '--', source.path], signal);
      return code === 0 ? toolAnswer(output) : { ...toolAnswer(output), isError: true };
    },
  );
}

/** Runs a command of this very program without a terminal, so that it asks nothing. */
function runProgram(args: readonly string[], signal: AbortSignal): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const program = process.argv[1] ?? '';
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], signal });
    let output = '';
    const take = (chunk: string) => {
      if (output.length < longestOutput) output = (output + chunk).slice(0, longestOutput);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', ({ message }) => {
      resolve({ code: 1, output: `It could not be started: ${message}` });
    });
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}
