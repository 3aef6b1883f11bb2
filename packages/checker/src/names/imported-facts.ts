import type { ImportedFacts, RepeatedName } from '../binding/model';
import type { DefinedNames } from './summary';

/** A request file among those that import each other. */
export interface ImportingFile {
  /** The locations of the files that it imports, by their paths as written, in its order. */
  readonly imports: ReadonlyMap<string, string>;
  readonly defined: () => Pick<DefinedNames, 'named'>;
}

/** Returns what a file should know of those that it imports: circles, and names of requests that several files have. */
export function importedFacts(root: string, fileAt: (location: string) => ImportingFile | undefined): ImportedFacts {
  const shown = (location: string): string => shownPath(root, location);
  const circles = new Map<string, readonly string[]>();
  const repeated = new Map<string, readonly RepeatedName[]>();
  const requests = new Map<string, string>();
  const next = stepsTo(root, fileAt);
  const seen = new Set([root]);
  for (const [path, location] of fileAt(root)?.imports ?? []) {
    const circle = wayBack(root, location, next);
    if (circle) circles.set(path, circle.map(shown));
    const before = new Map(requests);
    const twice: RepeatedName[] = [];
    for (const one of importedThrough(location, seen, fileAt))
      for (const name of fileAt(one)?.defined().named ?? []) {
        const taken = before.get(name);
        if (taken !== undefined) twice.push({ name, file: shown(one), taken });
        else if (!requests.has(name)) requests.set(name, shown(one));
      }
    if (twice.length > 0) repeated.set(path, twice);
  }
  return { circles, requests, repeated };
}

/** Returns the files that are imported through one and were not seen before, in the order in which their names count. */
function importedThrough(
  start: string,
  seen: Set<string>,
  fileAt: (location: string) => ImportingFile | undefined,
): readonly string[] {
  const found: string[] = [];
  const open = [start];
  for (let location = open.shift(); location !== undefined; location = open.shift()) {
    if (seen.has(location)) continue;
    seen.add(location);
    found.push(location);
    open.unshift(...(fileAt(location)?.imports.values() ?? []));
  }
  return found;
}

/** Returns, for each file from which imports lead to a file, the next one on the shortest way. */
function stepsTo(root: string, fileAt: (location: string) => ImportingFile | undefined): ReadonlyMap<string, string> {
  const importers = new Map<string, string[]>();
  const seen = new Set([root]);
  for (const location of seen)
    for (const imported of fileAt(location)?.imports.values() ?? []) {
      seen.add(imported);
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [location]);
      else known.push(location);
    }
  const next = new Map<string, string>();
  const reached = new Set([root]);
  for (const location of reached)
    for (const importer of importers.get(location) ?? []) {
      if (reached.has(importer)) continue;
      reached.add(importer);
      next.set(importer, location);
    }
  return next;
}

function wayBack(root: string, start: string, next: ReadonlyMap<string, string>): readonly string[] | undefined {
  const way = [root];
  let at: string | undefined = start;
  while (at !== undefined && at !== root) {
    way.push(at);
    at = next.get(at);
  }
  return at === undefined ? undefined : [...way, root];
}

/** Returns a location relative to the folder of another; a file may have any name, and what is a mark of Markdown in it is not shown. */
function shownPath(root: string, location: string): string {
  const [from, to] = [root.split(/[\\/]/).slice(0, -1), location.split(/[\\/]/)];
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/').replace(/[\p{C}`*[\]<>()\\]/gu, '\uFFFD');
}
