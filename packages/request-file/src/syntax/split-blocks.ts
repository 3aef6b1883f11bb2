import { countLineEnds } from '@rulebook/text/lines';
import { isVariableField, loneVariableOf, openingOf } from './block-lines';
import { bodilessLine, graphqlStart, isGraphqlField, keepsNumberSigns } from './bodies/media-types';
import type { BlockText } from './model';
import {
  closesComment,
  endOfCommand,
  endOfComment,
  endOfLongString,
  endOfScript,
  openingOfLongString,
  type Ending,
} from './construct-ends';
import { constructAt, isBlankCode, isClosedOn, isPlainJson, kindOfLine, type LineKind } from './construct-at';
import { constructNamed, type Construct, type ConstructEnd } from './constructs';
import type { Span } from '@rulebook/text/span';

/** The Console accepts methods in any case; a target of one word distinguishes a request from prose. */
const looseRequestLine = /^(?:get|post|put|patch|delete|head|options)[ \t]+([^\s":,]\S*)(?:[ \t]+HTTP\/[\d.]+)?\s*$/i;
/** What its methods begin with: most fields begin with other letters. */
const methodLetters = 'GPDHOgpdho';
const definition = constructNamed('definition').begins;
const curl = constructNamed('curl').begins;
const field = /^([\w-]+)[ \t]*:[ \t]*((?:[^ \t].*)?)$/;

/**
 * The part of a block that the scanner is in. Only a text body (one that does not begin with a bracket) may hold lines that look like a
 * request, so only there a request line does not begin a new block.
 */
type Phase = 'start' | 'head' | 'gap' | 'json' | 'text';

/** What a head says of its body: GraphQL, or a media type of JSON, which may hold GraphQL. A request line ends both. */
type Announced = 'graphql' | 'json' | undefined;

/**
 * Splits a request file into blocks whose joined texts are the file. A block begins at a `###` line, or at a request line in column 0
 * (with the comment lines directly above it) when the current block already has a request; never inside of a construct of several lines
 * (`construct-ends.ts`). Where a block ends does not depend on the blocks before it, and on those behind it only as far as it says in `ahead`, so
 * after an edit only the neighbours are split again.
 */
export function splitBlocks(text: string): BlockText[] {
  return blocksOf(text, scanBlocks(text));
}

/** Returns the blocks of a text that is scanned, up to an offset at which one starts. */
export function blocksOf(text: string, { starts, reaches }: ScannedBlocks, end = text.length): BlockText[] {
  const blocks: BlockText[] = [];
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] ?? 0;
    if (start >= end && index > 0) break;
    const next = starts[index + 1] ?? text.length;
    const ahead = (reaches[index] ?? 0) - next;
    const block = blockText(text.slice(start, next));
    blocks.push(ahead > 0 ? { ...block, ahead } : block);
  }
  return blocks;
}

/** Returns a block with this text. */
export function blockText(text: string): BlockText {
  return { text, length: text.length, lineEnds: countLineEnds(text) };
}

/** Returns the offsets at which blocks start; the first is 0. */
export function blockStarts(text: string): readonly number[] {
  return scanBlocks(text).starts;
}

/** The blocks of a text. */
interface ScannedBlocks {
  /** The offsets at which they start; the first is 0. */
  readonly starts: readonly number[];
  /** For each block, up to where the text decides how it is split: behind the end of the text where more of it could matter. */
  readonly reaches: readonly number[];
  /** The lines of block comments, and those that begin inside of a `"""` string, in order. */
  readonly inside: readonly InsideLines[];
}

/** Lines inside of a construct of several lines, from the start of the first to the end of the last. */
export interface InsideLines extends Span {
  readonly of: 'comment' | 'text';
}

/** Finds the blocks of a text, and the constructs of several lines in it. */
export function scanBlocks(text: string): ScannedBlocks {
  const scanner = new BlockScanner(text);
  scanner.scan();
  return scanner;
}

