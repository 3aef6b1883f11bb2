import { isPlaceholder } from '../support/bound-values';
import type { RequestPart } from './request-view';

/** Returns whether the part is a placeholder of another notation, such as `<id>`, which is not yet a value. */
export function isUnfinished(part: RequestPart): boolean {
  const value = part.parts().length === 0 ? part.value() : undefined;
  return typeof value === 'string' && isPlaceholder(value);
}
