import type { Operation } from '@rulebook/catalogue/operation';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { targetOf, type Collections } from '@rulebook/checker/resource-model/foreign-ids';
import { itemFormOf, itemPlaceOf } from '@rulebook/checker/resource-model/places';
import { fieldIn, shapeAt, valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { successOf } from '@rulebook/checker/resource-model/successes';
import { bodyFor, freeIds, jsonTypeOf, sentPlaceOf } from './bodies';
import { foreignItemsFor, withItems, type Items } from './foreign-items';
import { pathOf } from '@rulebook/checker/resource-model/misfit';
import type { MadeItem, Step } from './model';
import { openParameters, stepOf, unmade } from './requests';

/** A request that creates an item, behind those that create what it needs: the items around it, and those whose ids it has. */
export interface Created {
  readonly steps: readonly Step[];
  readonly step: Step;
  readonly item: MadeItem;
  /** The items that are there when the item is to be created, without those that it alone refers to. */
  readonly around: Items;
  /** All items that are there afterwards. */
  readonly items: Items;
}

/** How an item is created. */
export interface Creation {
  readonly collections: Collections;
  readonly name: string;
  readonly number: number;
  /** The path of the item around it; absent: one is created. */
  readonly below?: string;
  readonly body?: unknown;
  /** Items that are there already. */
  readonly items?: Items;
  /** The paths of the items that wait for this one: it cannot refer to them. */
  readonly pending?: ReadonlySet<string>;
}

/** Returns what creates an item of a collection, or half a sentence that says why that is not possible. */
export function creationOf(of: Collection, creation: Creation): Created | { readonly cause: string } {
  const { collections, name, number, items: there = new Map() } = creation;
  const pending = new Set([...(creation.pending ?? []), of.itemPath]);
  const parent = of.parent === undefined || creation.below !== undefined ? undefined : collections.get(of.parent);
  const around =
    parent && creationOf(parent, { collections, name: `${name}-parent`, number: number + 500, items: there, pending });
  if (around !== undefined && 'cause' in around) return around;
  const below = creation.below ?? around?.item.path;
  const operation = of.create ?? of.replace;
  if (operation === undefined) return { cause: `no operation creates an item of ${of.path}` };
  if (operation.body !== undefined && jsonTypeOf(operation) === undefined)
    return { cause: `${operation.methods.join()} ${operation.path} takes no JSON` };
  const without = unmade(operation);
  if (without !== undefined) return { cause: without };
  const [open] = openParameters(of.path, operation, below);
  if (open !== undefined) return { cause: `no operation creates what {${open}} names` };
  const body = creation.body ?? bodyFor(operation, { number, of });
  const known: Items = new Map([...there, ...(around?.items ?? [])]);
  const namesake = namesakeOf(of, operation, { ...creation, items: known, pending });
  const path = stepOf(operation, { name, expects: 'success', ...(below !== undefined && { below }) }).path;
  const id = namesake === undefined ? idOf(of, operation, { name, number, body }) : idLike(namesake.item);
  if (id === undefined)
    return { cause: of.create === undefined ? 'no free id is known' : `the response of POST ${of.path} shows no id` };
  const item: MadeItem = {
    ...{ collection: of, id: id.text, ...(id.isNumber !== undefined && { isNumber: id.isNumber }) },
    path: of.create === undefined ? `${path.slice(0, path.lastIndexOf('/'))}/${id.text}` : `${path}/${id.text}`,
  };
  const plain = stepOf(operation, {
    ...{ name, body, expects: 'success', makes: item, title: `Create an item of ${of.path}` },
    below: of.create === undefined ? item.path : (below ?? ''),
  });
  const items: Items = new Map([...known, ...(namesake?.items ?? [])]);
  const needed = neededFor(plain, { collections, name, number, items, pending, own: of });
  return {
    steps: [
      ...(around === undefined ? [] : [...around.steps, around.step]),
      ...(namesake === undefined ? [] : [...namesake.steps, namesake.step]),
      ...needed.steps,
    ],
    step: withItems(plain, needed.items, collections, of),
    item,
    around: known,
    items: new Map([...needed.items, [of.itemPath, item]]),
  };
}

/** For what items are created. */
interface Needing extends Pick<Creation, 'collections' | 'name' | 'number' | 'pending'> {
  readonly items: Items;
  /** The collection whose item the request is about. */
  readonly own: Collection | undefined;
}

/** Returns the requests that create the items to which a request refers, as far as they are not there and can be created. */
export function neededFor(
  step: Step,
  { collections, name, number, pending = new Set(), items: there, own }: Needing,
): { readonly steps: readonly Step[]; readonly items: Items } {
  let items = there;
  const steps: Step[] = [];
  for (const [index, of] of foreignItemsFor(step, collections, own).entries()) {
    if (items.has(of.itemPath) || pending.has(of.itemPath)) continue;
    const word = of.name.replace(/[^\w-]/g, '') || 'item';
    const found = creationOf(of, {
      ...{ collections, name: `${name}-${word}`, number: number + 250 + index, items, pending },
      ...belowIn(of, items),
    });
    if ('cause' in found) continue;
    steps.push(...found.steps, found.step);
    items = new Map([...items, ...found.items]);
  }
  return { steps, items };
}

function belowIn({ parent }: Collection, items: Items): Pick<Creation, 'below'> {
  const known = parent === undefined ? undefined : items.get(parent);
  return known === undefined ? {} : { below: known.path };
}

/** A member of a team is created by its path with the id of a user: creates the item whose id it has. */
function namesakeOf(
  of: Collection,
  operation: Operation,
  { collections, name, number, items = new Map(), pending = new Set() }: Creation,
): Created | undefined {
  const field =
    of.create === undefined ? operation.parameters.path.find((one) => one.name === of.parameter) : undefined;
  const target = field && targetOf(field, { operation, collections, own: undefined });
  if (target === undefined || pending.has(target.itemPath)) return undefined;
  const found = creationOf(target, {
    ...{ collections, name: `${name}-item`, number: number + 750, items, pending },
    ...belowIn(target, items),
  });
  return 'cause' in found ? undefined : found;
}

interface Id {
  readonly text: string;
  readonly isNumber?: boolean;
}

function idOf(
  of: Collection,
  operation: Operation,
  { name, number, body }: { readonly name: string; readonly number: number; readonly body: unknown },
): Id | undefined {
  const { id, idShape } = itemFormOf(of);
  const isNumber = isNumberShape(idShape);
  const typed = isNumber === undefined ? {} : { isNumber };
  if (of.create === undefined) {
    const shape = operation.parameters.path.at(-1)?.shape ?? idShape;
    const free = freeIds(shape, number).find((one) => shape === undefined || fitsShape(one, shape));
    return free === undefined ? undefined : { text: String(free), ...typed };
  }
  const shown = successOf(operation)?.shape;
  const place = itemPlaceOf(shown, of.parameter);
  if (id.member !== undefined && place !== undefined && fieldIn(shapeAt(shown, place), id.member) !== undefined)
    return { text: `{{${name}.response.body.${pathOf([...place, id.member])}}}`, ...typed };
  const chosen = id.member === undefined ? undefined : valueAt(body, [...sentPlaceOf(operation, of), id.member]);
  return typeof chosen === 'string' || typeof chosen === 'number' ? { text: String(chosen), ...typed } : undefined;
}

function idLike({ id, isNumber }: MadeItem): Id {
  return { text: id, ...(isNumber !== undefined && { isNumber }) };
}

function isNumberShape(shape: Shape | undefined): boolean | undefined {
  if (shape?.type === 'integer' || shape?.type === 'number') return true;
  return shape?.type === 'string' ? false : undefined;
}
