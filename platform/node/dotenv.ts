import { dirname, join, resolve } from 'node:path';
import { parseDotenv } from '../../engine/src/index';
import { readText } from './files';

/** In bytes. */
const longest = 10_000_000;

/** Returns a reader of the nearest `.env` file of a folder or the folders above it; the file is read on first use. */
export function dotenvOf(folder: string): (name: string) => string | undefined {
  let values: ReadonlyMap<string, string> | undefined;
  return (name) => (values ??= nearest(resolve(folder))).get(name);
}

function nearest(folder: string): ReadonlyMap<string, string> {
  for (let at = folder; ; at = dirname(at)) {
    const content = readText(join(at, '.env'), longest);
    // There is no such file here, or it is a folder or a pipe.
    if ('text' in content) return parseDotenv(content.text);
    if (dirname(at) === at) return new Map();
  }
}
