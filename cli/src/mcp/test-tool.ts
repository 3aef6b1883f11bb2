import { existsSync } from 'node:fs';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { exitCodes } from '../exit-codes';
import { toolAnswer, toolRefusal } from './answers';
import { askBy } from './ask';
import { wayOptions, type NamedWays } from './named-ways';
import { runProgram } from './run-program';

/** In seconds: a client does not wait for a tool any longer. */
const maxTime = 120;

/** Adds the tool that tests a service by its description: in the sandbox as a whole; elsewhere what reads, and the rest after the user's decision. */
export function addTestTool(server: McpServer, ways: NamedWays, isGuarded = false): void {
  server.registerTool(
    'test_service',
    {
      title: 'Test a service by its description',
      description:
        'Sends requests that the description of a service allows and forbids, and returns where the service differs from it; each difference is written as a request file to the folder rulebook-findings. In the sandbox, everything is tested. At an endpoint that was named when the server was started, only requests that read are sent (GET, HEAD, OPTIONS), unless `writes` is true and the user agrees, if your client can ask. Protected endpoints are never tested.',
      inputSchema: {
        service: z.string().describe('A service of rulebook.json, by its name.'),
        endpoint: z
          .string()
          .describe(
            'An endpoint of the sandbox, such as `sandbox-shop`, or one that was named when the server was started.',
          ),
        only: z
          .array(z.string())
          .max(20)
          .optional()
          .describe('The operations whose id, path, or method and path are like this, such as `GET *`.'),
        writes: z
          .boolean()
          .optional()
          .describe('Outside the sandbox: also create, change and remove things. The user has to agree.'),
        maxRequests: z.number().int().min(1).max(2000).optional().describe('Send at most so many; 300 if absent.'),
        seed: z.number().int().min(1).optional().describe('The same number gives the same requests.'),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    async ({ service, endpoint, only = [], writes = false, maxRequests = 300, seed }, { signal }) => {
      // A file of this name would be read in its place.
      if (!/^[\w][\w.-]{0,100}$/.test(service) || existsSync(service))
        return toolRefusal(`${service}: give the name of a service, not a file`);
      if (writes && isGuarded)
        return toolRefusal(
          'This server was started with --guard: tests of a service only read. The user can run `rulebook test`.',
        );
      const ask = writes ? askBy(server) : undefined;
      const options = [
        `--endpoint=${endpoint}`,
        ...only.map((pattern) => `--only=${pattern}`),
        `--max-requests=${maxRequests}`,
        `--max-time=${maxTime}`,
        ...(seed === undefined ? [] : [`--seed=${seed}`]),
        ...wayOptions(ways),
        ...(writes ? [] : ['--reads-only']),
        ...(ask === undefined ? [] : ['--ask-parent']),
      ];
      const { code, output } = await runProgram(['test', ...options, '--', service], signal, ask);
      // What was found is an answer, too.
      return code === exitCodes.success || code === exitCodes.findings ? toolAnswer(output) : toolRefusal(output);
    },
  );
}
