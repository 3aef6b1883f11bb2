import type { Endpoint } from '@rulebook/checker/binding/model';
import { redact } from '@rulebook/catalogue/masking/masker';
import type { NamedResponses } from '../variables/named-responses';
import { leftOutOf } from '../plan/explain-plan';
import type { CancelSignal, ResponseObserver, SendOptions, Transport, WireRecord } from '../plan/transport';
import type { PreparedRequest } from '../plan/prepared-request';
import type { ReceivedResponse, TransportFailure } from '../plan/response';
import type { RequestPlan } from '../plan/plan';
import { differingHost } from '@rulebook/text/differing-host';
import { withoutPrivateValues } from './allowed-ways';
import { prepareRequest, type PreparePorts } from './prepare-request';
import type { PrivateUse } from '../private/private-sources';
import { isOwnVariable, variableOfSecret } from '../private/environment-overrides';
import { schemeOfReference, secretNameOf } from '../variables/system-variables';
import type { RateLimits } from './rate-limits';
import { fillEffects } from '../variables/shown-values';
import { differenceOfSent, type Judge } from './judge-sent';
import { refusalOfUnverified, refusalsAt, refusalsOf, refusalsOfSent, type Refusal } from './refusals';

/** The user's decision about a refusal: the request goes on, or it ends with the reason; without one, since the user said so. */
export type Decision = 'proceed' | { readonly problem?: string };

/** What sends a plan, next to what fills it in. */
export interface SendPorts extends PreparePorts {
  readonly endpoints: readonly Endpoint[];
  readonly environment: (name: string) => string | undefined;
  /** The environment of the request, if it is protected. */
  readonly protectedEnvironment?: string | undefined;
  readonly transport: Transport;
  /** What was sent before under a rate limit. */
  readonly rateLimits?: RateLimits | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Shows that the request is under way, and lets the user cancel it; absent: `signal` alone cancels it. */
  readonly during?: (<T>(send: (signal: CancelSignal | undefined) => Promise<T>) => Promise<T>) | undefined;
  /** No redirect is followed, whatever the request says. */
  readonly staysAtUrl?: boolean | undefined;
  /** The request is one of a run, and was not chosen by itself: what is switched off is left out without a question. */
  readonly leavesOut?: boolean | undefined;
  /** Decides about one reason after the other not to send the request; where a reason may not proceed, the response is why. */
  readonly decide: (refusal: Refusal, place: Endpoint | undefined) => Promise<Decision> | Decision;
  /** Returns why the request may not go to an endpoint, or elsewhere, whatever the user says; with the URL, and a `Host` that differs from it, as soon as they are filled in. */
  readonly forbid?: (place: Endpoint | undefined, url?: string, host?: string) => string | undefined;
  /** Judges the filled request by the services; absent where they are not known, so that only its structure is compared. */
  readonly judge?: Judge | undefined;
  /** Returns the settings of an exchange with an endpoint, or elsewhere; or why there is none. */
  readonly optionsFor?: (
    place: Endpoint | undefined,
  ) => Promise<ExchangeSettings | { readonly problem: string }> | ExchangeSettings | { readonly problem: string };
  /** Returns what follows the response while it arrives; called with the secrets of the request, when it is about to be sent. */
  readonly observe?: (secrets: readonly string[], place: Endpoint | undefined) => ResponseObserver;
  /** Returns whether the response to the request of this name is kept for requests that refer to it. */
  readonly isKept: (name: string) => boolean;
}

/** What a sender may set for an exchange. */
export type ExchangeSettings = Pick<
  SendOptions,
  'timeout' | 'retries' | 'connection' | 'http2' | 'maximumBody' | 'keepsBytes'
>;

/** The outcome of a plan; `secrets` are those of the request, of earlier ones, and of the cookies that came with the response. */
export type Sent =
  /** Without a problem, the user has cancelled it. `isOmitted`: runs leave it out, which does not count as a failure. */
  | { readonly kind: 'unsent'; readonly problem?: string; readonly isOmitted?: boolean }
  | (SentTo & { readonly kind: 'failed'; readonly failure: TransportFailure })
  | (SentTo & {
      readonly kind: 'answered';
      readonly response: ReceivedResponse;
      /** What went over the connection, where the transport knows it. */
      readonly wire?: WireRecord;
      /** The private values in the request. */
      readonly uses?: readonly PrivateUse[];
    });

