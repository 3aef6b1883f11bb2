import { countLineEnds } from '../text/lines';
import { closesScript, openingOf, scriptEndOf } from './block-lines';
import type { BlockText } from './model';

/** A line at column 0 that can only be meant as the start of a request: a method in capitals, a blank, a target. */
const requestLine = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT)[ \t]+\S/;
const variableDefinition = /^\s*@[^\s=]+\s*=/;
const responseLine = /^HTTP\/\d/;

/**
 * Where the scanner stands inside a block. Only a text body (one that does not begin with a bracket) may hold lines that look
 * like a request, so only there a request line does not begin a new block.
 */
type Phase = 'start' | 'head' | 'gap' | 'json' | 'text';

/**
 * Splits a request file into blocks whose texts joined are the file again. A block begins at a `###` line, or at a request
 * line in column 0 (with the comment lines directly above it) where the block has its request already.
 * Each block is split alike whatever stands before it, so an edit needs to look at its neighbours only.
 */
export function splitBlocks(text: string): BlockText[] {
  const starts = blockStarts(text);
  return starts.map((start, index) => blockText(text.slice(start, starts[index + 1] ?? text.length)));
}

/** Returns a block of this text. */
export function blockText(text: string): BlockText {
  return { text, lineEnds: countLineEnds(text) };
}

/** Returns the offsets at which blocks start; the first is 0. */
export function blockStarts(text: string): number[] {
  const starts = [0];
  let phase: Phase = 'start';
  let commentRun = -1;
  let isInComment = false;
  let script: '%}' | '}}' | undefined;
  for (let lineStart = 0; lineStart < text.length;) {
    const lineFeed = text.indexOf('\n', lineStart);
    const lineEnd = lineFeed < 0 ? text.length : lineFeed;
    let kind = classify(text, lineStart, lineEnd);
    if (kind === 'separator') {
      isInComment = false;
      script = undefined;
    } else if (script !== undefined) {
      if (closesScript(text.slice(lineStart, lineEnd), script)) script = undefined;
      kind = 'comment';
    } else if (isInComment) {
      isInComment = !text.slice(lineStart, lineEnd).includes('*/');
      kind = 'comment';
    } else if (kind === 'slash' && phase !== 'text') {
      const opening = openingOf(text.slice(lineStart, lineEnd));
      isInComment = opening === 'open';
      if (opening !== undefined) kind = 'comment';
    } else if (phase === 'start' && (kind === 'other' || kind === 'bracket')) {
      const end = scriptEndOf(text.slice(lineStart, lineEnd));
      if (end !== undefined) kind = 'comment';
      script = end === '' ? undefined : end;
    }
    if (kind === 'separator') {
      if (lineStart > (starts[starts.length - 1] ?? 0)) starts.push(lineStart);
      phase = 'start';
    } else if (kind === 'request' && phase !== 'text') {
      if (phase !== 'start') starts.push(commentRun >= 0 ? commentRun : lineStart);
      phase = 'head';
    } else {
      phase = nextPhase(phase, kind, text, lineStart, lineEnd);
    }
    if (kind !== 'comment') commentRun = -1;
    else if (commentRun < 0) commentRun = lineStart;
    lineStart = lineEnd + 1;
  }
  return starts;
}

/** `slash`: it may begin a comment over several lines. */
type LineKind =
  'separator' | 'request' | 'response' | 'comment' | 'blank' | 'bracket' | 'expectation' | 'slash' | 'other';

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
      return text.charCodeAt(at + 1) === 0x3f ? 'expectation' : 'other';
  }
  if (at !== start) return 'other';
  const first = text.charCodeAt(at);
  if (first < 0x41 || first > 0x5a) return 'other';
  const head = text.slice(start, Math.min(end, start + 24));
  if (requestLine.test(head)) return 'request';
  return responseLine.test(head) ? 'response' : 'other';
}

function nextPhase(phase: Phase, kind: LineKind, text: string, start: number, end: number): Phase {
  if (kind === 'response') return 'head';
  switch (phase) {
    case 'start': {
      if (kind === 'blank' || kind === 'comment') return 'start';
      return variableDefinition.test(text.slice(start, Math.min(end, start + 200))) ? 'start' : 'head';
    }
    case 'head':
      return kind === 'blank' ? 'gap' : kind === 'bracket' ? 'json' : 'head';
    case 'gap':
      if (kind === 'bracket') return 'json';
      return (kind === 'other' || kind === 'slash') && text[start] !== '<' ? 'text' : 'gap';
    default:
      return phase;
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0xfeff;
}
