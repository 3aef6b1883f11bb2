import type { Webhook } from '@rulebook/catalogue/operation';
import type { Collection, MemberNames } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import type { Shape } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';
import { itemFormOf } from './places';
import { resourceModelOf } from './resource-model';
import { objectIn, shapeAt } from './shapes-in';

/** What happens to an item. */
export type ItemEvent = 'created' | 'changed' | 'removed';

/** A webhook that is about the items of a collection. */
export interface TiedWebhook {
  readonly webhook: Webhook;
  readonly of: Collection;
  /** Where the body has the item; absent: it was found by the name of the webhook alone. */
  readonly place?: MemberNames;
  /** When it is sent. */
  readonly on: readonly ItemEvent[];
  /** It is sent only when a member of the item becomes this, as in `order.shipped`. */
  readonly becomes?: string;
}

/** The webhooks of a service: those about items, and those that are only sent by hand. */
interface Webhooks {
  readonly tied: readonly TiedWebhook[];
  readonly others: readonly { readonly webhook: Webhook; readonly reason: string }[];
}

const allEvents: readonly ItemEvent[] = ['created', 'changed', 'removed'];

/** Words of names that say what happens. */
const verbs: Readonly<Record<ItemEvent, RegExp>> = {
  created: /^(?:creat(?:e|ed|ion)|new|add(?:ed)?|insert(?:ed)?|regist(?:er|ered|ration)|opened|placed|submitted)$/,
  changed: /^(?:updat(?:e|ed)|chang(?:e|ed|es)|modif(?:y|ied)|edit(?:ed)?|replaced|patched)$/,
  removed: /^(?:delet(?:e|ed|ion)|remov(?:e|ed|al)|destroy(?:ed)?)$/,
};
/** Words of names that say nothing. */
const fillers = /^(?:on|a|an|the|is|was|were|has|have|been|events?|web|hooks?|webhooks?|notifications?|v?\d+)$/;

/** Returns what the name of a webhook, or a value that says which one it is, means: what happens, and the other words. */
export function readEventName(name: string): { readonly on?: ItemEvent; readonly rest: readonly string[] } {
  const words = wordsOfName(name).filter((word) => !fillers.test(word));
  const on = allEvents.find((event) => words.some((word) => verbs[event].test(word)));
  return {
    ...(on !== undefined && { on }),
    rest: on === undefined ? words : words.filter((word) => !verbs[on].test(word)),
  };
}

/** Returns a name without separators, in small letters and the singular: `order-items` and `OrderItem` are one. */
export function plainNoun(name: string): string {
  return wordsOfName(name)
    .join('')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '');
}

function wordsOfName(name: string): readonly string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** Returns what the webhooks of a service are about. */
export const webhooksOf: (service: Service) => Webhooks = perObject((service) => {
  const { collections } = resourceModelOf(service);
  const found = (service.webhooks ?? []).map((webhook) => tie(webhook, collections));
  return {
    tied: found.filter((one) => 'of' in one),
    others: found.filter((one) => 'reason' in one),
  };
});

function tie(webhook: Webhook, collections: readonly Collection[]): TiedWebhook | Webhooks['others'][number] {
  if (webhook.method !== 'POST') return { webhook, reason: `The sandbox delivers by POST, not by ${webhook.method}.` };
  const { on, rest } = readEventName(webhook.name);
  const named = collections.filter((one) => nounsOf(one).some((noun) => isNamed(noun, rest)));
  const shown = itemsIn(webhook.shape, collections);
  const about =
    shown.find(({ of }) => named.includes(of)) ?? shown[0] ?? named.map((of) => ({ of, place: undefined }))[0];
  if (about === undefined) return { webhook, reason: 'No resource has its name or the form of its body.' };
  const { of, place } = about;
  const tied = { webhook, of, ...(place !== undefined && { place }) };
  if (on !== undefined) return { ...tied, on: [on] };
  const nouns = nounsOf(of);
  const others = nouns.some((noun) => noun === plainNoun(rest.join(' ')))
    ? []
    : rest.filter((word) => !nouns.includes(plainNoun(word)));
  const becomes = others.find((word) => hasValue(of, word));
  if (becomes !== undefined) return { ...tied, on: ['created', 'changed'], becomes };
  const isOfOtherEvent = others.length > 0 && (named.includes(of) || others.some((word) => word.endsWith('ed')));
  if (isOfOtherEvent)
    return { webhook, reason: `Its name says when it is sent, and no change of ${of.name} is known as that.` };
  return { ...tied, on: allEvents };
}

function nounsOf(collection: Collection): readonly string[] {
  const { name = '' } = objectIn(itemFormOf(collection).shape) ?? {};
  return [collection.name, name].map(plainNoun).filter((noun) => noun !== '' && noun !== 'object');
}

/** A noun may be several words of a name, such as `order` and `item`. */
function isNamed(noun: string, words: readonly string[]): boolean {
  return words.some((_, start) =>
    words.slice(start).some((__, more) => plainNoun(words.slice(start, start + more + 1).join(' ')) === noun),
  );
}

/** Deeper members of a body are not searched for an item. */
const maxDepth = 2;

/** Returns where a body has items of collections: objects of the same form, or of the same name. */
function itemsIn(
  shape: Shape | undefined,
  collections: readonly Collection[],
): readonly { readonly of: Collection; readonly place: MemberNames }[] {
  const found: { of: Collection; place: MemberNames }[] = [];
  const look = (place: MemberNames): void => {
    const object = objectIn(shapeAt(shape, place));
    if (object === undefined) return;
    for (const of of collections) {
      const item = objectIn(itemFormOf(of).shape);
      if (item !== undefined && (item === object || (item.name === object.name && isOwnName(item.name))))
        found.push({ of, place });
    }
    if (place.length < maxDepth) for (const { name } of object.fields) look([...place, name]);
  };
  look([]);
  return found.sort((one, other) => one.place.length - other.place.length);
}

/** Objects without a name in the description are called by their place. */
function isOwnName(name: string): boolean {
  return !/^(?:object|response|webhook body|request body|list|items?)$/.test(name);
}

/** Returns whether a member of the items can have this value. */
function hasValue(of: Collection, word: string): boolean {
  const { fields = [] } = objectIn(itemFormOf(of).shape) ?? {};
  return fields.some(
    ({ shape }) => shape.type === 'string' && shape.values?.values.some(({ value }) => isWord(value, word)),
  );
}

/** Returns whether a value is a word of the name of a webhook. */
export function isWord(value: unknown, word: string): boolean {
  return typeof value === 'string' && wordsOfName(value).join('') === word;
}
