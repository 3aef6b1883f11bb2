import { resolve } from 'node:path';
import type { Endpoint } from '@rulebook/engine';
import type { SnapshotStore } from '@rulebook/sender/asserts';
import type { Configuration } from '@rulebook/sender/configuration';
import { type CancelSignal, type RequestPlan, refused, type Refusal } from '@rulebook/sender/plan';
import type { Difference, FilesPort, SenderPorts } from '@rulebook/sender/ports';
import { createRateLimits } from '@rulebook/sender/send';
import { explainMissing } from '@rulebook/sender/variables';
import { createNamedResponses } from '@rulebook/sender/variables';
import { credentialFile } from '@rulebook/node/credentials/credential-file';
import { fileSecrets, loadReferences } from '@rulebook/node/credentials/file-secrets';
import { createReferencedSecrets, userSecretCommands } from '@rulebook/node/credentials/secret-commands';
import { readBodyFile, type BodyFolders } from '@rulebook/node/files/body-folders';
import { createResponseWriter } from '@rulebook/node/files/write-outputs';
import { createConnectionSource } from '@rulebook/node/http/connection-options';
import { proxiesOf } from '@rulebook/node/http/proxy';
import { createTransport } from '@rulebook/node/http/transport';
import { evaluateAsserts } from '@rulebook/node/sending/evaluate-asserts';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { systemOf } from '@rulebook/node/system';
import { environment } from '../configuration/configuration-file';
import { terminalCredentials, terminalWays } from '../configuration/credentials';
import { adviseVar, createPromptedValues } from '../requests/ask-values';
import { forbid } from './decide';
import type { SenderOptions } from './sender-options';

/** What a command sends with. */
interface SenderParts {
  readonly options: SenderOptions;
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  readonly root: string;
  /** The folder whose `.env` file counts; absent: that of the command. */
  readonly folder?: string;
  readonly sandbox: AvailableSandbox;
  readonly signal: CancelSignal;
}

declare const RULEBOOK_VERSION: string;

/**
 * Returns what a command sends by, and what ends its connections. Its requests refer to no variables and to no files, keep no cookies and are compared
 * with nothing; who wants more replaces a port.
 */
export function createSenderPorts(parts: SenderParts): { readonly ports: SenderPorts; readonly end: () => void } {
  const { configuration, endpoint, options, root, folder = resolve('.'), sandbox, signal } = parts;
  const { endpoints } = configuration;
  const connections = createConnectionSource({
    environment,
    given: { certificate: options.cert, key: options.key, authorities: options.cacert },
  });
  const kept = credentialFile(environment);
  const references = createReferencedSecrets(() => userSecretCommands(environment));
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: true });
  const credentialOf = terminalCredentials({ trusted: options.trustEndpoint, sandbox, transport });
  return {
    ports: {
      values: {
        resolveFor: () => () => undefined,
        system: { ...systemOf(folder, environment), secret: fileSecrets(kept, environment, references) },
        userAgent: `rulebook/${RULEBOOK_VERSION}`,
        askForValues: async (names, plan, answers) => {
          const others = await loadReferences(names, references);
          if ('cause' in others) return others;
          return others.length === 0
            ? undefined
            : refused(explainMissing(others, { ...plan, answers, advise: adviseVar }));
        },
        askForPrompts: createPromptedValues(new Set()).ask,
      },
      credentials: {
        credentialOf: (place) => {
          // A token is got elsewhere than where the request goes.
          const problem = forbid(place, place.baseUrl, options);
          return problem === undefined ? credentialOf(place) : Promise.resolve(refused(problem));
        },
      },
      ways: {
        endpoints,
        endpointOf: (plan) => endpoint ?? endpoints.find(({ name }) => name === plan.endpoint),
        privateWays: terminalWays(options, kept),
        forbid: (place, url, host) => forbid(place, url, options, host),
      },
      files: filesIn(() => ({ bases: [resolve('.')], allowed: [] })),
      responses: { answers: createNamedResponses(), isKept: () => false, evaluateAsserts, compare: () => [] },
      transport: {
        ...{ send: transport.send, rateLimits: createRateLimits(), signal },
        connectionOf: (place) => connections(place, root),
      },
    },
    end: transport.close,
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
