import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { targetOf, type Collections } from '@rulebook/checker/resource-model/foreign-ids';
import { smallestValue } from '@rulebook/checker/resource-model/make-value';
import { itemFormOf, itemPlaceOf, listPlaceOf } from '@rulebook/checker/resource-model/places';
import { fieldIn, isScalar, shapeAt, valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { successOf } from '@rulebook/checker/resource-model/successes';
import { bodyFor, jsonTypeOf, ownIdOf, withoutId, sentMembers, sentPlaceOf, someTime } from './bodies';
import { pathOf } from '@rulebook/checker/resource-model/misfit';
import type { Check, MadeItem, Step, TestCase } from './model';
import { creationOf, type Created } from './creation';
import { withItems } from './foreign-items';
import { isAllowed, stepOf } from './requests';
import { idsInBody, writeJson } from './write-steps';

/** Members of an item by their names. */
interface Members {
  readonly values: Readonly<Record<string, unknown>>;
  /** Those with ids of other items, as JSON with placeholders. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the story of a collection: what happens to two items from their creation to their end; or half a sentence that says why it has none. */
export function storyOf(
  of: Collection,
  collections: Collections,
  number: number,
): { readonly story: TestCase } | { readonly cause: string } {
  const first = creationOf(of, { collections, name: 'created', number });
  if ('cause' in first) return first;
  const parent = parentPathOf(of, first);
  const second = creationOf(of, { collections, name: 'other', number: number + 1, below: parent, items: first.around });
  if ('cause' in second) return second;
  const write = stepWriter(of, parent, first, collections);
  const [sent, sentOther] = [first, second].map(({ step }) => membersOf(step, of)) as [Members, Members];
  const change = changeOf(of, sent, collections, number + 2);
  const changed = change && write.updates(first, 'change', change);
  const afterChange = changed === undefined ? sent : merged(sent, membersOf(changed, of));
  const replacement = replacementOf(of, number + 3);
  const replaced = replacement && write.updates(first, 'replace', replacement);
  const steps: readonly (Step | undefined)[] = [
    ...first.steps,
    first.step,
    ...second.steps,
    second.step,
    write.reads(first, 'read', 'is not there as it was created', sent),
    write.lists(first.item, 'list', true, 'is not in the list after it was created'),
    write.lists(second.item, 'list-other', true, 'is not in the list after it was created'),
    changed,
    changed && write.reads(first, 'read-changed', 'is not as the change asked for', afterChange, 'change'),
    changed && write.reads(second, 'read-other', 'changed with another item', sentOther),
    replaced,
    replaced &&
      write.reads(
        first,
        'read-replaced',
        'is not as it was replaced',
        withoutOwnId(membersOf(replaced, of), of),
        'replace',
      ),
    replaced && write.reads(second, 'read-other-again', 'changed with another item', sentOther),
    write.removes(first, 'remove'),
    of.remove && write.isAbsent(first, 'read-removed'),
    of.remove && write.lists(first.item, 'list-removed', false, 'is in the list after it was removed', 'remove'),
    of.remove && write.reads(second, 'read-other-last', 'went with another item', sentOther),
    write.removes(second, 'remove-other'),
  ];
  const all = steps.filter((step) => step !== undefined);
  return {
    story: {
      title: `The life of an item of ${of.path}`,
      kind: 'story',
      variant: '',
      steps: all,
      isAlike: isAllowed,
    },
  };
}

/** Returns the story of two items around a collection: what is in one of them is not in the other. */
export function separationOf(of: Collection, collections: Collections, number: number): TestCase | undefined {
  const parent = of.parent === undefined ? undefined : collections.get(of.parent);
  const around = parent && creationOf(parent, { collections, name: 'place', number });
  if (parent === undefined || around === undefined || 'cause' in around) return undefined;
  const below = parentPathOf(parent, around);
  const elsewhere = creationOf(parent, {
    ...{ collections, name: 'elsewhere', number: number + 1, below, items: around.around },
  });
  const inside = creationOf(of, {
    ...{ collections, name: 'created', number: number + 2, below: around.item.path, items: around.items },
  });
  if ('cause' in elsewhere || 'cause' in inside) return undefined;
  const write = stepWriter(of, elsewhere.item.path, inside, collections);
  const list = write.lists(inside.item, 'list-elsewhere', false, 'is in a list that it does not belong to');
  if (list === undefined) return undefined;
  return {
    ...{ title: `Items of ${of.path} stay apart`, kind: 'story', variant: '', isAlike: isAllowed },
    steps: [
      ...[...around.steps, around.step, ...elsewhere.steps, elsewhere.step],
      ...[...inside.steps, inside.step, list],
    ],
  };
}

function parentPathOf(of: Collection, { item }: Created): string {
  const own = of.parent?.split('/').length ?? 0;
  return item.path.split('/').slice(0, own).join('/');
}

/** Returns what writes the steps of a story; `first` is the item that lists are asked for. */
function stepWriter(of: Collection, parent: string, { items }: Created, collections: Collections) {
  const others = (all: Created['items']): Created['items'] =>
    new Map([...all].filter(([path]) => path !== of.itemPath));
  return {
    reads: ({ item }: Created, name: string, what: string, members: Members, follows?: string): Step | undefined =>
      of.read &&
      stepOf(of.read, {
        ...{ name, below: item.path, expects: 'success', ...(follows !== undefined && { follows }) },
        checks: [...idChecks(of, of.read, item), ...memberChecks(of, of.read, members, what, name)],
      }),
    lists: (item: MadeItem, name: string, isIn: boolean, what: string, follows?: string): Step | undefined => {
      const check = of.list && listCheck(of, of.list, item, isIn, what);
      if (of.list === undefined || check === undefined) return undefined;
      const step = stepOf(of.list, {
        ...{ name, below: parent, expects: 'success', checks: [check] },
        ...(follows !== undefined && { follows }),
      });
      return withItems(step, others(items), collections, of);
    },
    updates: ({ item, items: known }: Created, name: string, { operation, body }: Update): Step => {
      const id = ownIdOf(body, operation, item);
      const ids = id === undefined ? {} : { ids: [id] };
      const step = stepOf(operation, { name, below: item.path, body, expects: 'success', ...ids });
      return withItems(step, others(known), collections, of);
    },
    removes: ({ item, step }: Created, name: string): Step | undefined =>
      of.remove && stepOf(of.remove, { name, below: item.path, expects: 'success', removes: step.name }),
    isAbsent: ({ item }: Created, name: string): Step | undefined =>
      of.read && stepOf(of.read, { name, below: item.path, expects: 'absent', follows: 'remove' }),
  };
}

function membersOf(step: Step, of: Collection): Members {
  const place = sentPlaceOf(step.operation, of);
  const values = sentMembers(step.body, place);
  const texts = Object.entries(values).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const depth = place.length + 1;
    const ids = idsInBody(step).filter((id) => id.place[depth - 1] === name);
    const inner = ids.map((id) => ({ ...id, place: id.place.slice(depth) }));
    return ids.length === 0 ? [] : [[name, writeJson(value, inner)]];
  });
  return { values, texts: new Map(texts) };
}

