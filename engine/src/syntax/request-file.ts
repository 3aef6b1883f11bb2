import { editLineStarts, lineStartsOf, type LinePosition } from '../text/lines';
import type { TextEdit } from '../text/edit';
import type { BlockText, BodyAssociation } from './model';
import { definitionsIn } from './definitions';
import { blockStarts, blockText, splitBlocks } from './split-blocks';

/** A request file as its blocks. Immutable: an edit returns a new file that shares all untouched blocks. */
export interface RequestFile {
  readonly blocks: readonly BlockText[];
  /** The line on which each block starts. */
  readonly startLines: readonly number[];
  /** The text of each variable that the file defines. The same map (by identity) means the same definitions. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Set for a JSON file, which has one block. */
  readonly association?: BodyAssociation;
}

/** A replacement of a range of lines and columns, as the protocol sends it. */
export interface FileEdit {
  readonly start: LinePosition;
  readonly end: LinePosition;
  readonly newText: string;
}

/** Splits a text into a request file. */
export function openRequestFile(text: string): RequestFile {
  return withBlocks(splitBlocks(text), definitionsIn(text));
}

/** Makes a JSON file the body of its request. */
export function openBodyFile(text: string, association: BodyAssociation): RequestFile {
  return { blocks: [blockText(text)], startLines: [0], definitions: noDefinitions, association };
}

/** Returns the file after the edits, applied in order. Positions outside the text are moved to its nearest end. */
export function editRequestFile(file: RequestFile, edits: readonly FileEdit[]): RequestFile {
  return edits.reduce(applyEdit, file);
}

/** Returns the file with another text in place of a block, without a link to the former block. */
export function withBlockText(file: RequestFile, index: number, text: string): RequestFile {
  if (file.association) return { ...file, blocks: [blockText(text)] };
  // As after an edit, the text may now belong to the end of the block before.
  const first = Math.max(0, index - 1);
  const before = index > first ? (file.blocks[first]?.text ?? '') : '';
  const { blocks, next } = splitUntilStable(file, before + text, index + 1);
  return replaceBlocks(file, first, next, blocks);
}

/** Returns the index of the block that holds the line. */
export function blockAtLine(file: RequestFile, line: number): number {
  let low = 0;
  let high = file.startLines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((file.startLines[middle] ?? 0) > line) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low - 1);
}

/** Returns the block's index and the offset in it for a line and column in UTF-16 code units. */
export function blockOffsetAt(file: RequestFile, position: LinePosition): { block: number; offset: number } {
  const block = blockAtLine(file, position.line);
  const text = file.blocks[block]?.text ?? '';
  const starts = lineStartsIn(file.blocks[block] ?? nothing);
  const line = position.line - (file.startLines[block] ?? 0);
  if (line < 0) return { block, offset: 0 };
  const start = starts[line];
  if (start === undefined) return { block, offset: text.length };
  const next = starts[line + 1] ?? text.length + 1;
  return { block, offset: Math.min(start + Math.max(0, position.character), next - 1, text.length) };
}

/** Returns the offset at which each line of the block starts. An edit of the block changes the list in place. */
export function lineStartsIn(block: BlockText): readonly number[] {
  let starts = knownLineStarts.get(block);
  if (starts === undefined) knownLineStarts.set(block, (starts = lineStartsOf(block.text)));
  return starts;
}

const knownLineStarts = new WeakMap<BlockText, number[]>();

/** The former block of an edited one, and the edit. */
export interface EditedBlock {
  readonly former: BlockText;
  readonly edit: TextEdit;
}

/** Returns the block and the edit from which this block came, as long as they are known. */
export function editedFrom(block: BlockText): EditedBlock | undefined {
  return origins.get(block);
}

/** Removes the link to the former block; a chain of links would keep all former texts alive. */
export function forgetOrigin(block: BlockText): void {
  origins.delete(block);
}

const origins = new WeakMap<BlockText, EditedBlock>();

