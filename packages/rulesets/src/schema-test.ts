import { isRecord } from '@rulebook/json/is-record';
import type { HouseFailure, HouseTest } from '@rulebook/catalogue/house';
import { writtenPattern } from '@rulebook/text/patterns';

type Path = readonly (string | number)[];
type Keywords = Readonly<Record<string, unknown>>;

/** Keywords that only describe. */
const annotations: ReadonlySet<string> = new Set(
  '$schema $id $comment title description default examples example deprecated readOnly writeOnly format definitions $defs'.split(
    ' ',
  ),
);

/** What checks a value against a keyword, with the keywords next to it. */
type Checker = (
  value: unknown,
  operand: unknown,
  path: Path,
  keywords: Keywords,
  depth: number,
) => readonly HouseFailure[];

const deepest = 50;

/** Returns a test by a JSON schema. What is not checked in it is given to `refuse`, each once, to follow its name. */
export function createSchemaTest(schema: unknown, refuse: (message: string) => void): HouseTest {
  const unchecked = new Set<string>();
  findUnchecked(schema, unchecked, 0);
  for (const message of unchecked) refuse(message);
  return (value) => (value === undefined ? [] : checkSchema(value, schema, [], 0));
}

function checkSchema(value: unknown, schema: unknown, path: Path, depth: number): readonly HouseFailure[] {
  if (schema === false) return [{ error: 'is not allowed', at: path }];
  if (!isRecord(schema) || depth > deepest) return [];
  return Object.entries(schema).flatMap(([keyword, operand]) => {
    const checker = Object.hasOwn(checkers, keyword) ? checkers[keyword] : undefined;
    return checker?.(value, operand, path, schema, depth) ?? [];
  });
}

const checkers: Readonly<Record<string, Checker>> = {
  type: (value, operand, path) => {
    const types = [operand].flat();
    return types.some((type) => isOfType(value, type)) ? [] : fail(`must be of type ${types.join(' or ')}`, path);
  },
  enum: (value, operand, path) =>
    Array.isArray(operand) && !operand.some((one) => isEqual(one, value))
      ? fail(`must be one of ${operand.map((one) => JSON.stringify(one)).join(', ')}`, path)
      : [],
  const: (value, operand, path) => (isEqual(value, operand) ? [] : fail(`must be ${JSON.stringify(operand)}`, path)),
  pattern: (value, operand, path) => {
    const expression = typeof operand === 'string' ? writtenPattern(operand) : undefined;
    if (typeof value !== 'string' || expression?.matches(value) !== false) return [];
    return fail(`must match the pattern ${String(operand)}`, path);
  },
  minLength: limit((value) => (typeof value === 'string' ? [...value].length : undefined), 'shorter than'),
  maxLength: limit((value) => (typeof value === 'string' ? [...value].length : undefined), 'longer than', true),
  minimum: limit(numberIn, 'less than'),
  maximum: limit(numberIn, 'more than', true),
  exclusiveMinimum: (value, operand, path) =>
    typeof value === 'number' && typeof operand === 'number' && value <= operand
      ? fail(`must be more than ${operand}`, path)
      : [],
  exclusiveMaximum: (value, operand, path) =>
    typeof value === 'number' && typeof operand === 'number' && value >= operand
      ? fail(`must be less than ${operand}`, path)
      : [],
  multipleOf: (value, operand, path) =>
    typeof value === 'number' && typeof operand === 'number' && !Number.isInteger(value / operand)
      ? fail(`must be a multiple of ${operand}`, path)
      : [],
  minItems: limit((value) => (Array.isArray(value) ? value.length : undefined), 'shorter than'),
  maxItems: limit((value) => (Array.isArray(value) ? value.length : undefined), 'longer than', true),
  uniqueItems: (value, operand, path) => {
    if (operand !== true || !Array.isArray(value)) return [];
    const texts = value.map((item) => JSON.stringify(item));
    const at = texts.findIndex((text, index) => texts.indexOf(text) < index);
    return at < 0 ? [] : fail('must not be repeated', [...path, at]);
  },
  items: (value, operand, path, _keywords, depth) =>
    Array.isArray(value) ? value.flatMap((item, index) => checkSchema(item, operand, [...path, index], depth + 1)) : [],
  minProperties: limit((value) => (isRecord(value) ? Object.keys(value).length : undefined), 'shorter than'),
  maxProperties: limit((value) => (isRecord(value) ? Object.keys(value).length : undefined), 'longer than', true),
  required: (value, operand, path) =>
    isRecord(value) && Array.isArray(operand)
      ? operand
          .map(String)
          .filter((name) => !Object.hasOwn(value, name))
          .flatMap((name) => fail(`must have the member ${name}`, path))
      : [],
  properties: (value, operand, path, _keywords, depth) =>
    isRecord(value) && isRecord(operand)
      ? Object.entries(operand).flatMap(([name, schema]) =>
          Object.hasOwn(value, name) ? checkSchema(value[name], schema, [...path, name], depth + 1) : [],
        )
      : [],
  patternProperties: (value, operand, path, _keywords, depth) =>
    isRecord(value) && isRecord(operand)
      ? Object.entries(operand).flatMap(([source, schema]) =>
          Object.keys(value)
            .filter((name) => writtenPattern(source)?.matches(name) === true)
            .flatMap((name) => checkSchema(value[name], schema, [...path, name], depth + 1)),
        )
      : [],
  additionalProperties: (value, operand, path, { properties, patternProperties }, depth) => {
    if (!isRecord(value)) return [];
    const known = isRecord(properties) ? properties : {};
    const patterns = Object.keys(isRecord(patternProperties) ? patternProperties : {});
    return Object.keys(value)
      .filter((name) => !Object.hasOwn(known, name))
      .filter((name) => !patterns.some((source) => writtenPattern(source)?.matches(name) !== false))
      .flatMap((name) => checkSchema(value[name], operand, [...path, name], depth + 1));
  },
  propertyNames: (value, operand, path, _keywords, depth) =>
    isRecord(value)
      ? Object.keys(value).flatMap((name) =>
          checkSchema(name, operand, [], depth + 1).length === 0
            ? []
            : fail('has a name that is not allowed', [...path, name]),
        )
      : [],
  allOf: (value, operand, path, _keywords, depth) =>
    Array.isArray(operand) ? operand.flatMap((schema) => checkSchema(value, schema, path, depth + 1)) : [],
  anyOf: (value, operand, path, _keywords, depth) =>
    countOf(value, operand, path, depth) === 0 ? fail('must fit one of the alternatives', path) : [],
  oneOf: (value, operand, path, _keywords, depth) => {
    const count = countOf(value, operand, path, depth);
    return count === 1 || count === undefined ? [] : fail('must fit exactly one of the alternatives', path);
  },
  not: (value, operand, path, _keywords, depth) =>
    checkSchema(value, operand, path, depth + 1).length === 0 ? fail('must not fit the excluded schema', path) : [],
};

