import { vendorHeaderName } from '@rulebook/checker/binding/vendor-name';
import type { HostStep } from './responses';
import type { HostState, RepositoryRecord } from './model';
import { contentOf, guidFrom, payloadOf, pingContent, type HostEvent } from './payloads';
import { repositoryId } from './repositories';
import { codeHosting } from '../identity';
import type { DeliverEffect, DeliveryOutcome, Signing, StepInput } from '@rulebook/sandbox/model';
import { answer, result } from '@rulebook/sandbox/wire';
import type { DeliveryRecord, HookRecord } from './hook-record';
import type { HostCall } from './host-call';

/** The number of deliveries that are kept of a hook, so that a sandbox can run for days. */
export const keptDeliveries = 500;

/** The period of the limit of deliveries. */
export const minute = 60_000;

/** Triggers a `ping`, which is sent to an active hook only. */
export function pingHook(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  return pinged(state, hook, call, answer(204));
}

/** Triggers the latest `push`, if the hook is subscribed to it; otherwise the response is the same, and nothing is sent. */
export function testHook(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  const { repository, input, caller } = call;
  if (!isSubscribedTo(hook, 'push')) return result(state, answer(204));
  const content = repository.latestPush ?? contentOf('push', caller.user, 0, input);
  const event: HostEvent = { event: 'push', action: null, content, sender: caller.user };
  return deliver(state, hook, newDelivery(state, hook, event, repository, input), answer(204));
}

/** Returns a step that responds, and pings the hook when it is active. */
export function pinged(
  state: HostState,
  hook: HookRecord,
  { repository, input, caller }: HostCall,
  response: HostStep['response'],
): HostStep {
  if (!hook.active) return result(state, response);
  const event: HostEvent = { event: 'ping', action: null, content: pingContent(hook, input), sender: caller.user };
  return deliver(state, hook, newDelivery(state, hook, event, repository, input), response);
}

/** The result of `raiseEvent`. */
interface Raised {
  readonly state: HostState;
  readonly effects: readonly DeliverEffect[];
  /** The deliveries, one for each subscribed hook. */
  readonly deliveries: readonly { readonly hook: number; readonly delivery: number; readonly isThrottled: boolean }[];
}

/** Raises an event in a repository, and delivers it to all active hooks that are subscribed to it. */
export function raiseEvent(state: HostState, repository: RepositoryRecord, event: HostEvent, input: StepInput): Raised {
  const key = `${repository.owner}/${repository.name}`.toLowerCase();
  const pushed: HostState =
    event.event === 'push'
      ? { ...state, repositories: { ...state.repositories, [key]: { ...repository, latestPush: event.content } } }
      : state;
  const name = { owner: repository.owner, repo: repository.name };
  const subscribed = [event.event, '*'].flatMap((wanted) => state.hooks.subscribed(name, wanted));
  const reported = [...new Set(subscribed)].filter(({ active }) => active).sort((a, b) => a.id - b.id);
  return reported.reduce<Raised>(
    (raised, hook) => {
      const delivery = newDelivery(raised.state, hook, event, repository, input);
      const step = deliver(raised.state, hook, delivery, answer(204));
      const entry = { hook: hook.id, delivery: delivery.id, isThrottled: step.effects.length === 0 };
      return {
        state: step.state,
        effects: [...raised.effects, ...step.effects],
        deliveries: [...raised.deliveries, entry],
      };
    },
    { state: pushed, effects: [], deliveries: [] },
  );
}

/** Returns the step that repeats a delivery. */
export function deliveredAgain(
  state: HostState,
  hook: HookRecord,
  earlier: DeliveryRecord,
  input: StepInput,
  response: HostStep['response'],
): HostStep {
  const { guid, event, action, payload } = earlier;
  const again: DeliveryRecord = {
    id: state.nextId,
    guid,
    deliveredAt: input.now,
    redelivery: true,
    event,
    action,
    url: hook.url,
    payload,
  };
  return deliver(state, hook, again, response);
}

