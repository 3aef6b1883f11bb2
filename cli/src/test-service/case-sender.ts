import { resolve } from 'node:path';
import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { Configuration } from '@rulebook/sender/configuration';
import type { Received } from '@rulebook/sandbox/contract-tests';
import type { Environments } from '@rulebook/request-file/environments';
import { describeOutcome, type Outcome } from '@rulebook/sender/outcome';
import type { CancelSignal } from '@rulebook/sender/plan';
import { createRateLimits } from '@rulebook/sender/send';
import { createNamedResponses, requestsReferredTo, resolveIn } from '@rulebook/sender/variables';
import { credentialFile } from '@rulebook/node/credentials/credential-file';
import { fileSecrets } from '@rulebook/node/credentials/file-secrets';
import { createReferencedSecrets, userSecretCommands } from '@rulebook/node/credentials/secret-commands';
import { createConnectionSource } from '@rulebook/node/http/connection-options';
import { proxiesOf } from '@rulebook/node/http/proxy';
import { pause, pauseAsked } from '@rulebook/node/http/retries';
import { createTransport } from '@rulebook/node/http/transport';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { systemOf } from '@rulebook/node/system';
import { environment } from '../configuration/configuration-file';
import { terminalCredentials, terminalWays } from '../configuration/credentials';
import { createOutput } from '../output';
import { createPromptedValues } from '../requests/ask-values';
import { layersOf } from '../requests/variable-layers';
import type { RunOptions } from '../run/run-options';
import { runRequest, type RunContext } from '../run/run-request';
import type { TestServiceOptions } from './test-options';

/** What requests of tests are sent with. */
export interface CaseSenderParts {
  readonly engine: Engine;
  readonly options: TestServiceOptions;
  readonly configuration: Configuration;
  readonly checkOptions: CheckOptions;
  readonly root: string;
  readonly endpoint: Endpoint | undefined;
  readonly environments: Environments;
  readonly sandbox: AvailableSandbox;
  readonly signal: CancelSignal;
}

/** Sends request files of tests. */
export interface CaseSender {
  readonly send: (text: string) => Promise<readonly Received[]>;
  readonly end: () => void;
}

/** Returns what sends the requests of a file one after the other, as `rulebook run` does. */
export function createCaseSender(parts: CaseSenderParts): CaseSender {
  const { engine, options, configuration, checkOptions, root, sandbox } = parts;
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: true });
  const connections = createConnectionSource({
    environment,
    given: { certificate: options.cert, key: options.key, authorities: options.cacert },
  });
  const credentials = credentialFile(environment);
  const references = createReferencedSecrets(() => userSecretCommands(environment));
  const end = performance.now() + options.maxTime * 1000;
  const runOptions = runOptionsOf(options);
  const shared: Omit<RunContext, 'answers' | 'resolveFor' | 'referredTo'> = {
    ...{ configuration, endpoint: parts.endpoint, options: runOptions, transport, signal: parts.signal },
    prompted: createPromptedValues(new Set()),
    foldersFor: () => ({ bases: [resolve('.')], allowed: [], advice: '' }),
    credentialOf: terminalCredentials({ trusted: options.trustEndpoint, sandbox, transport }),
    connectionOf: (place) => connections(place, root),
    rateLimits: createRateLimits(),
    output: createOutput(),
    system: { ...systemOf(resolve('.'), environment), secret: fileSecrets(credentials, environment, references) },
    references,
    ways: terminalWays(runOptions, credentials),
    cookies: undefined,
    compare: (text, operation) => engine.checkAnswer(text, operation, checkOptions),
    judge: (request) => engine.judge(request, checkOptions),
  };
  let isAnswered = false;
  /** Sends again where the service asks for that, and after a while where it starts again. */
  const sendPatiently = async (send: () => Promise<Outcome>): Promise<Outcome> => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await send();
      const { sent } = outcome;
      if (sent.kind === 'answered') isAnswered = true;
      const wait = isAnswered && attempt < maxAttempts ? waitAfter(outcome, attempt) : undefined;
      if (wait === undefined || performance.now() + wait > end || parts.signal.isCancelled) return outcome;
      await pause(wait, parts.signal);
    }
  };
  return {
    send: async (text) => {
      const file = engine.openFile(text);
      const resolveName = resolveIn(layersOf({ var: [], env: options.env }, text, parts.environments));
      const context: RunContext = {
        ...shared,
        answers: createNamedResponses(),
        resolveFor: () => resolveName,
        referredTo: new Set(requestsReferredTo(text)),
      };
      const received: Received[] = [];
      for (const plan of engine.planAll(file, checkOptions)) {
        const send = async (): Promise<Outcome> => (await runRequest(plan, context, Promise.resolve())).outcome;
        const response = receivedOf(await sendPatiently(send));
        received.push(response);
        // What follows needs it.
        if (response.status === undefined) break;
      }
      return received;
    },
    end: () => {
      transport.close();
    },
  };
}

/** The user has agreed to what the tests do, and requests that the description forbids are sent on purpose. */
function runOptionsOf(options: TestServiceOptions): RunOptions {
  const { trustEndpoint, allowOrigin, env, timeout, onlyWay, guardedWay, guardedEnvironment } = options;
  return {
    ...{ trustEndpoint, allowOrigin, format: 'json', all: true, yes: true, sendAnyway: true, acceptRedirects: true },
    ...{ var: [], cookies: false, report: [] },
    ...(onlyWay !== undefined && { onlyWay }),
    ...(guardedWay !== undefined && { guardedWay }),
    ...(guardedEnvironment !== undefined && { guardedEnvironment }),
    ...(env !== undefined && { env }),
    ...(timeout !== undefined && { timeout }),
  };
}

/** A request is sent so often at most. */
const maxAttempts = 5;

/** Returns how long to wait before a request is sent again, in milliseconds; undefined where that would not help. */
function waitAfter({ sent }: Outcome, attempt: number): number | undefined {
  if (sent.kind === 'answered') return sent.response.status === 429 ? (pauseAsked(sent.response) ?? 1000) : undefined;
  return sent.kind === 'failed' && sent.failure.kind === 'refused' && attempt < 4 ? 200 * 2 ** attempt : undefined;
}

function receivedOf(outcome: Outcome): Received {
  const { sent, asserts } = outcome;
  if (sent.kind !== 'answered') {
    const { reason = 'it was cancelled' } = describeOutcome(outcome);
    const isRefused = sent.kind === 'failed' && sent.failure.kind === 'refused';
    const isUnsent = sent.kind === 'unsent';
    const why = { ...(isUnsent && { isUnsent }), ...(isRefused && { isRefused }) };
    return { problem: reason, ...why, contentType: '', body: '', asserts: [] };
  }
  const { status, headers, body } = sent.response;
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return { status, contentType, body, asserts: asserts.map(({ text, outcome: end }) => ({ text, outcome: end })) };
}
