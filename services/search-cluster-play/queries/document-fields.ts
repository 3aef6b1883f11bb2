import { isRecord } from '@rulebook/json/is-record';
import { perObject } from '@rulebook/text/structures/memo';
import type { Candidate } from '../search/context';
import type { FieldTable, MappedField } from '../indices/fields';
import { shownAddress } from './addresses';
import { distinct, sorted } from './several-functions';
import { nanosOfText } from './times';
import { shownDouble, valueOf, type Scalar } from './values';

/** A field of documents that is a column. */
export interface ReadableField {
  /** The type of the column; of one that is not read, `unsupported` with the type of the mapping. */
  readonly type: string;
  readonly field: MappedField;
  /** The name whose values it has in documents. */
  readonly path: string;
}

const types: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'boolean date_nanos double ip keyword long text version integer unsigned_long geo_point geo_shape'
      .split(' ')
      .map((name) => [name, name]),
  ),
  ...{ date: 'datetime', float: 'double', half_float: 'double', scaled_float: 'double', short: 'integer' },
  ...{ byte: 'integer', constant_keyword: 'keyword', wildcard: 'keyword', match_only_text: 'text' },
  ...{ search_as_you_type: 'text', point: 'cartesian_point', shape: 'cartesian_shape' },
};

/** Types whose fields are no columns by themselves. */
const withoutColumn = new Set(['object', 'nested', 'passthrough', 'join']);

/** Returns the fields of a mapping that are columns, by their names. */
export const readableFields = perObject((table: FieldTable): ReadonlyMap<string, ReadableField> => {
  const found = new Map<string, ReadableField>();
  const below = new Map<string, MappedField>();
  const closed: string[] = [];
  for (const field of table.fields.values()) {
    for (const other of field.also) below.set(other.path, field);
    if (field.type === 'nested' || field.kind === 'flattened') closed.push(`${field.path}.`);
  }
  for (const [path, field] of table.fields) {
    if (withoutColumn.has(field.type) || closed.some((prefix) => path.startsWith(prefix))) continue;
    const target = field.type === 'alias' ? table.fields.get(String(field.options.path)) : field;
    if (target === undefined) continue;
    const type = types[target.type] ?? `unsupported ${target.type}`;
    const owner = below.get(target.path);
    found.set(path, { type, field: target, path: owner?.path ?? target.path });
  }
  return found;
});

/** Returns the values that a field has in a document, as its type has them. */
export function readField(
  { type, field, path }: ReadableField,
  candidate: Candidate,
): Scalar | readonly Scalar[] | null {
  if (type === 'unsupported' || type.startsWith('unsupported ')) return null;
  if (type === 'text') {
    // What a keyword below it keeps as a whole is read from there: each value once, in order.
    const kept = field.also.find((other) => other.type === 'keyword' && other.options.ignore_above === undefined);
    if (kept !== undefined) return columnOf(kept, 'keyword', candidate);
    const written = writtenAt(candidate.document.source, path);
    return valueOf(written.flatMap((one) => (isPlain(one) ? [String(one)] : [])));
  }
  if (type.includes('geo_') || type.includes('cartesian_'))
    return valueOf(shapesOf(writtenAt(candidate.document.source, path)));
  if (field.type === 'constant_keyword') {
    const value = field.options.value;
    return typeof value === 'string' ? value : null;
  }
  if (type === 'date_nanos') {
    const read = writtenAt(candidate.document.source, path).flatMap((one) => nanosOf(one) ?? []);
    return valueOf(sorted(read, type));
  }
  return columnOf(field, type, candidate);
}

function columnOf(field: MappedField, type: string, candidate: Candidate): Scalar | readonly Scalar[] | null {
  const indexed = candidate.indexed.values.get(field.path) ?? [];
  const values = indexed.flatMap((one): readonly Scalar[] => inType(one, type, field));
  // Texts and addresses are kept once each, and everything in its order.
  const isOnce = type === 'keyword' || type === 'ip' || type === 'version';
  return valueOf(sorted(isOnce ? distinct(values, type) : values, type));
}

function nanosOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return BigInt(Math.trunc(value)) * 1_000_000n;
  return typeof value === 'string' ? nanosOfText(value) : undefined;
}

function inType(value: string | number | boolean, type: string, field: MappedField): readonly Scalar[] {
  if (type === 'ip') return [shownAddress(String(value)) ?? ''].filter((one) => one !== '');
  if (typeof value !== 'number') return [value];
  switch (field.type) {
    case 'float':
      return [Math.fround(value)];
    case 'half_float':
      return [halfOf(value)];
    case 'scaled_float': {
      const factor = Number(field.options.scaling_factor ?? 1);
      return [Math.round(value * factor) / factor];
    }
    case 'double':
      return [value];
    default:
      return [Math.trunc(value) || 0];
  }
}

/** Returns the nearest number of 16 bits. */
function halfOf(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return value;
  const step = 2 ** (Math.max(Math.floor(Math.log2(size)), -14) - 10);
  const below = Math.floor(size / step);
  const rest = size / step - below;
  const count = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return Math.sign(value) * count * step;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns what a document has at a dotted path, of lists each item. */
function writtenAt(source: Readonly<Record<string, unknown>>, path: string): readonly unknown[] {
  const found: unknown[] = [];
  const visit = (value: unknown, rest: string): void => {
    if (Array.isArray(value) && rest !== '') for (const item of value) visit(item, rest);
    else if (rest === '')
      found.push(...(Array.isArray(value) ? (value as readonly unknown[]).flat(Infinity) : [value]));
    else if (isRecord(value))
      for (const key of Object.keys(value)) {
        if (rest === key) visit(value[key], '');
        else if (rest.startsWith(`${key}.`)) visit(value[key], rest.slice(key.length + 1));
      }
  };
  visit(source, path);
  return found.filter((value) => value !== null && value !== undefined);
}

/** Returns points as servers show them; a list of two numbers is one point. */
function shapesOf(written: readonly unknown[]): readonly Scalar[] {
  const [first, second] = written;
  if (typeof first === 'number' && typeof second === 'number') return [pointAt(first, second)];
  return written.flatMap((one): readonly Scalar[] => {
    if (typeof one === 'string') {
      const [, latitude, longitude] = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(one) ?? [];
      return [latitude === undefined ? one : pointAt(Number(longitude), Number(latitude))];
    }
    if (!isRecord(one)) return [];
    const { lat, lon, x, y, coordinates } = one;
    if (Array.isArray(coordinates)) return [pointAt(Number(coordinates[0]), Number(coordinates[1]))];
    return [pointAt(Number(lon ?? x), Number(lat ?? y))];
  });
}

function pointAt(x: number, y: number): string {
  return `POINT (${shownDouble(x)} ${shownDouble(y)})`;
}
