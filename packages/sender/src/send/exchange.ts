import type { Endpoint } from '@rulebook/checker/binding/model';
import type { RequestPlan } from '../plan/plan';
import type { PreparedRequest } from '../plan/prepared-request';
import type { Refusal } from '../refusal';
import type { ReceivedResponse, TransportFailure } from '../plan/response';
import type { ResponseObserver, SendOptions, WireRecord } from '../plan/transport';
import type { PrivateUse } from '../private/private-sources';
import type { Filled } from './prepare-request';
import type { Sending } from './sending';

/** Returns what follows a response while it arrives; called with the secrets of the request, when it is about to be sent. */
export type Follow = (secrets: readonly string[], place: Endpoint | undefined) => Omit<ResponseObserver, 'onRedirect'>;

/** The outcome of a plan; `secrets` are those of the request, of earlier ones, and of the cookies that came with the response. */
export type Sent =
  | { readonly kind: 'unsent'; readonly refusal: Refusal }
  | (SentTo & { readonly kind: 'failed'; readonly failure: TransportFailure })
  | (SentTo & {
      readonly kind: 'answered';
      readonly response: ReceivedResponse;
      /** Returns what went over the connection, where the transport knows it. */
      readonly wire?: () => WireRecord;
      /** The private values in the request. */
      readonly uses?: readonly PrivateUse[];
    });

interface SentTo {
  readonly request: PreparedRequest;
  readonly endpoint: Endpoint | undefined;
  readonly secrets: readonly string[];
}

/** Exchanges a filled request for its response, and keeps what later requests refer to. */
export async function exchange(sending: Sending, filled: Filled, follow?: Follow): Promise<Sent> {
  const { plan, values, ports } = sending;
  const { responses, transport } = ports;
  const { answers, system } = values;
  const { request, cookies, endpoint, uses } = filled;
  const options = await exchangeOptions(sending, filled);
  if ('cause' in options) return { kind: 'unsent', refusal: options };
  const secrets = answers.withEarlierSecrets(filled.secrets);
  const followed = follow?.(secrets, endpoint) ?? {};
  const observer = cookies ? { onRedirect: cookies.onRedirect, ...followed } : followed;
  const { during = (send) => send(transport.signal) } = transport;
  const outcome = await during((signal) => transport.send(request, options, signal, observer));
  if ('failure' in outcome) return { kind: 'failed', request, endpoint, secrets, failure: outcome.failure };
  const { response, wire } = outcome;
  for (const name of namesOfResponse(plan))
    if (responses.isKept(name)) answers.keep(name, response, request, system.now(), uses);
  answers.take(plan.taken ?? [], response, request);
  const all = answers.withEarlierSecrets([...filled.secrets, ...(cookies?.end(response) ?? [])]);
  return { kind: 'answered', request, endpoint, secrets: all, response, uses, ...(wire && { wire }) };
}

/** Of a request that is sent more often, only the first times are kept by their numbers: the others would displace other responses. */
const maxNumbered = 100;

/** Returns the names by which later requests find the response: that of the request, and in a repetition that of its time: `list0`. */
function namesOfResponse({ name, turn }: RequestPlan): readonly string[] {
  if (name === undefined) return [];
  return turn === undefined || turn.index >= maxNumbered ? [name] : [name, `${name}${turn.index}`];
}

/** Returns how a request is exchanged; or why it cannot be. */
async function exchangeOptions(
  { plan, values: { system }, ports: { transport }, policy }: Sending,
  { request, endpoint: place }: Filled,
): Promise<SendOptions | Refusal> {
  const connection = await transport.connectionOf?.(place);
  if (connection !== undefined && 'cause' in connection) return connection;
  const own = plan.timeout === undefined ? undefined : plan.timeout / 1000;
  const timeout = policy.timeout ?? own ?? place?.timeout ?? policy.usualTimeout;
  const retries = policy.retries ?? place?.retries;
  const { pause: written = 0, rateLimit } = plan;
  const limited = rateLimit && transport.rateLimits?.waitFor(rateLimit, system.now() + written);
  const pause = written + (limited ?? 0);
  const options: { -readonly [Option in keyof SendOptions]: SendOptions[Option] } = {
    followsRedirects: plan.staysAtUrl !== true && policy.staysAtUrl !== true,
  };
  if (connection) options.connection = connection;
  if (timeout !== undefined) options.timeout = timeout * 1000;
  if (retries !== undefined) options.retries = retries;
  if (place?.http2 === true || plan.asksForHttp2 === true) options.http2 = true;
  if (policy.maximumBody !== undefined) options.maximumBody = policy.maximumBody;
  // The user has agreed, or it would not have come so far.
  if (plan.acceptsAnyCertificate && /^https:\/\//i.test(request.url)) options.unverifiedOrigin = request.url;
  if (place?.insecure === true) options.unverifiedOrigin = place.baseUrl;
  if (plan.connectionTimeout !== undefined) options.connectionTimeout = plan.connectionTimeout;
  if (pause > 0) options.pause = pause;
  if (plan.asserts?.some(({ text }) => /^body\s+(?:sha256|sha512|md5)\b/.test(text)) === true)
    options.keepsBytes = true;
  return options;
}
