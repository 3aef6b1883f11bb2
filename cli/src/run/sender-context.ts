import { resolve } from 'node:path';
import type { Endpoint } from '@rulebook/engine';
import type { Configuration } from '@rulebook/sender/configuration';
import type { CancelSignal } from '@rulebook/sender/plan';
import { createRateLimits } from '@rulebook/sender/send';
import { createNamedResponses } from '@rulebook/sender/variables';
import { credentialFile } from '@rulebook/node/credentials/credential-file';
import { fileSecrets } from '@rulebook/node/credentials/file-secrets';
import { createReferencedSecrets, userSecretCommands } from '@rulebook/node/credentials/secret-commands';
import { createConnectionSource } from '@rulebook/node/http/connection-options';
import { proxiesOf } from '@rulebook/node/http/proxy';
import { createTransport } from '@rulebook/node/http/transport';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { systemOf } from '@rulebook/node/system';
import { environment } from '../configuration/configuration-file';
import { terminalCredentials, terminalWays } from '../configuration/credentials';
import { createOutput } from '../output';
import { createPromptedValues } from '../requests/ask-values';
import type { SendPolicy } from './run-options';
import type { RunContext } from './run-request';

/** What a command sends with. */
export interface SenderParts {
  readonly configuration: Configuration;
  /** The endpoint that the user named. */
  readonly endpoint: Endpoint | undefined;
  readonly root: string;
  /** The folder whose `.env` file counts; absent: that of the command. */
  readonly folder?: string;
  readonly sandbox: AvailableSandbox;
  readonly signal: CancelSignal;
}

/** What requests of a command share, and what ends their connections. */
export interface Sender {
  readonly context: RunContext;
  readonly end: () => void;
}

/**
 * Returns what sends requests as a command may. They refer to no variables and to no files, keep no cookies and are compared with nothing; who wants
 * more adds it.
 */
export function createSenderContext(policy: SendPolicy, parts: SenderParts): Sender {
  const { configuration, endpoint, root, folder = resolve('.'), sandbox, signal } = parts;
  const connections = createConnectionSource({
    environment,
    given: { certificate: policy.cert, key: policy.key, authorities: policy.cacert },
  });
  const credentials = credentialFile(environment);
  const references = createReferencedSecrets(() => userSecretCommands(environment));
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: true });
  return {
    context: {
      ...{ configuration, endpoint, policy, transport, references, signal },
      prompted: createPromptedValues(new Set()),
      foldersFor: () => ({ bases: [resolve('.')], allowed: [], advice: '' }),
      credentialOf: terminalCredentials({ trusted: policy.trustEndpoint, sandbox, transport }),
      connectionOf: (place) => connections(place, root),
      rateLimits: createRateLimits(),
      output: createOutput(),
      system: { ...systemOf(folder, environment), secret: fileSecrets(credentials, environment, references) },
      ways: terminalWays(policy, credentials),
      cookies: undefined,
      compare: () => [],
      answers: createNamedResponses(),
      resolveFor: () => () => undefined,
      referredTo: new Set(),
    },
    end: () => {
      transport.close();
    },
  };
}
