// What a cell looks like: its foldable lines and the colours of its words. Both have lines of their own kind, not positions of the protocol.
import type { CellPlace } from '@rulebook/request-file/cells';
import { isObject } from './cell-positions';

/** Returns the foldable lines of a file that begin in a cell, as lines of the cell; those that go on behind it end with it. */
export function foldsInCell(answer: unknown, { line, lines }: CellPlace): unknown {
  if (!Array.isArray(answer)) return answer;
  return answer.flatMap((fold: unknown) => {
    if (!isObject(fold)) return [];
    const { startLine, endLine } = fold;
    if (typeof startLine !== 'number' || typeof endLine !== 'number') return [];
    const start = startLine - line;
    const end = Math.min(endLine - line, lines - 1);
    return start < 0 || end <= start ? [] : [{ ...fold, startLine: start, endLine: end }];
  });
}

/** In numbers: the lines from the token before, the characters from it or from the start of the line, length, type and modifiers. */
const tokenLength = 5;

/** Returns the coloured words of a file that are in a cell, by the lines of the cell. They have no name by which changes could be asked for. */
export function tokensInCell(answer: unknown, place: CellPlace): unknown {
  if (!isObject(answer) || !Array.isArray(answer['data'])) return answer;
  const given = answer['data'].map(Number);
  const data: number[] = [];
  let line = 0;
  let character = 0;
  let last = { line: 0, character: 0 };
  for (let at = 0; at + tokenLength <= given.length; at += tokenLength) {
    const [lines = 0, characters = 0, ...token] = given.slice(at, at + tokenLength);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const own = line - place.line;
    if (own < 0 || own >= place.lines) continue;
    const start = Math.max(0, character - (place.columns?.[own] ?? 0));
    const step = own - last.line;
    data.push(step, step === 0 ? start - last.character : start, ...token);
    last = { line: own, character: start };
  }
  return { data };
}
