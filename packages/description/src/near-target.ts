import { isRecord } from '@rulebook/json/is-record';
import { selectPaths } from '@rulebook/json/select-paths';
import { nearest } from '@rulebook/text';
import type { WordFix } from './document-form';

/** So many places of a description are looked at. */
const mostPlaces = 50;

/** Returns where the steps of a JSONPath begin that are not within brackets: `.name`, `..name` and `[…]`. */
export function stepStarts(path: string): readonly number[] {
  const starts: number[] = [];
  let quote = '';
  let depth = 0;
  for (let at = 0; at < path.length; at++) {
    const character = path[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === ']') depth--;
    else if (character === '[') {
      if (depth++ === 0 && path[at - 1] !== '.') starts.push(at);
    } else if (character === '.' && depth === 0 && path[at - 1] !== '.') starts.push(at);
  }
  return starts;
}

/** Returns a name as a step of a JSONPath. */
export function stepOfName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replace(/['\\]/g, '\\$&')}']`;
}

/** Returns the step that is meant where a target matches nothing: the first one that finds nothing has a name that is nearly there. */
export function nearTarget(description: unknown, target: string): WordFix | undefined {
  const starts = stepStarts(target);
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? target.length;
    if (pathsOf(description, target.slice(0, end)).length > 0) continue;
    const step = target.slice(start, end);
    const [, plain, quoted] = /^(?:\.([\w-]+)|\[['"]([^'"\\]*)['"]\])$/.exec(step) ?? [];
    const name = plain ?? quoted;
    if (name === undefined) return undefined;
    const places = start <= 1 ? [[]] : pathsOf(description, target.slice(0, start));
    const names = places.slice(0, mostPlaces).flatMap((path) => keysAt(description, path));
    const meant = nearest(name, names);
    return meant === undefined ? undefined : { from: step, to: stepOfName(meant) };
  }
  return undefined;
}

function pathsOf(description: unknown, path: string): readonly (readonly (string | number)[])[] {
  const found = selectPaths(description, path, 1000);
  return 'failure' in found ? [] : found.paths;
}

function keysAt(tree: unknown, path: readonly (string | number)[]): readonly string[] {
  let found = tree;
  for (const step of path) {
    if (Array.isArray(found)) found = (found as readonly unknown[])[Number(step)];
    else found = isRecord(found) && Object.hasOwn(found, String(step)) ? found[String(step)] : undefined;
  }
  return isRecord(found) ? Object.keys(found) : [];
}
