import type { Span } from '../text/span';
import { JsonTokens, jsonToken } from '../syntax/json-tokens';

/** The steps from the root of a JSON text to a value: member names and item indexes. */
export type JsonPath = readonly (string | number)[];

/** A key of an object with its span, including quotes. */
export interface JsonKey {
  readonly name: string;
  readonly span: Span;
}

/** The token under the cursor. */
export interface JsonWord {
  /** The span to replace, including quotes. */
  readonly span: Span;
  readonly kind: 'string' | 'bare' | 'number' | 'literal';
  /** The text without quotes. */
  readonly text: string;
}

/** The meaning of a position inside a JSON text, however unfinished the text is. */
export interface JsonPosition {
  /** The path of the enclosing object or array. Empty at the root. */
  readonly container: JsonPath;
  readonly containerKind: 'object' | 'array' | 'root';
  /** `key`: a member name can stand here; `value`: a value can; `none`: neither, for example between key and colon. */
  readonly slot: 'key' | 'value' | 'none';
  /** For a value: the member name or the item index. */
  readonly step?: string | number;
  readonly word?: JsonWord;
  /** Names of the other members of the enclosing object, before and after the word. */
  readonly siblings: readonly JsonKey[];
  /** Texts of the other scalar items of the enclosing array. */
  readonly items: readonly string[];
  /** The offset of a missing comma before the word. */
  readonly missingCommaAt?: number;
  /** Whether something follows in the same container that needs a comma in front. */
  readonly needsCommaBehind: boolean;
  /** Whether the word is a key that already has its colon. */
  readonly hasColon: boolean;
  /** Whether the value that could stand here already follows. */
  readonly hasValueBehind: boolean;
}

interface Frame {
  readonly kind: 'object' | 'array' | 'root';
  readonly step: string | number | undefined;
  readonly keys: Set<JsonKey>;
  readonly items: { readonly text: string; readonly span: Span }[];
  state: 'key' | 'colon' | 'value' | 'after';
  key: JsonKey | undefined;
  index: number;
  /** The last scalar. It is a key if a colon follows. */
  lastScalar: JsonKey | undefined;
}

interface Draft {
  readonly frame: Frame;
  readonly depth: number;
  readonly container: JsonPath;
  readonly slot: JsonPosition['slot'];
  readonly step: string | number | undefined;
  readonly word: JsonWord | undefined;
  readonly missingCommaAt: number | undefined;
  /** The meaning of the first token after the word or the cursor. Unknown until it is read. */
  next: 'separate' | 'joined' | 'colon' | undefined;
  /** Whether that token begins a value. A word may still turn out to be a key. */
  follower: 'value' | 'word' | 'none';
}

interface Progress {
  readonly stack: Frame[];
  /** Takes each member that has a value: its text, or undefined for any other value. */
  readonly noteMember?: (object: JsonPath, key: JsonKey, text: string | undefined, span: Span | undefined) => void;
  previousEnd: number;
  draft: Draft | undefined;
}

/**
 * Returns the meaning of the position `offset` in the JSON text that begins at `start`. It reads tokens instead of a tree, because a
 * recovered tree loses the unfinished key at the cursor.
 */
export function jsonPositionAt(text: string, start: number, end: number, offset: number): JsonPosition {
  const tokens = new JsonTokens(text, start, Math.min(end, text.length));
  const progress: Progress = { stack: [newFrame('root', undefined)], previousEnd: start, draft: undefined };
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    if (isComment(kind)) {
      const isInComment =
        tokens.start < offset && (offset < tokens.end || (kind !== jsonToken.blockComment && offset === tokens.end));
      if (isInComment) progress.draft ??= { ...draftAt(progress, undefined), slot: 'none' };
      continue;
    }
    let { value } = tokens;
    if (kind === jsonToken.text && tokens.start < offset && offset < tokens.end && runsAway(text, tokens)) {
      tokens.end = endOfWord(text, offset, end);
      value = text.slice(tokens.start + 1, tokens.end);
    }
    const span = { start: tokens.start, end: tokens.end };
    if (progress.draft === undefined && span.start >= offset) progress.draft = draftAt(progress, undefined);
    const isUnderCursor = progress.draft === undefined && isWord(kind) && span.start < offset && offset <= span.end;
    if (progress.draft !== undefined) noteNext(progress.draft, kind);
    const word = isUnderCursor ? wordOf(kind, text, span, value) : undefined;
    advance(progress, kind, { name: value, span }, word);
    progress.previousEnd = span.end;
    if (progress.draft !== undefined && progress.stack.length < progress.draft.depth) break;
  }
  return finish(progress.draft ?? draftAt(progress, undefined));
}

