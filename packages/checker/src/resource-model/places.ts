import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection, ItemId, MemberNames } from '@rulebook/catalogue/resource-model';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { perObject } from '@rulebook/text/structures/memo';
import { fieldIn, isScalar, itemsIn, objectIn, shapeAt } from './shapes-in';
import { successOf } from './successes';

/** Deeper members are not searched for a list. */
const maxDepth = 3;

/** Returns the names that the member with the id may have, the likeliest first: `petId` is called `petId`, `id`, `name`, … */
export function namesOfId(parameter: string): readonly string[] {
  const [, kind] = /(id|name|slug|uid|uuid|key|identifier|number|code)$/i.exec(parameter) ?? [];
  const base = baseOf(parameter);
  const names = [
    parameter,
    camelCase(parameter),
    parameter.replaceAll('_', ''),
    ...(kind === undefined ? [] : [kind.toLowerCase(), kind]),
    ...['id', '_id', 'name', 'uid', 'uuid', 'key', 'slug', 'identifier'],
    base,
  ];
  return [...new Set(names)].filter((name) => name !== '');
}

/** Returns what a parameter is about: `pet` for `pet_id`. */
function baseOf(parameter: string): string {
  return parameter.replace(/[_-]?(?:id|name|slug|uid|uuid|key|identifier|number|code)$/i, '');
}