class BlockScanner implements ScannedBlocks {
  readonly starts = [0];
  readonly reaches = [0];
  readonly inside: InsideLines[] = [];
  readonly #text: string;
  #phase: Phase = 'start';
  #commentRun = -1;
  /** In a comment that is not closed before the next `###`, or not at all. */
  #isInComment = false;
  /** What ends a script that is not closed before the next `###`, or not at all. */
  #script: ConstructEnd | undefined;
  /** In the body of this request, number signs do not begin comments. */
  #isTextual = false;
  #canHaveText = false;
  /** Nothing but the head was read of this request. */
  #isBeforeBody = false;
  /** The head is that of a recorded response, and says that a text follows. */
  #isAnswer = false;
  #hasAnswerText = false;
  #announced: Announced;
  /** Where the last line of a JSON body so far begins and ends. */
  #lastLine = 0;
  #endOfBody = 0;
  /** Where the construct ends that begins on the line that was looked at last. */
  #constructEnd: number | undefined;
  /** The next `"""`, from the place at which it was looked for last. */
  #nextMark = -1;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): void {
    const text = this.#text;
    for (let lineStart = 0; lineStart < text.length;) {
      const lineFeed = text.indexOf('\n', lineStart);
      const lineEnd = lineFeed < 0 ? text.length : lineFeed;
      const isPlain =
        this.#phase === 'json' &&
        !this.#isInComment &&
        this.#script === undefined &&
        isPlainJson(text, lineStart, lineEnd);
      lineStart = (isPlain ? this.#takePlain(lineStart, lineEnd) : this.#take(lineStart, lineEnd)) + 1;
    }
  }