/** A member with the string that is its value, or undefined if the value is not a string. */
export interface JsonMemberText {
  readonly object: JsonPath;
  readonly name: string;
  readonly text: string | undefined;
  readonly span: Span | undefined;
}

/** Returns the members of all objects of the JSON text in the span, however unfinished it is. */
export function memberTextsOf(text: string, { start, end }: Span): readonly JsonMemberText[] {
  const tokens = new JsonTokens(text, start, end);
  const found: JsonMemberText[] = [];
  const progress: Progress = {
    stack: [newFrame('root', undefined)],
    previousEnd: start,
    draft: undefined,
    noteMember: (object, { name }, value, span) => found.push({ object, name, text: value, span }),
  };
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    if (isComment(kind)) continue;
    advance(progress, kind, { name: tokens.value, span: { start: tokens.start, end: tokens.end } }, undefined);
  }
  return found;
}

function newFrame(kind: Frame['kind'], step: string | number | undefined): Frame {
  const state = kind === 'object' ? 'key' : 'value';
  return { kind, step, keys: new Set(), items: [], state, key: undefined, index: 0, lastScalar: undefined };
}

function topOf(progress: Progress): Frame {
  return progress.stack[progress.stack.length - 1] ?? newFrame('root', undefined);
}

function isComment(kind: number): boolean {
  return kind === jsonToken.lineComment || kind === jsonToken.blockComment || kind === jsonToken.hashComment;
}

function isWord(kind: number): boolean {
  return (kind >= jsonToken.nullWord && kind <= jsonToken.text) || kind === jsonToken.unknown;
}

function wordOf(kind: number, text: string, span: Span, value: string): JsonWord {
  if (kind === jsonToken.text) return { span, kind: 'string', text: value };
  const written = text.slice(span.start, span.end);
  if (kind === jsonToken.unknown) return { span, kind: 'bare', text: written };
  return { span, kind: kind === jsonToken.number ? 'number' : 'literal', text: written };
}

/** Returns whether a string lacks its closing quote, and so has swallowed the rest of the line. */
function runsAway(text: string, { start, end, isPlaceholder }: JsonTokens): boolean {
  if (isPlaceholder) return false;
  if (end - start < 2 || text[end - 1] !== '"') return true;
  // `"na, "b": 1` reads as the string `"na, "` with a bare word glued to it.
  return /[\w-]/.test(text[end] ?? '');
}

function endOfWord(text: string, offset: number, end: number): number {
  let at = offset;
  while (at < end && /[\w.*-]/.test(text[at] ?? '')) at++;
  return at;
}

/** Moves the state over one token, and takes the draft if the token is the word under the cursor. */
function advance(progress: Progress, kind: number, token: JsonKey, word: JsonWord | undefined): void {
  const frame = topOf(progress);
  switch (kind) {
    case jsonToken.openBrace:
    case jsonToken.openBracket:
      open(progress, kind === jsonToken.openBrace ? 'object' : 'array');
      return;
    case jsonToken.closeBrace:
      close(progress, 'object');
      return;
    case jsonToken.closeBracket:
      close(progress, 'array');
      return;
    case jsonToken.comma:
      if (frame.kind !== 'object' && frame.state === 'after') frame.index++;
      frame.state = frame.kind === 'object' ? 'key' : 'value';
      frame.lastScalar = undefined;
      return;
    case jsonToken.colon:
      readColon(progress);
      return;
    default:
      noteMember(progress, kind === jsonToken.text ? token : undefined);
      readScalar(progress, token, word);
  }
}

function noteMember(progress: Progress, token: JsonKey | undefined): void {
  const { kind, state, key } = topOf(progress);
  if (progress.noteMember === undefined || kind !== 'object' || state !== 'value' || key === undefined) return;
  progress.noteMember(pathOfProgress(progress), key, token?.name, token?.span);
}

function pathOfProgress({ stack }: Progress): JsonPath {
  return stack.slice(1).flatMap(({ step }) => (step === undefined ? [] : [step]));
}

function open(progress: Progress, kind: 'object' | 'array'): void {
  noteMember(progress, undefined);
  const frame = topOf(progress);
  if (frame.kind !== 'object' && frame.state === 'after') frame.index++;
  const step = frame.kind === 'object' ? frame.key?.name : frame.kind === 'array' ? frame.index : undefined;
  frame.state = 'after';
  frame.lastScalar = undefined;
  progress.stack.push(newFrame(kind, step));
}

