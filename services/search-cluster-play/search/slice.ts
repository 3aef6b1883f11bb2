import { isRecord } from '@rulebook/json/is-record';
import type { Slice } from './request';
import { problem, type Problem } from '../indices/problem';

/** Reads the member `slice` of a search that is read in pages. */
export function readSlice(value: unknown, isInPages: boolean): Slice | Problem | undefined {
  if (value === undefined) return undefined;
  if (!isInPages)
    return problem('A [slice] is only possible with a scroll or a point in time.', {
      type: 'action_request_validation_exception',
      rule: 'impossible-search',
    });
  const { id, max } = isRecord(value) ? value : {};
  const isValid = Number.isSafeInteger(id) && Number.isSafeInteger(max) && Number(id) >= 0 && Number(max) > Number(id);
  if (!isValid || Number(max) < 2) {
    return problem('A [slice] needs [max], which is at least 2, and [id], which is from 0 to below [max].');
  }
  return { id: Number(id), max: Number(max) };
}

/** Returns whether a document belongs to the slice; without one, every document does. */
export function isInSlice(slice: Slice | undefined, id: string): boolean {
  if (slice === undefined) return true;
  let hash = 0;
  for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) >>> 0;
  return hash % slice.max === slice.id;
}
