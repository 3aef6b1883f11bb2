import type { TextEdit } from '../text/edit';
import { editPlainJson, type TreeChange } from './edit-json';
import type { Block, BlockText, BodyAssociation } from './model';
import { parseBlock } from './parse-block';
import { TreeNode } from './parse-json';
import { editedFrom, forgetOrigin, type EditedBlock } from './request-file';

/** A block whose tree was that of another block, and what has changed in it. The tree of the former block is no more. */
export interface Succession {
  readonly former: Block;
  readonly edit: TextEdit;
  readonly change: TreeChange;
}

/** Bodies below this length are read as a whole: that takes less than a millisecond. */
export const largeBody = 50_000;

const successions = new WeakMap<Block, Succession>();

/** Returns which block this one took its tree from. */
export function successionOf(block: Block): Succession | undefined {
  return successions.get(block);
}

/**
 * Creates a parser that remembers the blocks in use. Of a large JSON body that was edited, only what the edit touches is read again: the new
 * block takes over the tree of the former one, which is forgotten.
 */
export function createBlockParser(
  takesLines: (path: string) => boolean,
): (text: BlockText, association?: BodyAssociation) => Block {
  const kept = new Map<BlockText, Block>();
  /** By a text with a fault, the last block before it that had none: its tree is gone on with when the fault is repaired. */
  const faultless = new WeakMap<BlockText, Source>();
  const sourceOf = ({ former, edit }: EditedBlock, block: Block | undefined, text: string): Source | undefined => {
    const source = faultless.get(former);
    if (source) return { block: source.block, edit: joinedEdit(source.edit, edit, text) };
    return block && isLargeBody(block) ? { block, edit } : undefined;
  };
  return (text, association) => {
    const known = kept.get(text);
    if (known && known.association === association) return known;
    const origin = editedFrom(text);
    const former = origin && kept.get(origin.former);
    const source = origin && sourceOf(origin, former, text.text);
    const followed =
      source && source.block.association === association
        ? editedBlock(source.block, text.text, source.edit)
        : undefined;
    const block = followed ?? parseBlock(text.text, association, takesLines);
    if (source && followed === undefined && !isLargeBody(block)) faultless.set(text, source);
    forgetOrigin(text);
    // Two versions of a large tree are one too many, and of the former one the tree may be taken.
    if (origin && (former?.text.length ?? 0) >= largeBody) kept.delete(origin.former);
    kept.set(text, block);
    dropOldest(kept, keptBlocks, () => true);
    if (text.text.length >= largeBody) dropOldest(kept, keptLargeBlocks, (one) => one.text.length >= largeBody);
    return block;
  };
}

/** A block whose tree can be taken over, and the edit that leads from it to the text. */
interface Source {
  readonly block: Block;
  readonly edit: TextEdit;
}

/** Returns the edit that does what two do one after the other; `text` is the text after both. */
function joinedEdit(first: TextEdit, second: TextEdit, text: string): TextEdit {
  const between = first.span.start + first.newText.length;
  const start = Math.min(first.span.start, second.span.start);
  const end = first.span.end + Math.max(0, second.span.end - between);
  const delta = second.newText.length - (second.span.end - second.span.start);
  return { span: { start, end }, newText: text.slice(start, Math.max(between, second.span.end) + delta) };
}

/** Trees that live long slow the process down, so only the blocks in use stay parsed. */
const keptBlocks = 128;
/** A tree takes many times the memory of its text. */
const keptLargeBlocks = 4;

function dropOldest(kept: Map<BlockText, Block>, most: number, counts: (text: BlockText) => boolean): void {
  if (kept.size <= most) return;
  let surplus = -most;
  for (const text of kept.keys()) if (counts(text)) surplus++;
  for (const text of kept.keys()) {
    if (surplus <= 0) return;
    if (!counts(text)) continue;
    kept.delete(text);
    surplus--;
  }
}

/** Returns whether the block is one large JSON body in which edits can be followed: without variables, faults and comments for Rulebook. */
export function isLargeBody({ association, holes, request, response, suppressions, text }: Block): boolean {
  if (association === undefined || text.length < largeBody || holes.length > 0 || suppressions.length > 0) return false;
  const body = request?.body;
  if (response !== undefined || body?.kind !== 'json' || body.isLines === true || body.values.length !== 1)
    return false;
  // Anything else in the body that JSON does not know was read behind a mask.
  if (body.problems.length > 0 || body.isRelaxed !== (body.comments ?? 0) > 0) return false;
  return body.values[0] instanceof TreeNode;
}

/** Returns the block after the edit, with the tree of the former one; undefined when the whole of it must be read. */
function editedBlock(former: Block, text: string, edit: TextEdit): Block | undefined {
  const { request } = former;
  const body = request?.body;
  if (!isLargeBody(former) || request === undefined || body?.kind !== 'json' || text.length < largeBody)
    return undefined;
  const [root] = body.values;
  if (!(root instanceof TreeNode)) return undefined;
  if (!withoutIgnoring.has(former) && former.text.includes(ignoring)) return undefined;
  const { span, newText } = edit;
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const lineEnd = text.indexOf('\n', span.start + newText.length);
  if (text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd).includes(ignoring)) return undefined;
  const change = editPlainJson(root, former.text, text, edit);
  if (change === undefined) return undefined;
  const comments = (body.comments ?? 0) + change.comments;
  const edited = { start: 0, end: text.length };
  const block: Block = {
    ...former,
    text,
    request: {
      ...request,
      body: { ...body, span: edited, masked: text, comments, isRelaxed: comments > 0 },
      span: edited,
    },
  };
  withoutIgnoring.add(block);
  successions.set(block, { former, edit, change });
  // Whoever did not follow the former block has nothing to go on with, and a chain of them would keep every version alive.
  successions.delete(former);
  return block;
}

const ignoring = 'rulebook-ignore';
/** Blocks of which it is known that they nowhere name the comment. */
const withoutIgnoring = new WeakSet<Block>();
