import { resolve } from 'node:path';
import type { ReadPath } from '@rulebook/sandbox/comparison';
import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { Configuration } from '@rulebook/sender/configuration';
import { describeOutcome, plainWords } from '@rulebook/sender/outcome';
import type { CancelSignal } from '@rulebook/sender/plan';
import { credentialWayOf } from '@rulebook/sender/private';
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
import type { RunOptions } from '../run/run-options';
import { runRequest, type RunContext } from '../run/run-request';
import type { PlanOptions } from './plan-options';

/** What an endpoint is read with. */
interface EndpointReaderParts {
  readonly engine: Engine;
  readonly options: PlanOptions;
  readonly configuration: Configuration;
  readonly checkOptions: CheckOptions;
  readonly root: string;
  readonly endpoint: Endpoint;
  readonly sandbox: AvailableSandbox;
  readonly signal: CancelSignal;
}

/** Reads from an endpoint. */
interface EndpointReader {
  readonly read: ReadPath;
  readonly end: () => void;
}

/** Returns what reads paths of an endpoint, as `rulebook run` sends. It writes the method itself, so that it sends nothing but `GET`. */
export function createEndpointReader(parts: EndpointReaderParts): EndpointReader {
  const { engine, options, configuration, checkOptions, root, sandbox, endpoint } = parts;
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: true });
  const connections = createConnectionSource({
    environment,
    given: { certificate: options.cert, key: options.key, authorities: options.cacert },
  });
  const credentials = credentialFile(environment);
  const references = createReferencedSecrets(() => userSecretCommands(environment));
  const runOptions = runOptionsOf(options, endpoint);
  const context: RunContext = {
    ...{ configuration, endpoint, options: runOptions, transport, references, signal: parts.signal },
    prompted: createPromptedValues(new Set()),
    foldersFor: () => ({ bases: [resolve('.')], allowed: [], advice: '' }),
    credentialOf: terminalCredentials({ trusted: options.trustEndpoint, sandbox, transport }),
    connectionOf: (place) => connections(place, root),
    rateLimits: createRateLimits(),
    output: createOutput(),
    system: { ...systemOf(resolve('.'), environment), secret: fileSecrets(credentials, environment, references) },
    ways: terminalWays(runOptions, credentials),
    cookies: undefined,
    compare: () => [],
    answers: createNamedResponses(),
    resolveFor: () => () => undefined,
    referredTo: new Set(),
  };
  const read: ReadPath = async (path) => {
    const file = engine.openFile(`# @endpoint ${endpoint.name}\nGET ${path}\n`);
    const plan = engine.plan(file, 0, checkOptions);
    if (plan?.method !== 'GET' || plan.isAbsolute) return { problem: 'its path cannot be asked for' };
    const { outcome } = await runRequest(plan, context, Promise.resolve());
    const { sent } = outcome;
    if (sent.kind === 'answered' && sent.response.interruption === undefined)
      return { status: sent.response.status, body: withoutSecrets(sent.response.body, sent.secrets) };
    const { reason = 'it was cancelled' } = describeOutcome(outcome, words);
    return { problem: reason, isLost: true };
  };
  return {
    read,
    end: () => {
      transport.close();
    },
  };
}

/** A service may show what it was sent. */
function withoutSecrets(body: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 8)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .reduce((text, secret) => text.replaceAll(secret, '********'), body);
}

const words = {
  ...plainWords,
  startSandbox: 'No sandbox is running. Start one with `rulebook sandbox` in another terminal.',
  trustAuthority: 'With --cacert FILE, the command trusts that file, too.',
};

/** Nothing but the endpoint is asked, and no redirect is followed. What is read needs no confirmation. */
function runOptionsOf(options: PlanOptions, endpoint: Endpoint): RunOptions {
  const { trustEndpoint, timeout, retries } = options;
  return {
    ...{
      trustEndpoint,
      allowOrigin: [],
      format: 'json',
      all: true,
      yes: true,
      sendAnyway: true,
      acceptRedirects: true,
    },
    ...{ var: [], cookies: false, report: [], scripts: false },
    onlyWay: [credentialWayOf(endpoint)],
    ...(timeout !== undefined && { timeout }),
    ...(retries !== undefined && { retries }),
  };
}
