import { webhookEvents } from '../../catalogue/code-hosting/events';
import { acknowledge, type ControlCall, type ControlRequest } from './request';
import { raiseEvent } from '../host/events';
import { contentOf, type HostEvent } from '../host/payloads';
import { repositoryOf } from '../host/repositories';
import type { StepResult } from '../model';
import type { SandboxState } from '../sandbox-state';
import { isRecord } from '../wire';

/** Events of which something is done, and what is done unless the request says so. */
const usualActions: Readonly<Record<string, string>> = { issues: 'opened', pull_request: 'opened' };
const members = ['event', 'action', 'repository', 'sender', 'payload'];
/** A payload stays in the deliveries of every hook that is told. */
const longestPayload = 64 * 1024;

/** Making something happen in a repository. */
export const eventRequests: readonly ControlRequest[] = [
  {
    method: 'POST',
    path: '/_sandbox/events',
    summary:
      'Makes something happen in a repository of the code host: its active webhooks that are subscribed to the event are told. `action`, `repository`, `sender` and members of the `payload` can be left out.',
    exampleBody: { event: 'issues', action: 'opened', repository: 'octocat/hello-world' },
    play: raise,
  },
];

function raise(call: ControlCall): StepResult<SandboxState> {
  const { state, server, body, input, refuse } = call;
  if (server !== 'host') return refuse('Events happen at the code host: this belongs to its address.');
  if (!isRecord(body)) return refuse('The body is an object with `event`.');
  const other = Object.keys(body).find((name) => !members.includes(name));
  if (other !== undefined)
    return refuse(`There is no member ${JSON.stringify(other)}; there are ${members.join(', ')}.`);
  const { event, action, repository: named, sender, payload = {} } = body;
  if (typeof event !== 'string' || !/^[a-z][a-z_-]*$/.test(event)) {
    return refuse(`\`event\` is the name of an event, such as ${someEvents()}.`);
  }
  if (event === 'ping') return refuse('A `ping` comes from the operation that pings a webhook.');
  const known =
    webhookEvents.values.some(({ value }) => value === event) || new RegExp(webhookEvents.exempt ?? '^$').test(event);
  if (!known)
    return refuse(`${JSON.stringify(event)} is no event that a webhook can subscribe to; ${someEvents()} are.`);
  if (action !== undefined && (typeof action !== 'string' || action === '')) return refuse('`action` is a text.');
  if (action !== undefined && event === 'push') return refuse('A `push` has no action.');
  if (sender !== undefined && (typeof sender !== 'string' || sender === '')) return refuse('`sender` is a handle.');
  if (!isRecord(payload)) return refuse('`payload` is an object, whose members replace those of the same name.');
  if (JSON.stringify(payload).length > longestPayload)
    return refuse(`\`payload\` has at most ${longestPayload} characters.`);
  const [first] = Object.values(state.host.repositories);
  const [owner = '', repo = ''] = typeof named === 'string' ? named.split('/') : [];
  const repository = named === undefined ? first : repositoryOf(state.host, { owner, repo });
  if (!repository) {
    const names = Object.values(state.host.repositories).map((one) => `${one.owner}/${one.name}`);
    return refuse(`\`repository\` is one of ${names.join(', ')}.`);
  }
  const actor = sender ?? repository.owner;
  const happened: HostEvent = {
    event,
    action: action ?? usualActions[event] ?? null,
    content: { ...contentOf(event, actor, state.host.nextId, input), ...payload },
    sender: actor,
  };
  const { state: host, effects, deliveries } = raiseEvent(state.host, repository, happened, input);
  const answered = acknowledge(
    { ...state, host },
    {
      repository: `${repository.owner}/${repository.name}`,
      event,
      ...(happened.action !== null && { action: happened.action }),
      deliveries: deliveries.map(({ hook, delivery, isThrottled }) => ({ hook, delivery, throttled: isThrottled })),
    },
  );
  return { ...answered, effects };
}

function someEvents(): string {
  return webhookEvents.values
    .slice(0, 3)
    .map(({ value }) => `\`${String(value)}\``)
    .join(', ');
}
