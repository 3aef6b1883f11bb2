import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, crc32 } from 'node:zlib';
import type { LoadDescription } from '@rulebook/services';
import { loadDescriptions } from '@rulebook/platform/packed-descriptions';
import { errorCodeOf } from './files/error-code';
import { keptLines } from './kept-lines';
import { shippedFolder } from './shipped-folder';

/** The descriptions of the package. */
const ownFolder = join(shippedFolder, 'descriptions');

/** A damaged file must not fill the memory. In bytes. */
const largest = 64 * 1024 * 1024;

/**
 * Returns a function that reads the compiled descriptions of the package, each when it is needed first. One that cannot be read is reported
 * once by `say`, in a sentence for the user; requests are then checked by the documents only.
 */
export function createDescriptionLoader(say: (message: string) => void, folder = ownFolder): LoadDescription {
  return loadDescriptions({
    linesOf: (name) => {
      const packed = readFileSync(join(folder, `${name}.json.br`));
      // Its texts escape all other characters, and so copying them is enough.
      return keptLines(`${name}-${crc32(packed)}`, () =>
        brotliDecompressSync(packed, { maxOutputLength: largest }).toString('latin1'),
      );
    },
    causeOf: readFailureOf,
    say,
  });
}

/** Returns the cause without a path of this machine. */
function readFailureOf(error: unknown): string {
  const code = errorCodeOf(error) ?? '';
  return code === 'ENOENT'
    ? 'its file is missing'
    : code === ''
      ? 'its file is damaged'
      : `its file is damaged (${code})`;
}
