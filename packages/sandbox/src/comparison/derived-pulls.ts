import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { nameOfOne } from '@rulebook/checker/resource-model/foreign-ids';
import { itemFormOf, itemPlaceOf, listPlaceOf } from '@rulebook/checker/resource-model/places';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { successOf } from '@rulebook/checker/resource-model/successes';
import { derivedReadBack } from './derived-read-back';
import type { PulledRequest, ReadPath } from './model';
import { readPages } from './read-pages';
import { readValue } from './read-resource';
import { storedBody } from './stored-body';

/** What was pulled of a collection; or that nothing responds. */
type DerivedPull =
  | {
      readonly requests: readonly PulledRequest[];
      readonly unread: readonly { readonly path: string; readonly reason: string }[];
    }
  | { readonly lost: string };

/** A collection of a described service that can be pulled. */
interface CollectionPull {
  readonly file: string;
  /** The path of one of its items. */
  readonly itemPath: string;
  readonly read: (read: ReadPath) => Promise<DerivedPull>;
}

type Names = Readonly<Record<string, string>>;

/** Items of more owners are not asked for. */
const maxOwners = 1000;

/** Returns how the collections of a service are pulled that has only a description. */
export function derivedPulls(service: Service): readonly CollectionPull[] {
  if ((service.readBacks ?? []).length > 0) return [];
  const { collections } = resourceModelOf(service);
  return collections.flatMap((collection) => {
    const { list, create, replace } = collection;
    const store = create ?? replace;
    if (list === undefined || store === undefined) return [];
    return [
      {
        ...{ file: fileOf(collection), itemPath: collection.itemPath },
        read: (read) => pullCollection(collection, store, { service, collections, read }),
      },
    ];
  });
}

/** Collections in each other have files of their own: `users-pets`. */
function fileOf({ path }: Collection): string {
  return path
    .split('/')
    .filter((word) => word !== '' && !word.startsWith('{'))
    .map((word) => word.replace(/[^\w-]+/g, '-'))
    .join('-');
}

interface CollectionParts {
  readonly service: Service;
  readonly collections: readonly Collection[];
  readonly read: ReadPath;
}

async function pullCollection(collection: Collection, store: Operation, parts: CollectionParts): Promise<DerivedPull> {
  const readBack = derivedReadBack(store, parts.service);
  if (readBack === undefined || 'problem' in readBack)
    return { requests: [], unread: [{ path: collection.path, reason: readBack?.problem ?? 'nothing reads it back' }] };
  const owners = await namesOfOwners(collection, parts);
  if ('lost' in owners) return owners;
  const requests: PulledRequest[] = [];
  const unread: { path: string; reason: string }[] = [];
  for (const owner of owners) {
    const found = await itemsOf(collection, owner, parts.read);
    if ('lost' in found) return found;
    if ('problem' in found) {
      unread.push({ path: collection.path, reason: found.problem });
      continue;
    }
    for (const { names, item } of found.items) {
      const shown = readBack.listed === undefined ? await shownItem(collection, names, item, parts.read) : item;
      if (shown === undefined) continue;
      const body = storedBody(shown, {
        ...{ readBack, names, units: parts.service, shape: store.body?.shape },
        pulled: { file: '', lists: '', at: [], isAsSent: true },
      });
      const [method = 'POST'] = store.methods;
      requests.push({
        ...{ file: fileOf(collection), noun: nameOfOne(collection).join(' '), name: names[collection.parameter] ?? '' },
        ...{ method, path: fillRequest({ method, path: store.path }, names).path },
        ...(body.value !== undefined && { body: body.value }),
        secrets: body.secrets,
      });
    }
  }
  return { requests, unread };
}

/** Returns the names of the items that a collection is in. */
async function namesOfOwners(
  { path }: Collection,
  parts: CollectionParts,
): Promise<readonly Names[] | { readonly lost: string }> {
  const parent = parts.collections.findLast((one) => path.startsWith(`${one.itemPath}/`));
  if (parent === undefined) return path.includes('{') ? [] : [{}];
  if (parent.list === undefined) return [];
  const above = await namesOfOwners(parent, parts);
  if ('lost' in above) return above;
  const found: Names[] = [];
  for (const owner of above) {
    const items = await itemsOf(parent, owner, parts.read);
    if ('lost' in items) return items;
    if ('problem' in items) continue;
    found.push(...items.items.map(({ names }) => names));
    if (found.length >= maxOwners) break;
  }
  return found;
}

async function itemsOf(
  collection: Collection,
  owner: Names,
  read: ReadPath,
): Promise<
  | { readonly items: readonly { readonly names: Names; readonly item: unknown }[] }
  | { readonly problem: string }
  | { readonly lost: string }
> {
  const { list, parameter } = collection;
  const at = list && listPlaceOf(list);
  const { member } = itemFormOf(collection).id;
  if (list === undefined || at === undefined || member === undefined)
    return { problem: 'nothing says which member has the id' };
  const isPaged = list.parameters.query.some(({ name, shape }) => name === 'page' && shape.type === 'integer');
  const path = fillRequest({ method: 'GET', path: list.path }, owner).path;
  const found = await readPages(path, { at, page: isPaged ? 'page' : undefined }, read);
  if (!('items' in found)) return found;
  return {
    items: found.items.flatMap((item) => {
      const id = valueAt(item, [member]);
      if (typeof id !== 'string' && typeof id !== 'number') return [];
      return [{ names: { ...owner, [parameter]: String(id) }, item }];
    }),
  };
}

/** Returns an item as the operation shows it that reads one. */
async function shownItem(
  { read: operation, itemPath, parameter }: Collection,
  names: Names,
  item: unknown,
  read: ReadPath,
): Promise<unknown> {
  if (operation === undefined) return item;
  const found = await readValue(fillRequest({ method: 'GET', path: itemPath }, names).path, read);
  if ('value' in found) return found.value;
  return withValueAt({}, itemPlaceOf(successOf(operation)?.shape, parameter) ?? [], item);
}
