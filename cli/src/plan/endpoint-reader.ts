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
  const read: ReadPath = async (path) => {
    const file = engine.openFile(`# @endpoint ${endpoint.name}\nGET ${path}\n`);
    const plan = engine.plan(file, 0, checkOptions);
    if (plan?.method !== 'GET' || plan.isAbsolute) return { problem: 'its path cannot be asked for' };
    const outcome = await sender.send(plan);
    const { sent } = outcome;
    if (sent.kind === 'answered' && sent.response.interruption === undefined)
      return { status: sent.response.status, body: withoutSecrets(sent.response.body, sent.secrets) };
    const { reason = 'it was cancelled' } = describeOutcome(outcome, words);
    return { problem: reason, isLost: true };
  };
  return { read, end };
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
