import { matchesPattern } from '@rulebook/text/name-pattern';

/** The repositories that an expression selects, or a name in it that does not exist. */
type SelectedRepositories = { readonly names: readonly string[] } | { readonly missing: string };

/**
 * Selects names by a comma-separated list of names and patterns. `_all` selects all; behind a pattern, a leading `-` excludes.
 */
export function selectRepositories(known: readonly string[], expression: string): SelectedRepositories {
  const selected = new Set<string>();
  let hasPattern = false;
  for (const part of expression.split(',')) {
    if (part === '') continue;
    const pattern = part === '_all' ? '*' : part;
    if (hasPattern && pattern.startsWith('-')) {
      for (const name of [...selected]) if (matchesName(pattern.slice(1), name)) selected.delete(name);
    } else if (pattern.includes('*')) {
      hasPattern = true;
      for (const name of known) if (matchesName(pattern, name)) selected.add(name);
    } else if (known.includes(part)) {
      selected.add(part);
    } else {
      return { missing: part };
    }
  }
  return { names: known.filter((name) => selected.has(name)) };
}

/** Returns whether a pattern matches a name. Only `*` is a wildcard here, since a name may contain a question mark. */
export function matchesName(pattern: string, name: string): boolean {
  return pattern.includes('*')
    ? matchesPattern(pattern.replaceAll('?', '\0'), name.replaceAll('?', '\0'))
    : pattern === name;
}
