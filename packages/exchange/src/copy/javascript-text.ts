import type { Piece } from './pieces';

/** Returns an expression of JavaScript for text; bytes become an expression of Node. */
export function javascriptText(pieces: readonly Piece[]): string {
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return quoteJavascript(piece);
    return piece instanceof Uint8Array ? "''" : `process.env.${piece.variable}`;
  });
  return parts.length === 0 ? "''" : parts.join(' + ');
}

/** Returns a literal of JavaScript. */
export function quoteJavascript(text: string): string {
  const json = JSON.stringify(text).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
  return text.includes("'") || text.includes('"') || text.includes('\\') || /[^\x20-\x7e]/.test(text)
    ? json
    : `'${json.slice(1, -1)}'`;
}
