import { constructAt, isClosedOn } from './construct-at';
import { constructNamed, type ConstructEnd } from './constructs';

/**
 * What is written over several lines and holds no requests, although a line of it may look like one:
 *
 * | construct | opened by | closed by | over `###` |
 * | --- | --- | --- | --- |
 * | block comment | a line with slash star, outside of texts | star slash | where it closes at the end of a line |
 * | `"""` string | `"""` where a value can be, in JSON and GraphQL | the next `"""` | where it can be the end of a value |
 * | script | `< {%`, `> {%`, `{{` | `%}`, `}}` | in its comments and templates |
 * | fragment of GraphQL | `fragment Name on Type` | `}` | never |
 * | command of curl | a quotation mark, `<<WORD` | the same mark, the line `WORD` | where the mark can be the end of a word |
 *
 * One that is not closed so within `longestAcross` reaches over no request line and no `###`, except that comments, scripts and fragments take
 * everything up to the next `###`. A text, a multipart body and a recorded response end at a `###`, but at no request line.
 */
export interface Ending {
  /** Behind what closes the construct; undefined where nothing does. */
  readonly end: number | undefined;
  /** What is behind this offset does not matter. Behind the end of the text where more of it could say otherwise. */
  readonly looked: number;
}

/**
 * Over a request line or a `###`, a construct is read no further than so many UTF-16 code units: a mark that is not closed yet must neither take
 * the requests below, nor make each edit split the whole file again.
 */
export const longestAcross = 100_000;

const separator = constructNamed('separator').begins;
const openComment = constructNamed('block-comment');

/** Returns where a block comment ends that begins on the line. */
export function endOfComment(text: string, start: number, lineEnd: number): Ending {
  let isAcross = false;
  return searchLines(text, start, lineEnd, (line) => {
    isAcross ||= separator.test(line);
    // The comment of another request says that this one is still being written.
    if (isAcross && /^\s*\/\*/.test(line)) return 'none';
    return closesComment(line) && (!isAcross || line.trimEnd().endsWith('*/')) ? 'end' : undefined;
  });
}

/** Returns whether a comment that is open ends on the line. `Accept: *` slash `*` does not end it. */
export function closesComment(line: string): boolean {
  return line.includes('*/') && openComment.ends?.line.test(line) === true;
}

/** Returns where a script or a fragment ends that begins on the line and is not closed there. */
export function endOfScript(
  text: string,
  start: number,
  lineEnd: number,
  { line: closing, mark: end }: ConstructEnd,
): Ending {
  let [at, state, isAcross]: [number, ScriptState, boolean] = [lineEnd, 'code', false];
  return searchLines(text, start, lineEnd, (line, lineStart) => {
    if (closing.test(line)) return 'end';
    const other = isAcross ? constructAt('above', line) : undefined;
    if (other !== undefined && !isClosedOn(other, line)) return 'none';
    if (!separator.test(line)) return undefined;
    if (end === '}') return 'none';
    state = stateOfScript(text, at, lineStart, state);
    at = lineStart;
    isAcross = true;
    return state === 'code' ? 'none' : undefined;
  });
}

/** Looks at the lines behind the first one until one of them decides. */
function searchLines(
  text: string,
  start: number,
  lineEnd: number,
  decide: (line: string, lineStart: number) => 'end' | 'none' | undefined,
): Ending {
  const limit = start + longestAcross;
  for (let at = lineEnd + 1; at < text.length;) {
    const lineFeed = text.indexOf('\n', at);
    const next = lineFeed < 0 ? text.length : lineFeed;
    if (next > limit) break;
    const decided = decide(text.slice(at, next), at);
    if (decided !== undefined) return { end: decided === 'end' ? next : undefined, looked: next };
    at = next + 1;
  }
  return { end: undefined, looked: limit };
}

/** Where a place in a script is. */
type ScriptState = 'code' | 'comment' | 'template';

/** Returns where a place in a script is, from what an earlier one was. */
function stateOfScript(text: string, start: number, end: number, before: ScriptState): ScriptState {
  let state = before;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (state === 'comment') {
      if (code === 0x2a && text.charCodeAt(at + 1) === 0x2f) state = 'code';
    } else if (state === 'template') {
      if (code === 0x5c) at++;
      else if (code === 0x60) state = 'code';
    } else if (code === 0x60) state = 'template';
    else if (code === 0x22 || code === 0x27) at = endOfQuoted(text, at, end);
    else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2a) {
      state = 'comment';
      at++;
    } else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2f) {
      const lineFeed = text.indexOf('\n', at);
      at = lineFeed < 0 ? end : lineFeed;
    }
  }
  return state;
}

