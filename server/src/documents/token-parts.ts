import type { SemanticTokensEdit } from 'vscode-languageserver';

/** A token with its line and column, as the protocol counts. */
interface PlacedToken {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly type: number;
  readonly modifiers: number;
}

/** The tokens of some lines in the form of the protocol: five numbers each, of which the line counts from the token before. */
export interface TokenPart {
  /** The line of the first token counts from the start of the part. */
  readonly data: readonly number[];
  /** The line of the last token, from the start of the part. */
  readonly lastLine: number;
  /** The number of line ends in the part. */
  readonly lineEnds: number;
}

/** The numbers of a token. */
const width = 5;

/** Returns the tokens of a block, which are in the order of the text. */
export function tokenPart(tokens: readonly PlacedToken[], lineEnds: number): TokenPart {
  const data: number[] = [];
  let [line, column] = [0, 0];
  for (const token of tokens) {
    if (token.line !== line) column = 0;
    data.push(token.line - line, token.column - column, token.length, token.type, token.modifiers);
    ({ line, column } = token);
  }
  return { data, lastLine: line, lineEnds };
}

/** Returns lines without tokens. */
export function emptyPart(lineEnds: number): TokenPart {
  return { data: [], lastLine: 0, lineEnds };
}

/** Returns the tokens of parts that follow each other as one part. */
export function chainedParts(parts: readonly TokenPart[]): TokenPart {
  const data: number[] = [];
  let [line, lastLine] = [0, 0];
  for (const part of parts) {
    if (part.data.length > 0) {
      const first = data.length;
      for (const number of part.data) data.push(number);
      data[first] = line + (part.data[0] ?? 0) - lastLine;
      // On the line of the token before, the column counts from it.
      lastLine = line + part.lastLine;
    }
    line += part.lineEnds;
  }
  return { data, lastLine, lineEnds: line };
}

/** Returns all numbers of the parts. */
export function joinParts(parts: readonly TokenPart[]): number[] {
  return [...chainedParts(parts).data];
}

/** Returns the edit that makes the numbers of the new parts of those of the former ones; parts that are the same object are not looked into. */
export function editsOfTokens(former: readonly TokenPart[], now: readonly TokenPart[]): SemanticTokensEdit[] {
  const shortest = Math.min(former.length, now.length);
  let head = 0;
  while (head < shortest && former[head] === now[head]) head++;
  let tail = 0;
  while (tail < shortest - head && former[former.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  // The line of the first token behind a change counts from the last one before it.
  while (tail > 0 && now[now.length - tail]?.data.length === 0) tail--;
  if (tail > 0) tail--;
  const before = linesBefore(now, head);
  const removed = middle(former, head, former.length - tail, before);
  const added = middle(now, head, now.length - tail, before);
  const most = Math.min(removed.length, added.length);
  let same = 0;
  while (same < most && removed[same] === added[same]) same++;
  same -= same % width;
  let end = 0;
  while (end < most - same && removed[removed.length - 1 - end] === added[added.length - 1 - end]) end++;
  end -= end % width;
  const deleteCount = removed.length - end - same;
  const data = added.slice(same, added.length - end);
  if (deleteCount === 0 && data.length === 0) return [];
  const start = now.slice(0, head).reduce((sum, { data: { length } }) => sum + length, 0);
  return [{ start: start + same, deleteCount, data }];
}

/** Returns the lines between the last token in front of a part and that part. */
function linesBefore(parts: readonly TokenPart[], count: number): number {
  let lines = 0;
  for (let index = count - 1; index >= 0; index--) {
    const part = parts[index];
    if (!part) continue;
    if (part.data.length > 0) return lines + part.lineEnds - part.lastLine;
    lines += part.lineEnds;
  }
  return lines;
}

function middle(parts: readonly TokenPart[], start: number, end: number, lines: number): readonly number[] {
  return chainedParts([emptyPart(lines), ...parts.slice(start, end)]).data;
}
