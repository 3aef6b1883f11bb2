import { resolve } from 'node:path';
import type { Endpoint } from '@rulebook/engine';
import type { SnapshotStore } from '@rulebook/sender/asserts';
import type { Configuration } from '@rulebook/sender/configuration';
import { type CancelSignal, type RequestPlan, refused, type Refusal } from '@rulebook/sender/plan';
import type { Difference, FilesPort, SenderPorts, WayPorts } from '@rulebook/sender/ports';
import { createRateLimits } from '@rulebook/sender/send';
import { explainMissing } from '@rulebook/sender/variables';
import { createNamedResponses } from '@rulebook/sender/variables';
import { credentialFile, type CredentialFile } from '@rulebook/node/credentials/credential-file';
import type { CredentialSource } from '@rulebook/node/credentials/environment-credentials';
import { fileSecrets, loadReferences } from '@rulebook/node/credentials/file-secrets';
import {
  createReferencedSecrets,
  userSecretCommands,
  type ReferencedSecrets,
} from '@rulebook/node/credentials/secret-commands';
import { readBodyFile, type BodyFolders } from '@rulebook/node/files/body-folders';
import { createResponseWriter } from '@rulebook/node/files/write-outputs';
import { createConnectionSource, type ConnectionSource } from '@rulebook/node/http/connection-options';
import { proxiesOf } from '@rulebook/node/http/proxy';
import { createTransport, type NodeTransport } from '@rulebook/node/http/transport';
import { evaluateAsserts } from '@rulebook/node/sending/evaluate-asserts';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { systemOf } from '@rulebook/node/system';
import { environment } from '../configuration/configuration-file';
import { terminalCredentials, terminalWays } from '../configuration/credentials';
import { adviseVar, createPromptedValues } from '../requests/ask-values';
import { forbid } from './decide';
import type { SenderOptions } from './sender-options';

/** What all requests of a command are sent with, of whichever file. */
export interface SenderTools {
  readonly options: SenderOptions;
  readonly sandbox: AvailableSandbox;
  readonly kept: CredentialFile;
  readonly references: ReferencedSecrets;
  readonly transport: NodeTransport;
  readonly connections: ConnectionSource;
  readonly credentials: CredentialSource;
  readonly ways: WayPorts;
  readonly limits: ReturnType<typeof createRateLimits>;
}

/** What the requests of one folder are sent with. */
interface FolderParts {
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  readonly root: string;
  /** The folder whose `.env` file counts; absent: that of the command. */
  readonly folder?: string;
  readonly signal: CancelSignal;
}

/** What a command sends with. */
interface SenderParts extends FolderParts {
  readonly options: SenderOptions;
  readonly sandbox: AvailableSandbox;
}

declare const RULEBOOK_VERSION: string;

/**
 * Returns what a command sends by, and what ends its connections. Its requests refer to no variables and to no files, keep no cookies and are compared
 * with nothing; who wants more replaces a port.
 */
export function createSenderPorts(parts: SenderParts): { readonly ports: SenderPorts; readonly end: () => void } {
  const tools = createSenderTools(parts.options, parts.sandbox);
  return { ports: senderPortsOf(tools, parts), end: tools.transport.close };
}

/** Returns what requests are sent with, which asks, reads and connects once for all of them. */
export function createSenderTools(options: SenderOptions, sandbox: AvailableSandbox): SenderTools {
  const kept = credentialFile(environment);
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: true });
  return {
    ...{ options, sandbox, kept, transport },
    references: createReferencedSecrets(() => userSecretCommands(environment)),
    connections: createConnectionSource({
      environment,
      given: { certificate: options.cert, key: options.key, authorities: options.cacert },
    }),
    credentials: terminalCredentials({ trusted: options.trustEndpoint, sandbox, transport }),
    ways: terminalWays(options, kept),
    limits: createRateLimits(),
  };
}

/** Returns the ports for the requests of a folder; what one of them keeps, no others know. */
export function senderPortsOf(tools: SenderTools, parts: FolderParts): SenderPorts {
  const { options, kept, references, transport, connections, credentials, ways, limits } = tools;
  const { configuration, endpoint, root, folder = resolve('.'), signal } = parts;
  const { endpoints } = configuration;
  return {
    values: {
      resolveFor: () => () => undefined,
      system: { ...systemOf(folder, environment), secret: fileSecrets(kept, environment, references) },
      userAgent: `rulebook/${RULEBOOK_VERSION}`,
      askForValues: async (names, plan, answers) => {
        const others = await loadReferences(names, references);
        if ('cause' in others) return others;
        if (others.length === 0) return undefined;
        const why = explainMissing(others, { ...plan, answers, advise: adviseVar });
        // A response that is taken from a request which comes with it only by this option.
        const [first = ''] = others;
        const isFromResponse =
          plan.dependsOn?.some((name) => first.startsWith(`${name}.`)) === true &&
          answers.sourceOf(first) === undefined;
        return refused(isFromResponse && !options.withDependencies ? `${why}, or add --with-dependencies` : why);
      },
      askForPrompts: createPromptedValues(new Set()).ask,
    },
    credentials: {
      credentialOf: (place) => {
        // A token is got elsewhere than where the request goes.
        const problem = forbid(place, place.baseUrl, options);
        return problem === undefined ? credentials(place) : Promise.resolve(refused(problem));
      },
    },
    ways: {
      endpoints,
      endpointOf: (plan) => endpoint ?? endpoints.find(({ name }) => name === plan.endpoint),
      privateWays: ways,
      forbid: (place, url, host) => forbid(place, url, options, host),
    },
    files: filesIn(() => ({ bases: [resolve('.')], allowed: [] })),
    responses: { answers: createNamedResponses(), isKept: () => false, evaluateAsserts, compare: () => [] },
    transport: { send: transport.send, rateLimits: limits, signal, connectionOf: (place) => connections(place, root) },
  };
}

/** Compares a shown response with the JSON Schema in a file. */
export type SchemaComparison = (
  shown: string,
  file: string,
  folders: BodyFolders,
) => Promise<readonly Difference[] | Refusal>;

/** Returns the files of requests, which are in some folders. */
export function filesIn(
  foldersFor: (plan: RequestPlan) => BodyFolders,
  compare?: SchemaComparison,
  snapshots?: SnapshotStore,
): FilesPort {
  return {
    readFile: (path, plan) => Promise.resolve(readBodyFile(foldersFor(plan), path)),
    writerOf: (plan, values) => {
      const { bases, allowed } = foldersFor(plan);
      const [base = '.'] = bases;
      return createResponseWriter(plan, { base, allowed: allowed ?? [base] }, values);
    },
    compareWithSchema: compare && ((shown, file, plan) => compare(shown, file, foldersFor(plan))),
    compareWithSnapshot: snapshots?.compare,
  };
}
