import type { Span } from '@rulebook/text/span';
import { createReuse, type FormerJson } from '@rulebook/json/former-json';
import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';
import type { Line } from '../block-lines';
import type { JsonBody, SyntaxProblem } from '../model';
import { parseJson } from '@rulebook/json/parse-json';
import { readSoundJson } from '@rulebook/json/sound-json';
import { placed } from '@rulebook/json/placed-node';

/** After an edit, a body of this length shares what the edit did not touch with the former one. Shorter ones are read in less than a millisecond. */
export const largeBody = 50_000;

/** Longer bodies are sent, but not checked. In UTF-16 code units. */
export const largestCheckedBody = 16_000_000;

/** Reads a JSON body, line by line with `isLines`, and takes over what an edit did not touch. Never fails: what cannot be read becomes a problem. */
export function parseJsonBody(text: string, body: Span, isLines: boolean, former?: FormerJson): JsonBody {
  if (body.end - body.start > largestCheckedBody) {
    const message = `The body is not checked, since it is longer than ${largestCheckedBody / 1e6} million characters.`;
    return unread(body, { code: 'oversized-block', message, span: { start: body.start, end: body.start + 1 } });
  }
  const isDetached = former !== undefined || body.end - body.start >= largeBody;
  const parsed = parseJson(text, body.start, body.end, {
    lines: isLines ? linesIn(text, body) : undefined,
    isDetached,
    reuse: former && createReuse(former),
  });
  if (parsed.isTooDeep) {
    const span = { start: body.start, end: body.start + 1 };
    return unread(body, { code: 'malformed-json', message: 'The body is nested too deeply and is not checked.', span });
  }
  const { trees, problems, relaxations, depth } = parsed;
  return {
    kind: 'json',
    span: body,
    values: isDetached ? trees.map(placed) : trees,
    trees,
    isLines: isLines ? true : undefined,
    problems,
    relaxations,
    isRelaxed: relaxations.length > 0,
    depth,
  };
}

/**
 * Reads the object or array that begins on a line, whatever is behind it; undefined where something is wrong in it, or where it is large. No line of
 * what `readSoundJson` reads says something of what is around it, as those of a block comment or of a `"""` string may.
 */
export function parseSoundBody(text: string, { start: lineStart, end, first }: Line): JsonBody | undefined {
  if ((first !== 0x7b && first !== 0x5b) || text.length - lineStart >= largeBody) return undefined;
  let start = lineStart;
  while (start < end && text.charCodeAt(start) !== first) start++;
  // Two braces may begin a script.
  if (first === 0x7b && text.charCodeAt(start + 1) === 0x7b) return undefined;
  const read = readSoundJson(text, start, text.length);
  if (read === undefined) return undefined;
  const { tree, relaxations, depth } = read;
  return {
    kind: 'json',
    span: { start, end: start + tree.length },
    values: [tree],
    trees: [tree],
    isLines: undefined,
    problems: [],
    relaxations,
    isRelaxed: relaxations.length > 0,
    depth,
  };
}

function unread(span: Span, problem: SyntaxProblem): JsonBody {
  const isRead = { isRelaxed: false, relaxations: [], depth: 0 };
  return { kind: 'json', span, values: [], trees: [], problems: [problem], ...isRead };
}

/** Returns the lines of a body; a `"""` string is a part of the line on which it begins. */
function linesIn(text: string, { start, end }: Span): readonly Span[] {
  const lines: Span[] = [];
  const long = text.indexOf('"""', start);
  const hasLong = long >= 0 && long < end;
  for (let at = start; at < end;) {
    let lineFeed = text.indexOf('\n', at);
    if (hasLong && lineFeed >= 0) {
      const tokens = new JsonTokens(text, at, end);
      while (tokens.next() !== jsonToken.end && tokens.start < lineFeed && lineFeed >= 0) {
        if (tokens.isLong && tokens.end > lineFeed) lineFeed = text.indexOf('\n', tokens.end);
      }
    }
    const lineEnd = lineFeed < 0 ? end : Math.min(lineFeed, end);
    lines.push({ start: at, end: lineEnd });
    at = lineEnd + 1;
  }
  return lines;
}