function camelCase(name: string): string {
  return name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the members of the item at a place that can be its id, the likeliest first. */
export function possibleIds(shape: Shape | undefined, place: MemberNames, parameter: string): readonly Field[] {
  const { fields = [] } = objectIn(shapeAt(shape, place)) ?? {};
  const scalars = fields.filter((field) => isScalar(field.shape));
  const plainParameter = plainName(parameter);
  const lastWord = parameter.split(/[_-]/).at(-1);
  // `sink_id` is the id of `{logsink_id}`, and `ip` that of `{floating_ip}`.
  const isEnd = (name: string): boolean =>
    (name.length > 2 || name === lastWord) && plainParameter.endsWith(plainName(name));
  const [exact, others] = [namesOfId(parameter).slice(0, 3), namesOfId(parameter).slice(3)];
  const found = [
    ...exact.flatMap((name) => scalars.filter((field) => field.name === name)),
    ...scalars.filter(({ name }) => isEnd(name)),
    ...others.flatMap((name) => scalars.filter((field) => field.name === name)),
  ];
  return [...new Set(found)];
}

function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** Returns where an item is in a value of the shape: the value itself, or the member that wraps it; undefined where it is not an object. */
export function itemPlaceOf(shape: Shape | undefined, parameter: string): MemberNames | undefined {
  if (shape === undefined) return undefined;
  const known = itemPlacesIn(shape);
  if (!known.has(parameter)) known.set(parameter, findItemPlace(shape, parameter));
  return known.get(parameter);
}

/** The places by the parameters of paths: a service that is played asks with each request, and few parameters lead to a shape. */
const itemPlacesIn = perObject((_shape: Shape) => new Map<string, MemberNames | undefined>());

function findItemPlace(shape: Shape, parameter: string): MemberNames | undefined {
  const whole = objectIn(shape);
  if (whole === undefined) return undefined;
  if (possibleIds(shape, [], parameter).length > 0) return [];
  const objects = whole.fields.filter((field) => objectIn(field.shape) !== undefined);
  const bases = [parameter, baseOf(parameter)].map(plainName);
  const wrapper =
    objects.find(({ name }) => possibleIds(shape, [name], parameter).length > 0) ??
    objects.find(({ name }) => bases.includes(plainName(name)));
  if (wrapper !== undefined) return [wrapper.name];
  const [only, ...others] = whole.fields;
  return only !== undefined && others.length === 0 && objects.includes(only) ? [only.name] : [];
}

/** Returns where an item is in a body that is sent. An object next to values of its own is a part of the item, such as who reported it. */
export function sentItemPlaceOf(shape: Shape | undefined, parameter: string): MemberNames {
  const hasValues = objectIn(shape)?.fields.some((field) => isScalar(field.shape)) === true;
  return hasValues ? [] : (itemPlaceOf(shape, parameter) ?? []);
}

/** Returns where the list is in a successful response of an operation; undefined where there is none. */
export const listPlaceOf: (operation: Operation) => MemberNames | undefined = perObject((operation) =>
  listPlaceIn(successOf(operation)?.shape),
);

/** Returns where the list is in a value of the shape; undefined where there is none. */
export function listPlaceIn(shape: Shape | undefined, depth = 0): MemberNames | undefined {
  if (itemsIn(shape) !== undefined) return [];
  const { fields = [] } = objectIn(shape) ?? {};
  const lists = fields.filter((field) => itemsIn(field.shape) !== undefined);
  // Lists of objects come first: next to the items there may be a list of their names.
  const list = lists.find((field) => objectIn(itemsIn(field.shape)) !== undefined) ?? lists[0];
  if (list !== undefined) return [list.name];
  if (depth >= maxDepth) return undefined;
  for (const { name, shape: inner } of fields) {
    const found = objectIn(inner) === undefined ? undefined : listPlaceIn(inner, depth + 1);
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** What is known of the items of a collection. */
interface ItemForm {
  readonly id: ItemId;
  /** The shape of the id. */
  readonly idShape?: Shape;
  /** The shape of an item in responses. */
  readonly shape?: Shape;
}

/** Returns what the items of a collection are like, as the operations show that return one. */
export const itemFormOf: (collection: Collection) => ItemForm = perObject((collection) => {
  const { parameter, create, read, replace, change, list } = collection;
  const shown = [read, create, replace, change].flatMap((operation): readonly (Shape | undefined)[] => {
    const { shape } = (operation && successOf(operation)) ?? {};
    const place = itemPlaceOf(shape, parameter);
    return place === undefined ? [] : [shapeAt(shape, place)];
  });
  const listed = list && shapeAt(successOf(list)?.shape, listPlaceOf(list) ?? []);
  const all = [...shown, itemsIn(listed)].filter((shape): shape is Shape => objectIn(shape) !== undefined);
  // A response without an id shows something else than the item.
  const shape = all.find((one) => possibleIds(one, [], parameter).length > 0) ?? all[0];
  const linked = linkedMember(collection);
  const ids = all.flatMap((one) => {
    const field = linked === undefined ? undefined : fieldIn(one, linked);
    return field === undefined ? possibleIds(one, [], parameter) : [field];
  });
  const written = possibleIds(create?.body?.shape, sentItemPlaceOf(create?.body?.shape, parameter), parameter);
  const field = ids[0] ?? written[0] ?? memberOfFormat(collection, all);
  const described = [create, read].flatMap((one) => objectIn(one && successOf(one)?.shape)?.fields ?? []);
  const isFree = field === undefined && create !== undefined && described.length === 0;
  const free = isFree ? freeMember(collection) : undefined;
  if (free !== undefined) return { id: { member: free, origin: 'body' }, ...(shape !== undefined && { shape }) };
  const isChosen = field !== undefined && written.some(({ name }) => name === field.name);
  const origin = create === undefined ? 'path' : isChosen ? 'body' : 'server';
  return {
    id: { ...(field !== undefined && { member: field.name }), origin },
    ...(field !== undefined && { idShape: field.shape }),
    ...(shape !== undefined && { shape }),
  };
});

/** Returns the names under which an item whose members are not described can have its id, the likeliest first. */
export function freeNamesOfId(parameter: string): readonly string[] {
  const [exact, others] = [namesOfId(parameter).slice(0, 3), namesOfId(parameter).slice(3)];
  const [kind = 'id'] = /(?:id|name|slug|uid|uuid|key|identifier|number|code)$/i.exec(parameter) ?? [];
  return [
    ...new Set([...exact, ...others.filter((name) => [kind.toLowerCase(), 'id', '_id', 'uid', 'uuid'].includes(name))]),
  ];
}

/** Returns the member with the id of items whose members are not described: that of an example, or the likeliest. */
function freeMember({ create, read, parameter }: Collection): string | undefined {
  const body = create?.body?.shape;
  const item = itemsIn(body) ?? body;
  const object = objectIn(item);
  const isFree = item?.type === 'any' || (object?.isOpen === true && object.fields.length === 0);
  if (!isFree) return undefined;
  const names = freeNamesOfId(parameter);
  const shown = [create, read]
    .flatMap((operation) => operation?.examples ?? [])
    .flatMap(({ body: example }) => (example !== undefined && 'value' in example ? [example.value] : []));
  const known = names.find((name) => shown.some((one) => isRecord(one) && Object.hasOwn(one, name)));
  return known ?? names.find((name) => /^(?:id|name|slug|uid|uuid|key|identifier|number|code)$/.test(name));
}

/** Returns the only member with the form that the parameter has, such as an IP address. */
function memberOfFormat({ read, remove, parameter }: Collection, shapes: readonly Shape[]): Field | undefined {
  const parameters = [read, remove].flatMap((operation) => operation?.parameters.path ?? []);
  const format = formatOf(parameters.find(({ name }) => name === parameter)?.shape);
  if (format === undefined) return undefined;
  for (const shape of shapes) {
    const fields = objectIn(shape)?.fields.filter((field) => formatOf(field.shape) === format) ?? [];
    if (fields.length === 1) return fields[0];
  }
  return undefined;
}

function formatOf(shape: Shape | undefined): string | undefined {
  return shape?.type === 'string' ? shape.format : undefined;
}

/** Returns the member that a link of the description takes as the parameter of an item. */
function linkedMember({ create, list, parameter, read, remove, change, replace }: Collection): string | undefined {
  const ids = [read, remove, change, replace].flatMap((operation) => (operation === undefined ? [] : [operation.id]));
  const links = [create, list].flatMap((operation) => (operation && successOf(operation)?.links) ?? []);
  const link = links.find(({ operation }) => ids.some((id) => id.endsWith(`.${operation}`)));
  const expression = link?.parameters[parameter] ?? link?.parameters[`path.${parameter}`];
  return /^\$response\.body#.*\/([^/]+)$/.exec(expression ?? '')?.[1];
}
