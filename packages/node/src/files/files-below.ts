import { readdirSync, type Dirent } from 'node:fs';
import { resolve } from 'node:path';

/** Returns the pattern of the files below a folder whose names end so. */
export function patternOf(endings: readonly string[]): string {
  return `**/*.{${endings.join(',')}}`;
}

/**
 * Returns the absolute paths of the files below a folder whose names end so, in the order of their paths: as `filesMatching` does with `patternOf`,
 * which costs as much as a check of a hundred small files. Undefined where there is a link, behind which a file may be a second time, or a name with a backslash.
 */
export function filesBelow(folder: string, endings: readonly string[]): readonly string[] | undefined {
  const wanted = endings.map((ending) => `.${ending}`);
  const found: string[] = [];
  const waiting = [resolve(folder).replaceAll('\\', '/').replace(/\/$/, '')];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const entry of entriesOf(place)) {
      const { name } = entry;
      // What is hidden is not meant.
      if (name.startsWith('.')) continue;
      if (entry.isSymbolicLink() || name.includes('\\')) return undefined;
      if (entry.isDirectory()) {
        if (name !== 'node_modules') waiting.push(`${place}/${name}`);
      } else if (entry.isFile() && wanted.some((ending) => name.endsWith(ending))) found.push(`${place}/${name}`);
    }
  }
  return found.sort();
}

/** Nothing for a folder that may not be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder === '' ? '/' : folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
