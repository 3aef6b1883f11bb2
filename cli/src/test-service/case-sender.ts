import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { Configuration } from '@rulebook/sender/configuration';
import type { Received } from '@rulebook/sandbox/contract-tests';
import type { Environments } from '@rulebook/request-file/environments';
import { createSender, describeOutcome, type Outcome } from '@rulebook/sender/outcome';
import type { CancelSignal } from '@rulebook/sender/plan';
import type { SenderPorts } from '@rulebook/sender/ports';
import { createNamedResponses, isMeantBy, requestsReferredTo, resolveIn } from '@rulebook/sender/variables';
import { pause, pauseAsked } from '@rulebook/node/http/retries';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { layersOf } from '../requests/variable-layers';
import { sendPolicyOf } from '../run/send-policy';
import { createSenderPorts } from '../run/sender-ports';
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
  const sender = createSenderPorts({
    ...{ options, configuration, root, sandbox },
    ...{ endpoint: parts.endpoint, signal: parts.signal },
  });
  const shared: SenderPorts = {
    ...sender.ports,
    ways: { ...sender.ports.ways, judge: (request) => engine.judge(request, checkOptions) },
  };
  const { values, responses } = shared;
  // The user has agreed to what the tests do, and requests that the description forbids are sent on purpose.
  const agreed = { yes: true, sendAnyway: true, acceptsRedirects: true };
  const policy = { ...sendPolicyOf(options, configuration), ...agreed };
  const end = performance.now() + options.maxTime * 1000;
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
      const referredTo = new Set(requestsReferredTo(text));
      const ofFile = createSender(
        {
          ...shared,
          values: { ...values, resolveFor: () => resolveName },
          responses: {
            ...responses,
            answers: createNamedResponses(),
            isKept: (name) => isMeantBy(referredTo, name),
            compare: (shown, operation) => engine.checkAnswer(shown, operation, checkOptions),
          },
        },
        policy,
      );
      const received: Received[] = [];
      for (const plan of engine.planAll(file, checkOptions)) {
        const response = receivedOf(await sendPatiently(() => ofFile.send(plan)));
        received.push(response);
        // What follows needs it.
        if (response.status === undefined) break;
      }
      return received;
    },
    end: sender.end,
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
