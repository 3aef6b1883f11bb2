import type { Span } from '@rulebook/text/span';
import type { GraphqlBody, Token } from '../model';
import { token } from '../parse-target';

/**
 * Reads a GraphQL document and the JSON object with its variables, which follows after a blank line. An operation without a name begins with a
 * brace, too; the JSON object is recognized by a key in quotes.
 */
export function parseGraphqlBody(text: string, span: Span): GraphqlBody {
  const { split, operations } = scan(text, span);
  const queryEnd = split === undefined ? span.end : span.start + text.slice(span.start, split).trimEnd().length;
  // Of several, the first one is executed, as other tools do it.
  const [operation] = operations;
  return {
    kind: 'graphql',
    span,
    query: { start: span.start, end: queryEnd },
    ...(split !== undefined && { variables: { start: split, end: span.end } }),
    ...(operation !== undefined && { operation }),
  };
}

function scan(text: string, { start, end }: Span): { readonly split?: number; readonly operations: readonly Token[] } {
  const operations: Token[] = [];
  let depth = 0;
  let isBehindBlankLine = false;
  let isAtLineStart = true;
  for (let at = start; at < end;) {
    const character = text.charAt(at);
    if (character === '\n') {
      isBehindBlankLine ||= isAtLineStart;
      isAtLineStart = true;
      at++;
    } else if (/\s/.test(character)) at++;
    else if (character === '#') {
      at = lineEnd(text, at, end);
      isAtLineStart = false;
    } else {
      if (depth === 0 && character === '{' && isBehindBlankLine && at > start && isJsonObject(text, at + 1, end))
        return { split: at, operations };
      isAtLineStart = false;
      isBehindBlankLine = false;
      if (character === '"') at = stringEnd(text, at, end);
      else {
        if (character === '{') depth++;
        if (character === '}') depth--;
        const word =
          depth === 0 ? /^(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/.exec(text.slice(at, at + 300)) : null;
        if (word?.[1] !== undefined && !/\w/.test(text.charAt(at - 1)))
          operations.push(nameAt(text, at, word[0].length, word[1]));
        at += word?.[0].length ?? 1;
      }
    }
  }
  return { operations };
}

function nameAt(text: string, start: number, length: number, { length: ofName }: string): Token {
  const end = start + length;
  return token(text, { start: end - ofName, end });
}

/** Returns whether the text after an opening brace can be the inside of a JSON object. */
function isJsonObject(text: string, from: number, end: number): boolean {
  let at = from;
  while (at < end && /\s/.test(text.charAt(at))) at++;
  return text[at] === '"' || text[at] === '}' || text.startsWith('{{', at);
}

function stringEnd(text: string, start: number, end: number): number {
  if (text.startsWith('"""', start)) {
    const close = text.indexOf('"""', start + 3);
    return close < 0 || close > end ? end : close + 3;
  }
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return at;
  }
  return end;
}

function lineEnd(text: string, at: number, end: number): number {
  const lineFeed = text.indexOf('\n', at);
  return lineFeed < 0 || lineFeed > end ? end : lineFeed;
}
