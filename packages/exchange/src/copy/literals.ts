import type { CopySource } from './copy-source';
import type { Piece } from './pieces';

/** How a language writes texts. */
export interface TextForm {
  /** Returns a text between double quotes, given as in JSON. */
  readonly quote: (text: string) => string;
  /** Returns the value of an environment variable. */
  readonly variable: (name: string) => string;
  /** Joins texts. */
  readonly join: string;
}

/** Returns an expression for text. */
export function textExpression(pieces: readonly Piece[], { quote, variable, join }: TextForm): string {
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return quote(piece);
    return piece instanceof Uint8Array ? quote('') : variable(piece.variable);
  });
  return parts.length === 0 ? quote('') : parts.join(join);
}

/** Returns a literal of languages with the escapes of JSON. */
export function quoteLikeJson(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (sign) => unicodeEscape(sign));
}

/** Returns `\u0000` and the like. */
export function unicodeEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns whether the body has bytes that no text can be. */
export function hasBytes({ body }: CopySource): boolean {
  return body !== undefined && 'pieces' in body && body.pieces.some((piece) => piece instanceof Uint8Array);
}

/** Returns whether a text uses an environment variable. */
export function usesVariables({ url, headers, body }: CopySource): boolean {
  const pieces = [
    ...url,
    ...headers.flatMap(({ value }) => value),
    ...(body !== undefined && 'pieces' in body ? body.pieces : []),
  ];
  return pieces.some((piece) => typeof piece === 'object' && 'variable' in piece);
}
