import type { ReadPath } from '@rulebook/sandbox/comparison';
import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { Configuration } from '@rulebook/sender/configuration';
import { withoutValues } from '@rulebook/catalogue/masking';
import { describeOutcome, plainWords } from '@rulebook/sender/outcome';
import type { CancelSignal } from '@rulebook/sender/plan';
import { credentialWayOf } from '@rulebook/sender/private';
import type { AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import type { SendPolicy } from '../run/run-options';
import { runRequest } from '../run/run-request';
import { createSenderContext } from '../run/sender-context';
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
  const { context, end } = createSenderContext(policyOf(options, endpoint), {
    ...{ configuration, endpoint, root, sandbox },
    signal: parts.signal,
  });
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

/** Nothing but the endpoint is asked, and no redirect is followed. What is read needs no confirmation. */
function policyOf({ trustEndpoint, timeout, retries, cert, key, cacert }: PlanOptions, endpoint: Endpoint): SendPolicy {
  return {
    ...{ trustEndpoint, allowOrigin: [], yes: true, sendAnyway: true, acceptRedirects: true },
    onlyWay: [credentialWayOf(endpoint)],
    ...(timeout !== undefined && { timeout }),
    ...(retries !== undefined && { retries }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(cacert !== undefined && { cacert }),
  };
}
