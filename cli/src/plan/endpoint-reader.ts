import type { ReadPath } from '@rulebook/sandbox/comparison';
import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { Configuration } from '@rulebook/sender/configuration';
import { withoutValues } from '@rulebook/catalogue/masking';
import { createSender, describeOutcome, plainWords } from '@rulebook/sender/outcome';
import type { CancelSignal } from '@rulebook/sender/plan';
import { credentialWayOf } from '@rulebook/sender/private';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { sendPolicyOf } from '../run/send-policy';
import { createSenderPorts } from '../run/sender-ports';
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
  /** Returns why nothing that was asked for could be read, such as a wrong credential; undefined where something could. */
  readonly unreadReason: () => string | undefined;
  readonly end: () => void;
}

/** Returns what reads paths of an endpoint, as `rulebook run` sends. It writes the method itself, so that it sends nothing but `GET`. */
export function createEndpointReader(parts: EndpointReaderParts): EndpointReader {
  const { engine, options, configuration, checkOptions, root, sandbox, endpoint } = parts;
  const { timeout, retries } = options;
  const { ports, end } = createSenderPorts({
    ...{ configuration, endpoint, root, sandbox, signal: parts.signal },
    // Nothing but the endpoint is asked.
    options: { ...options, allowOrigin: [], onlyWay: [credentialWayOf(endpoint)] },
  });
  const sender = createSender(ports, {
    ...sendPolicyOf({ timeout, retries }, configuration),
    // No redirect is followed. What is read needs no confirmation.
    ...{ staysAtUrl: true, acceptsRedirects: true, yes: true, sendAnyway: true },
  });
  let isReadable = false;
  let reason: string | undefined;
  const read: ReadPath = async (path) => {
    const file = engine.openFile(`# @endpoint ${endpoint.name}\nGET ${path}\n`);
    const plan = engine.plan(file, 0, checkOptions);
    if (plan?.method !== 'GET' || plan.isAbsolute) return { problem: 'its path cannot be asked for' };
    const outcome = await sender.send(plan);
    const { sent } = outcome;
    if (sent.kind === 'answered' && sent.response.interruption === undefined) {
      const { status, body, isTruncated } = sent.response;
      if (isTruncated && status < 300) {
        reason ??= 'its response is too large to be compared';
        return { problem: 'the response of the endpoint is too large to be compared' };
      }
      if (!isReadable) {
        const problem = problemOf(status, body);
        isReadable = problem === undefined;
        reason ??= problem;
      }
      return { status, body: withoutSecrets(body, sent.secrets) };
    }
    const { reason: lost = 'it was cancelled' } = describeOutcome(outcome, words);
    return { problem: lost, isLost: true };
  };
  return { read, end, unreadReason: () => (isReadable ? undefined : reason) };
}

/** Returns why a response says nothing about the endpoint, whatever it was asked for, with what helps; undefined for any other response. */
function problemOf(status: number, body: string): string | undefined {
  if (status === 401) return 'it responds with 401; check its credential';
  if (status >= 300 && status < 400) return `it responds with ${status}, which leads elsewhere; check its base URL`;
  // What a service does not have, or does not play, is not known of that alone.
  if (status >= 500 && status !== 501) return `it responds with ${status}; check the service`;
  if (status < 200 || status >= 300 || status === 204) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch {
    return `it responds with ${status} and no JSON; check its base URL`;
  }
}

/** A service may show what it was sent. What is as short as a word of its own is compared. */
function withoutSecrets(body: string, secrets: readonly string[]): string {
  return withoutValues(
    body,
    secrets.filter((secret) => secret.length >= 8),
  );
}

const words = {
  ...plainWords,
  startSandbox: 'No sandbox is running. Start one with `rulebook sandbox` in another terminal.',
  trustAuthority: 'With --cacert FILE, the command trusts that file, too.',
};
