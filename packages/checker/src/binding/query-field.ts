import type { Field } from '@rulebook/catalogue/shape';
import { decodedSegment } from '@rulebook/paths/path-template';

/**
 * Returns the field of a query parameter by its name as written. A list whose parameter is repeated may be written as `labels[]` or
 * `labels[0]`, and a member of an object as `filter[name]`; both may
 * are below a member that is described itself, such as `filter[labels]`.
 */
export function queryFieldOf(written: string, fields: ReadonlyMap<string, Field>): Field | undefined {
  const name = decodedSegment(written);
  const exact = fields.get(name);
  if (exact !== undefined || !name.includes('[')) return exact;
  for (const bracket of bracketsOf(name)) {
    const base = name.slice(0, bracket);
    const field = fields.get(base);
    const [, inner] = /^\[([^[\]]*)\]/.exec(name.slice(bracket)) ?? [];
    if (field === undefined || inner === undefined) continue;
    const isList = field.isRepeatable === true && /^\d*$/.test(inner);
    return isList || isUnlistedMember(name, field) ? field : undefined;
  }
  return undefined;
}

/** Returns where brackets open, the last one first; of very many, the first ones. */
function bracketsOf(name: string): readonly number[] {
  const found: number[] = [];
  for (let at = name.indexOf('[', 1); at !== -1 && found.length < 8; at = name.indexOf('[', at + 1)) found.unshift(at);
  return found;
}

/** Returns whether a name such as `filter[name]` is a member of an object whose members are not listed. */
export function isUnlistedMember(written: string, field: Field): boolean {
  return field.name !== decodedSegment(written) && field.shape.type === 'object';
}
