import { isRecord } from '@rulebook/json/is-record';
import { webhookEvents } from '../facts/events';
import { acknowledge, type ControlCall } from '@rulebook/sandbox/control/request';
import type { StepResult } from '@rulebook/sandbox/model';
import type { ServiceControlRequest } from '@rulebook/sandbox/part';
import { raiseEvent } from './events';
import type { HostState } from './model';
import { contentOf, type HostEvent } from './payloads';
import { repositoryOf } from './repositories';
import { expressionOf } from '@rulebook/text/expressions';

/** Events with an action, and their default actions. */
const usualActions: Readonly<Record<string, string>> = { issues: 'opened', pull_request: 'opened' };
const members = ['event', 'action', 'repository', 'sender', 'payload'];
/** A limit, since the deliveries of every subscribed hook keep the payload. */
const longestPayload = 64 * 1024;

/** Raising an event in a repository. */
export const eventRequests: readonly ServiceControlRequest<HostState>[] = [
  {
    method: 'POST',
    path: '/_sandbox/events',
    summary:
      'Raises an event in a repository of the code host and delivers it to the active webhooks that are subscribed to it. `action`, `repository`, `sender` and `payload` are optional.',
    exampleBody: { event: 'issues', action: 'opened', repository: 'octocat/hello-world' },
    elsewhere: 'Events are raised at the code host. Send this request to its address.',
    play: raise,
  },
];

function raise({ state, body, input, refuse }: ControlCall<HostState>): StepResult<HostState> {
  if (!isRecord(body)) return refuse('The body must be an object with `event`.');
  const other = Object.keys(body).find((name) => !members.includes(name));
  if (other !== undefined) return refuse(`${JSON.stringify(other)} is not a known member. Use ${members.join(', ')}.`);
  const { event, action, repository: named, sender, payload = {} } = body;
  if (typeof event !== 'string' || !/^[a-z][a-z_-]*$/.test(event)) {
    return refuse(`\`event\` must be the name of an event, such as ${someEvents()}.`);
  }
  if (event === 'ping') return refuse('A `ping` is not raised here. Call the operation that pings a webhook.');
  const known =
    webhookEvents.values.some(({ value }) => value === event) || expressionOf(webhookEvents.exempt ?? '^$').test(event);
  if (!known)
    return refuse(
      `${JSON.stringify(event)} is not an event that a webhook can subscribe to. Use for example ${someEvents()}.`,
    );
  if (action !== undefined && (typeof action !== 'string' || action === ''))
    return refuse('`action` must be a string.');
  if (action !== undefined && event === 'push') return refuse('A `push` has no action. Remove `action`.');
  if (sender !== undefined && (typeof sender !== 'string' || sender === ''))
    return refuse('`sender` must be a handle.');
  if (!isRecord(payload)) return refuse('`payload` must be an object; its members replace those of the same name.');
  if (JSON.stringify(payload).length > longestPayload)
    return refuse(`\`payload\` must have at most ${longestPayload} characters.`);
  const [first] = Object.values(state.repositories);
  const [owner = '', repo = ''] = typeof named === 'string' ? named.split('/') : [];
  const repository = named === undefined ? first : repositoryOf(state, { owner, repo });
  if (!repository) {
    const names = Object.values(state.repositories).map((one) => `${one.owner}/${one.name}`);
    return refuse(`\`repository\` must be one of ${names.join(', ')}.`);
  }
  const actor = sender ?? repository.owner;
  const happened: HostEvent = {
    event,
    action: action ?? usualActions[event] ?? null,
    content: { ...contentOf(event, actor, state.nextId, input), ...payload },
    sender: actor,
  };
  const { state: next, effects, deliveries } = raiseEvent(state, repository, happened, input);
  const answered = acknowledge(next, {
    repository: `${repository.owner}/${repository.name}`,
    event,
    ...(happened.action !== null && { action: happened.action }),
    deliveries: deliveries.map(({ hook, delivery, isThrottled }) => ({ hook, delivery, throttled: isThrottled })),
  });
  return { ...answered, effects };
}

function someEvents(): string {
  return webhookEvents.values
    .slice(0, 3)
    .map(({ value }) => `\`${String(value)}\``)
    .join(', ');
}
