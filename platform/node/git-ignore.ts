import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isIgnoredBy } from '../../engine/src/index';
import { readText } from './files';

/** In bytes. */
const longest = 1_000_000;

/** Returns whether the files `.gitignore` around a file ignore it; undefined for a file in no repository. */
export function isIgnoredByGit(path: string): boolean | undefined {
  const file = resolve(path);
  // The nearest file that says something counts.
  for (let folder = dirname(file), said: boolean | undefined; ; folder = dirname(folder)) {
    const content = said === undefined ? readText(join(folder, '.gitignore'), longest) : undefined;
    if (content && 'text' in content) said = isIgnoredBy(content.text, relative(folder, file).split(sep).join('/'));
    if (existsSync(join(folder, '.git'))) return said ?? false;
    if (dirname(folder) === folder) return undefined;
  }
}
