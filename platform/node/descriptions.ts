import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import {
  editionOf,
  unpackDescription,
  type CompiledEditions,
  type LoadDescription,
  type PackedDescription,
} from '../../engine/src/index';

/** The descriptions of the package: beside dist/parts/ where this module is shipped, and in dist/ seen from its source. */
const ownFolder = new URL('../../dist/descriptions/', import.meta.url);

/** A damaged file must not fill the memory. In bytes. */
const largest = 64 * 1024 * 1024;

/**
 * Returns a function that reads the compiled descriptions of the package, each when it is needed first. One that cannot be read is reported
 * once by `say`, in a sentence for the user; requests are then checked by the documents only.
 */
export function createDescriptionLoader(say: (message: string) => void, folder: URL = ownFolder): LoadDescription {
  const read = (name: string, edition: string | undefined): PackedDescription | undefined => {
    const packed = readFileSync(new URL(`${name}.json.br`, folder));
    // Its texts escape all other characters, and so copying them is enough.
    const text = brotliDecompressSync(packed, { maxOutputLength: largest }).toString('latin1');
    const unpacked = unpackDescription(text);
    if (unpacked === undefined) {
      say(unreadable(name, 'it belongs to another version of Rulebook'));
      return undefined;
    }
    const { description, others } = unpacked;
    const [editions = ''] = others;
    const wanted =
      edition === undefined ? description : editionOf(description, JSON.parse(editions) as CompiledEditions, edition);
    let isReported = false;
    const onDamaged = (): void => {
      if (!isReported) say(partlyDamaged(name));
      isReported = true;
    };
    return wanted && { ...wanted, onDamaged };
  };
  return (wanted) => {
    const [name = '', edition] = wanted.split('@');
    try {
      return read(name, edition);
    } catch (error) {
      say(unreadable(name, readFailureOf(error)));
      return undefined;
    }
  };
}

function unreadable(name: string, cause: string): string {
  return `The published description "${name}" cannot be read: ${cause}. Only documented operations are checked. Install Rulebook again to correct this.`;
}

function partlyDamaged(name: string): string {
  return `A part of the published description "${name}" is damaged. Some operations are not checked by it. Install Rulebook again to correct this.`;
}

/** Returns the cause without a path of this machine. */
function readFailureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'ENOENT'
    ? 'its file is missing'
    : code === ''
      ? 'its file is damaged'
      : `its file is damaged (${code})`;
}
