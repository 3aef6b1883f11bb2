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

/** Returns where a comma would separate two items or two members of a body; undefined if the token at the offset begins neither. */
export function commaPlaceBefore(text: string, body: Span, offset: number): number | undefined {
  const open: number[] = [];
  let last: JsonToken | undefined;
  let isKey = false;
  for (const token of tokensOf(text, body)) {
    const { kind, span } = token;
    if (isKey) return kind === jsonToken.colon ? last?.span.end : undefined;
    if (span.start >= offset) {
      if (open.at(-1) === jsonToken.openBracket) return last?.span.end;
      isKey = true;
      continue;
    }
    if (kind === jsonToken.openBrace || kind === jsonToken.openBracket) open.push(kind);
    if (kind === jsonToken.closeBrace || kind === jsonToken.closeBracket) open.pop();
    last = token;
  }
  return undefined;
}