/** A string of a script ends with its line at the latest. */
function endOfQuoted(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === '\n' || character === text[start]) return at;
  }
  return end;
}

const quotes = '"""';

/** Returns the offset of a `"""` in the line that begins a string and does not end there. */
export function openingOfLongString(text: string, start: number, lineEnd: number): number | undefined {
  for (let at = text.indexOf(quotes, start); at >= 0 && at < lineEnd;) {
    const isOpening = /(?:^|[:,=[({])[ \t]*$/.test(text.slice(Math.max(start, at - 100), at));
    const close = isOpening ? text.indexOf(quotes, at + quotes.length) : at;
    if (close < 0 || close >= lineEnd) return at;
    at = text.indexOf(quotes, close + quotes.length);
  }
  return undefined;
}

/** Returns where a `"""` string ends that begins at the offset. */
export function endOfLongString(text: string, start: number): Ending {
  const close = text.indexOf(quotes, start + quotes.length);
  const limit = start + longestAcross;
  if (close < 0 || close > limit) return { end: undefined, looked: limit };
  const lineStart = text.lastIndexOf('\n', close) + 1;
  const lineFeed = text.indexOf('\n', close);
  const lineEnd = lineFeed < 0 ? text.length : lineFeed;
  // One that begins a value is not the end of this string, which is still being written.
  const begins = /[:=[({][ \t]*$/.test(text.slice(Math.max(lineStart, close - 100), close));
  const isEnd =
    !begins && /^[ \t\r]*(?:$|[\]},)#]|\/[/*])/.test(text.slice(close + quotes.length, Math.min(lineEnd, close + 100)));
  return { end: isEnd ? close + quotes.length : undefined, looked: lineEnd };
}

/** Returns where a command of a shell ends that begins at the offset: with its line, behind its quotation marks and its documents. */
export function endOfCommand(text: string, start: number): Ending {
  const limit = Math.min(text.length, start + longestAcross);
  const none = { end: undefined, looked: start + longestAcross };
  const documents: string[] = [];
  for (let at = start; at < limit; at++) {
    const character = text.charAt(at);
    if (character === '\\' || ((character === '^' || character === '`') && /^\r?\n/.test(text.slice(at + 1, at + 3)))) {
      at += text[at + 1] === '\r' ? 2 : 1;
    } else if (character === '"' || character === "'") {
      const close = endOfShellQuote(text, at, limit);
      if (typeof close !== 'number') return close ?? none;
      at = close;
    } else if (character === '#' && /\s/.test(text.charAt(at - 1))) {
      const lineFeed = text.indexOf('\n', at);
      at = (lineFeed < 0 ? text.length : lineFeed) - 1;
    } else if (character === '<' && text.startsWith('<<', at)) {
      const [opening, word] =
        /^<<-?[ \t]*(["']?)([\w.-]+)\1/.exec(text.slice(at, at + 100))?.filter((_, index) => index !== 1) ?? [];
      if (opening !== undefined && word !== undefined && text[at - 1] !== '<') documents.push(word);
      at += (opening?.length ?? 2) - 1;
    } else if (character === '\n') return endOfDocuments(text, start, at, documents);
  }
  return limit === text.length && documents.length === 0 ? { end: text.length, looked: text.length } : none;
}

/** Returns the offset of the mark that closes a quotation; what was found instead; or nothing. */
function endOfShellQuote(text: string, start: number, limit: number): number | Ending | undefined {
  const quote = text.charAt(start);
  const hasEscapes = quote === '"' || text[start - 1] === '$';
  let isAcross = false;
  for (let at = start + 1; at < limit; at++) {
    const character = text.charAt(at);
    if (character === '\\' && hasEscapes) at++;
    else if (character === '\n') isAcross ||= separator.test(text.slice(at + 1, at + 100));
    else if (character === quote) {
      const isEnd = !/[ \t]/.test(text.charAt(at - 1)) && /^[\s\\]?$/.test(text.charAt(at + 1));
      return isAcross && !isEnd ? { end: undefined, looked: at + 1 } : at;
    }
  }
  return undefined;
}

function endOfDocuments(text: string, start: number, lineEnd: number, [word, ...others]: readonly string[]): Ending {
  if (word === undefined) return { end: lineEnd, looked: lineEnd };
  let isAcross = false;
  const ending = searchLines(text, start, lineEnd, (line) => {
    isAcross ||= separator.test(line);
    if (line.trim() === word) return 'end';
    return isAcross && /^\s*curl\s.*<</i.test(line) ? 'none' : undefined;
  });
  return ending.end === undefined ? ending : endOfDocuments(text, start, ending.end, others);
}
