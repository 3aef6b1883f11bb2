import type { BodyFile } from '../engine/src/index';

/** Returns the content of a file that a body includes. */
export function bodyFile(bytes: Uint8Array): BodyFile {
  return { bytes, text: (encoding = 'utf-8') => decodedText(bytes, encoding) };
}

function decodedText(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}
