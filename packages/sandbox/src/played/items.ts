import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { valueFor } from '@rulebook/checker/resource-model/make-value';
import { freeNamesOfId, itemFormOf, itemPlaceOf } from '@rulebook/checker/resource-model/places';
import { fieldIn, objectIn, shapeAt, valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { successOf } from '@rulebook/checker/resource-model/successes';
import { perObject } from '@rulebook/text/structures/memo';
import { patternOf } from '@rulebook/text/patterns';
import { overlaid } from './overlay';

/** Returns the item that a request sent: its body, or what wraps it there. */
export function sentItem(sent: unknown, operation: Operation, collection: Collection): unknown {
  const [wrapper] = itemPlaceOf(successOf(operation)?.shape, collection.parameter) ?? [];
  const { body } = operation;
  const isWrapped = wrapper !== undefined && fieldIn(body?.forms?.[0]?.shape ?? body?.shape, wrapper) !== undefined;
  const inner = isWrapped ? valueAt(sent, [wrapper]) : undefined;
  return isRecord(inner) ? inner : sent;
}

/** Returns the id that a sent item has chosen; undefined where the service makes it. */
export function chosenId(item: unknown, collection: Collection): string | number | undefined {
  const { member, origin } = itemFormOf(collection).id;
  if (member === undefined || origin === 'server' || !isRecord(item)) return undefined;
  const own = idUnder(item, member);
  if (own !== undefined || itemFormOf(collection).idShape !== undefined) return own;
  const name = freeNameOfId(item, collection);
  return name === undefined ? undefined : idUnder(item, name);
}

function idUnder(item: Readonly<Record<string, unknown>>, name: string): string | number | undefined {
  const value = Object.hasOwn(item, name) ? item[name] : undefined;
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;
}

/** Returns the member of an item with its id, where a description says nothing of the members. */
function freeNameOfId(item: Readonly<Record<string, unknown>>, { parameter }: Collection): string | undefined {
  return freeNamesOfId(parameter).find((name) => idUnder(item, name) !== undefined);
}

/** Returns the id of the item with this number, in the form that the description gives to ids. */
export function madeId(collection: Collection, number: number): string | number {
  const shapes = idShapesOf(collection);
  const plain = String(number);
  const candidates = [
    number,
    plain,
    `00000000-0000-4000-8000-${plain.padStart(12, '0')}`,
    ...shapes.flatMap((shape) => textsLike(shape, plain)),
    `2001:db8::${(number % 65_536).toString(16)}`,
    `198.51.${100 + (Math.floor(number / 256) % 100)}.${number % 256}`,
    plain.padStart(24, '0'),
    `id-${plain}`,
  ];
  const { idShape } = itemFormOf(collection);
  const isFit = (id: string | number): boolean =>
    (idShape === undefined ? typeof id === 'string' : fitsShape(id, idShape)) &&
    shapes.every((shape) => fitsShape(id, shape) || fitsShape(String(id), shape) || fitsShape(Number(id), shape));
  return candidates.find(isFit) ?? candidates.find((id) => idShape === undefined || fitsShape(id, idShape)) ?? plain;
}

/** Returns the shapes that an id has: that of the member, and those of the path parameter. */
const idShapesOf = perObject((collection: Collection): readonly Shape[] => {
  const { idShape } = itemFormOf(collection);
  return [...(idShape === undefined ? [] : [idShape]), ...parametersOf(collection).map(({ shape }) => shape)];
});

/** Returns the last path parameters of the operations on an item. */
const parametersOf = perObject(({ read, replace, change, remove }: Collection): readonly Field[] =>
  [read, replace, change, remove].flatMap((operation) => {
    const name = /\{([^{}]*)\}[^{}/]*$/.exec(operation?.path ?? '')?.[1];
    return operation?.parameters.path.filter((field) => field.name === name) ?? [];
  }),
);

/** Returns whether an id is the one that the description shows: such an item is there from the start. */
export function isShownId(collection: Collection, id: string, operation: Operation): boolean {
  const ofCall = operation.parameters.path.filter(({ name }) =>
    operation.path.startsWith(`${collection.itemPath.slice(0, collection.itemPath.lastIndexOf('/'))}/{${name}}`),
  );
  return [...parametersOf(collection), ...ofCall].some(({ example, default: standard }) =>
    [example, standard].some((shown) => shown !== undefined && (shown === id || shown === JSON.stringify(id))),
  );
}

/** Returns texts that match the pattern of a shape and end with the digits. */
function textsLike(shape: Shape, digits: string): readonly string[] {
  const rules = (shape.type === 'string' ? shape.constraints : undefined) ?? [];
  return rules.flatMap((one) => {
    const example =
      one.rule === 'malformed-text' ? patternOf(one.options.pattern)?.example(digits.length + 4) : undefined;
    return example === undefined ? [] : [example.slice(0, Math.max(0, example.length - digits.length)) + digits];
  });
}

/** What is put into an item in addition to what was sent. */
interface ItemMaking {
  readonly id: string | number;
  readonly now: string;
  /** What a former item had that a caller cannot send. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

/**
 * Returns an item as the service shows it: what was sent, with what the service adds (an id, times, and the examples and defaults of members
 * that callers cannot send). An optional member that was not sent is absent, unless it has a default.
 */
export function itemOf(sent: unknown, collection: Collection, { id, now, kept }: ItemMaking): unknown {
  const { shape, id: form, idShape } = itemFormOf(collection);
  const members = isRecord(sent) ? sent : {};
  const own = idShape === undefined ? freeNameOfId(members, collection) : undefined;
  const member = form.origin === 'body' ? (own ?? form.member) : form.member;
  const named = member === undefined ? {} : { [member]: id };
  if (shape === undefined) return { ...kept, ...members, ...named };
  const plain = plainItemOf(collection, shape, now);
  const base = overlaid(withoutUnsent(plain, members, collection, shape), kept, shape);
  const timed = withTimes(base, shape, now, kept === undefined);
  return overlaid(overlaid(timed, members, shape), named, shape);
}

/** Returns an item with some members changed. */
export function changedItem(item: unknown, changes: unknown, collection: Collection, now: string): unknown {
  const { shape } = itemFormOf(collection);
  const whole = isRecord(item) && shape !== undefined ? withTimes(item, shape, now, false) : item;
  return shape === undefined && isRecord(whole) && isRecord(changes)
    ? { ...whole, ...changes }
    : overlaid(whole, changes, shape);
}

/** Returns the members that the request which replaces an item cannot send. */
export function keptMembers(item: unknown, { replace, parameter }: Collection): Readonly<Record<string, unknown>> {
  const names = new Set(replace === undefined ? [] : namesInOperation(replace, parameter));
  return isRecord(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name))) : {};
}

