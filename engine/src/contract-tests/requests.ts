import type { Operation } from '../catalogue/operation';
import type { Collection } from '../catalogue/resource-model';
import type { Field, Shape } from '../catalogue/shape';
import { fitsShape } from '../resource-model/fits-shape';
import { valueFor } from '../resource-model/make-value';
import { itemFormOf, itemPlaceOf } from '../resource-model/places';
import { fieldIn, shapeAt, valueAt } from '../resource-model/shapes-in';
import { successOf } from '../resource-model/successes';
import { bodyFor, freeIds, jsonTypeOf, sentPlaceOf, someTime } from './bodies';
import { pathOf } from './misfit';
import type { Check, Expectation, MadeItem, OwnId, Step } from './model';

/** What a step is made of. */
export interface StepParts {
  readonly name: string;
  readonly title?: string;
  /** The path of what it is about or below, with its ids: of an item, or of the item around a list. */
  readonly below?: string;
  readonly body?: unknown;
  readonly expects: Expectation;
  readonly checks?: readonly Check[];
  readonly makes?: MadeItem;
  readonly removes?: string;
  readonly follows?: string;
  readonly ownId?: OwnId;
}

/** Returns a request of an operation with what it requires. */
export function stepOf(
  operation: Operation,
  { below = '', name, title, body, checks = [], ...parts }: StepParts,
): Step {
  const [method = 'GET'] = operation.methods;
  const type = body === undefined ? undefined : jsonTypeOf(operation);
  const required = ({ required: isRequired }: Field): boolean => isRequired === true;
  return {
    ...{ operation, method, name, checks, ...parts },
    title: title ?? `${method} ${operation.path}`,
    path: filledPath(operation, below),
    query: operation.parameters.query.filter(required).map((field) => [field.name, textFor(field)]),
    headers: [
      ...(operation.parameters.header ?? [])
        .filter((field) => required(field) && !/^(?:accept|content-type|authorization)$/i.test(field.name))
        .map((field) => [field.name, textFor(field)] as const),
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ],
    ...(body !== undefined && { body }),
  };
}

/** Returns whether the body of a step has its shape. */
export function isAllowed({ body, operation }: Step): boolean {
  const shape = operation.body?.shape;
  return shape === undefined || body === undefined || fitsShape(body, shape);
}

/** Returns the path of an operation: its first words are those of `below`, the others are filled in. */
function filledPath(operation: Operation, below: string): string {
  const known = below.split('/');
  return operation.path
    .split('/')
    .map((word, index) =>
      index < known.length && below !== ''
        ? (known[index] ?? word)
        : word.replace(/\{([^{}]+)\}/g, (_, name: string) => {
            const field = operation.parameters.path.find((one) => one.name === name);
            return encodeURIComponent(field === undefined ? 'text' : textFor(field));
          }),
    )
    .join('/');
}

/** Returns the parameters of a path for which neither the tests nor the description have a value. */
export function openParameters(path: string, { parameters }: Operation, below = ''): readonly string[] {
  const known = below === '' ? 0 : below.split('/').length;
  const names = path
    .split('/')
    .slice(known)
    .flatMap((word) => [...word.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  return names.filter((name) => {
    const field = parameters.path.find((one) => one.name === name);
    return field?.example === undefined && field?.default === undefined;
  });
}

/** Returns the text of a parameter; the items of a list are between commas. */
export function textFor({ shape, example, default: standard }: Field): string {
  const shown = [example, standard].flatMap((text) => (text === undefined ? [] : [read(text)]));
  const value = valueFor(shape, someTime, shown);
  return Array.isArray(value) ? value.map(String).join(',') : typeof value === 'object' ? '' : String(value);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A request that creates an item, behind those that create the items around it. */
export interface Created {
  readonly steps: readonly Step[];
  readonly step: Step;
  readonly item: MadeItem;
}

/** The collections of a service by the paths of their items. */
export type Collections = ReadonlyMap<string, Collection>;

/** How an item is created. */
export interface Creation {
  readonly collections: Collections;
  readonly name: string;
  readonly number: number;
  /** The path of the item around it; absent: one is created. */
  readonly below?: string;
  readonly body?: unknown;
}

/** Returns what creates an item of a collection, or half a sentence that says why that is not possible. */
export function creationOf(of: Collection, creation: Creation): Created | { readonly cause: string } {
  const { collections, name, number } = creation;
  const parent = of.parent === undefined || creation.below !== undefined ? undefined : collections.get(of.parent);
  const around = parent && creationOf(parent, { collections, name: `${name}-parent`, number: number + 500 });
  if (around !== undefined && 'cause' in around) return around;
  const below = creation.below ?? around?.item.path;
  const operation = of.create ?? of.replace;
  if (operation === undefined) return { cause: `no operation creates an item of ${of.path}` };
  if (operation.body !== undefined && jsonTypeOf(operation) === undefined)
    return { cause: `${operation.methods.join()} ${operation.path} takes no JSON` };
  const [open] = openParameters(of.path, operation, below);
  if (open !== undefined) return { cause: `no operation creates what {${open}} names` };
  const body = creation.body ?? bodyFor(operation, { number, of });
  const path = stepOf(operation, { name, expects: 'success', ...(below !== undefined && { below }) }).path;
  const id = idOf(of, operation, { name, number, body });
  if (id === undefined)
    return { cause: of.create === undefined ? 'no free id is known' : `the response of POST ${of.path} shows no id` };
  const item: MadeItem = {
    ...{ collection: of, id: id.text, ...(id.isNumber !== undefined && { isNumber: id.isNumber }) },
    path: of.create === undefined ? `${path.slice(0, path.lastIndexOf('/'))}/${id.text}` : `${path}/${id.text}`,
  };
  const step = stepOf(operation, {
    ...{ name, body, expects: 'success', makes: item, title: `Create an item of ${of.path}` },
    below: of.create === undefined ? item.path : (below ?? ''),
  });
  return { steps: around === undefined ? [] : [...around.steps, around.step], step, item };
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

function isNumberShape(shape: Shape | undefined): boolean | undefined {
  if (shape?.type === 'integer' || shape?.type === 'number') return true;
  return shape?.type === 'string' ? false : undefined;
}
