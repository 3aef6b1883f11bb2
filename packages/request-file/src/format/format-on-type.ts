import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';
import type { Block } from '../syntax/model';
import type { TextEdit } from '@rulebook/text/edit';
import { isLeftOut } from './format-block';
import { stepOf, type FormatOptions } from './options';

/**
 * Returns the indentation of the line at the offset, in a JSON body that may be unfinished: behind a line end that of the brackets around it,
 * and for a bracket that closes, that of the line that opened it.
 */
export function formatOnType(block: Block, offset: number, options: FormatOptions): readonly TextEdit[] {
  const { text, request } = block;
  const body = request?.body;
  if (body?.kind !== 'json' || isLeftOut(block) || body.isLines === true) return [];
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  if (lineStart <= body.span.start) return [];
  let first = lineStart;
  while (text[first] === ' ' || text[first] === '\t') first++;
  const indent = indentAt(text, body.span.start, lineStart, first, stepOf(options));
  return indent === undefined || text.slice(lineStart, first) === indent
    ? []
    : [{ span: { start: lineStart, end: first }, newText: indent }];
}

/** Returns the indentation of a line; undefined where the line is part of a string or comment. */
function indentAt(text: string, start: number, lineStart: number, first: number, step: string): string | undefined {
  const open: number[] = [];
  const tokens = new JsonTokens(text, start, text.length);
  for (let kind = tokens.next(); kind !== jsonToken.end && tokens.start < lineStart; kind = tokens.next()) {
    if (tokens.end > lineStart) return undefined;
    if (kind === jsonToken.openBrace || kind === jsonToken.openBracket) open.push(tokens.start);
    if (kind === jsonToken.closeBrace || kind === jsonToken.closeBracket) open.pop();
  }
  const around = open.at(-1);
  if (around === undefined) return undefined;
  const opening = text.lastIndexOf('\n', around) + 1;
  const base = /^[ \t]*/.exec(text.slice(opening, around))?.[0] ?? '';
  const isClosing = text[first] === '}' || text[first] === ']';
  return isClosing ? base : base + step;
}
