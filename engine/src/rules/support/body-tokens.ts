import { createScanner } from 'jsonc-parser';
import { jsonToken } from '../../syntax/json-tokens';
import type { JsonBody } from '../../syntax/model';
import type { Span } from '../../text/span';

/** A token of a JSON text with its span. */
export interface JsonToken {
  readonly kind: number;
  readonly span: Span;
}

/** Returns the tokens of a body without white space and comments; the body may have syntax errors. */
export function* tokensOf({ masked, span }: JsonBody): Generator<JsonToken> {
  const scanner = createScanner(masked.slice(span.start), true);
  for (let kind = scanner.scan(); kind !== jsonToken.end; kind = scanner.scan()) {
    const start = span.start + scanner.getTokenOffset();
    yield { kind, span: { start, end: start + scanner.getTokenLength() } };
  }
}

/** Returns the last token of a body that ends at or before an offset. */
export function tokenBefore(body: JsonBody, offset: number): JsonToken | undefined {
  let last: JsonToken | undefined;
  for (const token of tokensOf(body)) {
    if (token.span.start >= offset) break;
    last = token;
  }
  return last;
}
