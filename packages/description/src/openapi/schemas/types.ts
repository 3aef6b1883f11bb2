import { nearest } from '@rulebook/text/edit-distance';
import { childOf, type Place } from '../place';
import type { Reading, Parts } from '../reading';
import { inferredTypes, typeOfValue, type SimpleType } from './keywords';

const simpleTypes: readonly string[] = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'];

/** Returns the JSON types that all schemas allow. */
export function typesOf(
  reading: Reading,
  { schemas, borrowed }: Parts,
  listedValues: readonly unknown[] | undefined,
): readonly SimpleType[] {
  let types: readonly SimpleType[] | undefined;
  for (const schema of schemas) {
    const named = namedTypes(reading, schema);
    if (named === undefined) continue;
    if (types === undefined) {
      types = named;
      continue;
    }
    const before = types;
    const both = before.flatMap((type): readonly SimpleType[] => {
      if (named.includes(type)) return [type];
      if (type === 'number' && named.includes('integer')) return ['integer'];
      return type === 'integer' && named.includes('number') ? [type] : [];
    });
    if (both.length === 0) reading.problems.warning('The types of these schemas exclude each other.', schema);
    else types = both;
  }
  if (listedValues) {
    const listed = new Set(listedValues.map(typeOfValue));
    if (types === undefined) return [...listed];
    const fitting = types.filter(
      (type) => listed.has(type) || (type === 'number' && listed.has('integer')) || type === 'null',
    );
    if (fitting.length > 0) return fitting;
    reading.problems.warning('The listed values do not have the type of the schema.', schemas[0] ?? reading.root);
    return [...listed];
  }
  return types ?? inferredTypes([...schemas, ...borrowed]);
}

/** Words of programming languages and of other formats. */
const otherWords: Readonly<Record<string, string>> = {
  int: '`integer`',
  int32: '`integer` with the format `int32`',
  int64: '`integer` with the format `int64`',
  long: '`integer` with the format `int64`',
  float: '`number`',
  double: '`number`',
  decimal: '`number`',
  bool: '`boolean`',
  str: '`string`',
  text: '`string`',
  uuid: '`string` with the format `uuid`',
  date: '`string` with the format `date`',
  datetime: '`string` with the format `date-time`',
  'date-time': '`string` with the format `date-time`',
  file: '`string` with the format `binary`',
  list: '`array`',
  dict: '`object`',
  map: '`object`',
};

function meantBy(word: unknown): string | undefined {
  if (typeof word !== 'string') return undefined;
  const key = word.toLowerCase();
  if (Object.hasOwn(otherWords, key)) return otherWords[key];
  const meant = nearest(key, simpleTypes);
  return meant === undefined ? undefined : `\`${meant}\``;
}

function namedTypes(reading: Reading, schema: Place): readonly SimpleType[] | undefined {
  const type = childOf(schema, 'type');
  if (type === undefined) return undefined;
  const words: readonly unknown[] = Array.isArray(type.value) ? type.value : [type.value];
  const known: SimpleType[] = [];
  for (const word of words) {
    if (typeof word === 'string' && simpleTypes.includes(word)) known.push(word as SimpleType);
    // A file is sent as it is.
    else if (word === 'file' && reading.dialect === 'swagger-2.0') known.push('string');
    else if (word === null) known.push('null');
    else {
      const meant = meantBy(word);
      const end = meant === undefined ? '.' : `; did you mean ${meant}?`;
      reading.problems.error(
        `\`type\` must be one of ${simpleTypes.map((one) => `\`${one}\``).join(', ')}${end}`,
        type,
      );
      return undefined;
    }
  }
  return known.length === 0 ? undefined : known;
}

/** Returns whether there may be a value that all lists of values allow. */
export function hasCommonValue(schemas: readonly Place[]): boolean {
  let known: readonly unknown[] | undefined;
  for (const schema of schemas) {
    const list = childOf(schema, 'enum')?.value;
    const constant = childOf(schema, 'const');
    const values: readonly unknown[] | undefined = constant ? [constant.value] : Array.isArray(list) ? list : undefined;
    // Objects and lists are not compared here.
    if (values === undefined || values.some((value) => typeof value === 'object' && value !== null)) continue;
    const before = known;
    known = before === undefined ? values : before.filter((value) => values.includes(value));
    if (known.length === 0) return false;
  }
  return true;
}

/** Returns the values that all lists of values allow. */
export function listedValuesOf(reading: Reading, schemas: readonly Place[]): readonly unknown[] | undefined {
  let known: readonly unknown[] | undefined;
  for (const schema of schemas) {
    const list = childOf(schema, 'enum');
    if (list && !Array.isArray(list.value)) reading.problems.error('`enum` must be a list of values.', list);
    const constant = childOf(schema, 'const');
    const values: readonly unknown[] | undefined = constant
      ? [constant.value]
      : list && Array.isArray(list.value)
        ? (list.value as readonly unknown[])
        : undefined;
    if (values === undefined) continue;
    if (values.some((value) => typeof value === 'object' && value !== null))
      reading.problems.information('Listed values that are objects or lists are not checked.', list ?? schema);
    const before = known;
    known = before === undefined ? values : before.filter((value) => values.includes(value));
    if (known.length > 0) continue;
    // The lists contradict each other, or there is no value at all.
    reading.problems.warning('No value is allowed here, so values are not checked.', constant ?? list ?? schema);
    return undefined;
  }
  return known;
}
