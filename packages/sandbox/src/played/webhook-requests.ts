import { isRecord } from '@rulebook/json/is-record';
import type { Service } from '@rulebook/catalogue/service';
import { decodePart } from '@rulebook/text/decode';
import { nearest } from '@rulebook/text/edit-distance';
import { acknowledge, type ControlCall } from '../control/request';
import type { StepResult } from '../model';
import type { ServiceControlRequest } from '../part';
import { nodeAt, type PlayedState } from './played-state';
import { webhookByHand } from './webhooks';

const members = ['event', 'item', 'payload'];
/** In characters, as JSON. */
const longestPayload = 64 * 1024;
/** More names are not listed. */
const maxShown = 20;

/** Sending any webhook of a description by its name. */
export function webhookRequests(
  service: Service,
  receivers: readonly string[],
): readonly ServiceControlRequest<PlayedState>[] {
  const [first] = service.webhooks ?? [];
  if (first === undefined) return [];
  return [
    {
      method: 'POST',
      path: '/_sandbox/events',
      summary: `Sends a webhook of ${service.id} to its receivers, by its name. \`item\`, the path of a stored item, and \`payload\`, members of the body, are optional.`,
      exampleBody: { event: first.name },
      elsewhere: `Webhooks are sent by ${service.id}. Send this request to its address.`,
      play: (call) => send(service, receivers, call),
    },
  ];
}

function send(
  service: Service,
  receivers: readonly string[],
  { state, body, input, refuse }: ControlCall<PlayedState>,
): StepResult<PlayedState> {
  if (!isRecord(body)) return refuse('The body must be an object with `event`.');
  const other = Object.keys(body).find((name) => !members.includes(name));
  if (other !== undefined) return refuse(`${JSON.stringify(other)} is not a known member. Use ${members.join(', ')}.`);
  const { event, item: path, payload = {} } = body;
  const { webhooks = [] } = service;
  const webhook = webhooks.find(({ name }) => name === event);
  if (webhook === undefined) {
    const names = webhooks.map(({ name }) => name);
    const meant = typeof event === 'string' ? nearest(event, names) : undefined;
    const hint = meant === undefined ? `Use ${names.slice(0, maxShown).join(', ')}` : `Did you mean ${meant}?`;
    return refuse(`\`event\` must be the name of a webhook of ${service.id}. ${hint}${meant === undefined ? '.' : ''}`);
  }
  if (webhook.method !== 'POST')
    return refuse(`The sandbox delivers by POST, and ${webhook.name} is ${webhook.method}.`);
  if (path !== undefined && (typeof path !== 'string' || !path.startsWith('/')))
    return refuse('`item` must be the path of a stored item, such as `/orders/1`.');
  const words =
    typeof path === 'string'
      ? path
          .split('/')
          .filter(Boolean)
          .map((word) => decodePart(word))
      : [];
  const item = path === undefined ? undefined : nodeAt(state.root, words)?.item;
  if (path !== undefined && item === undefined) return refuse(`There is no item at ${path}.`);
  if (!isRecord(payload)) return refuse('`payload` must be an object; its members replace those of the same name.');
  if (JSON.stringify(payload).length > longestPayload)
    return refuse(`\`payload\` must have at most ${longestPayload} characters.`);
  const now = new Date(input.now).toISOString().replace('.000Z', 'Z');
  const circumstances = { service, root: state.root, receivers, now };
  const effects = webhookByHand(webhook, { item, members: payload }, circumstances);
  const deliveries = effects.map(({ url, body: text }) => ({
    url,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  }));
  return { ...acknowledge(state, { event: webhook.name, deliveries }), effects };
}
