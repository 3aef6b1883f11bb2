import type { Span } from '@rulebook/text/span';
import { JsonTokens, jsonToken } from './json-tokens';

/** The steps from the root of a JSON text to a value: member names and item indexes. */
export type JsonPath = readonly (string | number)[];

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
  /** `key`: a member name can be here; `value`: a value can; `none`: neither, for example between key and colon. */
  readonly slot: 'key' | 'value' | 'none';
  /** For a value: the member name or the item index. */
  readonly step?: string | number;
  readonly word?: JsonWord;
  /** Of the enclosing object, the names of the other members; of an array, the texts of the other scalar items. */
  readonly siblings: readonly string[];
  /** The offset of a missing comma before the word. */
  readonly missingCommaAt?: number;
  /** Whether something follows in the same container that needs a comma in front. */
  readonly needsCommaBehind: boolean;
  /** Whether the word is a key that already has its colon. */
  readonly hasColon: boolean;
  /** Whether the value that could be here already follows. */
  readonly hasValueBehind: boolean;
}

interface Scalar {
  readonly text: string;
  readonly span: Span;
}

interface Frame {
  readonly kind: JsonPosition['containerKind'];
  readonly step: string | number | undefined;
  /** The keys of an object, or the scalar items of an array. */
  readonly members: Set<Scalar>;
  state: 'key' | 'colon' | 'value' | 'after';
  key: Scalar | undefined;
  index: number;
  /** The last scalar. It is a key if a colon follows. */
  last: Scalar | undefined;
}

/** The meaning of the position as far as it follows from the text before it. */
type Draft = Pick<JsonPosition, 'container' | 'slot' | 'step' | 'word' | 'missingCommaAt'> & {
  readonly frame: Frame;
};

/**
 * Returns the meaning of the position `offset` in the JSON text in the span. It reads tokens instead of a tree, because a recovered tree
 * loses the unfinished key at the cursor.
 */
export function jsonPositionAt(text: string, { start, end }: Span, offset: number): JsonPosition {
  const tokens = new JsonTokens(text, start, end);
  const stack: Frame[] = [newFrame('root', undefined)];
  /** The kinds of the tokens behind the word or the cursor. */
  const behind: number[] = [];
  let previousEnd = start;
  let draft: Draft | undefined;
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    if (isComment(kind)) {
      if (isInComment(tokens, offset)) draft ??= { ...draftAt(stack, previousEnd), slot: 'none' };
      continue;
    }
    const scalar = scalarOf(tokens, text, offset, end);
    if (tokens.start >= offset) draft ??= draftAt(stack, previousEnd);
    if (draft !== undefined) behind.push(kind);
    else if (isWord(kind) && offset <= tokens.end) {
      draft = draftAt(stack, previousEnd, { ...scalar, kind: wordKinds[kind] ?? 'literal' });
    }
    advance(stack, kind, scalar);
    previousEnd = tokens.end;
    if (draft !== undefined && !stack.includes(draft.frame)) break;
  }
  return finished(draft ?? draftAt(stack, previousEnd), behind);
}

function newFrame(kind: Frame['kind'], step: string | number | undefined): Frame {
  const state = kind === 'object' ? 'key' : 'value';
  return { kind, step, members: new Set(), state, key: undefined, index: 0, last: undefined };
}

function topOf(stack: readonly Frame[]): Frame {
  return stack.at(-1) ?? newFrame('root', undefined);
}

function isComment(kind: number): boolean {
  return kind === jsonToken.lineComment || kind === jsonToken.blockComment || kind === jsonToken.hashComment;
}

function isInComment({ kind, start, end }: JsonTokens, offset: number): boolean {
  return start < offset && (offset < end || (kind !== jsonToken.blockComment && offset === end));
}

function isWord(kind: number): boolean {
  return (kind >= jsonToken.nullWord && kind <= jsonToken.text) || kind === jsonToken.unknown;
}

const wordKinds: Readonly<Record<number, JsonWord['kind']>> = {
  [jsonToken.text]: 'string',
  [jsonToken.number]: 'number',
  [jsonToken.unknown]: 'bare',
};

