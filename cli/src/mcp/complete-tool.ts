import { reasonOf } from '@rulebook/sender/plan';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { count } from '@rulebook/text';
import { offersAt } from '../offers-at';
import { toolAnswer, toolRefusal } from './answers';
import { readSource, sourceArguments } from './sources';
import { createCommandEngine } from '../command-engine';

/** More offers are counted, not listed. */
const maxOffers = 100;

/** Adds the tool that lists what can be written at a position. */
export function addCompleteTool(server: McpServer): void {
  server.registerTool(
    'complete_request',
    {
      title: 'Complete a request',
      description:
        'Lists what can be written at a position of a request: paths, query parameters, header fields, members of the JSON body, and their values, each with what it replaces.',
      inputSchema: {
        ...sourceArguments,
        line: z.number().int().min(1).describe('The line, counted from 1.'),
        column: z.number().int().min(1).describe('The column, counted from 1 in UTF-16 code units.'),
        env: z.string().optional().describe('The environment of http-client.env.json whose variables count.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ line, column, env, ...given }) => {
      const source = readSource(given);
      if ('cause' in source) return toolRefusal(reasonOf(source));
      const engine = createCommandEngine();
      const offers = await offersAt(engine, { ...source, line, column, env });
      if (typeof offers === 'string') return toolRefusal(offers);
      const shown = offers.slice(0, maxOffers).map(({ documentation: _documentation, ...offer }) => offer);
      const lines = [
        offers.length === 0 ? 'Nothing is offered here.' : `${count(offers.length, 'offer')}:`,
        ...shown.map(({ label, kind, detail }) => [label, kind, detail].filter(Boolean).join(' · ')),
        ...(offers.length > shown.length ? [`… and ${offers.length - shown.length} more`] : []),
      ];
      return toolAnswer(lines.join('\n'), { items: shown });
    },
  );
}
