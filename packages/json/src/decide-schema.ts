import { patternOf } from '@rulebook/text/patterns';
import { isRecord } from './is-record';

/** Stands for a part of a value that is not known, such as a variable; as a key of an object, for members with any name. */
export const unknownPart: unique symbol = Symbol('unknown');

/** Schemas and values that are nested deeper than this are not decided. */
const deepest = 60;

/** Keywords that decide nothing, or that others read. */
const silent: ReadonlySet<string> = new Set(
  `title description default examples example deprecated readOnly writeOnly $comment $schema $id externalDocs xml $defs definitions
  contentMediaType contentEncoding then else minContains maxContains`.split(/\s+/),
);

type Decided = boolean | undefined;
type Members = Readonly<Record<string | symbol, unknown>>;

/**
 * Returns whether a JSON value is valid by a JSON Schema without references; undefined where that is not certain, for example because a part of the
 * value is not known, or for a keyword that is not known here.
 */
export function decideSchema(schema: unknown, value: unknown, depth = 0): Decided {
  if (typeof schema === 'boolean') return schema;
  if (!isRecord(schema) || depth > deepest) return undefined;
  return all(Object.keys(schema), (keyword) => {
    if (silent.has(keyword) || keyword.startsWith('x-')) return true;
    const decide = Object.hasOwn(deciders, keyword) ? deciders[keyword] : undefined;
    return decide?.(value, schema[keyword], schema, depth + 1);
  });
}

/** Decides a value by one keyword: its own value, and the schema that has it. */
type Decide<T = unknown> = (value: T, keyword: unknown, schema: Members, depth: number) => Decided;

const deciders: Readonly<Record<string, Decide>> = {
  type: (value, types) =>
    value === unknownPart ? undefined : (Array.isArray(types) ? types : [types]).some((type) => hasType(value, type)),
  const: sameValue,
  enum: (value, list) => overList(list, (values) => any(values, (one) => sameValue(value, one))),
  not: (value, schema, _, depth) => negated(decideSchema(schema, value, depth)),
  allOf: (value, list, _, depth) => overList(list, (schemas) => all(schemas, (one) => decideSchema(one, value, depth))),
  anyOf: (value, list, _, depth) => overList(list, (schemas) => any(schemas, (one) => decideSchema(one, value, depth))),
  oneOf: (value, list, _, depth) =>
    overList(list, (schemas) => {
      const decided = schemas.map((one) => decideSchema(one, value, depth));
      if (decided.filter((one) => one === true).length > 1) return false;
      return decided.includes(undefined) ? undefined : decided.includes(true);
    }),
  if(value, condition, schema, depth) {
    const then = (): Decided => decideSchema(schema['then'] ?? true, value, depth);
    const otherwise = (): Decided => decideSchema(schema['else'] ?? true, value, depth);
    const holds = decideSchema(condition, value, depth);
    if (holds !== undefined) return holds ? then() : otherwise();
    return then() === otherwise() ? then() : undefined;
  },
  required: ofObject((value, names) => overList(names, (list) => all(list, (name) => hasMember(value, String(name))))),
  properties: ofObject((value, properties, _, depth) =>
    overMembers(properties, (name, schema) =>
      Object.hasOwn(value, name) ? decideSchema(schema, value[name], depth) : isOpen(value) ? undefined : true,
    ),
  ),
  additionalProperties: ofObject((value, others, { properties, patternProperties }, depth) => {
    if (patternProperties !== undefined || isOpen(value)) return undefined;
    const listed = isRecord(properties) ? properties : {};
    return overMembers(value, (name, member) => Object.hasOwn(listed, name) || decideSchema(others, member, depth));
  }),
  propertyNames: ofObject((value, names, _, depth) =>
    isOpen(value) ? undefined : overMembers(value, (name) => decideSchema(names, name, depth)),
  ),
  minProperties: ofObject((value, least) => (isOpen(value) ? undefined : isAtLeast(Object.keys(value).length, least))),
  maxProperties: ofObject((value, most) => (isOpen(value) ? undefined : isAtLeast(most, Object.keys(value).length))),
  dependentRequired: ofObject((value, dependent) =>
    overMembers(dependent, (name, names) =>
      implied(hasMember(value, name), () =>
        overList(names, (list) => all(list, (one) => hasMember(value, String(one)))),
      ),
    ),
  ),
  dependentSchemas: ofObject((value, dependent, _, depth) =>
    overMembers(dependent, (name, schema) => implied(hasMember(value, name), () => decideSchema(schema, value, depth))),
  ),
  items: ofArray((value, items, { prefixItems }, depth) => {
    if (Array.isArray(items)) return undefined;
    const behind = value.slice(Array.isArray(prefixItems) ? prefixItems.length : 0);
    return all(behind, (item) => decideSchema(items, item, depth));
  }),
  prefixItems: ofArray((value, first, _, depth) =>
    overList(first, (schemas) =>
      all(schemas.slice(0, value.length).entries(), ([index, schema]) => decideSchema(schema, value[index], depth)),
    ),
  ),
  contains: ofArray((value, schema, { minContains = 1, maxContains = Infinity }, depth) => {
    const decided = value.map((item) => decideSchema(schema, item, depth));
    if (decided.includes(undefined)) return undefined;
    const found = decided.filter((one) => one === true).length;
    return all([isAtLeast(found, minContains), isAtLeast(maxContains, found)], (one) => one);
  }),
  minItems: ofArray((value, least) => (value.includes(unknownPart) ? undefined : isAtLeast(value.length, least))),
  maxItems: ofArray((value, most) => (value.includes(unknownPart) ? undefined : isAtLeast(most, value.length))),
  minLength: ofText((value, least) => isAtLeast([...value].length, least)),
  maxLength: ofText((value, most) => isAtLeast(most, [...value].length)),
  pattern: ofText((value, pattern) => (typeof pattern === 'string' ? patternOf(pattern)?.matches(value) : undefined)),
  minimum: ofNumber((value, least) => isAtLeast(value, least)),
  maximum: ofNumber((value, most) => isAtLeast(most, value)),
  exclusiveMinimum: ofNumber((value, least) => negated(isAtLeast(least, value))),
  exclusiveMaximum: ofNumber((value, most) => negated(isAtLeast(value, most))),
};

