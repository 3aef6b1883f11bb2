import { reasonOf } from '@rulebook/sender/plan';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { dirname } from 'node:path';
import { z } from 'zod';
import { describedRequest } from '../described-request';
import { toolAnswer, toolRefusal } from './answers';
import { readSource } from './sources';
import { createCommandEngine } from '../command-engine';

/** Adds the tool that looks requests up. */
export function addDescribeTool(server: McpServer): void {
  server.registerTool(
    'describe_request',
    {
      title: 'Describe a request',
      description:
        'Returns what the documents say about a request: what it does and destroys, its parameters, the members of its JSON body with types, allowed values and defaults, and its responses. Use it before writing a request.',
      inputSchema: {
        request: z
          .string()
          .min(1)
          .max(2000)
          .describe(
            'A method and a path, such as `PUT /_snapshot/backup`; or words to search for, such as `create webhook`.',
          ),
        part: z
          .string()
          .max(1000)
          .optional()
          .describe('A JSON pointer into the body, such as `/settings`: only this part is described.'),
        path: z
          .string()
          .optional()
          .describe(
            'The path of a request file below the working folder: the services of its rulebook.json count, too.',
          ),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ request, part, path }) => {
      const source = readSource({ text: '', path });
      if ('cause' in source) return toolRefusal(reasonOf(source));
      const engine = createCommandEngine();
      const described = await describedRequest(engine, request, { folder: dirname(source.path), part });
      return 'cause' in described ? toolRefusal(reasonOf(described)) : toolAnswer(described.markdown);
    },
  );
}
