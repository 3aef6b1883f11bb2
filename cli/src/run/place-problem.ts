import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns why no file can be written where an option names one, as far as that is known before anything is sent. */
export function placeProblem(option: string, path: string): string | undefined {
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `${option} ${path}: there is no folder ${folder}; create it, or name another path`;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return `${option} ${path} is a folder; name a file in it`;
  return undefined;
}
