import { matchesPattern } from '@rulebook/text/name-pattern';
import type { GrantedActions, PrivilegeTables } from './need';

/** The extent of a privilege: `own` covers only what the caller made itself. */
export type Reach = 'all' | 'own';

/** Returns the extent to which a privilege, by its name or as a pattern of actions, grants an action, or undefined. */
export function reachOf(
  table: Readonly<Record<string, GrantedActions>>,
  privilege: string,
  action: string,
): Reach | undefined {
  const granted = grantedBy(table, privilege.toLowerCase());
  // Anything else than the name of a privilege is a pattern of actions.
  if (!granted) return /[:*]/.test(privilege) && matchesPattern(privilege, action) ? 'all' : undefined;
  const { actions, except = [], own = [] } = granted;
  const isIn = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesPattern(pattern, action));
  if (isIn(actions) && !isIn(except)) return 'all';
  return isIn(own) ? 'own' : undefined;
}

/** Returns whether a privilege, by its name or as a pattern of actions, includes another one. */
export function covers(tables: PrivilegeTables, kind: 'cluster' | 'index', granted: string, asked: string): boolean {
  if (granted === asked || granted === 'all') return true;
  // `manage` has the same patterns as `all`, with exceptions.
  if (asked === 'all') return false;
  const table = tables[kind];
  const { actions = [asked], own = [] } = grantedBy(table, asked) ?? {};
  // A pattern is included when the other one matches its text; its `*` then counts as a literal star.
  return (
    actions.length + own.length > 0 &&
    actions.every((action) => reachOf(table, granted, action) === 'all') &&
    own.every((action) => reachOf(table, granted, action) !== undefined)
  );
}

function grantedBy(table: Readonly<Record<string, GrantedActions>>, name: string): GrantedActions | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
