import { countLineEnds } from '../text/lines';
import { isVariableField, loneVariableOf, openingOf } from './block-lines';
import { graphqlStart, isBodiless, isGraphqlField, keepsNumberSigns } from './bodies/media-types';
import type { BlockText } from './model';
import {
  closesConstruct,
  constructBefore,
  constructBehind,
  isFurtherRequest,
  type ConstructEnd,
} from './other-tools/other-tools';

/** A line at column 0 that can only be meant as the start of a request: a method in capitals, a blank, a target. */
const requestLine = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT)[ \t]+\S/;
/** The Console accepts methods in any case; a target of one word distinguishes a request from prose. */
const looseRequestLine = /^(?:get|post|put|patch|delete|head|options)[ \t]+([^\s":,]\S*)(?:[ \t]+HTTP\/[\d.]+)?\s*$/i;
const variableDefinition = /^\s*@[^\s=]+\s*=/;
const responseLine = /^HTTP\/\d/;
const contentType = /^content-type[ \t]*:[ \t]*((?:[^ \t].*)?)$/i;

/**
 * The part of a block that the scanner is in. Only a text body (one that does not begin with a bracket) may hold lines that look like a
 * request, so only there a request line does not begin a new block.
 */
type Phase = 'start' | 'head' | 'gap' | 'json' | 'text';

/** What a head says of its body: GraphQL, or a media type of JSON, which may hold GraphQL. A request line ends both. */
type Announced = 'graphql' | 'json' | undefined;

/**
 * Splits a request file into blocks whose joined texts are the file. A block begins at a `###` line, or at a request line in column 0
 * (with the comment lines directly above it) when the current block already has a request. Where a block ends does not depend on the blocks
 * before it, so after an edit only the neighbours are split again.
 */
export function splitBlocks(text: string): BlockText[] {
  const starts = blockStarts(text);
  return starts.map((start, index) => blockText(text.slice(start, starts[index + 1] ?? text.length)));
}

/** Returns a block with this text. */
export function blockText(text: string): BlockText {
  return { text, length: text.length, lineEnds: countLineEnds(text) };
}

/** Returns the offsets at which blocks start; the first is 0. */
export function blockStarts(text: string): number[] {
  const starts = [0];
  let phase: Phase = 'start';
  let commentRun = -1;
  let isInComment = false;
  let script: ConstructEnd | undefined;
  /** In the body of this request, number signs do not begin comments. */
  let isTextual = false;
  let canHaveText = false;
  let announced: Announced;
  /** The last character of a JSON body so far. */
  let lastOfBody = 0;
  for (let lineStart = 0; lineStart < text.length;) {
    const lineFeed = text.indexOf('\n', lineStart);
    const lineEnd = lineFeed < 0 ? text.length : lineFeed;
    let kind = classify(text, lineStart, lineEnd);
    if (kind === 'separator') {
      isInComment = false;
      script = undefined;
    } else if (script !== undefined) {
      if (closesConstruct(text.slice(lineStart, lineEnd), script)) script = undefined;
      kind = 'construct';
    } else if (isInComment) {
      isInComment = !text.slice(lineStart, lineEnd).includes('*/');
      kind = 'comment';
    } else if (kind === 'slash' && phase !== 'text') {
      const opening = openingOf(text.slice(lineStart, lineEnd));
      isInComment = opening === 'open';
      if (opening !== undefined) kind = 'comment';
    } else if (kind === 'other' || kind === 'bracket' || kind === 'special') {
      const construct = constructAt(phase, text, lineStart, lineEnd, kind);
      if (construct) {
        kind = 'construct';
        script = construct.end === '' ? undefined : construct.end;
      } else if (kind === 'other' && isLooseRequest(phase, text, lineStart, lineEnd, lastOfBody)) kind = 'request';
    }
    if (kind === 'separator') {
      if (lineStart > (starts[starts.length - 1] ?? 0)) starts.push(lineStart);
      phase = 'start';
      // What the request before said of its body ends here.
      isTextual = false;
      canHaveText = false;
      announced = undefined;
    } else if (kind === 'request' && phase !== 'text') {
      if (phase !== 'start') starts.push(commentRun >= 0 ? commentRun : lineStart);
      phase = 'head';
    } else {
      if (phase === 'head' && kind === 'other') {
        if (canHaveText) isTextual ||= isTextualField(text, lineStart, lineEnd);
        announced = announcedBy(text, lineStart, lineEnd) ?? announced;
      }
      const read = kind === 'comment' && isTextual ? 'content' : kind;
      phase = phaseOfBody(phase, nextPhase(phase, read, text, lineStart, lineEnd), announced, text, lineStart, lineEnd);
    }
    if (phase === 'head' && (kind === 'request' || kind === 'response')) {
      isTextual = false;
      announced = text.startsWith('GRAPHQL', lineStart) ? 'graphql' : undefined;
      canHaveText = kind === 'request' && !isBodiless(text.slice(lineStart, lineStart + 8).split(/[ \t]/, 1)[0] ?? '');
      lastOfBody = 0;
    }
    if (phase === 'json' && kind !== 'comment' && kind !== 'blank') lastOfBody = lastVisible(text, lineStart, lineEnd);
    if (kind !== 'comment') commentRun = -1;
    else if (commentRun < 0) commentRun = lineStart;
    lineStart = lineEnd + 1;
  }
  return starts;
}

/** `slash`: may begin a block comment. `content`: a comment, except in this body. `special`: may begin a construct of another tool. */
type LineKind =
  | 'separator'
  | 'request'
  | 'response'
  | 'comment'
  | 'content'
  | 'blank'
  | 'bracket'
  | 'construct'
  | 'slash'
  | 'special'
  | 'other';

function classify(text: string, start: number, end: number): LineKind {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  if (at === end) return 'blank';
  switch (text.charCodeAt(at)) {
    case 0x23: // #
      return text.startsWith('###', at) ? 'separator' : 'comment';
    case 0x2f: // /
      return text.charCodeAt(at + 1) === 0x2f ? 'comment' : text.charCodeAt(at + 1) === 0x2a ? 'slash' : 'other';
    case 0x7b: // {
    case 0x5b: // [
      return 'bracket';
    case 0x3f: // ?
      return text.charCodeAt(at + 1) === 0x3f ? 'special' : 'other';
    case 0x3c: // <
    case 0x3e: // >
      return 'special';
  }
  if (at !== start) return 'other';
  const first = text.charCodeAt(at);
  if (first < 0x41 || first > 0x5a) return 'other';
  const head = text.slice(start, Math.min(end, start + 200));
  if (requestLine.test(head) || isFurtherRequest(head)) return 'request';
  return responseLine.test(head) ? 'response' : 'other';
}

function constructAt(phase: Phase, text: string, start: number, end: number, kind: LineKind) {
  if (phase === 'start') return constructBefore(text.slice(start, end));
  if (kind === 'other' || (kind === 'bracket' && text.charCodeAt(start + 1) !== 0x7b)) return undefined;
  return constructBehind(text.slice(start, end));
}

/** Behind the head, and behind a body that has reached its last bracket, a method may be written in any case. */
function isLooseRequest(phase: Phase, text: string, start: number, end: number, lastOfBody: number): boolean {
  if (phase === 'text' || end - start > 4000 || !isLetter(text.charCodeAt(start))) return false;
  if (phase === 'json' && lastOfBody !== 0x7d && lastOfBody !== 0x5d) return false;
  const target = looseRequestLine.exec(text.slice(start, end))?.[1];
  if (target === undefined) return false;
  return phase === 'start' || phase === 'json' || /^[/_.]|\/|^\{\{/.test(target);
}

function isTextualField(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start) | 0x20;
  if (first !== 0x63) return false;
  const value = contentType.exec(text.slice(start, Math.min(end, start + 200)).trimEnd())?.[1];
  return value !== undefined && keepsNumberSigns(value);
}

function announcedBy(text: string, start: number, end: number): Announced {
  // Most fields are others: C and X begin those that matter.
  const first = text.charCodeAt(start) | 0x20;
  if (first !== 0x63 && first !== 0x78) return undefined;
  const [, name = '', value = ''] =
    /^([\w-]+)[ \t]*:[ \t]*((?:[^ \t].*)?)$/.exec(text.slice(start, Math.min(end, start + 200)).trimEnd()) ?? [];
  if (isGraphqlField(name, value)) return 'graphql';
  return /^content-type$/i.test(name) && /json/i.test(value) ? 'json' : undefined;
}

/** A request line ends a GraphQL document as it ends JSON, so its first line begins no text. */
function phaseOfBody(phase: Phase, next: Phase, announced: Announced, text: string, start: number, end: number): Phase {
  if (next !== 'text' || phase === 'text' || announced === undefined) return next;
  const isGraphql = announced === 'graphql' || graphqlStart.test(text.slice(start, Math.min(end, start + 300)));
  return isGraphql ? 'json' : next;
}

function nextPhase(phase: Phase, kind: LineKind, text: string, start: number, end: number): Phase {
  if (kind === 'response') return 'head';
  switch (phase) {
    case 'start': {
      if (kind === 'blank' || kind === 'comment' || kind === 'construct') return 'start';
      return variableDefinition.test(text.slice(start, Math.min(end, start + 200))) ? 'start' : 'head';
    }
    case 'head':
      if (kind === 'construct') return 'gap';
      if (kind === 'bracket' && staysInHead(text.slice(start, Math.min(end, start + 200)))) return 'head';
      return kind === 'blank' ? 'gap' : kind === 'bracket' ? 'json' : 'head';
    case 'gap':
      if (kind === 'bracket') return 'json';
      return kind === 'other' || kind === 'content' || kind === 'slash' || (kind === 'special' && text[start] !== '<')
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

function lastVisible(text: string, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (!isBlank(text.charCodeAt(at))) return text.charCodeAt(at);
  return 0;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0xfeff;
}
