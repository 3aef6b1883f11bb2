import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';
import type { Span } from '@rulebook/text/span';

/** A token of a JSON text with its span. */
export interface JsonToken {
  readonly kind: number;
  readonly span: Span;
}

/** Returns the tokens of a body without comments; the body may have syntax errors. */
export function* tokensOf(text: string, body: Span): Generator<JsonToken> {
  const tokens = new JsonTokens(text, body.start, body.end);
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    if (kind <= jsonToken.text || kind === jsonToken.unknown)
      yield { kind, span: { start: tokens.start, end: tokens.end } };
  }
}

/** Returns the last token of a body that ends at or before an offset. */
export function tokenBefore(text: string, body: Span, offset: number): JsonToken | undefined {
  let last: JsonToken | undefined;
  for (const token of tokensOf(text, body)) {
    if (token.span.start >= offset) break;
    last = token;
  }
  return last;
}
