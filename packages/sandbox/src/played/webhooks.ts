import { isRecord } from '@rulebook/json/is-record';
import type { Webhook } from '@rulebook/catalogue/operation';
import type { Collection, MemberNames } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import type { Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { valueFor } from '@rulebook/checker/resource-model/make-value';
import { itemFormOf } from '@rulebook/checker/resource-model/places';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { fieldIn, isScalar, objectIn, shapeAt, valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import {
  isWord,
  plainNoun,
  readEventName,
  webhooksOf,
  type ItemEvent,
  type TiedWebhook,
} from '@rulebook/checker/resource-model/webhooks';
import { perObject } from '@rulebook/text/structures/memo';
import type { DeliverEffect } from '../model';
import { overlaid } from './overlay';
import { itemsAt, type PlayedNode } from './played-state';

/** What a request did to an item. */
export interface ItemChange {
  readonly of: Collection;
  /** Absent: it was created. */
  readonly before?: unknown;
  /** Absent: it was removed. */
  readonly after?: unknown;
}

/** To whom webhooks are sent, and when. */
interface WebhookCircumstances {
  readonly service: Service;
  readonly root: PlayedNode;
  /** URLs that were named when the sandbox was started. */
  readonly receivers: readonly string[];
  /** In the form of ISO 8601. */
  readonly now: string;
}

/** More webhooks are not sent after one request. */
const maxWebhooks = 10;

/** Returns the webhooks that a service sends after these changes. */
export function webhookEffects(
  changes: readonly ItemChange[],
  circumstances: WebhookCircumstances,
): readonly DeliverEffect[] {
  const { service, now } = circumstances;
  const { tied } = webhooksOf(service);
  const effects: DeliverEffect[] = [];
  for (const change of tied.length === 0 ? [] : changes) {
    for (const one of tied) {
      if (effects.length >= maxWebhooks) return effects;
      const event = one.of === change.of ? eventOf(one, change) : undefined;
      const body = event && bodyOfWebhook(one, event, change.after ?? change.before, now);
      if (body !== undefined) effects.push(...deliveriesOf(one.webhook, body.value, circumstances));
    }
  }
  return effects.slice(0, maxWebhooks);
}

/** Returns a webhook that is sent by hand: with the given members, about an item if there is one. */
export function webhookByHand(
  webhook: Webhook,
  { item, members = {} }: { readonly item?: unknown; readonly members?: Readonly<Record<string, unknown>> },
  circumstances: WebhookCircumstances,
): readonly DeliverEffect[] {
  const tied = webhooksOf(circumstances.service).tied.find((one) => one.webhook === webhook);
  const event = tied?.on[0];
  const about = tied && event && item !== undefined ? bodyOfWebhook(tied, event, item, circumstances.now) : undefined;
  const value = (about ?? { value: plainBody(webhook, circumstances.now) }).value;
  const given = isRecord(value) ? { ...value, ...members } : Object.keys(members).length > 0 ? members : value;
  return deliveriesOf(webhook, given, circumstances).slice(0, maxWebhooks);
}

function eventOf({ on, becomes }: TiedWebhook, { before, after }: ItemChange): ItemEvent | undefined {
  const event = after === undefined ? 'removed' : before === undefined ? 'created' : 'changed';
  if (!on.includes(event)) return undefined;
  if (becomes === undefined) return event;
  const isSo = (item: unknown, name: string): boolean => isRecord(item) && isWord(item[name], becomes);
  const names = isRecord(after) ? Object.keys(after) : [];
  return names.some((name) => isSo(after, name) && !isSo(before, name)) ? event : undefined;
}

function plainBody({ shape, examples }: Webhook, now: string): unknown {
  return shape === undefined ? examples?.[0] : valueFor(shape, now, examples);
}

/** Returns the body about an item, valid by the shape of the webhook; undefined where the body is about other events. */
function bodyOfWebhook(
  { webhook, of, place }: TiedWebhook,
  event: ItemEvent,
  item: unknown,
  now: string,
): { readonly value: unknown } | undefined {
  const { shape, name } = webhook;
  const plain = plainBody(webhook, now);
  if (shape === undefined) return { value: plain };
  const at = place ?? wrapperIn(shape, of);
  const shown = withValueAt(plain, at, overlaid(valueAt(plain, at), item, shapeAt(shape, at)));
  const about = place === undefined ? withId(shown, item, of, shape) : shown;
  const named = withEventName(about, shape, event, name);
  if (named === undefined) return undefined;
  return { value: [named.value, about, shown].find((value) => fitsShape(value, shape)) ?? plain };
}

/** Returns the member that has an item, where its form does not show it. */
function wrapperIn(shape: Shape, { name }: Collection): MemberNames {
  const { fields = [] } = objectIn(shape) ?? {};
  const wrapper = fields.find(
    (field) =>
      objectIn(field.shape) !== undefined &&
      (plainNoun(field.name) === plainNoun(name) || /^(?:data|object|resource|payload|item)$/i.test(field.name)),
  );
  return wrapper === undefined ? [] : [wrapper.name];
}

/** Some bodies have only the id of an item: `orderId`. */
function withId(value: unknown, item: unknown, of: Collection, shape: Shape): unknown {
  const { member } = itemFormOf(of).id;
  const id = member !== undefined && isRecord(item) ? item[member] : undefined;
  const wanted = plainNoun(`${plainNoun(of.name)} id`);
  const field = objectIn(shape)?.fields.find((one) =>
    [wanted, of.parameter].some((name) => plainNoun(name) === plainNoun(one.name)),
  );
  if (field === undefined || id === undefined) return value;
  const written = [id, String(id)].find((one) => fitsShape(one, field.shape));
  return written === undefined ? value : withValueAt(value, [field.name], written);
}

const eventMembers = /^(?:event|type|action|kind|topic|event_?(?:type|name|kind))$/i;

/** Sets the member that says which event it is; undefined where it can say other events only. */
function withEventName(
  value: unknown,
  shape: Shape,
  event: ItemEvent,
  name: string,
): { readonly value: unknown } | undefined {
  let named = value;
  for (const field of objectIn(shape)?.fields ?? []) {
    if (!eventMembers.test(field.name) || field.shape.type !== 'string') continue;
    const known = (field.shape.values?.values ?? []).map((one) => String(one.value));
    const meant = known.map((one) => ({ one, on: readEventName(one).on })).filter(({ on }) => on !== undefined);
    const fitting = meant.filter(({ on }) => on === event).map(({ one }) => one);
    const exact = known.find((one) => one === name);
    if (known.length > 1 && exact === undefined && meant.length > 0 && fitting.length === 0) return undefined;
    const chosen =
      exact ??
      fitting[0] ??
      (known.length === 0 && field.example === undefined && /^(?:event|topic)/i.test(field.name) ? name : undefined);
    if (chosen !== undefined && fitsShape(chosen, field.shape)) named = withValueAt(named, [field.name], chosen);
  }
  return { value: named };
}

/** Returns a delivery to each receiver. */
function deliveriesOf(
  { name }: Webhook,
  value: unknown,
  { service, root, receivers }: WebhookCircumstances,
): readonly DeliverEffect[] {
  const urls = [...new Set([...receivers, ...subscribersOf(service, root, name)])];
  const plain = name.replace(/[^\x20-\x7e]+/g, ' ').trim();
  const headers = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Sandbox-Webhook', plain],
  ] as const;
  const body = value === undefined ? '' : JSON.stringify(value);
  return urls.map((url, index) => ({
    ...({ kind: 'deliver', service: service.id, hook: 0, delivery: index + 1 } as const),
    ...{ url, headers, body, verifyTls: true },
  }));
}

/** Lists of receivers, such as `/hooks`: the collections, each with the member of its items that has the URL. */
export const receiverLists: (service: Service) => readonly { readonly of: Collection; readonly member: string }[] =
  perObject((service) =>
    resourceModelOf(service).collections.flatMap((of) => {
      if (
        of.path.includes('{') ||
        !/(?:hooks?|subscriptions?|subscribers?|callbacks?)$/i.test(of.name.replace(/[_-]?(?:endpoints?|urls?)$/i, ''))
      )
        return [];
      const { shape } = itemFormOf(of);
      const member = [
        'url',
        'callback_url',
        'target_url',
        'webhook_url',
        'endpoint_url',
        'payload_url',
        'endpoint',
        'target',
        'uri',
        'callback',
      ]
        .flatMap((name) => [name, name.replace(/_u/, 'U')])
        .find((name) => isScalar(fieldIn(shape, name)?.shape));
      return member === undefined ? [] : [{ of, member }];
    }),
  );

const eventLists = [
  'events',
  'event_types',
  'eventTypes',
  'enabled_events',
  'topics',
  'types',
  'event',
  'event_type',
  'eventType',
  'topic',
];

/** Returns the URLs of the stored receivers that take a webhook. */
function subscribersOf(service: Service, root: PlayedNode, name: string): readonly string[] {
  return receiverLists(service).flatMap(({ of, member }) =>
    itemsAt(root, of.path.split('/').filter(Boolean)).flatMap(([, item]) => {
      if (!isRecord(item) || item.active === false || item.enabled === false) return [];
      const url = item[member];
      return typeof url === 'string' && /^https?:\/\//.test(url) && takes(item, name) ? [url] : [];
    }),
  );
}

function takes(item: Readonly<Record<string, unknown>>, name: string): boolean {
  const written = eventLists.map((one) => item[one]).find((one) => one !== undefined);
  const events = Array.isArray(written)
    ? (written as readonly unknown[])
    : typeof written === 'string'
      ? [written]
      : [];
  const isMeant = (event: unknown): boolean =>
    typeof event === 'string' && (event === '*' || event === 'all' || plainNoun(event) === plainNoun(name));
  return events.length === 0 || events.some(isMeant);
}
