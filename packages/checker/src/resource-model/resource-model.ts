import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection, OperationRole, ResourceModel, SingleResource } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';
import { parameterIn, pathForm, pathWords } from './path-words';
import { itemPlaceOf, listPlaceOf, possibleIds } from './places';
import { successOf } from './successes';

/** Returns the resources that the operations of a service are about, by the structure of their paths, their names and their shapes. */
export const resourceModelOf: (service: Service) => ResourceModel = perObject(deriveModel);

/** The operations at a path, by their methods. */
interface PathOperations {
  readonly path: string;
  readonly words: readonly string[];
  readonly byMethod: Readonly<Record<string, Operation>>;
}

function deriveModel({ operations }: Service): ResourceModel {
  const paths = pathsOf(operations);
  const collections = new Map<string, Collection>();
  for (const place of [...paths.values()].sort((one, other) => one.words.length - other.words.length)) {
    const found = collectionAt(place, paths, collections);
    if (found !== undefined) collections.set(pathForm(found.itemPath), found);
  }
  for (const place of paths.values()) {
    // `/tickets` creates what `/tickets/{ticket}/qr` is below, although no operation has the path of a ticket.
    for (let length = 2; length < place.words.length; length++) {
      const found = hiddenCollectionAt(place.words.slice(0, length), paths, collections);
      if (found !== undefined) collections.set(pathForm(found.itemPath), found);
    }
  }
  for (const place of paths.values()) {
    const found = listAlone(place, collections);
    if (found !== undefined) collections.set(pathForm(found.itemPath), found);
  }
  const roles = new Map<Operation, OperationRole>();
  for (const of of collections.values()) {
    for (const kind of collectionKinds) {
      const operation = of[kind];
      if (operation !== undefined && !roles.has(operation)) roles.set(operation, { kind, of });
    }
  }
  const singles = [...paths.values()].flatMap((place) => singleAt(place, collections, roles) ?? []);
  for (const single of singles) {
    for (const kind of singleKinds) {
      const operation = single[kind];
      if (operation !== undefined && !roles.has(operation)) roles.set(operation, { kind, single });
    }
  }
  return {
    collections: [...collections.values()],
    singles,
    roleOf: (operation) => roles.get(operation) ?? { kind: 'action', ...withOwner(operation.path, collections) },
  };
}

const collectionKinds = ['list', 'create', 'clear', 'read', 'replace', 'change', 'remove'] as const;
const singleKinds = ['read', 'replace', 'change', 'remove'] as const;

function pathsOf(operations: readonly Operation[]): ReadonlyMap<string, PathOperations> {
  const paths = new Map<string, { path: string; words: readonly string[]; byMethod: Record<string, Operation> }>();
  for (const operation of operations) {
    const form = pathForm(operation.path);
    const known = paths.get(form) ?? { path: operation.path, words: pathWords(operation.path), byMethod: {} };
    for (const method of operation.methods) known.byMethod[method] ??= operation;
    paths.set(form, known);
  }
  return paths;
}

/**
 * Returns whether a path is that of a list. One that ends with a parameter can be, too: `/flags/{project}` lists and creates what
 * `/flags/{project}/{flag}` shows.
 */
function isListPath(
  { words, byMethod: { GET: list, POST: create } }: PathOperations,
  paths: ReadonlyMap<string, PathOperations>,
): boolean {
  const parameter = parameterIn(words.at(-1));
  if (parameter === undefined) return true;
  if (!paths.has(`${pathForm(words.join('/'))}/{}`)) return false;
  if (list === undefined) return create !== undefined && createsItem(create);
  return listPlaceOf(list) !== undefined && possibleIds(successOf(list)?.shape, [], parameter).length === 0;
}

/** Returns the collection whose items have the path. */
function collectionAt(
  place: PathOperations,
  paths: ReadonlyMap<string, PathOperations>,
  known: ReadonlyMap<string, Collection>,
): Collection | undefined {
  const { path, words, byMethod } = place;
  const parameter = parameterIn(words.at(-1));
  const outer = words.slice(0, -1);
  if (parameter === undefined || !outer.some((word) => parameterIn(word) === undefined)) return undefined;
  const listPath = `/${outer.join('/')}`;
  const ofList = paths.get(pathForm(listPath));
  const { GET: list, POST: create } = ofList !== undefined && isListPath(ofList, paths) ? ofList.byMethod : {};
  const clear = parameterIn(outer.at(-1)) === undefined ? ofList?.byMethod.DELETE : undefined;
  const { PUT: replace, PATCH, DELETE: remove } = byMethod;
  const { GET: read, POST } = isListPath(place, paths) ? {} : byMethod;
  if ((read ?? replace ?? PATCH ?? remove) === undefined && isListPath(place, paths)) return undefined;
  const change = PATCH ?? (POST !== undefined && changesItem(POST, parameter) ? POST : undefined);
  return {
    name: outer.findLast((word) => parameterIn(word) === undefined) ?? '',
    path: listPath,
    itemPath: path,
    ...parentOf(outer, known),
    parameter,
    ...(list !== undefined && listPlaceOf(list) !== undefined && { list }),
    ...(create !== undefined && createsItem(create) && { create }),
    ...(clear !== undefined && { clear }),
    ...(read !== undefined && { read }),
    ...(replace !== undefined && { replace }),
    ...(change !== undefined && { change }),
    ...(remove !== undefined && { remove }),
  };
}

