import { fieldNamed, isFlatObject, type NamedField } from '../indices/fields';
import { problem, type Problem } from '../indices/problem';
import { accessTo, type IndexedValue } from '../indices/values';
import { indexedName, valuesOfField, type Candidate, type QueryContext } from './context';
import { compareValues } from './leaf';

/** A field by whose values searches can sort and group. */
export interface Column {
  readonly named: NamedField;
  /** The name under which documents have its values. */
  readonly name: string;
}

/** Returns the column of a field; undefined for an unknown field, and a problem when it has no column. */
export function columnOf({ table }: QueryContext, name: string): Column | Problem | undefined {
  const named = fieldNamed(table, name);
  if (!named) return undefined;
  const { field, key } = named;
  const isWhole = isFlatObject(field) && key === undefined;
  if (isWhole || !accessTo(field).hasColumns || field.kind === 'object' || field.kind === 'opaque') {
    const reason = `The field [${field.path}] of type [${field.type}] cannot be used to sort or group.`;
    return problem(reason, { rule: 'unusable-field' });
  }
  return { named, name: indexedName(named) };
}

/** Returns the values of a document as a column holds them: in their order, and equal texts once. */
export function columnValues({ named, name }: Column, candidate: Candidate): readonly IndexedValue[] {
  const values = valuesOfField(candidate, name);
  const isText = named.field.kind === 'flattened' || named.field.kind === 'keyword';
  return [...(isText ? new Set(values) : values)].sort(compareValues);
}
