import { jsonToken } from '@rulebook/json/json-tokens';
import type { JsonBody } from '@rulebook/request-file/syntax/model';
import { parseJson } from '@rulebook/json/parse-json';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import { tokensOf, type JsonToken } from './body-tokens';
import { lineEndOf } from '@rulebook/text/lines';

/** Whole JSON values in a body of lines, some of which are not on their own line. */
interface MisplacedValues {
  /** The first line of the first such value. */
  readonly span: Span;
  /** Writes each value on its own line; absent if a comment or a line break inside a string would be lost. */
  readonly edits?: readonly TextEdit[];
}

/** Longer bodies are rarely written by hand, and reading them twice takes time. */
const longest = 1_000_000;

/** Returns the values that span several lines or share a line; undefined if the body has other errors too. */
export function misplacedValuesOf(text: string, body: JsonBody): MisplacedValues | undefined {
  if (body.span.end - body.span.start > longest) return undefined;
  const values = tokensByValue(text, body.span);
  if (values === undefined) return undefined;
  const edits: TextEdit[] = [];
  let first: Span | undefined;
  let isLossy = false;
  let before = -1;
  for (const tokens of values) {
    const whole = spanOfTokens(tokens);
    const isBroken = text.slice(whole.start, whole.end).includes('\n');
    const isBehind = before >= 0 && !text.slice(before, whole.start).includes('\n');
    if (isBroken || isBehind) {
      first ??= { start: whole.start, end: firstLineEnd(text, whole) };
      const line = onOneLine(text, tokens);
      const isPlain = before < 0 || text.slice(before, whole.start).trim() === '';
      if (line === undefined || (isBehind && !isPlain)) isLossy = true;
      else if (isBehind) edits.push({ span: { start: before, end: whole.end }, newText: `${lineEndOf(text)}${line}` });
      else edits.push({ span: whole, newText: line });
    }
    before = whole.end;
  }
  return first && { span: first, ...(isLossy ? {} : { edits }) };
}

/** Returns the tokens of each top-level value, or undefined if one of them is not JSON. */
function tokensByValue(text: string, body: Span): readonly (readonly JsonToken[])[] | undefined {
  const values: JsonToken[][] = [];
  let depth = 0;
  for (const token of tokensOf(text, body)) {
    if (depth === 0) values.push([]);
    values[values.length - 1]?.push(token);
    if (token.kind === jsonToken.openBrace || token.kind === jsonToken.openBracket) depth++;
    if (token.kind === jsonToken.closeBrace || token.kind === jsonToken.closeBracket) depth--;
    if (depth < 0) return undefined;
  }
  const areWhole = values.every((tokens) => {
    const { start, end } = spanOfTokens(tokens);
    return parseJson(text, start, end).problems.length === 0;
  });
  return depth === 0 && areWhole ? values : undefined;
}

function spanOfTokens(tokens: readonly JsonToken[]): Span {
  return { start: tokens[0]?.span.start ?? 0, end: tokens[tokens.length - 1]?.span.end ?? 0 };
}

/** Joins the tokens; the text between them is dropped, so it must be white space. */
function onOneLine(text: string, tokens: readonly JsonToken[]): string | undefined {
  let line = '';
  let before: JsonToken | undefined;
  for (const token of tokens) {
    const source = text.slice(token.span.start, token.span.end);
    if (source.includes('\n')) return undefined;
    if (before !== undefined && text.slice(before.span.end, token.span.start).trim() !== '') return undefined;
    line += `${before !== undefined && isSpaced(before.kind, token.kind) ? ' ' : ''}${source}`;
    before = token;
  }
  return line;
}

function isSpaced(before: number, kind: number): boolean {
  if (before === jsonToken.colon || before === jsonToken.comma) return true;
  if (before === jsonToken.openBrace) return kind !== jsonToken.closeBrace;
  return kind === jsonToken.closeBrace;
}

function firstLineEnd(text: string, { start, end }: Span): number {
  const lineFeed = text.indexOf('\n', start);
  const lineEnd = lineFeed > start && text[lineFeed - 1] === '\r' ? lineFeed - 1 : lineFeed;
  return lineFeed < 0 ? end : Math.min(lineEnd, end);
}