function merged(one: Members, other: Members): Members {
  return { values: { ...one.values, ...other.values }, texts: new Map([...one.texts, ...other.texts]) };
}

function withoutOwnId({ values, texts }: Members, of: Collection): Members {
  const { member } = itemFormOf(of).id;
  return { values: Object.fromEntries(Object.entries(values).filter(([name]) => name !== member)), texts };
}

/** An item has the id under which it is read. */
function idChecks(of: Collection, operation: Operation, { id, isNumber }: MadeItem): readonly Check[] {
  const { member } = itemFormOf(of).id;
  const shown = successOf(operation)?.shape;
  const place = itemPlaceOf(shown, of.parameter);
  if (member === undefined || place === undefined || isNumber === undefined) return [];
  if (fieldIn(shapeAt(shown, place), member) === undefined) return [];
  const value = isNumber ? id : `"${id}"`;
  const message = `The item of ${operation.path} has another id than the one that it is read by.`;
  return [{ assert: `${pathOf([...place, member])} == ${value}`, key: 'id', message }];
}

/** An item has the members that were sent, as far as its responses show them as they were sent. */
function memberChecks(
  of: Collection,
  operation: Operation,
  sent: Members,
  what: string,
  name: string,
): readonly Check[] {
  const shown = successOf(operation)?.shape;
  const place = itemPlaceOf(shown, of.parameter);
  const { id } = itemFormOf(of);
  if (place === undefined) return [];
  return Object.entries(sent.values).flatMap(([member, value]): readonly Check[] => {
    const field = fieldIn(shapeAt(shown, place), member);
    // The service may write a time in another way, and must not show a secret.
    const isTime = typeof value === 'string' && !Number.isNaN(Date.parse(value)) && /^\d{4}-/.test(value);
    const isAsSent = field !== undefined && field.isMasked !== true && isPlain(value) && fitsShape(value, field.shape);
    if (!isAsSent || isTime || member === id.member) return [];
    const assert = `${pathOf([...place, member])} == ${sent.texts.get(member) ?? JSON.stringify(value)}`;
    // Which of its members show it makes no difference.
    const kind = name.replace(/-(?:again|last)$/, '');
    return [{ assert, key: `story ${kind}`, member, message: `${member} of an item of ${of.path} ${what}.` }];
  });
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object');
  return typeof value !== 'object' && JSON.stringify(value)?.length < 200;
}