/** Returns whether the hook has reached the limit of deliveries per minute. */
export function isSpammed(state: HostState, hook: HookRecord, now: number): boolean {
  const recent = hook.deliveries.filter(({ deliveredAt }) => deliveredAt > now - minute && deliveredAt <= now);
  const sent = recent.filter(({ isHeldBack }) => !isHeldBack);
  // When all kept deliveries are from the last minute, older ones of that minute may have been dropped.
  return sent.length >= state.deliveriesPerMinute || recent.length >= keptDeliveries;
}

/** Records the outcome of a delivery, unless its hook or the delivery was removed meanwhile. */
export function recordDelivery(state: HostState, outcome: DeliveryOutcome): HostState {
  const hook = state.hooks.get(outcome.hook);
  if (!hook) return state;
  const deliveries = hook.deliveries.map((delivery) =>
    delivery.id === outcome.delivery ? { ...delivery, outcome } : delivery,
  );
  return { ...state, hooks: state.hooks.with({ ...hook, deliveries }) };
}

function isSubscribedTo({ active, events }: HookRecord, wanted: string): boolean {
  return active && events.some((event) => event === wanted || event === '*');
}

/** Sends a delivery, or holds it back when the hook has reached its limit; both are recorded. */
function deliver(
  state: HostState,
  hook: HookRecord,
  delivery: DeliveryRecord,
  response: HostStep['response'],
): HostStep {
  const isHeldBack = isSpammed(state, hook, delivery.deliveredAt);
  const record: DeliveryRecord = isHeldBack
    ? { ...delivery, throttledAt: delivery.deliveredAt, isHeldBack: true }
    : delivery;
  const deliveries = [record, ...hook.deliveries].slice(0, keptDeliveries);
  const next: HostState = {
    ...state,
    nextId: state.nextId + 1,
    ...(isHeldBack && { heldBack: [...(state.heldBack ?? []), { hook: hook.id, delivery: delivery.id }] }),
    hooks: state.hooks.with({ ...hook, deliveries }),
  };
  return result(next, response, isHeldBack ? [] : [effectOf(state, hook, delivery)]);
}

/** The header fields that sign a delivery. */
const signatures: Signing['fields'] = [
  { name: 'X-Hub-Signature', hash: 'sha1', prefix: 'sha1=' },
  { name: 'X-Hub-Signature-256', hash: 'sha256', prefix: 'sha256=' },
];

/** Returns what the listener does to send a delivery. */
export function effectOf(state: HostState, hook: HookRecord, delivery: DeliveryRecord): DeliverEffect {
  const json = JSON.stringify(delivery.payload);
  const isJson = hook.contentType === 'json';
  const headers: readonly (readonly [string, string])[] = [
    ['Accept', '*/*'],
    ['content-type', isJson ? 'application/json' : 'application/x-www-form-urlencoded'],
    ['User-Agent', 'Rulebook-Sandbox'],
    ['X-Vendor-Delivery', delivery.guid],
    ['X-Vendor-Event', delivery.event],
    ['X-Vendor-Hook-ID', String(hook.id)],
    ['X-Vendor-Hook-Installation-Target-ID', String(repositoryId(hook, state))],
    ['X-Vendor-Hook-Installation-Target-Type', 'repository'],
  ];
  return {
    kind: 'deliver',
    service: state.service,
    hook: hook.id,
    delivery: delivery.id,
    url: delivery.url,
    headers: headers.map(([name, value]) => [vendorHeaderName(name, state.vendor, codeHosting.vendorNames), value]),
    body: isJson ? json : `payload=${encodeURIComponent(json)}`,
    ...(hook.secret !== undefined && { signing: { secret: hook.secret, fields: signatures } }),
    verifyTls: hook.insecureSsl !== '1',
  };
}

function newDelivery(
  state: HostState,
  hook: HookRecord,
  event: HostEvent,
  repository: RepositoryRecord,
  input: StepInput,
): DeliveryRecord {
  return {
    id: state.nextId,
    guid: guidFrom(input.randomText(32)),
    deliveredAt: input.now,
    redelivery: false,
    event: event.event,
    action: event.action,
    url: hook.url,
    payload: payloadOf(event, repository, input),
  };
}
