import { count } from '@rulebook/text/count';
import type { Endpoint } from '@rulebook/checker/binding/model';
import { isSandboxEndpoint } from '../configuration/sandbox-endpoint';
import { environmentConflict } from '../private/environment-overrides';
import { redact } from '@rulebook/catalogue/masking/masker';
import { asSentence } from '@rulebook/text/sentence';
import { visibleLine } from '@rulebook/text/visible';
import { allowsSending, problemsOf } from '../plan/explain-plan';
import type { Effect, RequestPlan } from '../plan/plan';
import { refused, type Objection, type Refusal } from '../refusal';
import { withoutPrivateValues } from './allowed-ways';
import { differenceOfSent, type SentDifference } from './judge-sent';
import { isDecided } from './policy';
import type { Filled } from './prepare-request';
import type { Sending } from './sending';
import { differingHost } from '@rulebook/text/differing-host';

/** Returns why a request is not sent as it is written; the user is asked about one reason after the other. */
export async function refuseWritten(sending: Sending): Promise<Refusal | undefined> {
  const { plan, endpoint, ports } = sending;
  const decision = decideAll(refusalsOf(plan, endpoint, contextOf(sending)), endpoint, sending);
  const refusal = decision && (await decision);
  if (refusal !== undefined || (plan.isAbsolute && endpoint === undefined)) return refusal;
  const forbidden = ports.ways.forbid?.(endpoint);
  return forbidden === undefined ? undefined : refused(forbidden);
}

/** Returns why a request is not sent as its values have made it. */
export async function refuseFilled(sending: Sending, filled: Filled): Promise<Refusal | undefined> {
  const { plan, endpoint: own, ports } = sending;
  const { request, endpoint, uses } = filled;
  // A variable may have led to an endpoint that the file does not name, or away from all of them.
  const elsewhere = ports.ways.forbid?.(endpoint, request.url, differingHost(request.url, request.headers));
  if (elsewhere !== undefined) return refused(withoutPrivateValues(elsewhere, uses));
  const decide = (objections: readonly Objection[]) => decideAll(objections, endpoint, sending);
  const isElsewhere = endpoint?.name !== own?.name;
  const ofPlace = isElsewhere ? decide(refusalsAt(plan, endpoint, own, contextOf(sending))) : undefined;
  const elsewhereRefused = ofPlace && (await ofPlace);
  if (elsewhereRefused !== undefined) return elsewhereRefused;
  const compared = differenceOfSent(plan, filled, ports.ways.judge);
  const ofChanges = decide(refusalsOfSent('changes' in compared ? compared : await compared, plan, endpoint));
  const changeRefused = ofChanges && (await ofChanges);
  return changeRefused ?? decide(refusalOfUnverified(plan, endpoint, request.url));
}

function contextOf({ ports: { values, ways }, policy }: Sending): RefusalContext {
  const { environment } = values.system;
  return {
    endpoints: ways.endpoints,
    environment,
    protectedEnvironment: policy.protectedEnvironment,
    asksChanges: policy.asksChanges,
  };
}

/** Most requests have nothing against them, and wait for no one. */
function decideAll(
  objections: readonly Objection[],
  place: Endpoint | undefined,
  sending: Sending,
): Promise<Refusal | undefined> | undefined {
  return objections.length === 0 ? undefined : decideEach(objections, place, sending);
}

async function decideEach(
  objections: readonly Objection[],
  place: Endpoint | undefined,
  { plan, policy }: Sending,
): Promise<Refusal | undefined> {
  for (const objection of objections) {
    const { kind, cause } = objection;
    if (kind === 'omitted' && policy.leavesOut === true) return { kind, cause };
    const decision = isDecided(objection, policy) ? 'proceed' : await policy.decide(objection, place, plan);
    // Who does not send what is switched off reads that it is.
    if (decision !== 'proceed') return decision.kind === 'cancelled' && kind === 'omitted' ? refused(cause) : decision;
  }
  return undefined;
}

