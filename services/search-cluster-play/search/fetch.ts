import { isRecord } from '@rulebook/json/is-record';
import { flattenedOption, fieldNamed, type FieldTable, type MappedField } from '../indices/fields';
import { matchesPattern } from '@rulebook/text/name-pattern';
import type { Candidate } from './context';
import type { FetchedField } from './request';

/** Reads the list of fields that hits return. */
export function fetchedFields(list: unknown): readonly FetchedField[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): readonly FetchedField[] => {
    const name = isRecord(item) ? item.field : typeof item === 'number' ? String(item) : item;
    const isUnmappedIncluded = isRecord(item) && item.include_unmapped === true;
    const hasFormat = isRecord(item) && item.format !== undefined;
    return typeof name === 'string' ? [{ name, isUnmappedIncluded, hasFormat }] : [];
  });
}

/**
 * Returns the values of a hit's fields, or undefined when it has none of them.
 *
 * A flattened field has its stored structure as value, one of its keys a list of values. Patterns find fields, never keys.
 */
export function fetchFields(
  table: FieldTable,
  { document }: Candidate,
  fields: readonly FetchedField[],
): Readonly<Record<string, unknown>> | undefined {
  const found = new Map<string, readonly unknown[]>();
  const put = (name: string, values: readonly unknown[]): void => {
    if (values.length > 0) found.set(name, values);
  };
  for (const { name, isUnmappedIncluded } of fields) {
    if (name.includes('*')) {
      for (const field of table.fields.values()) {
        if (field.kind !== 'object' && matchesPattern(name, field.path))
          put(field.path, storedValues(field, document.source, table));
      }
    } else {
      const named = fieldNamed(table, name);
      if (named?.key !== undefined) {
        const nullValue = flattenedOption(named.field, 'null_value');
        const leaves = valuesAt(document.source, name);
        put(
          name,
          leaves.map((value) => value ?? nullValue).filter((value) => value !== null && value !== undefined),
        );
      } else if (named) put(name, storedValues(named.field, document.source, table));
    }
    if (isUnmappedIncluded) {
      for (const path of leafPaths(document.source)) {
        if (matchesPattern(name, path) && !fieldNamed(table, path)) put(path, valuesAt(document.source, path));
      }
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

/** Returns the values at a dotted path, also through lists; the name of a member may contain dots itself. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesAt(item, path));
  if (path === '') return [value];
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === path) return Array.isArray(member) ? member.flat(Infinity) : [member];
    return path.startsWith(`${key}.`) ? valuesAt(member, path.slice(key.length + 1)) : [];
  });
}

function storedValues(field: MappedField, source: unknown, table: FieldTable): readonly unknown[] {
  const parent = parentOf(field, table);
  const values = valuesAt(source, parent?.path ?? field.path).filter((value) => value !== null);
  if (field.kind === 'flattened' || field.kind === 'opaque') return values;
  const ignoreAbove = field.options.ignore_above;
  return typeof ignoreAbove === 'number' ? values.filter((value) => String(value).length <= ignoreAbove) : values;
}

/** A field such as `title.raw` has the values of `title`. */
function parentOf(field: MappedField, { fields }: FieldTable): MappedField | undefined {
  const parent = fields.get(field.path.slice(0, Math.max(0, field.path.lastIndexOf('.'))));
  return parent?.also.includes(field) === true ? parent : undefined;
}

function leafPaths(source: unknown, prefix = ''): readonly string[] {
  if (!isRecord(source)) return [];
  return Object.entries(source).flatMap(([key, member]) =>
    isRecord(member) ? leafPaths(member, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}
