import type { Span } from '@rulebook/text/span';
import type { FormerJson } from '@rulebook/json/former-json';
import { isBlank, isComment, type Line } from './block-lines';
import { BlockLines } from './lines-of-block';
import type { AssertLine, Directive, SyntaxProblem, UnsupportedConstruct, VariableDefinition } from './model';
import { constructAt, isClosedOn, isVisible, mayBeginConstruct, type LinePlace } from './construct-at';
import { constructNamed, type Construct, type OtherKind } from './constructs';
import { kindOfDirective } from './other-tools/other-tools';
import { parseDirective } from './parse-comment';
import { token, trimmed } from './parse-target';

/** The state of parsing a block: what was found so far, and the current line. */
export interface Reading {
  readonly text: string;
  readonly lines: BlockLines;
  at: number;
  /** Returns whether a path takes newline-delimited JSON. */
  readonly takesLines: (path: string) => boolean;
  /** What of the large bodies is known from before an edit. */
  readonly former?: FormerJson | undefined;
  /** Only where the parts of the block are is asked for, so the content of bodies is not read. */
  readonly isOutline?: true;
  readonly directives: Directive[];
  readonly variables: VariableDefinition[];
  readonly comments: Span[];
  readonly asserts: AssertLine[];
  readonly unsupported: UnsupportedConstruct[];
  /** The fragments of GraphQL in front of the request. */
  readonly fragments: Span[];
  readonly problems: SyntaxProblem[];
}

/** Returns the state before the first line. */
export function startReading(text: string, takesLines: Reading['takesLines'] = never, former?: FormerJson): Reading {
  return {
    text,
    lines: new BlockLines(text),
    at: 0,
    takesLines,
    former,
    directives: [],
    variables: [],
    comments: [],
    asserts: [],
    unsupported: [],
    fragments: [],
    problems: [],
  };
}

function never(): boolean {
  return false;
}

/** Returns the current line, or undefined at the end. */
export function currentLine({ lines, at }: Reading): Line | undefined {
  return lines.at(at);
}

/** Records a comment, and the directive in it. */
export function readComment(reading: Reading, { start, end, isInComment }: Span & Pick<Line, 'isInComment'>): void {
  reading.comments.push({ start, end });
  // A block comment holds no directives.
  const directive = isInComment ? undefined : parseDirective(reading.text, { start, end });
  if (!directive) return;
  reading.directives.push(directive);
  const kind = kindOfDirective(directive.name.text);
  if (kind !== undefined) reading.unsupported.push({ kind, span: directive.span });
}

/** Records an assert, or a construct of another tool from the current line to its end. */
export function readConstruct(reading: Reading, construct: Construct): void {
  const { kind, ends } = construct;
  const first = currentLine(reading);
  if (kind === 'assert') {
    if (first) reading.asserts.push(assertOn(reading.text, first));
    reading.at++;
    return;
  }
  let last = first;
  let isClosed = first !== undefined && isClosedOn(construct, first.text);
  for (let line = first; line !== undefined; line = currentLine(reading)) {
    reading.at++;
    if (kind !== 'fragment') reading.comments.push({ start: line.start, end: line.end });
    last = line;
    isClosed ||= line !== first && ends?.line.test(line.text) === true;
    if (isClosed) break;
  }
  if (!first || !last) return;
  const span = { start: first.start, end: last.end };
  if (!isClosed) {
    const what = kind === 'fragment' ? 'This fragment' : 'This script';
    const message = `${what} is not closed: a line with \`${ends?.mark ?? ''}\` is missing. Everything up to the next \`###\` belongs to it.`;
    reading.problems.push({ code: 'stray-line', message, span: visibleSpan(first) });
  }
  if (kind === 'fragment') reading.fragments.push(span);
  else reading.unsupported.push({ kind: kind as OtherKind, span });
}

function assertOn(text: string, line: Line): AssertLine {
  const marks = line.text.indexOf('??') + 2;
  return {
    assert: token(text, trimmed(text, { start: line.start + marks, end: line.end })),
    span: { start: line.start, end: line.end },
  };
}

/** Skips blank lines and comments. */
export function skipGap(reading: Reading, keepsComments = false): void {
  for (let line = currentLine(reading); line !== undefined; line = currentLine(reading)) {
    if (!isBlank(line)) {
      if (keepsComments || !isComment(line)) return;
      readComment(reading, line);
    }
    reading.at++;
  }
}

/** Returns the part of the line between the white space at its ends. */
export function visibleSpan(line: Line): Span {
  const { text } = line;
  const start = line.start + (text.length - text.trimStart().length);
  return { start, end: Math.max(start, line.start + text.trimEnd().length) };
}

/** Returns the construct that begins on the line at a place, behind the head of a request unless another one is named. */
export function constructOn(line: Line, place: LinePlace = 'behind'): Construct | undefined {
  const construct = mayBeginConstruct(place, line.first) ? constructAt(place, line.text) : undefined;
  return construct === undefined || line.isInText ? undefined : construct;
}

const responseLine = constructNamed('response').begins;

/** Returns the columns of the status code when the line begins a recorded response. */
export function statusOfResponseLine(line: Line): readonly [number, number] | undefined {
  const head = line.first === 0x48 && !line.isInText ? responseLine.exec(line.text)?.[0] : undefined;
  if (head === undefined) return undefined;
  const start = line.text.slice(head.length).search(/\S/) + head.length;
  return [start, start + 3];
}

/** Returns whether the line begins with a bracket, as JSON does. */
export function startsWithBracket(line: Line | undefined): boolean {
  if (line === undefined) return false;
  const { first } = line;
  return first === 0x7b || first === 0x5b || (!isVisible(first) && /^\s*[{[]/.test(line.text));
}
