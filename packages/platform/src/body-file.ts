import type { BodyFile } from '@rulebook/sender/plan';

/** Returns the content of a file that a body includes; the path is where it really lies. */
export function bodyFile(bytes: Uint8Array, path?: string): BodyFile {
  return { bytes, ...(path !== undefined && { path }), text: (encoding = 'utf-8') => decodedText(bytes, encoding) };
}

function decodedText(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}