/** Closes the nearest container of this kind, with the unfinished ones inside. A stray bracket closes nothing. */
function close(progress: Progress, kind: 'object' | 'array'): void {
  let at = progress.stack.length - 1;
  while (at > 0 && progress.stack[at]?.kind !== kind) at--;
  if (at > 0) progress.stack.length = at;
  const frame = topOf(progress);
  frame.state = 'after';
  frame.lastScalar = undefined;
}

function readColon(progress: Progress): void {
  let frame = topOf(progress);
  const key = frame.lastScalar ?? frame.key;
  if (frame.kind === 'array' && frame.lastScalar !== undefined) {
    // `"names": ["a" "query":` lacks its bracket: the last item is the next key of the enclosing object.
    const around = progress.stack[progress.stack.length - 2];
    if (around?.kind !== 'object') return;
    frame.items.pop();
    progress.stack.pop();
    frame = around;
  }
  if (frame.kind !== 'object') return;
  if (key !== undefined) frame.keys.add(key);
  frame.key = key;
  frame.state = 'value';
  frame.lastScalar = undefined;
}

function readScalar(progress: Progress, token: JsonKey, word: JsonWord | undefined): void {
  const frame = topOf(progress);
  if (word !== undefined) progress.draft = draftAt(progress, word);
  if (frame.kind === 'object') {
    if (frame.state === 'value') frame.state = 'after';
    else {
      frame.state = 'colon';
      frame.key = token;
      if (word === undefined) frame.keys.add(token);
    }
  } else {
    if (frame.state === 'after') frame.index++;
    frame.state = 'after';
    if (word === undefined) frame.items.push({ text: token.name, span: token.span });
  }
  frame.lastScalar = token;
}

function draftAt(progress: Progress, word: JsonWord | undefined): Draft {
  const frame = topOf(progress);
  const container = pathOfProgress(progress);
  const isAfter = frame.state === 'after' || (frame.state === 'colon' && word !== undefined);
  const isObject = frame.kind === 'object';
  const slot = slotOf(frame, word !== undefined);
  const step = slot !== 'value' ? undefined : isObject ? frame.key?.name : frame.index + (isAfter ? 1 : 0);
  const missingCommaAt = isAfter && slot !== 'none' ? progress.previousEnd : undefined;
  return {
    frame,
    depth: progress.stack.length,
    container,
    slot,
    step,
    word,
    missingCommaAt,
    next: undefined,
    follower: 'none',
  };
}

function slotOf(frame: Frame, hasWord: boolean): JsonPosition['slot'] {
  if (frame.kind === 'object') {
    if (frame.state === 'value') return 'value';
    return frame.state === 'colon' && !hasWord ? 'none' : 'key';
  }
  return frame.kind === 'root' && frame.state === 'after' ? 'none' : 'value';
}

/** Records the first tokens after the word or the cursor. */
function noteNext(draft: Draft, kind: number): void {
  if (draft.next !== undefined) {
    if (draft.follower === 'word') draft.follower = kind === jsonToken.colon ? 'none' : 'value';
    return;
  }
  if (kind === jsonToken.colon) draft.next = 'colon';
  else if (kind === jsonToken.comma || kind === jsonToken.closeBrace || kind === jsonToken.closeBracket) {
    draft.next = 'separate';
  } else {
    draft.next = 'joined';
    draft.follower = isWord(kind) ? 'word' : 'value';
  }
}

function finish(draft: Draft): JsonPosition {
  const { frame, word } = draft;
  const isOther = (span: Span): boolean => word?.span.start !== span.start;
  return {
    container: draft.container,
    containerKind: frame.kind,
    slot: draft.slot,
    ...(draft.step === undefined ? {} : { step: draft.step }),
    ...(word === undefined ? {} : { word }),
    siblings: [...frame.keys].filter(({ span }) => isOther(span)),
    items: frame.items.filter(({ span }) => isOther(span)).map(({ text }) => text),
    ...(draft.missingCommaAt === undefined ? {} : { missingCommaAt: draft.missingCommaAt }),
    needsCommaBehind: draft.next === 'joined' && frame.kind !== 'root',
    hasColon: word !== undefined && draft.next === 'colon' && draft.slot === 'key',
    hasValueBehind: word === undefined && draft.slot === 'value' && frame.kind !== 'array' && draft.follower !== 'none',
  };
}
