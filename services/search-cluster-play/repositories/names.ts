import { matchesPattern } from '@rulebook/text/name-pattern';

/** The repositories that an expression selects, or a name in it that does not exist. */
type SelectedRepositories = { readonly names: readonly string[] } | { readonly missing: string };

/**
 * Selects names by a comma-separated list of names and patterns. `_all` alone selects all; in a list, it is a name. Behind a pattern, a leading
 * `-` excludes what the rest of the list names, too, unless the product knows no exclusions.
 */
export function selectRepositories(
  known: readonly string[],
  expression: string,
  hasExclusions = true,
): SelectedRepositories {
  if (/^(?:_all)?$/i.test(expression)) return { names: known };
  const included: string[] = [];
  const excluded: string[] = [];
  for (const part of expression.split(',')) {
    if (part === '') continue;
    if (hasExclusions && included.some(isPattern) && part.length > 1 && part.startsWith('-')) {
      excluded.push(part.slice(1));
      continue;
    }
    if (!isPattern(part) && !known.includes(part)) return { missing: part };
    included.push(part);
  }
  const isIn = (patterns: readonly string[], name: string): boolean =>
    patterns.some((pattern) => matchesName(pattern, name));
  return { names: known.filter((name) => isIn(included, name) && !isIn(excluded, name)) };
}

function isPattern(text: string): boolean {
  return text.includes('*');
}

/** Returns whether a pattern matches a name. Only `*` is a wildcard here, since a name may contain a question mark. */
export function matchesName(pattern: string, name: string): boolean {
  return isPattern(pattern)
    ? matchesPattern(pattern.replaceAll('?', '\0'), name.replaceAll('?', '\0'))
    : pattern === name;
}
