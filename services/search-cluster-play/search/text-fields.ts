import type { NamedField } from '../indices/fields';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { queriedField, type QueryContext } from './context';

/** A field that a text is searched in. */
export interface SearchedField {
  readonly named: NamedField;
  readonly boost: number;
  /** Set for a field that a pattern found; values of another type are then ignored. */
  readonly isLenient: boolean;
}

/** Returns the fields of a list such as `["title^2", "lab*"]`; patterns find fields of the mapping, never keys of flattened ones. */
export function chooseFields(context: QueryContext, kind: string, list: unknown): readonly SearchedField[] {
  const written = Array.isArray(list) ? (list as readonly unknown[]) : list === undefined ? ['*'] : [list];
  return written.flatMap((item): readonly SearchedField[] => {
    const [, name = '', weight = '1'] = /^(.*?)(?:\^([\d.]+))?$/s.exec(String(item)) ?? [];
    const boost = Number.isFinite(Number(weight)) ? Number(weight) : 1;
    if (!name.includes('*')) {
      const named = queriedField(context, kind, name);
      return named ? [{ named, boost, isLenient: false }] : [];
    }
    return [...context.table.fields.values()]
      .filter(({ path, kind: how, options }) => {
        const isSearched = how !== 'object' && how !== 'opaque' && options.index !== false;
        return isSearched && matchesPattern(name, path);
      })
      .map((field) => ({ named: { field }, boost, isLenient: true }));
  });
}
