import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';
import { fitsShape } from './fits-shape';
import { itemFormOf } from './places';
import { fieldIn, isScalar, itemsIn, objectIn } from './shapes-in';
import { successOf } from './successes';

/** The collections of a service by the paths of their items. */
export type Collections = ReadonlyMap<string, Collection>;

/** Where a value has the id of an item of a collection. */
export interface ForeignId {
  readonly place: readonly (string | number)[];
  readonly of: Collection;
  /** The place that can be left out with it; absent where none can. */
  readonly optional?: readonly (string | number)[];
}

/** Deeper members are taken as they are. */
const maxDepth = 6;
/** More items of a list are taken as they are. */
const maxItems = 200;

/** What a member or parameter is a part of. */
interface Around {
  readonly operation: Operation;
  readonly collections: Collections;
  /** The collection whose item the value is, or belongs to. */
  readonly own: Collection | undefined;
}

/** Returns where a body has ids of items that other requests create, as the resource model and the shapes show. */
export function foreignIdsIn(body: unknown, around: Around): readonly ForeignId[] {
  const shape = around.operation.body?.shape;
  return shape === undefined ? [] : idsIn(body, shape, around, [], undefined);
}

function idsIn(
  value: unknown,
  shape: Shape,
  around: Around,
  place: ForeignId['place'],
  optional: ForeignId['place'] | undefined,
): readonly ForeignId[] {
  if (place.length > maxDepth) return [];
  if (Array.isArray(value)) {
    const items = itemsIn(shape);
    if (items === undefined) return [];
    return value.slice(0, maxItems).flatMap((item, index) => idsIn(item, items, around, [...place, index], optional));
  }
  if (!isRecord(value)) return [];
  const { fields = [] } = objectIn(shape, value) ?? {};
  return fields.flatMap((field) => {
    if (!Object.hasOwn(value, field.name)) return [];
    const inner = [...place, field.name];
    const removable = optional ?? (field.required === true ? undefined : inner);
    const found = (at: ForeignId['place'], of: Collection): ForeignId => ({
      ...{ place: at, of },
      ...(removable !== undefined && { optional: removable }),
    });
    const part = value[field.name];
    const of = targetOf(field, around);
    if (of !== undefined && isIdOf(part, field.shape)) return [found(inner, of)];
    const items = itemsIn(field.shape);
    if (of !== undefined && items !== undefined && Array.isArray(part))
      return part
        .slice(0, maxItems)
        .flatMap((item, index) => (isIdOf(item, items) ? [found([...inner, index], of)] : []));
    const held = isRecord(part) ? heldBy(field, around) : undefined;
    if (held !== undefined && isRecord(part) && isIdOf(part[held.member], held.shape))
      return [found([...inner, held.member], held.of)];
    return idsIn(part, field.shape, around, inner, removable);
  });
}

/** What is wrong on purpose is not an id. */
function isIdOf(value: unknown, shape: Shape): boolean {
  return (typeof value === 'string' || typeof value === 'number') && fitsShape(value, shape);
}

/** Returns the collection whose item's id a member or a parameter of the query holds; undefined where none is known. */
export function targetOf(field: Field, around: Around): Collection | undefined {
  const { collections, own, operation } = around;
  const shape = isScalar(field.shape) ? field.shape : itemsIn(field.shape);
  if (shape === undefined || !isScalar(shape) || isListed(shape)) return undefined;
  if (own !== undefined && itemFormOf(own).id.member === field.name) return undefined;
  const all = creatableIn(collections).filter(({ idShape }) => isAlike(shape, idShape));
  const linked = all.find(({ of }) => isLinked(of, operation, field.name));
  if (linked !== undefined) return linked.of;
  const words = wordsOfName(field.name);
  const kind = singular(words.at(-1) ?? '');
  const isNamedId = all.some(({ kinds }) => kinds.has(kind)) && words.length > 1;
  const base = isNamedId ? words.slice(0, -1) : [...words.slice(0, -1), kind];
  const named = bestOf(base, all, around).filter(({ kinds, idShape }) =>
    isNamedId ? kinds.has(kind) : isSureId(shape, idShape),
  );
  if (named[0] !== undefined || !isNamedId) return named[0]?.of;
  const shown = all.filter(({ item }) => isShown(base, item, own));
  if (shown.length === 1) return shown[0]?.of;
  const summary = ` ${wordsOfName(field.summary).map(singular).join(' ')} `;
  const described = all.filter(({ names }) => names.some((name) => summary.includes(` ${name.join(' ')} `)));
  if (described.length === 1) return described[0]?.of;
  // Nothing names it: where only one kind of item can be meant, it is that.
  const others = all.filter(({ of }) => of !== own);
  const [only, ...more] = others.length > 0 ? others : all;
  const isOpen = field.example === undefined && field.default === undefined && isIdWord.test(kind);
  return isOpen && more.length === 0 ? only?.of : undefined;
}

const isIdWord = /^(?:id|uuid|uid|guid)$/;

/** A collection whose items can be created, with how ids of its items are called. */
interface Target {
  readonly of: Collection;
  /** What an item is called, in words: `order`, `line item`. */
  readonly names: readonly (readonly string[])[];
  /** The last word of a name that holds an id. */
  readonly kinds: ReadonlySet<string>;
  readonly idShape: Shape | undefined;
  readonly item: Shape | undefined;
}