  /** Goes over a line of JSON that says nothing of what is around it, as most lines; returns the end of the last line of its strings. */
  #takePlain(start: number, lineEnd: number): number {
    const end = this.#hasMark(start, lineEnd) ? this.#endOfStrings(start, lineEnd) : lineEnd;
    this.#lastLine = start;
    this.#endOfBody = end;
    this.#commentRun = -1;
    return end;
  }

  /** Returns what a line is, and notes where the construct ends that begins on it. */
  #kindOf(start: number, lineEnd: number): ReadKind {
    const text = this.#text;
    this.#constructEnd = undefined;
    const kind = kindOfLine(text, start, lineEnd);
    if (kind === 'separator') return kind;
    if (this.#script !== undefined) {
      if (this.#script.line.test(text.slice(start, lineEnd))) this.#script = undefined;
      return 'construct';
    }
    if (this.#isInComment) {
      this.#isInComment = !closesComment(text.slice(start, lineEnd));
      this.#mark('comment', start, lineEnd);
      return 'comment';
    }
    if (kind === 'block-comment' && this.#phase !== 'text' && !(this.#phase === 'gap' && this.#isTextual)) {
      const opening = openingOf(text.slice(start, lineEnd));
      if (opening === undefined) return kind;
      const end = opening === 'open' ? this.#looked(endOfComment(text, start, lineEnd)) : undefined;
      this.#isInComment = opening === 'open' && end === undefined;
      this.#mark('comment', start, end ?? lineEnd);
      this.#constructEnd = end;
      return 'comment';
    }
    if (kind !== 'other' && kind !== 'bracket' && kind !== 'special') return kind;
    const construct = this.#constructOn(kind, start, lineEnd);
    if (construct) {
      const { ends } = construct;
      if (ends === undefined || isClosedOn(construct, text.slice(start, lineEnd))) return 'construct';
      const end = this.#looked(endOfScript(text, start, lineEnd, ends));
      if (end === undefined) this.#script = ends;
      this.#constructEnd = end;
      return 'construct';
    }
    if (kind === 'other' && this.#phase === 'start' && curl.test(text.slice(start, Math.min(lineEnd, start + 50)))) {
      this.#constructEnd = this.#looked(endOfCommand(text, start));
      return kind;
    }
    return kind === 'other' && this.#isLooseRequest(start, lineEnd) ? 'request' : kind;
  }

  /** Behind the head, and behind a body that has reached its last bracket, a method may be written in any case. */
  #isLooseRequest(start: number, end: number): boolean {
    const text = this.#text;
    const phase = this.#phase;
    if (phase === 'text' || end - start > 4000 || !methodLetters.includes(text.charAt(start))) return false;
    if (phase === 'json' && !isClosing(lastVisible(text, this.#lastLine, this.#endOfBody))) return false;
    const target = looseRequestLine.exec(text.slice(start, end))?.[1];
    if (target === undefined) return false;
    return phase === 'start' || phase === 'json' || /^[/_.]|\/|^\{\{/.test(target);
  }

  #constructOn(kind: LineKind, start: number, lineEnd: number): Construct | undefined {
    if (this.#phase === 'start') return constructAt('above', this.#text, start, lineEnd);
    return kind === 'other' ? undefined : constructAt('behind', this.#text, start, lineEnd);
  }

  /** Notes how far was looked to find the end of a construct, and returns it. */
  #looked({ end, looked }: Ending): number | undefined {
    const last = this.reaches.length - 1;
    this.reaches[last] = Math.max(this.reaches[last] ?? 0, looked);
    return end;
  }

  #mark(of: InsideLines['of'], start: number, end: number): void {
    this.inside.push({ of, start, end });
  }

  /** Goes over a line and the construct that begins on it; returns the end of its last line. */
  #take(start: number, lineEnd: number): number {
    const text = this.#text;
    const kind = this.#kindOf(start, lineEnd);
    const constructEnd = this.#constructEnd;
    const before = this.#phase;
    if (kind === 'separator') this.#separate(start);
    else if (kind === 'request' && before !== 'text' && !(before === 'gap' && this.#expectsText())) {
      if (before !== 'start') this.#begin(this.#commentRun >= 0 ? this.#commentRun : start);
      this.#phase = 'head';
      this.#isAnswer = false;
      this.#hasAnswerText = false;
      this.#beginHead(start, !bodilessLine.test(text.slice(start, start + 8)));
    } else {
      if (before === 'head' && kind === 'other') this.#readField(start, lineEnd);
      const isContent = (kind === 'comment' && this.#isTextual) || kind === 'request';
      const next = nextPhase(before, isContent ? 'content' : kind, text, start, lineEnd);
      this.#phase = phaseOfBody(before, next, this.#announced, text, start, lineEnd);
      if (kind === 'construct' || this.#phase === 'text' || this.#phase === 'json') this.#isBeforeBody = false;
      if (kind === 'response') {
        this.#isAnswer = true;
        this.#hasAnswerText = false;
        if (this.#phase === 'head') this.#beginHead(start, false);
      }
    }
    const end =
      constructEnd ??
      (this.#phase === 'json' && kind !== 'comment' && kind !== 'construct'
        ? this.#endOfStrings(start, lineEnd)
        : lineEnd);
    if (this.#phase === 'json' && kind !== 'comment' && kind !== 'blank' && !isDefinition(text, start, lineEnd)) {
      this.#lastLine = start;
      this.#endOfBody = end;
    }
    if (kind !== 'comment') this.#commentRun = -1;
    else if (this.#commentRun < 0) this.#commentRun = start;
    return end;
  }

  /** Behind a head that says so, a text begins, whatever its first line looks like. */
  #expectsText(): boolean {
    return this.#hasAnswerText || (this.#isTextual && this.#isBeforeBody);
  }

  #begin(start: number): void {
    this.starts.push(start);
    this.reaches.push(0);
  }

  #separate(start: number): void {
    if (start > (this.starts[this.starts.length - 1] ?? 0)) this.#begin(start);
    this.#phase = 'start';
    this.#isInComment = false;
    this.#script = undefined;
    // What the request before said of its body ends here.
    this.#isTextual = false;
    this.#canHaveText = false;
    this.#isAnswer = false;
    this.#hasAnswerText = false;
    this.#announced = undefined;
  }

  #beginHead(start: number, canHaveText: boolean): void {
    this.#isTextual = false;
    this.#announced = this.#text.startsWith('GRAPHQL', start) ? 'graphql' : undefined;
    this.#canHaveText = canHaveText;
    this.#isBeforeBody = true;
    this.#endOfBody = 0;
  }

  #readField(start: number, lineEnd: number): void {
    const text = this.#text;
    // Most fields are others: C and X begin those that matter.
    const first = text.charCodeAt(start) | 0x20;
    if (first !== 0x63 && first !== 0x78) return;
    const [, name = '', value = ''] = field.exec(text.slice(start, Math.min(lineEnd, start + 200)).trimEnd()) ?? [];
    if (isGraphqlField(name, value)) this.#announced = 'graphql';
    if (!/^content-type$/i.test(name)) return;
    const isJson = /json/i.test(value);
    if (isJson) this.#announced = 'json';
    if (this.#canHaveText) this.#isTextual ||= keepsNumberSigns(value);
    if (this.#isAnswer) this.#hasAnswerText = !isJson;
  }

  /** Returns the end of the line, or of the one on which the last `"""` string ends that is open at the end of a line. */
  #endOfStrings(start: number, lineEnd: number): number {
    const text = this.#text;
    let end = lineEnd;
    for (let at = start; this.#hasMark(at, end);) {
      const opening = openingOfLongString(text, at, end);
      const close = opening === undefined ? undefined : this.#looked(endOfLongString(text, opening));
      if (close === undefined) return end;
      const lineFeed = text.indexOf('\n', close);
      const next = lineFeed < 0 ? text.length : lineFeed;
      this.#mark('text', end + 1, next);
      at = close;
      end = next;
    }
    return end;
  }

  #hasMark(start: number, end: number): boolean {
    if (this.#nextMark < start) {
      const found = this.#text.indexOf('"""', start);
      this.#nextMark = found < 0 ? Infinity : found;
    }
    return this.#nextMark < end;
  }
}

/** What a line is when it has been looked at in its phase; `construct`: it begins one, or is inside of one. */
type ReadKind = LineKind | 'construct';

/** A request line ends a GraphQL document as it ends JSON, so its first line begins no text. */
function phaseOfBody(phase: Phase, next: Phase, announced: Announced, text: string, start: number, end: number): Phase {
  if (next !== 'text' || phase === 'text' || announced === undefined) return next;
  const isGraphql = announced === 'graphql' || graphqlStart.test(text.slice(start, Math.min(end, start + 300)));
  return isGraphql ? 'json' : next;
}

function nextPhase(phase: Phase, kind: ReadKind | 'content', text: string, start: number, end: number): Phase {
  if (kind === 'response') return 'head';
  switch (phase) {
    case 'start': {
      if (kind === 'blank' || kind === 'comment' || kind === 'construct') return 'start';
      return isDefinition(text, start, end) ? 'start' : 'head';
    }
    case 'head':
      if (kind === 'construct') return 'gap';
      if (kind === 'bracket' && staysInHead(text.slice(start, Math.min(end, start + 200)))) return 'head';
      return kind === 'blank' ? 'gap' : kind === 'bracket' ? 'json' : 'head';
    case 'gap':
      if (kind === 'bracket') return 'json';
      return kind === 'other' ||
        kind === 'content' ||
        kind === 'block-comment' ||
        (kind === 'special' && text[start] !== '<')
        ? 'text'
        : 'gap';
    case 'text':
      // A construct of another tool ends the body.
      return kind === 'construct' ? 'gap' : phase;
    default:
      return phase;
  }
}

/** A line that begins with a variable is a header field, or a part of the target if it is indented, and no JSON. */
function staysInHead(line: string): boolean {
  return isVariableField(line) || loneVariableOf(line) !== undefined || /^[ \t]+\{\{[^{}"]+\}\}/.test(line);
}

function isDefinition(text: string, start: number, end: number): boolean {
  return definition.test(text.slice(start, Math.min(end, start + 200)));
}

function lastVisible(text: string, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (!isBlankCode(text.charCodeAt(at))) return text.charCodeAt(at);
  return 0;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
