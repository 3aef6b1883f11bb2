import type { Operation } from '@rulebook/catalogue/operation';
import type { ComparedPart, ReadBack } from '@rulebook/catalogue/read-back';
import type { Collection, MemberNames, SingleResource } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import type { Shape } from '@rulebook/catalogue/shape';
import { isOfPages } from '@rulebook/checker/live-names/name-lists';
import { nameOfOne } from '@rulebook/checker/resource-model/foreign-ids';
import { parameterIn, pathWords } from '@rulebook/checker/resource-model/path-words';
import { itemFormOf, itemPlaceOf, listPlaceOf, sentItemPlaceOf } from '@rulebook/checker/resource-model/places';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { fieldIn, isScalar, itemsIn, objectIn, shapeAt } from '@rulebook/checker/resource-model/shapes-in';
import { successOf } from '@rulebook/checker/resource-model/successes';

/** How an operation's resource is read back; why it cannot be, as the end of a sentence; undefined for an operation that declares none. */
export type DerivedReadBack = ReadBack | { readonly problem: string } | undefined;

/** Members that say which of several items one is, the likeliest first. */
const naming = /^(?:name|key|slug|code|label|title|email|username|url)$/i;

/** Derives from the resource model of a service how what an operation writes, or removes, is read back. */
export function derivedReadBack({ id }: Operation, service: Service): DerivedReadBack {
  const operation = service.operations.find((one) => one.id === id);
  if (operation === undefined) return undefined;
  const role = resourceModelOf(service).roleOf(operation);
  if ('single' in role) return role.kind === 'read' ? undefined : ofSingle(operation, role.single);
  switch (role.kind) {
    case 'create':
      return ofCreated(operation, role.of);
    case 'replace':
    case 'change':
    case 'remove':
      return ofItem(operation, role.of);
    case 'clear':
      return { problem: 'it removes what its query selects' };
    default:
      return undefined;
  }
}

const unreadable = { problem: 'no operation of the service reads it back' } as const;

function declaresOf({ methods, path }: Operation): ReadBack['declares'] {
  return { methods, path };
}

function ofSingle(operation: Operation, { path, read }: SingleResource): DerivedReadBack {
  if (read === undefined) return unreadable;
  const shape = successOf(read)?.shape;
  const at = objectIn(shape) === undefined ? undefined : [];
  if (at === undefined) return unreadable;
  return {
    noun: pathWords(path).findLast((word) => parameterIn(word) === undefined) ?? 'resource',
    declares: declaresOf(operation),
    resource: operation.path,
    reads: operation.path,
    isLasting: true,
    parts: [partOf(operation, [], at, shape)],
    provenance: operation.provenance,
  };
}

function ofItem(operation: Operation, collection: Collection): DerivedReadBack {
  const { read, list, create, parameter } = collection;
  const { path } = operation;
  const about = {
    noun: nameOfOne(collection).join(' '),
    declares: declaresOf(operation),
    resource: path,
    removedAt: path,
    // A service that makes the id when an item is created does not create one at a path.
    ...((operation.methods.every((method) => method !== 'PUT') || create !== undefined) && { isChange: true as const }),
    provenance: operation.provenance,
  };
  const of = sentItemPlaceOf(operation.body?.shape, parameter);
  const shown = read && successOf(read)?.shape;
  const at = itemPlaceOf(shown, parameter);
  if (read !== undefined && at !== undefined)
    return { ...about, reads: path, parts: [partOf(operation, of, at, shown)] };
  const listAt = list && listPlaceOf(list);
  const { id } = itemFormOf(collection);
  if (list === undefined || listAt === undefined || id.member === undefined) return unreadable;
  const items = itemsIn(shapeAt(successOf(list)?.shape, listAt));
  return {
    ...about,
    reads: path.slice(0, path.lastIndexOf('/')),
    listed: { at: listAt, by: [], id: id.member, ...pagesOf(list) },
    parts: [partOf(operation, of, [], items)],
  };
}

function ofCreated(operation: Operation, collection: Collection): DerivedReadBack {
  const { list, read, parameter, path, itemPath } = collection;
  const { id } = itemFormOf(collection);
  const of = sentItemPlaceOf(operation.body?.shape, parameter);
  const about = {
    noun: nameOfOne(collection).join(' '),
    declares: declaresOf(operation),
    provenance: operation.provenance,
  };
  const shown = read && successOf(read)?.shape;
  const at = itemPlaceOf(shown, parameter);
  if (read !== undefined && at !== undefined && id.origin === 'body' && id.member !== undefined) {
    const resource = `${operation.path}/{${parameter}}`;
    return {
      ...about,
      ...{ resource, removedAt: itemPath, names: { [parameter]: [...of, id.member] } },
      reads: resource,
      parts: [partOf(operation, of, at, shown)],
    };
  }
  const listAt = list && listPlaceOf(list);
  const items = list && listAt && itemsIn(shapeAt(successOf(list)?.shape, listAt));
  if (list === undefined || listAt === undefined || objectIn(items) === undefined)
    return { problem: 'no operation of the service lists what it creates' };
  const sent = objectIn(shapeAt(operation.body?.shape, of))?.fields ?? [];
  const by = sent
    .filter(({ name, shape }) => (name === id.member || naming.test(name)) && isScalar(shape))
    .filter(({ name }) => fieldIn(items, name) !== undefined)
    .map(({ name }) => name)
    .sort((one, other) => rankOf(one, id.member) - rankOf(other, id.member));
  if (by.length === 0) return { problem: 'nothing in it says which of the items at the endpoint it is' };
  return {
    ...about,
    resource: path === operation.path ? path : operation.path,
    reads: operation.path,
    listed: { at: listAt, by: by.map((name) => [name]), ...pagesOf(list) },
    parts: [partOf(operation, of, [], items)],
  };
}

/** Returns how further pages of a list are asked for; or that there may be some. */
function pagesOf({ parameters }: Operation): Pick<NonNullable<ReadBack['listed']>, 'page' | 'isPartial'> {
  const { query } = parameters;
  if (query.some(({ name, shape }) => name === 'page' && shape.type === 'integer')) return { page: 'page' };
  return query.some(({ name }) => isOfPages(name)) ? { isPartial: true } : {};
}

function rankOf(name: string, id: string | undefined): number {
  if (name === id) return -1;
  return ['name', 'key', 'slug', 'code', 'label', 'title', 'email', 'username', 'url'].indexOf(name.toLowerCase());
}

/** Returns the part, without the members that the description of the response does not have: nothing shows them. */
function partOf({ body }: Operation, of: MemberNames, at: MemberNames, response: Shape | undefined): ComparedPart {
  const shown = objectIn(shapeAt(response, at));
  const sent = objectIn(shapeAt(body?.shape, of))?.fields ?? [];
  const isHidden = (name: string): boolean =>
    shown !== undefined && shown.fields.length > 0 && !shown.fields.some((field) => field.name === name);
  const hidden = sent.filter(({ name }) => isHidden(name)).map(({ name }) => [name]);
  return {
    ...{ of, at },
    ...(hidden.length > 0 && {
      uncompared: hidden.map((names) => ({ at: names, reason: 'the service does not show it' })),
    }),
  };
}
