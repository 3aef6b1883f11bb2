import type { Operation } from '@rulebook/catalogue/operation';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { writtenPairs } from '@rulebook/catalogue/written-parameter';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { valueFor } from '@rulebook/checker/resource-model/make-value';
import { perObject } from '@rulebook/text/structures/memo';
import { bodyFor, jsonTypeOf, someTime } from './bodies';
import type { BodyId, Check, Expectation, MadeItem, Step } from './model';

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
  readonly ids?: readonly BodyId[];
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
    query: operation.parameters.query.filter(required).flatMap(queryOf),
    headers: [
      ...(operation.parameters.header ?? [])
        .filter((field) => required(field) && !/^(?:accept|content-type|authorization)$/i.test(field.name))
        .map((field) => [field.name, textFor(field)] as const),
      ...cookieOf((operation.parameters.cookie ?? []).filter(required)),
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ],
    ...(body !== undefined && { body }),
  };
}

function cookieOf(fields: readonly Field[]): readonly (readonly [string, string])[] {
  return fields.length === 0
    ? []
    : [['Cookie', fields.map((field) => `${field.name}=${cookieText(field)}`).join('; ')]];
}

/** In a cookie, what JSON has between its values would end it. */
function cookieText(field: Field): string {
  const text = textFor(field);
  return field.content === undefined ? text : encodeURIComponent(text);
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

/** Returns half a sentence that says of which part of a request no value is found that the description allows; undefined where all have one. */
export const unmade = perObject((operation: Operation): string | undefined => {
  const { body, parameters, methods, path } = operation;
  const name = `${methods[0] ?? ''} ${path}`;
  if (body !== undefined && jsonTypeOf(operation) !== undefined) {
    const made = bodyFor(operation, { number: 1 });
    if (!fitsShape(made, body.shape)) return `no body of ${name} was found that its description allows`;
  }
  const required = [...parameters.path, ...parameters.query.filter((field) => field.required === true)];
  const open = required.find((field) => !hasValue(field));
  return open === undefined ? undefined : `no value of ${open.name} of ${name} was found that its description allows`;
});

/** Returns whether the text of a parameter has its shape. */
export function hasValue(field: Field): boolean {
  const { shape, content, example, default: standard } = field;
  if (content !== undefined) return fitsShape(jsonValueOf(field, content), content);
  return example !== undefined || standard !== undefined || fitsShape(valueFor(shape, someTime), shape);
}

/** Returns a parameter of a query, a list that is repeated once for each item. */
function queryOf(field: Field): readonly (readonly [string, string])[] {
  const value = field.isRepeatable === true ? valueOf(field) : undefined;
  const pairs = Array.isArray(value) ? writtenPairs(field.name, value, { place: 'query' }) : [];
  return pairs.length > 0 ? pairs : [[field.name, textFor(field)]];
}

/** Returns the text of a parameter; the items of a list are between commas. */
export function textFor(field: Field): string {
  if (field.content !== undefined) return JSON.stringify(jsonValueOf(field, field.content)) ?? '';
  const value = valueOf(field);
  return Array.isArray(value) ? value.map(String).join(',') : typeof value === 'object' ? '' : String(value);
}

/** Returns the value of a parameter that is JSON. */
export function jsonValueOf({ example, default: standard }: Field, content: Shape): unknown {
  const shown = [example, standard].flatMap((text) => (text === undefined ? [] : [read(text)]));
  // An example may hold the JSON as a text.
  return valueFor(
    content,
    someTime,
    shown.flatMap((one) => (typeof one === 'string' ? [read(one), one] : [one])),
  );
}

function valueOf({ shape, example, default: standard }: Field): unknown {
  const shown = [example, standard].flatMap((text) => (text === undefined ? [] : [read(text)]));
  return valueFor(shape, someTime, shown);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
