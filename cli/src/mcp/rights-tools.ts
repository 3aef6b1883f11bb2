import { reasonOf } from '@rulebook/sender/plan';
import { existsSync } from 'node:fs';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolAnswer, toolRefusal } from './answers';
import { runProgram } from './run-program';
import { readSource } from './sources';

const reading = { readOnlyHint: true, openWorldHint: false } as const;

/** Adds the tools that derive what requests need, and what a service has. */
export function addRightsTools(server: McpServer): void {
  server.registerTool(
    'derive_privileges',
    {
      title: 'Derive privileges',
      description:
        'Returns the smallest role or permissions that the requests of a saved file need, for each endpoint, with the requests behind each line. What is not published is listed, never granted. Nothing is sent.',
      inputSchema: {
        path: z.string().describe('The path of a request file below the working folder.'),
        name: z.string().optional().describe('Only the request with this `# @name` or title.'),
        endpoint: z.string().optional().describe('Only the requests to this endpoint.'),
        env: z.string().optional().describe('The environment of http-client.env.json to use.'),
      },
      annotations: reading,
    },
    async ({ path, name, endpoint, env }, { signal }) => {
      const source = readSource({ path });
      if ('cause' in source) return toolRefusal(reasonOf(source));
      const options = Object.entries({ name, endpoint, env }).flatMap(([key, value]) =>
        value === undefined ? [] : [`--${key}=${value}`],
      );
      const { code, output } = await runProgram(['privileges', ...options, '--', source.path], signal);
      return code === 0 ? toolAnswer(output) : toolRefusal(output);
    },
  );
  server.registerTool(
    'list_resources_of_service',
    {
      title: 'List the resources of a service',
      description:
        'Returns the collections of a service, by its name: the path of their items, how an item is created, read, changed and deleted, and what is not known. Nothing is sent.',
      inputSchema: {
        service: z.string().describe('A documented service, or one of rulebook.json, by its name.'),
      },
      annotations: reading,
    },
    async ({ service }, { signal }) => {
      // A file of this name would be read in its place.
      if (!/^[\w][\w.-]{0,100}$/.test(service) || existsSync(service))
        return toolRefusal(`${service}: give the name of a service, not a file`);
      const { code, output } = await runProgram(['describe', '--resources', '--', service], signal);
      return code === 0 ? toolAnswer(output) : toolRefusal(output);
    },
  );
}
