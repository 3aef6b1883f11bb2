import type { Collection } from '@rulebook/catalogue/resource-model';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { foreignIdsIn, targetOf, type Collections } from '@rulebook/checker/resource-model/foreign-ids';
import type { BodyId, MadeItem, Step } from './model';
import { textFor } from './requests';
import { partAt, withoutPart } from './variations';

/** Items that are there, by the paths of the items of their collections. */
export type Items = ReadonlyMap<string, MadeItem>;

/** Returns the collections of which a request needs an item, since its body or its query has the id of one. */
export function foreignItemsFor(
  step: Step,
  collections: Collections,
  own: Collection | undefined,
): readonly Collection[] {
  const around = { operation: step.operation, collections, own };
  const inBody = foreignIdsIn(step.body, around).map(({ of }) => of);
  const inQuery = step.query.flatMap(([name]) => {
    const field = step.operation.parameters.query.find((one) => one.name === name);
    return (field && targetOf(field, { ...around, own: undefined })) ?? [];
  });
  return [...new Set([...inBody, ...inQuery])];
}

/** Returns a request with the ids of these items in its body and its query. Ids of items that are not there are left out where they may be. */
export function withItems(step: Step, items: Items, collections: Collections, own: Collection | undefined): Step {
  const { operation, query, ids: known = [] } = step;
  const shape = operation.body?.shape;
  const around = { operation, collections, own };
  let { body } = step;
  for (const { of, optional } of foreignIdsIn(body, around)) {
    if (items.has(of.itemPath) || optional === undefined || partAt(body, optional) === undefined) continue;
    const without = withoutPart(body, optional);
    if (shape !== undefined && fitsShape(body, shape) && fitsShape(without, shape)) body = without;
  }
  const ids = foreignIdsIn(body, around).flatMap(({ place, of }): readonly BodyId[] => {
    const item = items.get(of.itemPath);
    const isOwn = known.some((one) => JSON.stringify(one.place) === JSON.stringify(place));
    return item === undefined || isOwn ? [] : [{ place, sample: partAt(body, place), text: item.id }];
  });
  const all = [...known, ...ids];
  return {
    ...step,
    ...(body !== undefined && { body }),
    ...(all.length > 0 && { ids: all }),
    query: query.map(([name, text]) => {
      const field = operation.parameters.query.find((one) => one.name === name);
      // A text that is wrong on purpose is left as it is.
      const of = field && textFor(field) === text ? targetOf(field, { ...around, own: undefined }) : undefined;
      return [name, (of && items.get(of.itemPath)?.id) ?? text] as const;
    }),
  };
}