/** The number of schemas of a list that the value fits; undefined without a list. */
function countOf(value: unknown, schemas: unknown, path: Path, depth: number): number | undefined {
  if (!Array.isArray(schemas)) return undefined;
  return schemas.filter((schema) => checkSchema(value, schema, path, depth + 1).length === 0).length;
}

function limit(sizeOf: (value: unknown) => number | undefined, words: string, isHighest = false): Checker {
  return (value, operand, path) => {
    const size = sizeOf(value);
    if (size === undefined || typeof operand !== 'number') return [];
    return (isHighest ? size > operand : size < operand) ? fail(`must not be ${words} ${operand}`, path) : [];
  };
}

function findUnchecked(schema: unknown, found: Set<string>, depth: number): void {
  if (!isRecord(schema) || depth > deepest) return;
  for (const [keyword, operand] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    const patterns =
      keyword === 'pattern'
        ? [operand]
        : keyword === 'patternProperties' && isRecord(operand)
          ? Object.keys(operand)
          : [];
    for (const pattern of patterns)
      if (typeof pattern !== 'string' || writtenPattern(pattern) === undefined)
        found.add(`has the pattern \`${String(pattern).slice(0, 100)}\`, which cannot be compared`);
    if (!Object.hasOwn(checkers, keyword)) found.add(`has the keyword \`${keyword}\`, which Rulebook does not check`);
    else if (/^(?:properties|patternProperties)$/.test(keyword) && isRecord(operand))
      for (const one of Object.values(operand)) findUnchecked(one, found, depth + 1);
    else
      for (const one of [operand].flat())
        if (keyword !== 'enum' && keyword !== 'const') findUnchecked(one, found, depth + 1);
  }
}

function fail(error: string, at: Path): readonly HouseFailure[] {
  return [{ error, at }];
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return isRecord(value);
  return typeof value === type;
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
