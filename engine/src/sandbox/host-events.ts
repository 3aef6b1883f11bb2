import type { HostCall } from './host';
import type { HostStep } from './host-answers';
import { hookUrl, hookView, repositoryId, timestamp } from './host-views';
import type { DeliveryRecord, HookRecord, HostState } from './host-model';
import type { DeliverEffect, DeliveryOutcome, StepInput } from './model';
import { answer, ownValue, result } from './wire';

/** Older deliveries of a hook are forgotten, so that a sandbox can run for days. */
const keptDeliveries = 200;

/** Triggers a `ping`; an inactive hook is sent nothing. */
export function pingHook(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  return delivered(state, hook, 'ping', call.input, answer(204));
}

/** Triggers a `push`, if the hook is subscribed to it; otherwise answers the same and sends nothing. */
export function testHook(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  const isSubscribed = hook.events.some((event) => event === 'push' || event === '*');
  return isSubscribed ? delivered(state, hook, 'push', call.input, answer(204)) : result(state, answer(204));
}

/** Returns the step that answers, and delivers an event of the hook when it is active. */
export function delivered(
  state: HostState,
  hook: HookRecord,
  event: 'ping' | 'push',
  input: StepInput,
  response: HostStep['response'],
): HostStep {
  if (!hook.active) return result(state, response);
  return deliver(state, hook, newDelivery(state, hook, event, input), response);
}

/** Returns the step that sends a delivery once more. */
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

/** Notes what became of a delivery; a hook or delivery that is gone by now is left alone. */
export function recordDelivery(state: HostState, outcome: DeliveryOutcome): HostState {
  const hook = ownValue(state.hooks, outcome.hook);
  if (!hook) return state;
  const deliveries = hook.deliveries.map((delivery) =>
    delivery.id === outcome.delivery ? { ...delivery, outcome } : delivery,
  );
  return { ...state, hooks: { ...state.hooks, [hook.id]: { ...hook, deliveries } } };
}

function deliver(
  state: HostState,
  hook: HookRecord,
  delivery: DeliveryRecord,
  response: HostStep['response'],
): HostStep {
  const deliveries = [delivery, ...hook.deliveries].slice(0, keptDeliveries);
  const next: HostState = {
    ...state,
    nextId: state.nextId + 1,
    hooks: { ...state.hooks, [hook.id]: { ...hook, deliveries } },
  };
  const json = JSON.stringify(delivery.payload);
  const isJson = hook.contentType === 'json';
  const effect: DeliverEffect = {
    kind: 'deliver',
    hook: hook.id,
    delivery: delivery.id,
    url: delivery.url,
    headers: [
      ['Accept', '*/*'],
      ['content-type', isJson ? 'application/json' : 'application/x-www-form-urlencoded'],
      ['User-Agent', 'Rulebook-Sandbox'],
      ['X-Vendor-Delivery', delivery.guid],
      ['X-Vendor-Event', delivery.event],
      ['X-Vendor-Hook-ID', String(hook.id)],
      ['X-Vendor-Hook-Installation-Target-ID', String(repositoryId(hook, state))],
      ['X-Vendor-Hook-Installation-Target-Type', 'repository'],
    ],
    body: isJson ? json : `payload=${encodeURIComponent(json)}`,
    ...(hook.secret !== undefined && { secret: hook.secret }),
    verifyTls: hook.insecureSsl !== '1',
  };
  return result(next, response, [effect]);
}

function newDelivery(state: HostState, hook: HookRecord, event: 'ping' | 'push', input: StepInput): DeliveryRecord {
  return {
    id: state.nextId,
    guid: guidFrom(input.randomText(32)),
    deliveredAt: input.now,
    redelivery: false,
    event,
    action: null,
    url: hook.url,
    payload: event === 'ping' ? pingPayload(state, hook, input) : pushPayload(state, hook, input),
  };
}

function pingPayload(state: HostState, hook: HookRecord, input: StepInput): unknown {
  return {
    zen: 'A rehearsal costs less than a premiere.',
    hook_id: hook.id,
    hook: hookView(hook, input.baseUrl, input.now),
    repository: repositoryView(state, hook, input),
    sender: { login: hook.owner, type: 'User' },
  };
}

function pushPayload(state: HostState, hook: HookRecord, input: StepInput): unknown {
  const commit = {
    id: '7fd1a60b01f91b314f59955a4e4d4e80d8edf11d',
    message: 'Try the webhook',
    timestamp: timestamp(input.now),
    author: { name: hook.owner },
    added: [],
    removed: [],
    modified: ['README.md'],
  };
  return {
    ref: 'refs/heads/main',
    before: '762941318ee16e59dabbacb1b4049eec22f0d303',
    after: commit.id,
    created: false,
    deleted: false,
    forced: false,
    commits: [commit],
    head_commit: commit,
    repository: repositoryView(state, hook, input),
    pusher: { name: hook.owner },
    sender: { login: hook.owner, type: 'User' },
  };
}

function repositoryView(state: HostState, hook: HookRecord, input: StepInput): unknown {
  return {
    id: repositoryId(hook, state),
    name: hook.repo,
    full_name: `${hook.owner}/${hook.repo}`,
    owner: { login: hook.owner },
    hooks_url: hookUrl(hook, input.baseUrl).replace(/\/\d+$/, ''),
  };
}

/** Gives random text the form of a UUID. */
function guidFrom(text: string): string {
  const digits = [...text.padEnd(32, '0')].slice(0, 32).map((letter) => (letter.charCodeAt(0) % 16).toString(16));
  const hex = digits.join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}
