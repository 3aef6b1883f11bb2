import { isRecord } from '@rulebook/json/is-record';
import type { DeclaredPart } from './declared';
import type { UnknownMember } from './model';

/** Deeper parts count as compared. */
const maxDepth = 80;

/** Returns whether none of the members that a file declares could be compared, as where the endpoint shows none of them. */
export function areAllUnknown(parts: readonly DeclaredPart[], unknown: readonly UnknownMember[]): boolean {
  const paths = new Set(unknown.map(({ path }) => path));
  const isUnknown = (value: unknown, path: string, depth: number): boolean => {
    if (paths.has(path)) return true;
    if (depth > maxDepth) return false;
    const members = membersOf(value, path);
    return members.length > 0 && members.every(([name, member]) => isUnknown(member, name, depth + 1));
  };
  const declared = parts.filter(({ value }) => membersOf(value, '').length > 0);
  return declared.length > 0 && declared.every(({ part, value }) => isUnknown(value, part.of.join('.'), 0));
}

/** Returns the members of an object or a list with their paths, as people read them. */
function membersOf(value: unknown, path: string): readonly (readonly [path: string, member: unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [`${path}[${index}]`, item]);
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([name, member]) => [path === '' ? name : `${path}.${name}`, member]);
}