function listCheck(
  of: Collection,
  list: Operation,
  { id, isNumber }: MadeItem,
  isIn: boolean,
  what: string,
): Check | undefined {
  const place = listPlaceOf(list);
  const { member } = itemFormOf(of).id;
  const shown = successOf(list)?.shape;
  const shape = place && shapeAt(shown, place);
  if (place === undefined || member === undefined || isNumber === undefined || shape?.type !== 'array')
    return undefined;
  if (fieldIn(shape.items, member) === undefined) return undefined;
  const filter = `[?@${pathOf([member]).slice(1)} == ${isNumber ? id : `"${id}"`}]`;
  const isPaged = list.parameters.query.some(({ name }) => paging.test(name));
  return {
    assert: `${pathOf(place)}${filter} ${isIn ? '' : 'not '}exists`,
    key: isIn ? 'list lacks' : 'list holds',
    message: `An item of ${of.path} ${what}.`,
    // A full page says nothing of the items behind it.
    isJudged: (value) => {
      const items = valueAt(value, place);
      return !isIn || !isPaged || (Array.isArray(items) && items.length < smallPage);
    },
  };
}

const paging =
  /^(?:page|per_?page|page_?size|size|limit|offset|cursor|after|before|start|from|skip|top|max_?results)$/i;
/** Shorter pages are the whole list, whatever the size of a page is. */
const smallPage = 10;

interface Update {
  readonly operation: Operation;
  readonly body: unknown;
}

/** Returns a request that changes one member of an item. */
function changeOf(
  of: Collection,
  { values: sent }: Members,
  collections: Collections,
  number: number,
): Update | undefined {
  const { change: operation } = of;
  const shape = operation?.body?.shape;
  if (operation === undefined || shape === undefined || jsonTypeOf(operation) === undefined) return undefined;
  const place = sentPlaceOf(operation, of);
  const full = sentMembers(bodyFor(operation, { number }), place);
  const { member: id } = itemFormOf(of).id;
  const around = { operation, collections, own: of };
  const member = Object.keys(full).find((name) => {
    const field = fieldIn(shapeAt(shape, place), name);
    // Another item's id would need another item.
    const isFree = name !== id && field !== undefined && targetOf(field, around) === undefined;
    return isFree && isScalar(field.shape) && JSON.stringify(full[name]) !== JSON.stringify(sent[name]);
  });
  if (member === undefined) return undefined;
  const body = withValueAt(smallestValue(shape, someTime), [...place, member], full[member]);
  return fitsShape(body, shape) ? { operation, body } : undefined;
}

/** Returns a request that replaces an item. */
function replacementOf(of: Collection, number: number): Update | undefined {
  const { replace: operation } = of;
  if (operation === undefined || jsonTypeOf(operation) === undefined) return undefined;
  return { operation, body: withoutId(bodyFor(operation, { number }), operation, of) };
}
