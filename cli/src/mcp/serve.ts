import { refused, type Refusal, reasonOf } from '@rulebook/sender/plan';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createEngine, loadMarkdown } from '@rulebook/engine';
import { credentialWayOf, wayOf } from '@rulebook/sender/private';
import { unknownEndpoint } from '@rulebook/sender/send';
import { causeOf } from '@rulebook/node/files/files';
import { originIn } from '@rulebook/node/credentials/file-secrets';
import { createConfigurationFinder } from '../configuration/configuration-file';
import { readRightsFile } from '../configuration/given-rights';
import { complain, exitCodes } from '../exit-codes';
import { addCheckTool } from './check-tool';
import { addCompleteTool } from './complete-tool';
import { addDescribeTool } from './describe-tool';
import { createGuard } from './guard';
import { addFileResources } from './file-resources';
import { addPlanTool } from './plan-tool';
import { addRightsTools } from './rights-tools';
import { addSendTool } from './send-tool';
import { addTestTool } from './test-tool';
import type { NamedWays } from './named-ways';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/** The options of `rulebook mcp`. */
export interface McpOptions {
  readonly allowSending?: boolean;
  /** The endpoints and URLs that requests may be sent to, next to the sandbox. */
  readonly allowEndpoint?: readonly string[];
  /** What changes something is shown to the user first, who decides; what has warnings is not sent. */
  readonly guard?: boolean;
  /** The file with the rights that requests of the guard keep to. */
  readonly rights?: string;
  /** Files below it are read; absent: the current folder. */
  readonly folder?: string;
}

/** Says to the model what the tools are for. */
function instructions(): string {
  const services = createEngine().catalogue.services.map(({ title }) => title);
  return `Rulebook knows HTTP services fact by fact: ${services.join(', ')}, and the services that the rulebook.json of the folder describes.
To write a request: look it up with describe_request, write it in the form of a request file (a line "METHOD /path", header fields, an empty line, the JSON body), check it with check_requests until nothing is found that you do not mean, and see with plan_request what it would send and destroy.`;
}

/** Serves the Model Context Protocol on standard input and output until the client closes it, and returns the exit code. */
export async function serveMcp(options: McpOptions): Promise<number> {
  const { guard = false, allowSending = guard, allowEndpoint = [], rights } = options;
  const problem = problemOf(options) ?? enterFolder(options.folder);
  if (problem !== undefined) {
    complain(problem);
    return exitCodes.usage;
  }
  const given = rights === undefined ? undefined : readRightsFile(rights);
  if (given !== undefined && 'cause' in given) {
    complain(`${rights ?? ''}: ${given.cause}`);
    return exitCodes.usage;
  }
  // The model can write files, so what a rulebook.json says later does not count.
  const ways = allowEndpoint.length === 0 ? { all: [], guarded: [], environments: [] } : waysOf(allowEndpoint);
  if ('cause' in ways) {
    complain(reasonOf(ways));
    return exitCodes.usage;
  }
  await loadMarkdown();
  const server = new McpServer({ name: 'rulebook', version: RULEBOOK_VERSION }, { instructions: instructions() });
  addCheckTool(server);
  addCompleteTool(server);
  addDescribeTool(server);
  addPlanTool(server);
  addRightsTools(server);
  addFileResources(server);
  if (allowSending) {
    addSendTool(server, ways, guard ? createGuard({ ways, rights: given }) : undefined);
    addTestTool(server, ways, guard);
  }
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    process.stdin.on('end', resolve);
    process.stdin.on('close', resolve);
  });
  await server.connect(transport);
  const answered = followRequests(transport);
  await closed;
  // A script may close its end as soon as it has written everything.
  await answered();
  await server.close();
  return exitCodes.success;
}

/** Returns why options do not go together. */
function problemOf({ allowSending, allowEndpoint = [], guard, rights }: McpOptions): string | undefined {
  if (allowEndpoint.length > 0 && allowSending !== true && guard !== true)
    return '--allow-endpoint needs --allow-sending or --guard';
  return rights !== undefined && guard !== true ? '--rights needs --guard' : undefined;
}

/** Makes a folder the one whose files are read, or returns why that is not possible. */
function enterFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  try {
    process.chdir(folder);
    return undefined;
  } catch (error) {
    return `${folder}: cannot be entered: ${causeOf(error)}; name a folder that there is`;
  }
}

/** Returns the ways to endpoints of `rulebook.json` and to URLs, or which of them is neither. */
function waysOf(wanted: readonly string[]): NamedWays | Refusal {
  const { endpoints, protectedEnvironments: environments = [] } = createConfigurationFinder()('.').configuration;
  const all: string[] = [];
  for (const one of wanted) {
    const endpoint = endpoints.find(({ name }) => name === one);
    if (endpoint === undefined && originIn(one) === '') return refused(unknownEndpoint(one, endpoints));
    all.push(endpoint === undefined ? wayOf(one, undefined) : credentialWayOf(endpoint));
  }
  // Also of the others: a URL that was named may be that of a protected endpoint.
  const guarded = endpoints.filter((endpoint) => endpoint.protected === true).map(credentialWayOf);
  return { all, guarded, environments };
}

/** Follows which requests of a connection have no response yet; returns what waits for the responses. */
function followRequests(transport: Transport): () => Promise<void> {
  const open = new Set<RequestId>();
  let onAnswer: () => void = () => undefined;
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ('id' in message && 'method' in message) open.add(message.id);
    receive?.(message, extra);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    await send(message, options);
    if ('id' in message && !('method' in message) && message.id !== undefined) open.delete(message.id);
    onAnswer();
  };
  return async () => {
    while (open.size > 0) await new Promise<void>((resolve) => (onAnswer = resolve));
  };
}