interface SentTo {
  readonly request: PreparedRequest;
  readonly endpoint: Endpoint | undefined;
  readonly secrets: readonly string[];
}

/**
 * Sends a plan: asks about what speaks against it, fills it in, sends it, and keeps what later requests refer to. It is the one way by
 * which the command line, the editor and the language server send.
 */
export async function sendPlan(ports: SendPorts): Promise<Sent> {
  const { plan, endpoint: target, answers } = ports;
  // Only a loss is asked about; what else the request does is in its explanation.
  const effects = plan.effects?.some(({ kind }) => kind === 'loss') === true ? plan.effects : undefined;
  const named = effects === undefined ? plan : { ...plan, effects: fillEffects(effects, ports) };
  const before = await decideAll(refusalsOf(named, target, ports), target, ports);
  if (before !== undefined) return before;
  const forbidden = plan.isAbsolute && target === undefined ? undefined : ports.forbid?.(target);
  if (forbidden !== undefined) return { kind: 'unsent', problem: forbidden };
  const filled = await prepareRequest(ports);
  if ('unsent' in filled) return { kind: 'unsent', ...(filled.problem !== undefined && { problem: filled.problem }) };
  const { request, cookies, endpoint } = filled;
  const secrets = answers.withEarlierSecrets(filled.secrets);
  // A variable may have led to an endpoint that the file does not name, or away from all of them.
  const elsewhere = ports.forbid?.(endpoint, request.url, differingHost(request.url, request.headers));
  if (elsewhere !== undefined) return { kind: 'unsent', problem: withoutPrivateValues(elsewhere, filled.uses) };
  if (endpoint?.name !== target?.name) {
    const there = await decideAll(refusalsAt(named, endpoint, target, ports), endpoint, ports);
    if (there !== undefined) return there;
  }
  const difference = await differenceOfSent(named, filled, ports.judge);
  const differs = await decideAll(refusalsOfSent(difference, plan, endpoint), endpoint, ports);
  if (differs !== undefined) return differs;
  const unverified = refusalOfUnverified(plan, endpoint, request.url);
  const accepted = await decideAll(unverified, endpoint, ports);
  if (accepted !== undefined) return accepted;
  const settings = (await ports.optionsFor?.(endpoint)) ?? {};
  if ('problem' in settings) return { kind: 'unsent', problem: settings.problem };
  const pause = pauseBefore(ports);
  const options = {
    ...settings,
    ...(endpoint?.insecure === true && { unverifiedOrigin: endpoint.baseUrl }),
    ...(unverified.length > 0 && { unverifiedOrigin: request.url }),
    ...(plan.connectionTimeout !== undefined && { connectionTimeout: plan.connectionTimeout }),
    ...(pause > 0 && { pause }),
    ...(plan.asksForHttp2 === true && { http2: true }),
    followsRedirects: plan.staysAtUrl !== true && ports.staysAtUrl !== true,
  };
  const observer = { ...ports.observe?.(secrets, endpoint), ...(cookies && { onRedirect: cookies.onRedirect }) };
  const { during = (send) => send(ports.signal) } = ports;
  const outcome = await during((signal) => ports.transport.send(request, options, signal, observer));
  if ('failure' in outcome) return { kind: 'failed', request, endpoint, secrets, failure: outcome.failure };
  const { response, wire } = outcome;
  if (plan.name !== undefined && ports.isKept(plan.name))
    answers.keep(plan.name, response, request, ports.system.now(), filled.uses);
  answers.take(plan.taken ?? [], response, request);
  const all = answers.withEarlierSecrets([...filled.secrets, ...(cookies?.end(response) ?? [])]);
  return { kind: 'answered', request, endpoint, secrets: all, response, uses: filled.uses, ...(wire && { wire }) };
}

/** Returns how long the request waits before it is sent, in milliseconds. */
function pauseBefore({ plan: { pause = 0, rateLimit }, rateLimits, system }: SendPorts): number {
  if (rateLimit === undefined || rateLimits === undefined) return pause;
  return pause + rateLimits.waitFor(rateLimit, system.now() + pause);
}

