import type { Answers } from './answers';
import type { Endpoint } from '../binding/model';
import { describeResponse } from './describe-response';
import { leftOutOf } from './explain-plan';
import type {
  CancelSignal,
  PreparedRequest,
  ReceivedResponse,
  RequestPlan,
  ResponseObserver,
  Transport,
  TransportFailure,
} from './plan';
import { prepareRequest, type PreparePorts } from './prepare-request';

/** What sends a plan, beside what fills it in. */
export interface SendPorts extends PreparePorts {
  readonly transport: Transport;
  /** In milliseconds. */
  readonly timeout?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Returns why the request is not sent to where its variables lead. */
  readonly refuse: (place: Endpoint | undefined) => Promise<string | undefined> | string | undefined;
  /** Returns what follows the response while it arrives; called with the secrets of the request. */
  readonly observe?: (secrets: readonly string[]) => ResponseObserver;
  /** Returns whether the response to the request of this name is kept for requests that refer to it. */
  readonly isKept: (name: string) => boolean;
}

/** The outcome of a plan; `secrets` are those of the request and of the cookies that came with the response. */
export type Sent =
  | { readonly kind: 'unsent'; readonly problem: string }
  | (SentTo & { readonly kind: 'failed'; readonly failure: TransportFailure })
  | (SentTo & { readonly kind: 'answered'; readonly response: ReceivedResponse });

interface SentTo {
  readonly request: PreparedRequest;
  readonly endpoint: Endpoint | undefined;
  readonly secrets: readonly string[];
}

/** Fills a plan in and sends it, unless there is a reason not to. */
export async function sendPlan(ports: SendPorts): Promise<Sent> {
  const { plan, endpoint: target, answers } = ports;
  const filled = await prepareRequest(ports);
  if ('unsent' in filled) return { kind: 'unsent', problem: filled.problem ?? 'it was cancelled' };
  const { request, cookies, endpoint, secrets } = filled;
  // A variable may have led to an endpoint that the file does not name.
  const later = endpoint === target ? undefined : await ports.refuse(endpoint);
  if (later !== undefined) return { kind: 'unsent', problem: later };
  const outcome = await ports.transport.send(
    request,
    {
      ...(endpoint?.insecure === true && { unverifiedOrigin: endpoint.baseUrl }),
      followsRedirects: plan.staysAtUrl !== true,
      ...(ports.timeout !== undefined && { timeout: ports.timeout }),
    },
    ports.signal,
    { ...ports.observe?.(secrets), ...(cookies && { onRedirect: cookies.onRedirect }) },
  );
  if ('failure' in outcome) return { kind: 'failed', request, endpoint, secrets, failure: outcome.failure };
  const { response } = outcome;
  if (plan.name !== undefined && ports.isKept(plan.name)) answers.keep(plan.name, response, request);
  return { kind: 'answered', request, endpoint, secrets: [...secrets, ...(cookies?.end(response) ?? [])], response };
}

/** Returns the lines in front of a response: what other tools would do with the request in addition. */
export function headNotes(plan: RequestPlan): readonly string[] {
  const leftOut = leftOutOf(plan);
  return leftOut === undefined ? [] : [`# ${leftOut}`];
}

/** Returns a response as people read it, with its secrets masked. */
export function describeAnswer(plan: RequestPlan, response: ReceivedResponse, secrets: readonly string[]): string {
  return [...headNotes(plan), describeResponse(response, { secrets })].join('\n');
}

/** Returns why variables have no value, and what gives them one; `advice` is the sender's own way. */
export function explainMissing(names: readonly string[], answers: Answers, advice = ''): string {
  const [first = 'name'] = names;
  const isPlural = names.length > 1;
  // Not with `name=value`: behind the name of a secret, the mask would take the word for one.
  const cause = isPlural ? `the variables ${names.join(', ')} have no value` : `the variable ${first} has no value`;
  return `${cause}; ${answers.explain(first) ?? stepFor(first, isPlural, advice)}`;
}

function stepFor(name: string, isPlural: boolean, advice: string): string {
  const [, source, key] = /^\$(processEnv|dotenv)\s+(\S+)$/i.exec(name) ?? [];
  if (source !== undefined) {
    return source.toLowerCase() === 'dotenv' ? `add ${key} to the file .env` : `set the environment variable ${key}`;
  }
  return name.startsWith('$')
    ? 'check how it is written'
    : `define ${isPlural ? 'them' : 'it'} in the file or an environment${advice}`;
}
