import type { TextEdit } from '../text/edit';
import { editPlainJson, type TreeChange } from './edit-json';
import type { Block, BlockText, BodyAssociation } from './model';
import { parseBlock } from './parse-block';
import { TreeNode } from './tree-node';
import { editedFrom, forgetOrigin, type EditedBlock } from './request-file';

/** A block that took over the tree of a former block, and what has changed in it. The tree of the former block is no longer usable. */
export interface BlockEdit {
  readonly former: Block;
  readonly edit: TextEdit;
  readonly change: TreeChange;
}

/** Bodies below this length are parsed as a whole, which takes less than a millisecond. */
export const largeBody = 50_000;

const edits = new WeakMap<Block, BlockEdit>();

/** Returns the block whose tree this one took over. */
export function blockEditOf(block: Block): BlockEdit | undefined {
  return edits.get(block);
}

/**
 * Creates a parser that caches the blocks in use. When a large JSON body is edited, only what the edit touches is parsed again: the new block
 * takes over the tree of the former one, which leaves the cache.
 */
export function createBlockParser(
  takesLines: (path: string) => boolean,
): (text: BlockText, association?: BodyAssociation) => Block {
  const kept = new Map<BlockText, Block>();
  /** For a text with a syntax error: the last error-free block, whose tree is reused once the error is fixed. */
  const errorFree = new WeakMap<BlockText, Source>();
  const sourceOf = ({ former, edit }: EditedBlock, block: Block | undefined, text: string): Source | undefined => {
    const source = errorFree.get(former);
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
    if (source && followed === undefined && !isLargeBody(block)) errorFree.set(text, source);
    forgetOrigin(text);
    // Two versions of a large tree would take too much memory, and the tree of the former one may have been taken over.
    if (origin && (former?.text.length ?? 0) >= largeBody) kept.delete(origin.former);
    kept.set(text, block);
    dropOldest(kept, text);
    return block;
  };
}

/** A block whose tree can be taken over, and the edit that turns its text into the new one. */
interface Source {
  readonly block: Block;
  readonly edit: TextEdit;
}

/** Returns one edit with the effect of two in sequence; `text` is the text after both. */
function joinedEdit(first: TextEdit, second: TextEdit, text: string): TextEdit {
  const between = first.span.start + first.newText.length;
  const start = Math.min(first.span.start, second.span.start);
  const end = first.span.end + Math.max(0, second.span.end - between);
  const delta = second.newText.length - (second.span.end - second.span.start);
  return { span: { start, end }, newText: text.slice(start, Math.max(between, second.span.end) + delta) };
}

/** Many long-lived trees slow garbage collection down, so only the blocks in use stay parsed. */
const keptBlocks = 128;
/** A tree takes many times the memory of its text, so all large texts together may have this length in UTF-16 code units. */
const keptLargeText = 4_000_000;

/** Drops the oldest blocks above the limits. The newest one is kept whatever its length, since an edit of it comes next. */
function dropOldest(kept: Map<BlockText, Block>, newest: BlockText): void {
  let surplus = newest.text.length < largeBody ? 0 : -keptLargeText;
  if (surplus < 0) for (const { text } of kept.keys()) if (text.length >= largeBody) surplus += text.length;
  for (const block of kept.keys()) {
    if ((surplus <= 0 && kept.size <= keptBlocks) || block === newest) return;
    const isLarge = block.text.length >= largeBody;
    if (!isLarge && kept.size <= keptBlocks) continue;
    kept.delete(block);
    if (isLarge) surplus -= block.text.length;
  }
}

/** Returns whether the block is one large JSON body that can be edited in place: without variables, syntax errors and comments for Rulebook. */
export function isLargeBody({ association, placeholders, request, response, suppressions, text }: Block): boolean {
  if (association === undefined || text.length < largeBody || placeholders.length > 0 || suppressions.length > 0)
    return false;
  const body = request?.body;
  if (response !== undefined || body?.kind !== 'json' || body.isLines === true || body.values.length !== 1)
    return false;
  if (body.problems.length > 0) return false;
  if (body.comments === undefined && body.relaxations.some((at) => text[at] !== '/')) return false;
  return body.values[0] instanceof TreeNode;
}

/** Returns the block after the edit, with the tree of the former one; undefined when the whole block must be parsed. */
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
  const comments = (body.comments ?? body.relaxations.length) + change.comments;
  const edited = { start: 0, end: text.length };
  const block: Block = {
    ...former,
    text,
    request: {
      ...request,
      body: { ...body, span: edited, comments, isRelaxed: comments > 0 },
      span: edited,
    },
  };
  withoutIgnoring.add(block);
  edits.set(block, { former, edit, change });
  // The former edit is of no use any more, and a chain of edits would keep every version alive.
  edits.delete(former);
  return block;
}

const ignoring = 'rulebook-ignore';
/** Blocks that are known to hold no `rulebook-ignore` comment. */
const withoutIgnoring = new WeakSet<Block>();