async function decideAll(
  refusals: readonly Refusal[],
  place: Endpoint | undefined,
  { decide, leavesOut = false }: Pick<SendPorts, 'decide' | 'leavesOut'>,
): Promise<Sent | undefined> {
  for (const refusal of refusals) {
    const own = refusal.kind === 'omitted' ? { problem: refusal.reason } : {};
    if (refusal.kind === 'omitted' && leavesOut) return { kind: 'unsent', ...own, isOmitted: true };
    const decision = await decide(refusal, place);
    if (decision !== 'proceed') return { kind: 'unsent', ...own, ...decision };
  }
  return undefined;
}

/** Returns the lines in front of a response: what other tools would do with the request in addition. */
export function headNotes(plan: RequestPlan): readonly string[] {
  const leftOut = leftOutOf(plan);
  return leftOut === undefined ? [] : [`# ${leftOut}`];
}

/** Returns the lines in front of a response, with the name of its request. */
export function headingOf(plan: RequestPlan, secrets: readonly string[]): string {
  return [`# ${redact(plan.label, secrets)}`, ...headNotes(plan)].join('\n');
}

/** What `explainMissing` knows in addition to the names. */
interface MissingContext extends Pick<RequestPlan, 'scripted'> {
  readonly answers: NamedResponses;
  /** Says how the sender takes the values of variables: `add --var NAME=VALUE`. */
  readonly advise?: (names: readonly string[]) => string;
}

/** Returns why variables have no value, and what gives them one. */
export function explainMissing(names: readonly string[], { answers, scripted = [], advise }: MissingContext): string {
  const [first = 'name'] = names;
  const isPlural = names.length > 1;
  // Not with `name=value`: behind the name of a secret, the mask would take the word for one.
  const cause = isPlural ? `the variables ${names.join(', ')} have no value` : `the variable ${first} has no value`;
  const scripts = scripted.filter(({ name }) => names.includes(name));
  if (scripts.length > 0) {
    const step = advise === undefined ? '' : `, or ${advise(names)}`;
    return `${cause}; ${scriptCause(scripts, isPlural)}, which has not run; ${stepForScript(scripts)}${step}`;
  }
  const advice = advise === undefined ? '' : `, or ${advise(['NAME'])}`;
  return `${cause}; ${answers.explain(first) ?? stepFor(first, isPlural, advice)}`;
}

function stepForScript(scripts: NonNullable<MissingContext['scripted']>): string {
  const requests = [...new Set(scripts.flatMap(({ request }) => request ?? []))];
  return requests.length === 0 ? 'send its request first' : `send ${requests.join(' and ')} first`;
}

function scriptCause(scripts: NonNullable<MissingContext['scripted']>, isPlural: boolean): string {
  const places = scripts.map(({ name, line, file }) => {
    const place = `(line ${line + 1}${file === undefined ? '' : ` of ${file}`})`;
    return isPlural ? `${name} ${place}` : place;
  });
  if (places.length > 1) return `the values of ${places.join(', ')} come from scripts`;
  return isPlural
    ? `the value of ${places.join()} comes from a script`
    : `its value comes from a script ${places.join()}`;
}

function stepFor(name: string, isPlural: boolean, advice: string): string {
  const [, source, key] = /^\$(processEnv|dotenv|env)(?:\s+|\.)(\S+)$/i.exec(name) ?? [];
  if (source !== undefined) {
    if (source.toLowerCase() !== 'dotenv' && isOwnVariable(key ?? ''))
      return 'variables of the environment that begin with RULEBOOK_ are for Rulebook itself, and no file reads them; use another name';
    return source.toLowerCase() === 'dotenv' ? `add ${key} to the file .env` : `set the environment variable ${key}`;
  }
  const secret = secretNameOf(name);
  if (secret !== undefined && schemeOfReference(secret) !== undefined)
    return 'a command of your own settings resolves it when the request is sent';
  if (secret !== undefined)
    return `set the environment variable ${variableOfSecret(secret)}, or keep it with "rulebook credential set-secret"`;
  return name.startsWith('$')
    ? 'check how it is written'
    : `define ${isPlural ? 'them' : 'it'} in the file or an environment${advice}`;
}