/** The same item is made often, so it is kept for each shape and time. */
const plainItems = perObject((_shape: Shape): { now: string; item: unknown } => ({ now: '', item: undefined }));

function plainItemOf(collection: Collection, shape: Shape, now: string): unknown {
  const known = plainItems(shape);
  if (known.now !== now) Object.assign(known, { now, item: valueFor(shape, now, examplesOf(collection)) });
  return known.item;
}

/** Returns the items that the description shows in responses. */
const examplesOf = perObject(({ read, create, replace, change, parameter }: Collection): readonly unknown[] =>
  [read, create, replace, change].flatMap((operation) => {
    if (operation === undefined) return [];
    const place = itemPlaceOf(successOf(operation)?.shape, parameter) ?? [];
    return successExamples(operation).map((value) => valueAt(value, place));
  }),
);

/** Returns the values that a description shows of a successful response. */
export function successExamples({ examples = [] }: Operation): readonly unknown[] {
  return examples.flatMap(({ status = 0, body }) =>
    status >= 200 && status < 300 && body !== undefined && 'value' in body ? [body.value] : [],
  );
}

/** The names of the members that requests can have. */
export const namesSent = perObject(({ create, replace, change, parameter }: Collection): ReadonlySet<string> => {
  const operations = [create, replace, change].flatMap((operation) => operation ?? []);
  return new Set(operations.flatMap((operation) => namesInOperation(operation, parameter)));
});

function namesInOperation(operation: Operation, parameter: string): readonly string[] {
  const [wrapper] = itemPlaceOf(successOf(operation)?.shape, parameter) ?? [];
  const shape = operation.body?.forms?.[0]?.shape ?? operation.body?.shape;
  const inner = wrapper === undefined ? undefined : shapeAt(shape, [wrapper]);
  return (objectIn(inner) ?? objectIn(shape))?.fields.map(({ name }) => name) ?? [];
}

function withoutUnsent(
  plain: unknown,
  sent: Readonly<Record<string, unknown>>,
  collection: Collection,
  shape: Shape,
): unknown {
  if (!isRecord(plain)) return plain;
  const names = namesSent(collection);
  const members = Object.entries(plain).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const field = fieldIn(shape, name);
    const isServers = !names.has(name) || Object.hasOwn(sent, name) || field?.required === true;
    if (isServers) return [[name, value]];
    if (field?.default === undefined) return [];
    return [[name, value]];
  });
  return Object.fromEntries(members);
}

/** Sets the times that the names of members speak of. */
function withTimes(item: unknown, shape: Shape, now: string, isNew: boolean): unknown {
  if (!isRecord(item)) return item;
  const times = Object.keys(item).flatMap((name): readonly (readonly [string, unknown])[] => {
    const isTime = updateTime.test(name) || (isNew && creationTime.test(name));
    const field = isTime ? fieldIn(shape, name) : undefined;
    if (field === undefined) return [];
    const candidates = [now, now.slice(0, 10), Math.floor(Date.parse(now) / 1000)];
    const value = candidates.find((one) => fitsShape(one, field.shape));
    return value === undefined ? [] : [[name, value]];
  });
  return { ...item, ...Object.fromEntries(times) };
}

const creationTime = /^(?:date_?)?(?:created|creation)(?:_?(?:at|on|date|time|timestamp))?$/i;
const updateTime =
  /^(?:date_?)?(?:updated|modified|changed|last_?(?:updated|modified|changed))(?:_?(?:at|on|date|time|timestamp))?$/i;
