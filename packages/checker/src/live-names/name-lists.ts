import type { Operation } from '@rulebook/catalogue/operation';
import type { NameHolder, NameList, NamePlace, StatedNameList } from '@rulebook/catalogue/name-lists';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { ResourceGroup } from '@rulebook/catalogue/resources';
import type { Service } from '@rulebook/catalogue/service';
import { nameOfOne } from '../resource-model/foreign-ids';
import { parameterIn, pathForm, pathWords } from '../resource-model/path-words';
import { itemFormOf, listPlaceOf } from '../resource-model/places';
import { isReadable, shownMembersOf } from '../resource-model/resource-groups';
import { resourceModelOf } from '../resource-model/resource-model';
import { requestOfStated, statedGroupsOf } from '../resource-model/stated-groups';
import { perObject } from '@rulebook/text/structures/memo';
import { expressionOf } from '@rulebook/text/expressions';

/** A list of names, and what requests do with its names. */
export interface NameKind {
  readonly list: NameList;
  /** Whether a text is a pattern or a word of the service in the place of a name. */
  readonly isPattern: (text: string) => boolean;
  /** Whether a request may create what it names. */
  readonly mayCreate: (operation: Operation, method: string) => boolean;
  /** Whether a request may create some that it does not name where it is known. */
  readonly mayCreateOthers: (operation: Operation, method: string) => boolean;
  /** The query parameters with which a request takes it that one is missing. */
  readonly toleratedBy: readonly string[];
}

/** The lists of names of a service, by the places of requests that hold names. */
interface NameKinds {
  readonly all: readonly NameKind[];
  /** Returns the list of which a parameter of the path or the query holds a name. */
  readonly inParameter: (operation: Operation, parameter: string, kind: 'path' | 'query') => NameKind | undefined;
  /** Returns the members of the body that hold names, as the names that lead to them. */
  readonly inBody: (
    operation: Operation,
  ) => readonly { readonly path: readonly string[]; readonly kind: NameKind; readonly isRead?: boolean }[];
  /** Returns the list that shapes of the catalogue name. */
  readonly named: (id: string) => NameKind | undefined;
}

/**
 * Returns the lists of names that a service can be asked for: those that its catalogue states, or those of its resource model. Derived on the first
 * call, which reads shapes of a description.
 */
export const nameKindsOf: (service: Service) => NameKinds = perObject((service) =>
  service.nameLists === undefined ? derivedKinds(service) : statedKinds(service, service.nameLists),
);

function statedKinds(service: Service, stated: readonly StatedNameList[]): NameKinds {
  const kinds = new Map(stated.map((one) => [one.id, statedKind(one, service)]));
  const own = ({ id }: Operation): string => id.slice(service.id.length + 1);
  const held = stated.flatMap((one) => one.holders.map((holder) => ({ holder, kind: kinds.get(one.id) })));
  const certain = held.filter(({ holder }) => holder.operations !== undefined);
  const anywhere = held.filter(({ holder }) => holder.operations === undefined);
  const isIn = ({ operations }: NameHolder, operation: Operation): boolean =>
    operations?.includes(own(operation)) ?? true;
  return {
    all: [...kinds.values()],
    inParameter: (operation, parameter) =>
      [...certain, ...anywhere].find(({ holder }) => holder.parameter === parameter && isIn(holder, operation))?.kind,
    inBody: (operation) =>
      held.flatMap(({ holder, kind }) =>
        holder.member === undefined || kind === undefined || !isIn(holder, operation)
          ? []
          : [{ path: holder.member.split('.'), kind, isRead: holder.isRead === true }],
      ),
    named: (id) => kinds.get(id),
  };
}

