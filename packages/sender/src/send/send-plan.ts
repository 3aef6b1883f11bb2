import type { Endpoint } from '@rulebook/checker/binding/model';
import { redact } from '@rulebook/catalogue/masking/masker';
import type { NamedResponses } from '../variables/named-responses';
import { leftOutOf } from '../plan/explain-plan';
import type { ResponseObserver, WireRecord } from '../plan/transport';
import type { PreparedRequest } from '../plan/prepared-request';
import type { ReceivedResponse, TransportFailure } from '../plan/response';
import type { RequestPlan } from '../plan/plan';
import { differingHost } from '@rulebook/text/differing-host';
import { withoutPrivateValues } from './allowed-ways';
import { exchangeOptionsFor } from './exchange-options';
import { isDecided } from './policy';
import { prepare } from './prepare-request';
import type { Sending } from './sending';
import type { PrivateUse } from '../private/private-sources';
import { isOwnVariable, variableOfSecret } from '../private/environment-overrides';
import { schemeOfReference, secretNameOf } from '../variables/system-variables';
import { fillEffects } from '../variables/shown-values';
import { differenceOfSent } from './judge-sent';
import type { Objection } from '../plan/refusal';
import { refusalOfUnverified, refusalsAt, refusalsOf, refusalsOfSent } from './refusals';

/** Returns what follows a response while it arrives; called with the secrets of the request, when it is about to be sent. */
export type Follow = (secrets: readonly string[], place: Endpoint | undefined) => ResponseObserver;

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
export async function sendPlan(sending: Sending, follow?: Follow): Promise<Sent> {
  const { plan, endpoint: target, values, ports, policy } = sending;
  const { ways, responses, transport } = ports;
  const { answers, system } = values;
  // Only a loss is asked about; what else the request does is in its explanation.
  const effects = plan.effects?.some(({ kind }) => kind === 'loss') === true ? plan.effects : undefined;
  const named = effects === undefined ? plan : { ...plan, effects: fillEffects(effects, values) };
  const { environment } = ports.values.system;
  const context = { endpoints: ways.endpoints, environment, protectedEnvironment: policy.protectedEnvironment };
  const before = await decideAll(refusalsOf(named, target, context), target, sending);
  if (before !== undefined) return before;
  const forbidden = plan.isAbsolute && target === undefined ? undefined : ways.forbid?.(target);
  if (forbidden !== undefined) return { kind: 'unsent', problem: forbidden };
  const filled = await prepare(sending);
  if ('unsent' in filled) return { kind: 'unsent', ...(filled.problem !== undefined && { problem: filled.problem }) };
  const { request, cookies, endpoint } = filled;
  const secrets = answers.withEarlierSecrets(filled.secrets);
  // A variable may have led to an endpoint that the file does not name, or away from all of them.
  const elsewhere = ways.forbid?.(endpoint, request.url, differingHost(request.url, request.headers));
  if (elsewhere !== undefined) return { kind: 'unsent', problem: withoutPrivateValues(elsewhere, filled.uses) };
  if (endpoint?.name !== target?.name) {
    const there = await decideAll(refusalsAt(named, endpoint, target, context), endpoint, sending);
    if (there !== undefined) return there;
  }
  const difference = await differenceOfSent(named, filled, ways.judge);
  const differs = await decideAll(refusalsOfSent(difference, plan, endpoint), endpoint, sending);
  if (differs !== undefined) return differs;
  const unverified = refusalOfUnverified(plan, endpoint, request.url);
  const accepted = await decideAll(unverified, endpoint, sending);
  if (accepted !== undefined) return accepted;
  const settings = await exchangeOptionsFor(endpoint, sending);
  if ('problem' in settings) return { kind: 'unsent', problem: settings.problem };
  const options = unverified.length === 0 ? settings : { ...settings, unverifiedOrigin: request.url };
  const observer = { ...follow?.(secrets, endpoint), ...(cookies && { onRedirect: cookies.onRedirect }) };
  const { during = (send) => send(transport.signal) } = transport;
  const outcome = await during((signal) => transport.send(request, options, signal, observer));
  if ('failure' in outcome) return { kind: 'failed', request, endpoint, secrets, failure: outcome.failure };
  const { response, wire } = outcome;
  if (plan.name !== undefined && responses.isKept(plan.name))
    answers.keep(plan.name, response, request, system.now(), filled.uses);
  answers.take(plan.taken ?? [], response, request);
  const all = answers.withEarlierSecrets([...filled.secrets, ...(cookies?.end(response) ?? [])]);
  return { kind: 'answered', request, endpoint, secrets: all, response, uses: filled.uses, ...(wire && { wire }) };
}

async function decideAll(
  refusals: readonly Objection[],
  place: Endpoint | undefined,
  { plan, policy }: Sending,
): Promise<Sent | undefined> {
  for (const refusal of refusals) {
    const own = refusal.kind === 'omitted' ? { problem: refusal.reason } : {};
    if (refusal.kind === 'omitted' && policy.leavesOut === true) return { kind: 'unsent', ...own, isOmitted: true };
    const decision = isDecided(refusal, policy) ? 'proceed' : await policy.decide(refusal, place, plan);
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