/** Returns the edited block, with its line starts derived from those of the former one. */
function editedBlock(former: BlockText, edit: TextEdit): BlockText {
  const { span, newText } = edit;
  const text = former.text.slice(0, span.start) + newText + former.text.slice(span.end);
  // The line starts of the former block are rarely needed again, and can be computed.
  const starts = knownLineStarts.get(former) ?? lineStartsOf(former.text);
  knownLineStarts.delete(former);
  editLineStarts(starts, text, edit);
  const block = { text, lineEnds: starts.length - 1 };
  knownLineStarts.set(block, starts);
  origins.set(block, { former, edit });
  return block;
}

const nothing: BlockText = { text: '', lineEnds: 0 };

function applyEdit(file: RequestFile, edit: FileEdit): RequestFile {
  const start = blockOffsetAt(file, edit.start);
  const end = blockOffsetAt(file, edit.end);
  if (file.association) {
    const span = { start: start.offset, end: Math.max(start.offset, end.offset) };
    const block = editedBlock(file.blocks[0] ?? nothing, { span, newText: edit.newText });
    return { ...file, blocks: [block] };
  }
  // The block before is split again, too, since the edited text may now belong to its end.
  const first = Math.max(0, start.block - 1);
  const before = start.block > first ? (file.blocks[first]?.text ?? '') : '';
  const head = (file.blocks[start.block]?.text ?? '').slice(0, start.offset);
  const tail = (file.blocks[end.block]?.text ?? '').slice(end.offset);
  const { blocks, next } = splitUntilStable(file, before + head + edit.newText + tail, end.block + 1);
  return replaceBlocks(file, first, next, blocks);
}

/** Splits the text, and adds following blocks until one of them starts where it started before. */
function splitUntilStable(file: RequestFile, text: string, next: number): { blocks: BlockText[]; next: number } {
  let joined = text;
  for (;;) {
    const following = file.blocks[next];
    if (!following) return { blocks: splitBlocks(joined), next };
    const atLineStart = joined === '' || joined.endsWith('\n');
    if (atLineStart && joined !== '' && /^[ \t]*###/.test(following.text)) return { blocks: splitBlocks(joined), next };
    const extended = joined + following.text;
    const starts = blockStarts(extended);
    if (joined !== '' && starts.includes(joined.length)) return { blocks: splitBlocks(joined), next };
    joined = extended;
    next++;
  }
}

function replaceBlocks(file: RequestFile, first: number, next: number, blocks: readonly BlockText[]): RequestFile {
  const all = file.blocks.slice(0, first).concat(blocks, file.blocks.slice(next));
  const mayDefine = blocks.some(holdsDefinition) || file.blocks.slice(first, next).some(holdsDefinition);
  const definitions = mayDefine ? renewedDefinitions(file.definitions, all) : file.definitions;
  return withBlocks(all, definitions, file.startLines.slice(0, first));
}

function holdsDefinition({ text }: BlockText): boolean {
  return text.includes('@') && definitionsIn(text).size > 0;
}

function renewedDefinitions(former: ReadonlyMap<string, string>, blocks: readonly BlockText[]) {
  const now = new Map<string, string>();
  for (const { text } of blocks) {
    if (!text.includes('@')) continue;
    for (const [name, value] of definitionsIn(text)) now.set(name, value);
  }
  const isSame = now.size === former.size && [...now].every(([name, value]) => former.get(name) === value);
  return isSame ? former : now;
}

const noDefinitions: ReadonlyMap<string, string> = new Map();

function withBlocks(
  blocks: readonly BlockText[],
  definitions: ReadonlyMap<string, string>,
  knownStarts: number[] = [],
): RequestFile {
  const startLines = knownStarts;
  const last = startLines.length - 1;
  let line = last < 0 ? 0 : (startLines[last] ?? 0) + (blocks[last]?.lineEnds ?? 0);
  for (let index = startLines.length; index < blocks.length; index++) {
    startLines.push(line);
    line += blocks[index]?.lineEnds ?? 0;
  }
  return { blocks, startLines, definitions };
}
