import { isRecord } from '@rulebook/json/is-record';
import type { WireRequest, WireResponse } from '@rulebook/sandbox/model';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { readJson } from '@rulebook/sandbox/wire';
import { decodePart } from '@rulebook/text/decode';

/** The words of a path; `*` stands for any characters, `**` for any number of words. */
type Path = readonly string[];

/** Returns the response with only the members that the request's `filter_path` selects. */
export function filterResponse(request: WireRequest, response: WireResponse): WireResponse {
  const list = response.body === '' ? undefined : /[?&]filter_path=([^&#]*)/.exec(request.target)?.[1];
  if (list === undefined) return response;
  const paths = decodePart(list)
    .split(',')
    .filter((path) => path !== '' && path !== '-');
  const json = paths.length === 0 ? undefined : readJson(response.body);
  if (json === undefined) return response;
  const included = paths.filter((path) => !path.startsWith('-')).map(wordsOfPath);
  const excluded = paths.filter((path) => path.startsWith('-')).map((path) => wordsOfPath(path.slice(1)));
  const kept = included.length === 0 ? json.value : including(json.value, withSkips(included));
  const left = excluded.length === 0 ? kept : excluding(kept, withSkips(excluded));
  return { ...response, body: JSON.stringify(left ?? {}) };
}

function wordsOfPath(path: string): Path {
  return path.split('.');
}

/** Returns the selected parts of a value, or undefined when there are none. */
function including(value: unknown, paths: readonly Path[]): unknown {
  // A list consumes no word of the path.
  if (Array.isArray(value)) return keptItems((value as readonly unknown[]).map((item) => including(item, paths)));
  if (!isRecord(value)) return undefined;
  return keptMembers(value, (name, inner) => {
    const next = step(paths, name);
    return next.some((path) => path.length === 0) ? inner : next.length === 0 ? undefined : including(inner, next);
  });
}

/** Returns a value without the selected parts, or undefined when nothing is left. */
function excluding(value: unknown, paths: readonly Path[]): unknown {
  if (Array.isArray(value)) return keptItems((value as readonly unknown[]).map((item) => excluding(item, paths)));
  if (!isRecord(value)) return value;
  return keptMembers(value, (name, inner) => {
    const next = step(paths, name);
    return next.some((path) => path.length === 0) ? undefined : next.length === 0 ? inner : excluding(inner, next);
  });
}

function keptItems(items: readonly unknown[]): unknown {
  const kept = items.filter((item) => item !== undefined);
  return kept.length === 0 ? undefined : kept;
}

function keptMembers(
  value: Readonly<Record<string, unknown>>,
  keep: (name: string, inner: unknown) => unknown,
): unknown {
  const members = Object.entries(value)
    .map(([name, inner]) => [name, keep(name, inner)] as const)
    .filter(([, kept]) => kept !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Returns the rest of the paths behind a member of that name. */
function step(paths: readonly Path[], name: string): readonly Path[] {
  const next = paths.flatMap(([word, ...rest]): Path[] => {
    if (word === undefined) return [];
    if (word === '**') return [[word, ...rest]];
    return matchesPattern(word, name) ? [rest] : [];
  });
  return withSkips(next);
}

/** Adds the paths in which `**` stands for zero words. */
function withSkips(paths: readonly Path[]): readonly Path[] {
  const all = new Map<string, Path>();
  for (const path of paths) {
    let rest = path;
    all.set(rest.join('.'), rest);
    while (rest[0] === '**') {
      rest = rest.slice(1);
      // A path that ends with `**` selects everything below.
      all.set(rest.join('.'), rest);
    }
  }
  return [...all.values()];
}
