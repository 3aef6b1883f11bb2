import { dirname, join, resolve } from 'node:path';
import { parseDotenv } from '@rulebook/request-file/environments';
import { namedPlacesOf, type PrivateFile } from '@rulebook/sender/private';
import type { DotenvReader } from '@rulebook/sender/variables';
import { readText, realPathOf } from './files';

/** In bytes. */
const longest = 10_000_000;

/** Returns a reader of the nearest `.env` file of a folder or the folders above it; the file is read on first use. */
export function dotenvOf(folder: string): DotenvReader {
  let found: ReturnType<typeof nearest>;
  let isRead = false;
  const read = () => {
    if (!isRead) found = nearest(resolve(folder));
    isRead = true;
    return found;
  };
  const fileOf = (): PrivateFile | undefined => {
    const file = read();
    return file && { kind: 'file', path: file.path, place: '.env', named: namedPlacesOf(file.values.values()) };
  };
  return Object.assign((name: string) => read()?.values.get(name), { file: fileOf });
}

/** Returns the nearest file, with its path behind links. */
function nearest(folder: string): { readonly path: string; readonly values: ReadonlyMap<string, string> } | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.env');
    const content = readText(path, longest);
    // There is no such file here, or it is a folder or a pipe.
    if ('text' in content) return { path: realPathOf(path) ?? path, values: parseDotenv(content.text) };
    if (dirname(at) === at) return undefined;
  }
}
