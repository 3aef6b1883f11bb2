import { isRecord } from '@rulebook/json/is-record';
import { fieldNamed, flattenedOption, isFlatObject, type FieldTable, type MappedField } from './fields';
import { leavesOf } from './leaves';
import { literalOf } from './literals';
import { isProblem, problem, type Problem } from './problem';
import { wordsOfText } from './words';

/** A value as it is indexed: strings of keywords and words, numbers (dates are milliseconds since 1970), and booleans. */
export type IndexedValue = string | number | boolean;

/** A document as searches see it; a key of a flattened field is a field with a dotted name. */
export interface IndexedDocument {
  readonly values: ReadonlyMap<string, readonly IndexedValue[]>;
}

/** The maximum depth of documents. */
const deepest = 200;

/** Returns the indexed form of a document, or why the mapping refuses it. Unknown fields are omitted. */
export function indexDocument(table: FieldTable, source: Readonly<Record<string, unknown>>): IndexedDocument | Problem {
  const values = new Map<string, IndexedValue[]>();
  const found = visitObject({ table, values }, source, '');
  return found ?? { values };
}

/** Returns whether a value is nested more deeply than the sandbox accepts. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    );
  }
  return false;
}

/** Returns a date in milliseconds since 1970, or undefined for text in another form. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const [, date, time, zone = 'Z'] =
    /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(value) ?? [];
  if (date === undefined) return /^-?\d{5,}$/.test(value) ? Number(value) : undefined;
  const parsed = Date.parse(time === undefined ? date : `${date}T${time}${zone}`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** Converts a value as the field indexes it; undefined for one that does not fit. */
export function convertValue({ kind }: MappedField, value: unknown): IndexedValue | undefined {
  switch (kind) {
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    }
    case 'boolean':
      return value === true || value === 'true'
        ? true
        : value === false || value === 'false' || value === ''
          ? false
          : undefined;
    case 'date':
      return timeOf(value);
    default:
      return typeof value === 'object' || value === undefined ? undefined : String(value as string | number | boolean);
  }
}

interface Indexing {
  readonly table: FieldTable;
  readonly values: Map<string, IndexedValue[]>;
}

function visitObject(
  indexing: Indexing,
  object: Readonly<Record<string, unknown>>,
  prefix: string,
): Problem | undefined {
  for (const [key, member] of Object.entries(object)) {
    const found = visitMember(indexing, `${prefix}${key}`, member, literalOf(object, key));
    if (found) return found;
  }
  return undefined;
}

function visitMember(indexing: Indexing, path: string, member: unknown, written?: string): Problem | undefined {
  const named = fieldNamed(indexing.table, path);
  const field = named?.field;
  if (field && isFlatObject(field) && named?.key !== undefined) return addedBelow(field, path);
  if (field?.kind === 'flattened')
    return visitFlattened(indexing, field, () => leavesOf(field, member, named?.key, written));
  if (field?.kind === 'opaque' || (field?.kind === 'object' && field.options.enabled === false)) return undefined;
  for (const item of Array.isArray(member) ? (member as readonly unknown[]).flat(Infinity) : [member]) {
    if (isRecord(item)) {
      if (field && field.kind !== 'object') return mismatch(field, 'an object');
      const found = visitObject(indexing, item, `${path}.`);
      if (found) return found;
    } else if (item !== null && field) {
      if (field.kind === 'object') return mismatch(field, 'a plain value');
      const found = addValue(indexing, field, item);
      if (found) return found;
    }
  }
  return undefined;
}

/** A whole object takes its keys in one piece. */
function addedBelow(field: MappedField, path: string): Problem {
  return problem(`The field [${path}] cannot be added, since [${field.path}] is of the type [${field.type}].`, {
    type: 'document_parsing_exception',
  });
}

function addValue(indexing: Indexing, field: MappedField, item: unknown): Problem | undefined {
  const value = convertValue(field, item);
  if (value === undefined) {
    return field.options.ignore_malformed === true ? undefined : mismatch(field, 'another value');
  }
  const ignoreAbove = field.options.ignore_above;
  if (typeof value === 'string' && field.kind === 'text') append(indexing, field.path, wordsOfText(value));
  else if (typeof value !== 'string' || typeof ignoreAbove !== 'number' || value.length <= ignoreAbove) {
    append(indexing, field.path, [value]);
  }
  for (const other of field.also) {
    const found = addValue(indexing, other, item);
    if (found) return found;
  }
  return undefined;
}

function visitFlattened(
  indexing: Indexing,
  field: MappedField,
  read: () => ReturnType<typeof leavesOf>,
): Problem | undefined {
  // Without an index and columns, the value is only stored.
  if (!['index', 'doc_values'].some((name) => flattenedOption(field, name) !== false)) return undefined;
  const leaves = read();
  if (isProblem(leaves)) return leaves;
  for (const { key, text } of leaves) {
    const path = `${field.path}.${key}`;
    const typed = indexing.table.fields.get(path);
    // The whole field does not have a key with a type of its own.
    if (typed === undefined) append(indexing, field.path, [text]);
    const own = typed ? convertValue(typed, text) : text;
    if (own === undefined && typed) return mismatch(typed, 'another value');
    if (own !== undefined) append(indexing, path, [own]);
  }
  return undefined;
}

function append({ values }: Indexing, path: string, more: readonly IndexedValue[]): void {
  const known = values.get(path);
  if (known) for (const value of more) known.push(value);
  else values.set(path, [...more]);
}

function mismatch({ path, type }: MappedField, found: string): Problem {
  return problem(`The field [${path}] is mapped as [${type}], and the document has ${found} there.`, {
    type: 'document_parsing_exception',
  });
}

/** Returns whether the field can be searched, and whether searches can sort and group by it. */
export function accessTo(field: MappedField): { readonly isSearchable: boolean; readonly hasColumns: boolean } {
  const read = (name: string): unknown =>
    field.kind === 'flattened' ? flattenedOption(field, name) : (field.options[name] ?? true);
  return { isSearchable: read('index') !== false, hasColumns: field.kind !== 'text' && read('doc_values') !== false };
}
