import type { BoundMember, BoundValue } from '../../binding/model';
import type { MisplacedField, ObjectShape } from '@rulebook/catalogue/shape';
import { propertyAt } from './json-edits';

/** Returns why an unknown member of the object belongs elsewhere; undefined where nothing says so. */
export function misplacementOf(
  { node }: BoundValue,
  { misplaced }: ObjectShape,
  member: BoundMember,
): MisplacedField | undefined {
  return misplaced?.find(({ names, holds }) => {
    if (names.includes(member.key)) return true;
    if (holds === undefined) return false;
    const inner = propertyAt(node, member.span.start)?.children?.[1];
    return inner?.type === 'object' && inner.children?.some(({ children }) => children?.[0]?.value === holds) === true;
  });
}