/** Where a request may go. */
interface RefusalContext {
  readonly endpoints: readonly Endpoint[];
  readonly environment: (name: string) => string | undefined;
  /** The environment of the request, if it is protected. */
  readonly protectedEnvironment?: string | undefined;
  /** The user is asked before each change outside the sandbox. */
  readonly asksChanges?: boolean | undefined;
}

/** Returns why a request is not sent to the endpoint of its path, before anything is filled in; in the order in which the user is asked. */
export function refusalsOf(
  plan: RequestPlan,
  target: Endpoint | undefined,
  context: RefusalContext,
): readonly Objection[] {
  const problems = problemsOf(plan);
  const found: Objection[] = [...omissionOf(plan), ...conflictsOf(target, context)];
  const refuse = (kind: Objection['kind'], cause: string, mayProceed: boolean) => {
    found.push({ kind, cause, mayProceed, losses: [] });
  };
  if (problems.length > 0) refuse('problems', problems.join('; '), allowsSending(plan));
  if (plan.errors > 0) refuse('errors', `the check finds ${count(plan.errors, 'error')}`, true);
  if (!target && !plan.isAbsolute) {
    refuse('no-endpoint', reasonWithoutEndpoint(plan, context.endpoints), false);
  }
  if (plan.note !== undefined) refuse('note', noteOf(plan.note), true);
  return [...found, ...changesOf(plan, target, context)];
}

function reasonWithoutEndpoint(
  { unknownEndpoint: unknown, possibleEndpoints = [] }: RequestPlan,
  endpoints: readonly Endpoint[],
): string {
  if (unknown !== undefined) return unknownEndpoint(unknown, endpoints);
  return possibleEndpoints.length > 1
    ? `its path fits the endpoints ${possibleEndpoints.slice(0, -1).join(', ')} and ${possibleEndpoints.at(-1)}; choose one with \`# @endpoint name\``
    : 'it has no known endpoint; choose one of rulebook.json with `# @endpoint name`';
}

function omissionOf({ omission }: RequestPlan): readonly Objection[] {
  if (omission === undefined) return [];
  return [{ kind: 'omitted', cause: omission.reason, losses: [], mayProceed: omission.allowsSending }];
}

function noteOf(text: string): string {
  return text === '' ? 'the request asks for a confirmation (`# @note`)' : `the request says: ${text}`;
}

