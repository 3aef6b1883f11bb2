import type { Operation } from '@rulebook/catalogue/operation';
import type { CollectionFacts } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';
import { once } from '@rulebook/text/structures/once';
import { pathForm, pathWords, parameterIn } from './path-words';

/** Items of one kind that the path of an operation names: a part of the path up to their name. */
export interface ItemPath {
  /** Their path with all parameters alike: `/books/{}`. */
  readonly form: string;
  /** The path of their list, as the operation has it: `/books`. */
  readonly list: string;
  /** The names of the parameters in the path, the own one last. */
  readonly parameters: readonly string[];
  readonly facts?: CollectionFacts;
}

/**
 * What an operation does to the items that its path names. `adds`: it may create items of the innermost collection; `stores`: it may create
 * the innermost item anew.
 */
export interface ItemAccess {
  readonly step: 'adds' | 'stores' | 'removes' | 'reads' | 'uses';
  /** From the outside to the inside. */
  readonly items: readonly ItemPath[];
  /** For `adds`: the collection, by the form and the parameters of what it is in. */
  readonly to?: ItemPath;
}

/** Actions that bring back what was removed. */
const bringsBack = /restore|undelete|recover|undo|revive|reactivate|reopen/i;

/** Actions on an item that create another one. */
const createsAnother = /clone|copy|duplicate|fork/i;

/**
 * Returns what the operations of a service do to items that can be created and removed, as their paths and methods show; undefined for an
 * operation that names none. Of a service whose collections are stated, only those are known. No shape is read: this is asked for every
 * request of a file.
 */
export const itemAccessIn: (service: Service) => (operation: Operation) => ItemAccess | undefined = perObject(
  (service: Service) => {
    const { collections } = service;
    const methods = once(() => methodsByForm(service.operations));
    const facts = new Map(collections?.map((one) => [pathForm(one.itemPath), one]));
    const isKnown = (words: readonly string[]): boolean => {
      const form = pathForm(words.join('/'));
      if (collections !== undefined) return facts.has(form);
      const ofItem = methods().get(form);
      const ofList = methods().get(pathForm(words.slice(0, -1).join('/')));
      // What other paths create, requests create that are not seen here.
      return ofItem?.has('DELETE') === true && (ofItem.has('PUT') || ofList?.has('POST') === true);
    };
    const itemAt = (words: readonly string[]): ItemPath => {
      const form = pathForm(words.join('/'));
      const known = facts.get(form);
      const parameters = words.flatMap((word) => parameterIn(word) || []);
      return { form, list: `/${words.slice(0, -1).join('/')}`, parameters, ...(known && { facts: known }) };
    };
    return perObject((operation: Operation) => accessOf(operation, isKnown, itemAt));
  },
);

function accessOf(
  { path, methods }: Operation,
  isKnown: (words: readonly string[]) => boolean,
  itemAt: (words: readonly string[]) => ItemPath,
): ItemAccess | undefined {
  const words = pathWords(path);
  // Below a name alone are data, which many requests write.
  if (words.length === 0 || parameterIn(words[0]) !== undefined) return undefined;
  const items = words.flatMap((word, index) => {
    const begun = words.slice(0, index + 1);
    return parameterIn(word) !== undefined && isKnown(begun) ? [itemAt(begun)] : [];
  });
  const isReading = methods.every((method) => method === 'GET' || method === 'HEAD');
  const inner = items.at(-1);
  if (inner?.form === pathForm(path)) {
    const step = methods.includes('DELETE')
      ? 'removes'
      : methods.includes('PUT')
        ? 'stores'
        : isReading
          ? 'reads'
          : 'uses';
    return { step, items };
  }
  // `POST /books` and `POST /books/import` may both create books.
  const lists = isReading ? [] : words.map((_, index) => [...words.slice(0, words.length - index), '{}']);
  // Behind a name, a fixed word is an action on it: `POST /stores/{store}/check` is none on the things at `/stores/{store}/{thing}`.
  const list = lists.find(
    (one) => (one.length > words.length || parameterIn(one.at(-2)) === undefined) && isKnown(one),
  );
  if (list !== undefined && list.length > (inner === undefined ? 0 : pathWords(inner.form).length))
    return { step: 'adds', items, to: itemAt(list) };
  if (inner === undefined) return undefined;
  const action = words.slice(pathWords(inner.form).length).join('/');
  if (!isReading && createsAnother.test(action)) return { step: 'adds', items, to: inner };
  if (!isReading && inner.facts === undefined && bringsBack.test(action)) return { step: 'stores', items };
  return { step: isReading ? 'reads' : 'uses', items };
}

function methodsByForm(operations: readonly Operation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const forms = new Map<string, Set<string>>();
  for (const { path, methods } of operations) {
    const form = pathForm(path);
    const known = forms.get(form) ?? new Set<string>();
    for (const method of methods) known.add(method);
    forms.set(form, known);
  }
  return forms;
}
