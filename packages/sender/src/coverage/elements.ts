import { hasLines } from '@rulebook/checker/binding/bind-lines';
import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { ElementKind } from './model';

/** Members of objects in objects in objects of a body count, and no deeper ones. */
const deepest = 3;

/** Returns what a description says of an operation, by the names under which it is shown, in its order. */
export function elementsOf(operation: Operation): ReadonlyMap<string, ElementKind> {
  const found = new Map<string, ElementKind>();
  const { parameters, body, responses } = operation;
  for (const field of parameters.path) addValues(found, nameOfParameter('path', field.name), field.shape);
  for (const field of parameters.query) addField(found, nameOfParameter('query', field.name), field);
  for (const field of parameters.header ?? []) addField(found, nameOfParameter('header', field.name), field);
  for (const field of parameters.cookie ?? []) addField(found, nameOfParameter('cookie', field.name), field);
  if (body !== undefined && !hasLines(body)) {
    addMembers(found, '$', body.shape, { depth: 1, around: [] });
    for (const form of body.forms ?? [])
      for (const field of form.shape.fields) addField(found, nameOfParameter('form', field.name), field);
  }
  for (const response of responses) found.set(nameOfResponse(response), 'response');
  return found;
}

/** Returns how a parameter is shown. */
export function nameOfParameter(kind: 'path' | 'query' | 'header' | 'cookie' | 'form', name: string): string {
  return `${kind} ${name}`;
}

/** Returns how a listed value is shown. */
export function nameOfValue(owner: string, value: string | number): string {
  return `${owner}=${value}`;
}

/** Returns how a described response is shown: `404`, `4XX` or `default`. */
export function nameOfResponse({ status, lastStatus }: ResponseSpec): string {
  if (status === 0) return 'default';
  return lastStatus === undefined ? String(status) : `${Math.floor(status / 100)}XX`;
}

type Found = Map<string, ElementKind>;

function addField(found: Found, name: string, { shape }: Field): void {
  found.set(name, 'parameter');
  addValues(found, name, shape);
}

/** Adds the listed values of a parameter, also those of the items of a list. */
function addValues(found: Found, owner: string, shape: Shape): void {
  if (shape.type === 'choice') for (const option of shape.options) addValues(found, owner, option);
  if (shape.type === 'array') addValues(found, owner, shape.items);
  if (!('values' in shape)) return;
  for (const { value } of shape.values?.values ?? []) found.set(nameOfValue(owner, value), 'value');
}

interface Place {
  readonly depth: number;
  /** The shapes around it: one in itself adds nothing. */
  readonly around: readonly Shape[];
}

/** Adds the members of a value of a body, and their listed values. */
function addMembers(found: Found, at: string, shape: Shape, { depth, around }: Place): void {
  const inside = { depth, around: [...around, shape] };
  switch (shape.type) {
    case 'choice':
      for (const option of shape.options) addMembers(found, at, option, { depth, around });
      return;
    case 'switch':
      for (const one of [...Object.values(shape.cases), shape.absent ?? shape.otherwise, shape.otherwise])
        addMembers(found, at, one, { depth, around });
      return;
    case 'array':
      addMembers(found, `${at}[]`, shape.items, { depth, around });
      return;
    case 'object':
      if (depth > deepest || around.includes(shape)) return;
      for (const field of shape.fields) {
        const name = `${at}.${field.name}`;
        found.set(name, 'parameter');
        addMembers(found, name, field.shape, { ...inside, depth: depth + 1 });
      }
      return;
    default:
      addValues(found, at, shape);
  }
}
