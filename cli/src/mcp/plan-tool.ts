import { reasonOf } from '@rulebook/sender/plan';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { explanationJson, explanationText, plainStyle, type Explanation } from '@rulebook/sender/explain';
import { count } from '@rulebook/text';
import { explanationsOf } from '../explain';
import { toolAnswer, toolRefusal } from './answers';
import { readSource, sourceArguments } from './sources';

/** A longer body is cut, in UTF-16 code units: a model needs to see that it is there. */
const longestBody = 20_000;

/** More requests are counted, not shown. */
const maxRequests = 20;

/** The arguments that choose a request and where it goes. */
export const choiceArguments = {
  line: z.number().int().min(1).optional().describe('The request at this line, counted from 1.'),
  name: z.string().optional().describe('The request with this `# @name` or title.'),
  endpoint: z.string().optional().describe('The endpoint of rulebook.json that it goes to.'),
  env: z.string().optional().describe('The environment of http-client.env.json to use.'),
};

/** Adds the tool that shows what a request would do. */
export function addPlanTool(server: McpServer): void {
  server.registerTool(
    'plan_request',
    {
      title: 'Plan a request',
      description:
        'Returns the request, or each one of the text, as it would be sent, with its variables filled in and secrets masked: URL, endpoint, header fields, body, what it would destroy, and what speaks against sending it. Nothing is sent. The content of body files is not shown.',
      inputSchema: {
        ...sourceArguments,
        ...choiceArguments,
        variables: z.record(z.string(), z.string()).optional().describe('Values of variables, by name; no secrets.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ text, path, variables = {}, line, name, endpoint, env }) => {
      const source = readSource({ text, path });
      if ('cause' in source) return toolRefusal(reasonOf(source));
      const explanations = await explanationsOf(source, {
        ...(line !== undefined && { line }),
        ...(name !== undefined && { name }),
        all: line === undefined && name === undefined,
        ...(endpoint !== undefined && { endpoint }),
        ...(env !== undefined && { env }),
        var: Object.entries(variables).map(([key, value]) => `${key}=${value}`),
        hidesFiles: true,
      });
      if (typeof explanations === 'string') return toolRefusal(explanations);
      const shown = explanations.slice(0, maxRequests).map(withShortBody);
      const more = explanations.length - shown.length;
      const texts = shown.map((explanation) => explanationText(explanation, plainStyle));
      if (more > 0) texts.push(`… and ${count(more, 'more request')}; choose one by \`line\` or \`name\`\n`);
      return toolAnswer(texts.join(`\n${'─'.repeat(40)}\n\n`), { requests: shown.map(explanationJson) });
    },
  );
}

function withShortBody(explanation: Explanation): Explanation {
  const { body } = explanation;
  return body === undefined || body.length <= longestBody
    ? explanation
    : { ...explanation, body: body.slice(0, longestBody), isBodyCut: true };
}