function ofObject(decide: Decide<Members>): Decide {
  return ofKind(isRecord, decide);
}

function ofArray(decide: Decide<readonly unknown[]>): Decide {
  return ofKind((value): value is readonly unknown[] => Array.isArray(value), decide);
}

function ofText(decide: Decide<string>): Decide {
  return ofKind((value): value is string => typeof value === 'string', decide);
}

function ofNumber(decide: Decide<number>): Decide {
  return ofKind((value): value is number => typeof value === 'number', decide);
}

/** A keyword about values of one kind says nothing of others. */
function ofKind<T>(isOfKind: (value: unknown) => value is T, decide: Decide<T>): Decide {
  return (value, keyword, schema, depth) => {
    if (value === unknownPart) return undefined;
    return isOfKind(value) ? decide(value, keyword, schema, depth) : true;
  };
}

function all<T>(list: Iterable<T>, decide: (one: T) => Decided): Decided {
  let known: Decided = true;
  for (const one of list) {
    const decided = decide(one);
    if (decided === false) return false;
    if (decided === undefined) known = undefined;
  }
  return known;
}

function any<T>(list: Iterable<T>, decide: (one: T) => Decided): Decided {
  return negated(all(list, (one) => negated(decide(one))));
}

function negated(decided: Decided): Decided {
  return decided === undefined ? undefined : !decided;
}

function implied(condition: Decided, decide: () => Decided): Decided {
  if (condition === false) return true;
  const decided = decide();
  return condition === true || decided === true ? decided : undefined;
}

function overList(list: unknown, decide: (list: readonly unknown[]) => Decided): Decided {
  return Array.isArray(list) ? decide(list) : undefined;
}

function overMembers(object: unknown, decide: (name: string, member: unknown) => Decided): Decided {
  return isRecord(object) ? all(Object.keys(object), (name) => decide(name, object[name])) : undefined;
}

function hasMember(value: Members, name: string): Decided {
  return Object.hasOwn(value, name) || (isOpen(value) ? undefined : false);
}

function isOpen(value: Members): boolean {
  return Object.hasOwn(value, unknownPart);
}

function isAtLeast(number: unknown, least: unknown): Decided {
  return typeof number === 'number' && typeof least === 'number' ? number >= least : undefined;
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Returns whether two values are the same JSON, whatever the order of their members. */
function sameValue(value: unknown, other: unknown): Decided {
  if (value === unknownPart) return undefined;
  if (Array.isArray(value) && Array.isArray(other)) {
    if (value.length !== other.length) return value.includes(unknownPart) ? undefined : false;
    return all(value.entries(), ([index, item]) => sameValue(item, other[index]));
  }
  if (isRecord(value) && isRecord(other)) {
    const names = new Set([...Object.keys(value), ...Object.keys(other)]);
    return all(names, (name) => {
      if (!Object.hasOwn(other, name)) return false;
      return Object.hasOwn(value, name) ? sameValue(value[name], other[name]) : hasMember(value, name);
    });
  }
  return value === other;
}