const creatableIn = perObject((collections: Collections): readonly Target[] => {
  const all = [...collections.values()].filter((of) => (of.create ?? of.replace) !== undefined);
  const named = new Set(all.map((of) => nameOfOne(of).join(' ')));
  return all.map((of): Target => {
    const { id, idShape, shape } = itemFormOf(of);
    const parameter = wordsOfName(of.parameter);
    const kinds = new Set(['id', 'uuid', wordsOfName(id.member ?? of.parameter).at(-1) ?? 'id']);
    const base = kinds.has(parameter.at(-1) ?? '') ? parameter.slice(0, -1) : [];
    // `/teams/{teamId}/members/{userId}` has members, and no users.
    const isOwnName = base.length > 0 && !named.has(base.join(' '));
    return { of, names: [nameOfOne(of), ...(isOwnName ? [base] : [])], kinds, idShape, item: shape };
  });
});

/** Returns what an item is called, in words. */
export function nameOfOne({ name }: Collection): readonly string[] {
  const words = wordsOfName(name);
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')];
}

/** Returns the collections whose items are called as the words end: those with the most words, the nearest first. */
function bestOf(words: readonly string[], all: readonly Target[], { operation }: Around): readonly Target[] {
  const likeness = ({ names }: Target): number =>
    Math.max(
      ...names.map((name) => (name.every((word, index) => words.at(index - name.length) === word) ? name.length : 0)),
    );
  const most = Math.max(0, ...all.map(likeness));
  if (most === 0) return [];
  const nearness = ({ of }: Target): number => {
    const [own, other] = [operation.path.split('/'), of.path.split('/')];
    const parted = other.findIndex((word, index) => own[index] !== word);
    // What is in other items than the operation needs these first.
    return (parted < 0 ? other.length : parted) - other.length;
  };
  return all.filter((one) => likeness(one) === most).sort((one, other) => nearness(other) - nearness(one));
}

/** Returns the collection whose item an object is that a body refers to, with the member that holds its id. */
function heldBy(
  field: Field,
  around: Around,
): { readonly of: Collection; readonly member: string; readonly shape: Shape } | undefined {
  const object = objectIn(field.shape);
  if (object === undefined) return undefined;
  const words = wordsOfName(field.name);
  const base = [...words.slice(0, -1), singular(words.at(-1) ?? '')];
  const all = creatableIn(around.collections);
  const found = [...bestOf(base, all, around), ...all.filter(({ item }) => isSameObject(item, field.shape))].find(
    ({ of, idShape }) => {
      const { member } = itemFormOf(of).id;
      const inner = member === undefined || of === around.own ? undefined : fieldIn(object, member);
      return inner !== undefined && isScalar(inner.shape) && isAlike(inner.shape, idShape);
    },
  );
  const member = found && itemFormOf(found.of).id.member;
  const inner = member === undefined ? undefined : fieldIn(object, member);
  return found === undefined || inner === undefined
    ? undefined
    : { of: found.of, member: inner.name, shape: inner.shape };
}

/** Responses show the item in place of its id: `owner` where requests have `owner_id`. */
function isShown(base: readonly string[], item: Shape | undefined, own: Collection | undefined): boolean {
  const { fields = [] } = objectIn(own && itemFormOf(own).shape) ?? {};
  return fields.some(({ name, shape }) => wordsOfName(name).join() === base.join() && isSameObject(item, shape));
}

function isSameObject(one: Shape | undefined, other: Shape): boolean {
  const [first, second] = [objectIn(one), objectIn(other)];
  if (first === undefined || second === undefined || first.fields.length === 0) return false;
  return (
    first === second || JSON.stringify(namesOfFields(first.fields)) === JSON.stringify(namesOfFields(second.fields))
  );
}

function namesOfFields(fields: readonly Field[]): readonly string[] {
  return fields.map(({ name }) => name).sort();
}

/** A link of the description takes the id of an item as the parameter. */
function isLinked(of: Collection, { id }: Operation, name: string): boolean {
  const { member } = itemFormOf(of).id;
  const links = [of.create, of.read, of.replace].flatMap((one) => (one && successOf(one)?.links) ?? []);
  return links.some(({ operation, parameters }) => {
    const expression = parameters[name] ?? parameters[`query.${name}`] ?? '';
    return id.endsWith(`.${operation}`) && /^\$response\.body#.*\/([^/]+)$/.exec(expression)?.[1] === member;
  });
}

function isListed(shape: Shape): boolean {
  return ('values' in shape && shape.values !== undefined) || shape.type === 'boolean';
}

/** Returns whether values of two shapes can be the same, as far as types say. */
function isAlike(one: Shape, other: Shape | undefined): boolean {
  if (other === undefined) return true;
  const [first, second] = [kindOf(one), kindOf(other)];
  return first === undefined || second === undefined || first === second;
}

/** A text is an id without being called one only where its format says so. */
function isSureId(one: Shape, other: Shape | undefined): boolean {
  if (kindOf(one) === 'number') return kindOf(other) === 'number';
  return one.type === 'string' && other?.type === 'string' && one.format !== undefined && one.format === other.format;
}

function kindOf(shape: Shape | undefined): 'number' | 'text' | undefined {
  if (shape?.type === 'integer' || shape?.type === 'number') return 'number';
  if (shape?.type === 'choice') {
    const kinds = new Set(shape.options.filter(({ type }) => type !== 'null').map(kindOf));
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }
  return shape?.type === 'string' ? 'text' : undefined;
}

function wordsOfName(name: string): readonly string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}

function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
