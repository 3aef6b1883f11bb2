/** Returns the text of a part of a URL without its percent-encoding; the text itself if that cannot be read. */
export function decodePart(text: string, { isForm = false }: { readonly isForm?: boolean } = {}): string {
  const spaced = isForm ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * Returns the text of a value in the query of a URL, with where each of its characters is written and, behind them, the end. What cannot be decoded
 * stays as it is.
 */
export function decodedPart(written: string): { readonly text: string; readonly offsets: readonly number[] } {
  let text = '';
  const offsets: number[] = [];
  for (const { 0: piece, index } of written.matchAll(/(?:%[0-9A-Fa-f]{2})+|[^%]|%/g)) {
    const isEncoded = piece.length > 1;
    const decoded = isEncoded ? decodePart(piece) : piece === '+' ? ' ' : piece;
    let bytes = 0;
    for (const letter of decoded) {
      offsets.push(index + bytes);
      // Of a letter that takes two places in a text.
      if (letter.length > 1) offsets.push(index + bytes);
      bytes += decoded === piece ? letter.length : 3 * bytesOf(letter);
    }
    text += decoded;
  }
  offsets.push(written.length);
  return { text, offsets };
}

function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
}