/** Returns the token as a scalar; ends a string at the cursor that has swallowed the rest of the line. */
function scalarOf(tokens: JsonTokens, text: string, offset: number, end: number): Scalar {
  const isAtCursor = tokens.start < offset && offset < tokens.end;
  const isCut = tokens.kind === jsonToken.text && isAtCursor && runsAway(text, tokens);
  if (isCut) tokens.end = endOfWord(text, offset, end);
  const span = { start: tokens.start, end: tokens.end };
  return { text: isCut ? text.slice(span.start + 1, span.end) : tokens.value, span };
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

/** Moves the state over one token. */
function advance(stack: Frame[], kind: number, scalar: Scalar): void {
  const frame = topOf(stack);
  switch (kind) {
    case jsonToken.openBrace:
    case jsonToken.openBracket:
      if (frame.kind !== 'object' && frame.state === 'after') frame.index++;
      stack.push(newFrame(kind === jsonToken.openBrace ? 'object' : 'array', stepIn(frame)));
      return leave(frame, 'after');
    case jsonToken.closeBrace:
      return close(stack, 'object');
    case jsonToken.closeBracket:
      return close(stack, 'array');
    case jsonToken.comma:
      if (frame.kind !== 'object' && frame.state === 'after') frame.index++;
      return leave(frame, frame.kind === 'object' ? 'key' : 'value');
    case jsonToken.colon:
      return readColon(stack);
    default:
      readScalar(frame, scalar);
  }
}

function leave(frame: Frame, state: Frame['state']): void {
  frame.state = state;
  frame.last = undefined;
}

function stepIn({ kind, key, index }: Frame): string | number | undefined {
  return kind === 'object' ? key?.text : kind === 'array' ? index : undefined;
}

/** Closes the nearest container of this kind, with the unfinished ones inside. A stray bracket closes nothing. */
function close(stack: Frame[], kind: 'object' | 'array'): void {
  const at = stack.map((frame) => frame.kind).lastIndexOf(kind);
  if (at > 0) stack.length = at;
  leave(topOf(stack), 'after');
}

function readColon(stack: Frame[]): void {
  let frame = topOf(stack);
  const key = frame.last ?? frame.key;
  if (frame.kind === 'array' && frame.last !== undefined) {
    // `"names": ["a" "query":` lacks its bracket: the last item is the next key of the enclosing object.
    const around = stack.at(-2);
    if (around?.kind !== 'object') return;
    frame.members.delete(frame.last);
    stack.pop();
    frame = around;
  }
  if (frame.kind !== 'object') return;
  if (key !== undefined) frame.members.add(key);
  frame.key = key;
  leave(frame, 'value');
}

function readScalar(frame: Frame, scalar: Scalar): void {
  const isValue = frame.kind === 'object' && frame.state === 'value';
  if (!isValue) frame.members.add(scalar);
  if (frame.kind !== 'object' && frame.state === 'after') frame.index++;
  if (frame.kind === 'object' && !isValue) frame.key = scalar;
  frame.state = frame.kind === 'object' && !isValue ? 'colon' : 'after';
  frame.last = scalar;
}

function draftAt(stack: readonly Frame[], previousEnd: number, word?: JsonWord): Draft {
  const frame = topOf(stack);
  const isAfter = frame.state === 'after' || (frame.state === 'colon' && word !== undefined);
  const slot = slotOf(frame, word !== undefined);
  const index = frame.index + (isAfter ? 1 : 0);
  return {
    frame,
    container: stack.slice(1).flatMap(({ step }) => step ?? []),
    slot,
    step: slot !== 'value' ? undefined : frame.kind === 'object' ? frame.key?.text : index,
    word,
    missingCommaAt: isAfter && slot !== 'none' ? previousEnd : undefined,
  };
}

function slotOf({ kind, state }: Frame, hasWord: boolean): JsonPosition['slot'] {
  if (kind === 'root' && state === 'after') return 'none';
  if (kind !== 'object' || state === 'value') return 'value';
  return state === 'colon' && !hasWord ? 'none' : 'key';
}

/** Adds what follows from the tokens behind the word or the cursor, and from the other members. */
function finished({ frame, ...draft }: Draft, [next, second]: readonly number[]): JsonPosition {
  const { word, slot } = draft;
  const isJoined = next !== undefined && !separators.has(next);
  const isKeyBehind = next !== undefined && isWord(next) && second === jsonToken.colon;
  const others = [...frame.members].filter(({ span }) => span.start !== word?.span.start);
  return {
    ...draft,
    containerKind: frame.kind,
    siblings: others.map(({ text }) => text),
    needsCommaBehind: isJoined && frame.kind !== 'root',
    hasColon: word !== undefined && slot === 'key' && next === jsonToken.colon,
    hasValueBehind: word === undefined && slot === 'value' && frame.kind !== 'array' && isJoined && !isKeyBehind,
  };
}

const separators: ReadonlySet<number> = new Set([
  jsonToken.colon,
  jsonToken.comma,
  jsonToken.closeBrace,
  jsonToken.closeBracket,
]);