function statedKind(stated: StatedNameList, service: Service): NameKind {
  const { id, noun, parameter, isPartial, isOfSeveral, notNames, createdBy, readBy = [], alsoCreatedBy = [] } = stated;
  const own = (operation: Operation): string => operation.id.slice(service.id.length + 1);
  const group = stated.group === undefined ? undefined : groupWith(stated.group, statedGroupsOf(service) ?? []);
  const source = group && 'request' in group.source ? group.source : undefined;
  const request = stated.request === undefined ? source?.request : requestOfStated(service)(stated.request);
  if (request === undefined) throw new Error(`The names of ${id} have no request.`);
  const places: readonly NamePlace[] =
    stated.places ?? (group && source ? [{ at: source.at, item: withoutMeasures(group) }] : []);
  const pattern = notNames === undefined ? undefined : expressionOf(notNames);
  return {
    list: {
      id,
      noun,
      request,
      places,
      parameter,
      ...(isPartial && { isPartial }),
      ...(isOfSeveral && { isOfSeveral }),
    },
    isPattern: (text) => pattern?.test(text) === true,
    mayCreate: (operation, method) =>
      createdBy === 'writes'
        ? isWriting(method) && !readBy.includes(own(operation))
        : createdBy.includes(own(operation)),
    // What others do that only a description knows is not stated.
    mayCreateOthers: (operation, method) =>
      alsoCreatedBy.includes(own(operation)) ||
      (createdBy === 'writes' && operation.provenance.kind === 'described' && isWriting(method)),
    toleratedBy: stated.toleratedBy ?? [],
  };
}

function isWriting(method: string): boolean {
  return !/^(?:GET|HEAD|DELETE)$/.test(method);
}

function withoutMeasures({ item: { names, label, description } }: ResourceGroup) {
  // What only a view computes has no text here.
  const plain = description?.filter(({ text }) => !text.includes('$lag'));
  return { names, label, ...(plain && { description: plain }) };
}

function groupWith(id: string, groups: readonly ResourceGroup[]): ResourceGroup | undefined {
  for (const group of groups) {
    const found = group.id === id ? group : groupWith(id, group.item.groups ?? []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Words that services take in the place of an id: the caller's own item, or one that changes. */
const usualWords = /^(?:me|@me|my|mine|self|~|-|current|latest|default|all|new|any)$|[*]/i;

/** Query parameters that choose a page. */
const ofPages =
  /^(?:page|page_?(?:size|number|token|index)|per_?page|size|limit|max_?results|count|first|last|top|skip|offset|start|from|cursor|after|before|starting_?after|ending_?before|next_?token|marker|continuation_?token)$/i;

/** Returns whether a query parameter chooses a page of a list. */
export function isOfPages(name: string): boolean {
  return ofPages.test(name);
}

function derivedKinds(service: Service): NameKinds {
  const byForm = new Map<string, NameKind>();
  for (const collection of resourceModelOf(service).collections) {
    const kind = derivedKind(collection);
    if (kind !== undefined) byForm.set(pathForm(collection.itemPath), kind);
  }
  return {
    all: [...byForm.values()],
    inParameter: ({ path }, parameter, kind) => {
      if (kind === 'query') return undefined;
      const words = pathWords(path);
      const at = words.findIndex((word) => parameterIn(word) === parameter);
      return at < 0 ? undefined : byForm.get(pathForm(words.slice(0, at + 1).join('/')));
    },
    inBody: () => [],
    named: () => undefined,
  };
}

function derivedKind(collection: Collection): NameKind | undefined {
  const { list, create, replace, parameter, path, itemPath } = collection;
  const { id } = itemFormOf(collection);
  const at = list && listPlaceOf(list);
  if (list === undefined || at === undefined || id.member === undefined || !isReadable(list)) return undefined;
  const { title, notes } = shownMembersOf(collection);
  const query = list.parameters.query.filter(({ name }) => !isOfPages(name));
  // A list with a filter that holds by itself does not have all items.
  const isFiltered = query.some((field) => field.default !== undefined);
  const isPaged = list.parameters.query.length > query.length;
  const item = {
    names: { [parameter]: id.member },
    label: `{${id.member}}`,
    description: [...(title === undefined ? [] : [title]), ...notes].map((name) => ({ text: `{${name}}` })),
  };
  return {
    list: {
      ...{ id: itemPath, noun: nameOfOne(collection).join(' '), parameter },
      request: { method: 'GET', path },
      places: [{ at, item }],
      ...(isFiltered && { isPartial: true as const }),
      ...(isPaged && { isPaged: true as const }),
    },
    isPattern: (text) => usualWords.test(text),
    mayCreate: (operation) => operation.id === replace?.id,
    mayCreateOthers: (operation) => operation.id === create?.id,
    toleratedBy: [],
  };
}
