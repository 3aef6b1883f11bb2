import type { Field } from '../catalogue/shape';
import { decodedSegment } from './path-template';

/**
 * Returns the field of a query parameter by its name as written. A list whose parameter is repeated may be written as `labels[]` or
 * `labels[0]`, and a member of an object as `filter[name]`.
 */
export function queryFieldOf(written: string, fields: readonly Field[]): Field | undefined {
  const name = decodedSegment(written);
  const exact = fields.find((field) => field.name === name);
  if (exact !== undefined || !name.includes('[')) return exact;
  const [, base, inner = ''] = /^([^[\]]+)\[([^[\]]*)\]/.exec(name) ?? [];
  if (base === undefined) return undefined;
  const field = fields.find((candidate) => candidate.name === base);
  if (field === undefined) return undefined;
  const isList = field.isRepeatable === true && /^\d*$/.test(inner);
  return isList || isUnlistedMember(name, field) ? field : undefined;
}

/** Returns whether a name such as `filter[name]` is a member of an object whose members are not listed. */
export function isUnlistedMember(written: string, field: Field): boolean {
  return field.name !== decodedSegment(written) && field.shape.type === 'object';
}
