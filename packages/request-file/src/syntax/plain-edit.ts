import { treesWithEditedText } from '@rulebook/json/edited-text';
import { placed } from '@rulebook/json/placed-node';
import { changeBetween, changeOf, type TextChange } from '@rulebook/text/changed-text';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';
import { createMemo, perObject } from '@rulebook/text/structures/memo';
import { largeBody, largestCheckedBody, parseJsonBody } from './bodies/parse-body';
import type { Block, BlockText, JsonBody } from './model';
import { parseSuppressions } from './parse-comment';
import { placeholdersOf } from './placeholders';
import { partsOfText, shareParts, type TextParts } from './text-of-block';
import { followSearches } from './searched-text';

/**
 * A large JSON body that ends its block. Most of its lines are plain: they say nothing of what is around them, so after an edit of such lines all
 * others are what they were, and only the body is read again.
 */
interface LastBody {
  readonly span: Span;
  /** The same object in all versions of the block between which only plain lines differ. */
  readonly form: object;
}

const bodies = createMemo<BlockText, LastBody>({ most: 8 });

/** Notes that a block ends with a large JSON body, if it does. */
export function noteLastBody(source: BlockText, { text, request, response, association }: Block): void {
  const { body } = request ?? {};
  if (body?.kind !== 'json' || response !== undefined || bodies.kept(source, []) !== undefined) return;
  const { start, end } = body.span;
  if (end - start < largeBody || request?.span.end !== end || text.slice(end).trim() !== '') return;
  // Whether a JSON file holds one value or lines is decided by all of it.
  if (association === undefined ? !mayFollowAll(source, start) : association.mayBeLines === true) return;
  bodies.of(source, [], () => ({ span: body.span, form: {} }));
}

/** Returns whether a block is split alike after edits of plain lines in its body. */
function mayFollowAll({ text, ahead, indented }: BlockText, start: number): boolean {
  if (ahead !== undefined || indented !== undefined || !/^(?:\{(?!\{)|\[)/.test(text.slice(start, start + 2)))
    return false;
  // What is over several lines may end elsewhere, when something in front of its end has moved.
  return !text.includes('/*') && !text.includes('"""');
}

/** Takes over what is known of the body, when an edit touched only plain lines of it; returns whether it did. */
export function followPlainEdit(former: BlockText, edited: BlockText, { span, newText }: TextEdit): boolean {
  const known = bodies.kept(former, []);
  if (known === undefined) return false;
  const delta = newText.length - (span.end - span.start);
  const text = partsOfText(former);
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const end = text.indexOf('\n', span.end);
  // The first and the last line say where the body is.
  if (start <= known.span.start || end < 0 || end >= text.lastIndexOf('\n', known.span.end - 1)) return false;
  const [before, after] = [text.slice(start, end), partsOfText(edited).slice(start, end + delta)];
  if (!arePlain(before) || !arePlain(after) || endsBracket(before) !== endsBracket(after)) return false;
  const body = { start: known.span.start, end: known.span.end + delta };
  bodies.of(edited, [], () => ({ span: body, form: known.form }));
  return true;
}

/** What a line of JSON begins with, and nothing else that can be on several lines or in a comment. */
const plainLine = /^[ \t]*(?:["[\]},:\d-]|\{(?!\{))/;
/** The last ones are looked for in the whole text. */
const notPlain = /"""|\/\*|@(?:import|rights-of|for)\b/;

function arePlain(lines: string): boolean {
  const written = lines.split('\n').filter((line) => !/^[ \t\r]*$/.test(line));
  return written.length > 0 && written.every((line) => plainLine.test(line)) && !notPlain.test(lines);
}

/** Behind such a line, a method may be written in any case. */
function endsBracket(lines: string): boolean {
  return /[\]}]\s*$/.test(lines);
}

/** Forgets the body of a version that no edit will follow. */
export function forgetLastBody(block: BlockText): void {
  bodies.forget(block);
}

/** Returns the function with a memory for what plain lines of a large body do not change; for other blocks it has none. */
export function perForm<V>(compute: (block: BlockText) => V): (block: BlockText) => V {
  const known = perObject((_form: object) => new Map<'value', V>());
  return (block) => {
    const last = bodies.kept(block, []);
    if (last === undefined) return compute(block);
    const values = known(last.form);
    if (!values.has('value')) values.set('value', compute(block));
    return values.get('value') as V;
  };
}

/** Returns the block after edits of plain lines: only its body is read again. Undefined where something else may have changed. */
export function parsedAfterPlainEdits(
  former: Block,
  formerText: BlockText,
  source: BlockText,
  edit: TextEdit | undefined,
): Block | undefined {
  const [known, now] = [bodies.kept(formerText, []), bodies.kept(source, [])];
  const { request } = former;
  if (known === undefined || now?.form !== known.form || request?.body?.kind !== 'json') return undefined;
  if (now.span.end - now.span.start < largeBody) return undefined;
  const { text } = source;
  const { body } = request;
  const edited = edit && bodyWithEditedText(body, edit, partsOfText(formerText));
  const parsed =
    edited ??
    parseJsonBody(text, now.span, body.isLines === true, {
      bodies: [body],
      change: edit === undefined ? changeBetween(former.text, text) : changeOf(edit),
    });
  const block: Block = {
    ...former,
    text,
    suppressions: former.suppressions.length === 0 ? former.suppressions : parseSuppressions(text),
    placeholders:
      edited && edit ? movedBehind(former.placeholders, changeOf(edit)) : placeholdersOf(text, former.comments),
    request: { ...request, body: parsed, span: { start: request.span.start, end: now.span.end } },
  };
  shareParts(source, block);
  if (edit !== undefined) followSearches(former, block, edit, partsOfText(source));
  return block;
}

/** Returns the body after an edit within one of its strings, where all else is what it was. */
function bodyWithEditedText(body: JsonBody, edit: TextEdit, formerText: TextParts): JsonBody | undefined {
  const { delta } = changeOf(edit);
  if (body.span.end + delta - body.span.start > largestCheckedBody) return undefined;
  const found = treesWithEditedText(body.trees, edit, (from, to) => formerText.slice(from, to));
  if (found === undefined) return undefined;
  // What is wrong at a string may depend on what is in it.
  if (body.problems.some(({ span }) => span.start <= found.end && span.end >= found.start)) return undefined;
  const change = changeOf(edit);
  const { trees } = found;
  return {
    ...body,
    span: { start: body.span.start, end: body.span.end + change.delta },
    trees,
    values: trees.map(placed),
    problems: movedBehind(body.problems, change),
    relaxations: body.relaxations.map((at) => (at >= change.end ? at + change.delta : at)),
  };
}

/** Moves what is behind a change; nothing overlaps it. */
function movedBehind<T extends { readonly span: Span }>(items: readonly T[], { end, delta }: TextChange): readonly T[] {
  if (items.length === 0 || delta === 0) return items;
  return items.map((item) =>
    item.span.start < end ? item : { ...item, span: { start: item.span.start + delta, end: item.span.end + delta } },
  );
}