/** Returns why a filled request is not sent without the user's word: it asks not to verify the certificate of a server that is verified otherwise. */
export function refusalOfUnverified(
  { acceptsAnyCertificate }: RequestPlan,
  place: Endpoint | undefined,
  url: string,
): readonly Objection[] {
  if (acceptsAnyCertificate !== true || place?.insecure === true) return [];
  const host = /^https:\/\/([^/?#]+)/i.exec(url)?.[1];
  if (host === undefined) return [];
  const cause = `the request asks not to verify the certificate of ${host.replace(/^.*@/, '')}`;
  return [{ kind: 'unverified', cause, losses: [], mayProceed: true }];
}

/**
 * Returns why a request is not sent where a variable has led, to another endpoint or to none; its own endpoint was asked about before. What will
 * be lost was asked about with it, unless that is a sandbox.
 */
export function refusalsAt(
  plan: RequestPlan,
  place: Endpoint | undefined,
  own: Endpoint | undefined,
  context: RefusalContext,
): readonly Objection[] {
  const isLeft = isSandboxEndpoint(own);
  const changed = isLeft ? plan : { ...plan, effects: [] };
  return [
    ...conflictsOf(place, context),
    ...changesOf(changed, place, isLeft ? { asksChanges: context.asksChanges } : {}),
  ];
}

/** Returns why a filled request is not sent without the user's word: it differs from the written one, or destroys more than that. */
export function refusalsOfSent(
  { changes, losses, isUnjudged }: SentDifference,
  plan: RequestPlan,
  place: Endpoint | undefined,
): readonly Objection[] {
  const object = (kind: Objection['kind'], cause: string): Objection => {
    return { kind, cause, losses: [], mayProceed: true };
  };
  const changed = [
    ...(changes.length === 0 ? [] : [object('changed', changes.join('; '))]),
    ...(isUnjudged === true ? [object('unjudged', 'what it does with its values could not be judged')] : []),
  ];
  return losses.length === 0 ? changed : [...changed, ...changesOf({ ...plan, effects: losses }, place)];
}

/** Returns the message for a name that no endpoint has. */
export function unknownEndpoint(name: string, endpoints: readonly Endpoint[]): string {
  const known = endpoints.map((endpoint) => endpoint.name);
  return `there is no endpoint named ${name}; the endpoints are ${known.join(', ')}`;
}

/** Returns what a request will destroy, in sentences. */
function lossMessages({ effects = [] }: Pick<RequestPlan, 'effects'>): readonly string[] {
  // Most requests destroy nothing.
  return effects.some(isLoss) ? effects.filter(isLoss).map(({ message }) => message) : none;
}

const none: readonly string[] = [];

function isLoss({ kind }: Effect): boolean {
  return kind === 'loss';
}

function conflictsOf(place: Endpoint | undefined, { endpoints, environment }: RefusalContext): readonly Objection[] {
  const cause = place && environmentConflict(place, endpoints, environment);
  return cause === undefined ? [] : [{ kind: 'conflict', cause, losses: [], mayProceed: false }];
}

/** An endpoint that is protected says more than the environment. */
function changesOf(
  plan: RequestPlan,
  place: Endpoint | undefined,
  { protectedEnvironment, asksChanges = false }: Pick<RefusalContext, 'protectedEnvironment' | 'asksChanges'> = {},
): readonly Objection[] {
  const losses = lossMessages(plan);
  const isGuarded = place?.protected === true;
  const environment = isGuarded ? undefined : protectedEnvironment;
  const [first] = losses;
  const isAsked = asksChanges && !isSandboxEndpoint(place);
  if ((isGuarded || environment !== undefined || isAsked) && plan.isUnsafe) {
    const ofEnvironment = environment === undefined ? 'it changes data' : `the environment ${environment} is protected`;
    const what = isGuarded ? `the endpoint ${place.name} is protected` : ofEnvironment;
    const cause = `${what}${first === undefined ? '' : `, and ${inSentence(first)}`}`;
    return [{ kind: 'protected', cause, losses, mayProceed: true, environment }];
  }
  // What is lost in a sandbox comes back with its next start.
  if (first === undefined || isSandboxEndpoint(place)) return [];
  return [{ kind: 'destructive', cause: inSentence(first), losses, mayProceed: true }];
}

/** Returns the first of some sentences as the end of another one. What the request does begins with the verb. */
function inSentence(sentences: string): string {
  const [first = ''] = sentences.split(/\.(?:\s|$)/, 1);
  const rest = first.replace(/^[A-Z](?=[a-z]*\s)/, (letter) => letter.toLowerCase());
  return /^(?!This\b)[A-Z][a-z]+s\b/.test(first) ? `the request ${rest}` : rest;
}

/** Returns the question whether a request is sent, for a user who is asked in one line: where it goes, and what it does there. */
export function questionAbout(
  { kind, losses, cause, environment }: Objection,
  { label }: Pick<RequestPlan, 'label'>,
  place: Endpoint | undefined,
): string {
  const guard = environment === undefined ? '' : ` with the protected environment ${environment}`;
  const kindOfPlace = kind === 'protected' && place?.protected === true ? 'the protected endpoint ' : '';
  const to = place === undefined ? '' : ` to ${kindOfPlace}${place.name} (${place.baseUrl})`;
  const why = kind === 'protected' ? 'It changes data there.' : redact(asSentence(cause));
  return visibleLine([`Send "${redact(label)}"${to}${guard}?`, ...(losses.length > 0 ? losses : [why])].join(' '));
}
