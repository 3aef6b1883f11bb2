import type { MemberPattern } from '@rulebook/catalogue/read-back';

/** Returns whether names lead to a member of the pattern. */
export function isAt(pattern: MemberPattern, names: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return names.length === 0;
  if (first === '**') return isAt(rest, names) || (names.length > 0 && isAt(pattern, names.slice(1)));
  return names.length > 0 && (first === '*' || first === names[0]) && isAt(rest, names.slice(1));
}

/** Returns whether names lead to a member of one of the patterns. */
export function isAtOne(patterns: readonly MemberPattern[] | undefined, names: readonly string[]): boolean {
  return patterns?.some((pattern) => isAt(pattern, names)) === true;
}

/** Returns a value of JSON text that the catalogue has. */
export function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