function hiddenCollectionAt(
  words: readonly string[],
  paths: ReadonlyMap<string, PathOperations>,
  known: ReadonlyMap<string, Collection>,
): Collection | undefined {
  const itemPath = `/${words.join('/')}`;
  const outer = words.slice(0, -1);
  if (known.has(pathForm(itemPath)) || parameterIn(outer.at(-1)) !== undefined) return undefined;
  const parameter = parameterIn(words.at(-1));
  const create = paths.get(pathForm(`/${outer.join('/')}`))?.byMethod.POST;
  if (parameter === undefined || create === undefined || !createsItem(create)) return undefined;
  const place = { path: itemPath, words, byMethod: {} };
  return collectionAt(place, paths, known);
}

/** Returns the collection of a list in which items are created, although no operation has the path of one. */
function listAlone(
  { path, words, byMethod }: PathOperations,
  known: ReadonlyMap<string, Collection>,
): Collection | undefined {
  const { GET: list, POST: create, DELETE: clear } = byMethod;
  const itemPath = `${path.replace(/\/$/, '')}/{id}`;
  const isPlace = parameterIn(words.at(-1)) === undefined && !known.has(pathForm(itemPath));
  if (!isPlace || list === undefined || create === undefined || list === create) return undefined;
  if (listPlaceOf(list) === undefined || !createsItem(create) || listPlaceOf(create) !== undefined) return undefined;
  // A search has a body, too, but creates nothing.
  const { status, shape } = successOf(create) ?? {};
  if (status !== 201 && possibleIds(shape, itemPlaceOf(shape, 'id') ?? [], 'id').length === 0) return undefined;
  const name = words.findLast((word) => parameterIn(word) === undefined) ?? '';
  return { name, path, itemPath, ...parentOf(words, known), parameter: 'id', list, create, ...(clear && { clear }) };
}

function parentOf(outer: readonly string[], known: ReadonlyMap<string, Collection>): Pick<Collection, 'parent'> {
  for (let length = outer.length; length > 0; length--) {
    const parent = known.get(pathForm(outer.slice(0, length).join('/')))?.itemPath;
    if (parent !== undefined) return { parent };
  }
  return {};
}

/** A request without a body that is described does something different: it starts a run, or a search. */
function createsItem({ body }: Operation): boolean {
  return body !== undefined;
}

/** Returns whether a POST to an item changes members of it: its response shows the item. */
function changesItem(operation: Operation, parameter: string): boolean {
  if (operation.body === undefined) return false;
  const { shape } = successOf(operation) ?? {};
  const place = itemPlaceOf(shape, parameter);
  return place !== undefined && possibleIds(shape, place, parameter).length > 0;
}

function singleAt(
  { path, words, byMethod }: PathOperations,
  collections: ReadonlyMap<string, Collection>,
  roles: ReadonlyMap<Operation, OperationRole>,
): SingleResource | undefined {
  if (parameterIn(words.at(-1)) !== undefined) return undefined;
  const free = (method: string): Operation | undefined => {
    const operation = byMethod[method];
    return operation !== undefined && !roles.has(operation) ? operation : undefined;
  };
  const [read, replace, change, remove] = ['GET', 'PUT', 'PATCH', 'DELETE'].map(free);
  if (read === undefined || (replace ?? change) === undefined) return undefined;
  return {
    path,
    ...parentOf(words, collections),
    read,
    ...(replace !== undefined && { replace }),
    ...(change !== undefined && { change }),
    ...(remove !== undefined && { remove }),
  };
}

function withOwner(path: string, collections: ReadonlyMap<string, Collection>): { readonly of?: Collection } {
  const words = pathWords(path);
  for (let length = words.length; length > 0; length--) {
    const of = collections.get(pathForm(words.slice(0, length).join('/')));
    if (of !== undefined) return { of };
  }
  return {};
}
