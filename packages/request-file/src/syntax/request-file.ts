import { createMemo } from '@rulebook/text/structures/memo';
import { Sequence, type Aggregate } from '@rulebook/text/structures/sequence';
import type { TextEdit } from '@rulebook/text/edit';
import { constructNamed } from './constructs';
import {
  editedLineStarts,
  lineEndOf,
  lineStartsOf,
  positionAt,
  startOfLine,
  type LinePosition,
  type LineStarts,
} from '@rulebook/text/lines';
import { fileDirectivesIn } from './file-endpoint';
import { fieldsOfSharedBlock } from './other-tools/shared-block-fields';
import type { SharedField } from './shared-fields';
import { definitionEntriesIn, type DefinitionEntry, type Definitions, hostVariable } from './definitions';
import { mayHoldCommands, splitScript, type ScriptForm } from './shell/split-script';
import { longestMarkdown, replacedBlocks, sourceOf, splitEditedPart, splitMarkdown } from './markdown';
import type { BlockText, BodyAssociation } from './model';
import { followPlainEdit, perForm } from './plain-edit';
import { editedText } from './text-of-block';
import { blocksOf, blockText, scanBlocks, splitBlocks } from './split-blocks';
import { expressionOf } from '@rulebook/text/expressions';

/** A request file as its blocks. Immutable: an edit returns a new file that shares all untouched blocks. */
export interface RequestFile {
  readonly blocks: Sequence<BlockText>;
  /** The text of each variable that the file defines. The same map (by identity) means the same definitions. */
  readonly definitions: Definitions;
  /** Set for a JSON file, which has one block. */
  readonly association?: BodyAssociation;
  /** Set for a Markdown file, whose requests are in fenced blocks. */
  readonly isMarkdown?: true;
  /** Set for a script of a shell, or a file that holds some, of which the commands are judged. */
  readonly script?: ScriptForm;
  /** No one looks at the file, so nothing but its findings is made ahead. */
  readonly isNotOpen?: true;
  /** The same object for all versions of a file since it was opened: what is known about one is kept under it. */
  readonly identity: object;
}

/** A replacement of a range of lines and columns, as the protocol sends it. */
export interface FileEdit {
  readonly start: LinePosition;
  readonly end: LinePosition;
  readonly newText: string;
}

/** Splits a text into a request file. */
export function openRequestFile(text: string): RequestFile {
  const blocks = Sequence.of(splitBlocks(text));
  return { blocks, definitions: definitionsOf(blocks), identity: {} };
}

/** Makes a JSON file the body of its request. */
export function openBodyFile(text: string, association: BodyAssociation): RequestFile {
  return { blocks: Sequence.of([blockText(text)]), definitions: noDefinitions, association, identity: {} };
}

/** Opens a Markdown file; everything outside of fenced blocks with requests is prose. */
export function openMarkdownFile(text: string): RequestFile {
  const blocks = Sequence.of(splitMarkdown(text));
  return { blocks, definitions: definitionsOf(blocks), isMarkdown: true, identity: {} };
}

/** Opens a Markdown file that no one edits: with the commands in its blocks for a shell, too. */
export function openMarkdownWithCommands(text: string): RequestFile {
  const file = openMarkdownFile(text);
  if (!mayHoldCommands(text)) return file;
  const blocks = [...file.blocks].flatMap((block) => (block.isProse ? splitScript(block.text, 'markdown') : [block]));
  return { ...file, blocks: Sequence.of(blocks) };
}

/** Opens a script, or a file that holds some; everything but the commands that are understood is prose. */
export function openScriptFile(text: string, script: ScriptForm): RequestFile {
  return { blocks: Sequence.of([...splitScript(text, script)]), definitions: noDefinitions, script, identity: {} };
}

/** Returns the whole text of a file. */
export function textOfFile({ blocks }: Pick<RequestFile, 'blocks'>): string {
  return [...blocks].map(sourceOf).join('');
}

/** Returns the file after the edits, applied in order. Positions outside the text are moved to its nearest end. */
export function editRequestFile(file: RequestFile, edits: readonly FileEdit[]): RequestFile {
  return edits.reduce(applyEdit, file);
}

/** Returns the file with another text in place of a block. */
export function withBlockText(file: RequestFile, index: number, text: string): RequestFile {
  if (file.association) return { ...file, blocks: Sequence.of([blockText(text)]) };
  if (file.isMarkdown) return replaceBlocks(file, index, index + 1, splitBlocks(text));
  return withText(file, index, index, text);
}

/** Returns the block's index and the offset in it for a line and column in UTF-16 code units. */
export function blockOffsetAt({ blocks }: RequestFile, position: LinePosition): { block: number; offset: number } {
  const index = blocks.indexAtLine(position.line);
  const block = blocks.at(index);
  const line = position.line - blocks.lineOf(index);
  if (line < 0 || block === undefined) return { block: index, offset: 0 };
  const starts = lineStartsIn(block);
  const start = startOfLine(starts, line);
  if (start === undefined) return { block: index, offset: block.length };
  const next = startOfLine(starts, line + 1) ?? block.length + 1;
  const column = position.character - (block.indented?.columns[line] ?? 0);
  return { block: index, offset: Math.min(start + Math.max(0, column), next - 1, block.length) };
}

/** Returns the edits of a block as edits of its file, to be applied in this order; new lines end and are indented like those of the block. */
export function fileEditsOf({ blocks }: RequestFile, index: number, edits: readonly TextEdit[]): readonly FileEdit[] {
  const block = blocks.at(index);
  if (block === undefined) return [];
  const { text, indented } = block;
  const starts = lineStartsIn(block);
  const firstLine = blocks.lineOf(index);
  const lineEnd = `${lineEndOf(text)}${indented?.indent ?? ''}`;
  const positionOf = (offset: number): LinePosition => {
    const { line, character } = positionAt(starts, offset);
    return { line: line + firstLine, character: character + (indented?.columns[line] ?? 0) };
  };
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .map(({ span, newText }) => ({
      start: positionOf(span.start),
      end: positionOf(span.end),
      newText: newText.replace(/\r?\n/g, lineEnd),
    }));
}

/** Returns the offset at which each line of the block starts. */
export function lineStartsIn(block: BlockText): LineStarts {
  return lineStarts.of(block, [], () => lineStartsOf(block.text));
}

/** Forgets the lines of a file that was only read once. They would keep its whole text. */
export function forgetLines({ blocks }: RequestFile): void {
  for (const block of blocks) lineStarts.forget(block);
}

/** Bounded by the number of lines. */
const lineStarts = createMemo<BlockText, LineStarts>({
  most: 500_000,
  weightOf: ({ lineEnds }) => lineEnds + 1,
});

/** The former block of an edited one, and the edit. */
interface EditedBlock {
  readonly former: BlockText;
  readonly edit: TextEdit;
}

/** Returns the block and the edit from which this block came, as long as they are known. */
export function editedFrom(block: BlockText): EditedBlock | undefined {
  return origins.kept(block, []);
}

/** Removes the link to the former block; a chain of links would keep all former texts alive. */
export function forgetOrigin(block: BlockText): void {
  origins.forget(block);
}

/** Only until the block is parsed; blocks that are never parsed must not keep many former texts. */
const origins = createMemo<BlockText, EditedBlock>({ most: 8 });

/** Returns the edited block, with its line starts derived from those of the former one. */
function editedBlock(former: BlockText, edit: TextEdit): BlockText {
  const { text, parts, note } = editedText(former, edit);
  const starts = editedLineStarts(lineStartsIn(former), parts, edit);
  const block = { text, length: text.length, lineEnds: starts.count - 1 };
  note(block);
  // The line starts of the former block are rarely needed again, and can be computed.
  lineStarts.forget(former);
  lineStarts.of(block, [], () => starts);
  origins.of(block, [], () => ({ former, edit }));
  return block;
}

/** Markdown is split as a whole where an edit touches a fence, which changes the meaning of everything below it. */
function editMarkdown(file: RequestFile, edit: FileEdit): RequestFile {
  const local = editPartOfMarkdown(file, edit);
  if (local) return local;
  const text = textOfFile(file);
  const { start, end, newText } = offsetsIn(text, 0, edit);
  const edited = text.slice(0, start) + newText + text.slice(end);
  const { start: first, end: next, blocks } = replacedBlocks([...file.blocks], splitMarkdown(edited));
  return replaceBlocks(file, first, next, blocks);
}

/** Returns the file after an edit of one block of prose, or of the requests in one fenced block, if the edit concerns nothing else. */
function editPartOfMarkdown(file: RequestFile, edit: FileEdit): RequestFile | undefined {
  const { blocks } = file;
  let first = blocks.indexAtLine(edit.start.line);
  const isProse = blocks.at(first)?.isProse === true;
  const isInFence = (index: number) => blocks.at(index)?.isProse === undefined && blocks.at(index) !== undefined;
  let next = first + 1;
  while (!isProse && isInFence(first - 1)) first--;
  while (!isProse && isInFence(next)) next++;
  const line = blocks.lineOf(first);
  if (Math.min(edit.start.line, edit.end.line) < line || (next < blocks.size && edit.end.line >= blocks.lineOf(next)))
    return undefined;
  if (blocks.length + edit.newText.length > longestMarkdown) return undefined;
  const former = blocks.slice(first, next);
  const source = former.map(sourceOf).join('');
  const split = splitEditedPart(source, isProse, offsetsIn(source, line, edit), blocks.at(first - 1)?.text ?? '');
  if (!split) return undefined;
  const replaced = replacedBlocks(former, split);
  return replaceBlocks(file, first + replaced.start, first + replaced.end, replaced.blocks);
}

/** Returns an edit with offsets in a text, which begins at a line of the file. */
function offsetsIn(text: string, firstLine: number, edit: FileEdit) {
  const starts = lineStartsOf(text);
  const offsetOf = ({ line, character }: LinePosition): number => {
    const from = startOfLine(starts, line - firstLine) ?? text.length;
    const next = startOfLine(starts, line - firstLine + 1) ?? text.length + 1;
    return Math.min(from + Math.max(0, character), next - 1, text.length);
  };
  const start = offsetOf(edit.start);
  return { start, end: Math.max(start, offsetOf(edit.end)), newText: edit.newText };
}

function applyEdit(file: RequestFile, edit: FileEdit): RequestFile {
  if (file.isMarkdown) return editMarkdown(file, edit);
  if (file.script) {
    const text = textOfFile(file);
    const { start, end, newText } = offsetsIn(text, 0, edit);
    return {
      ...openScriptFile(text.slice(0, start) + newText + text.slice(end), file.script),
      identity: file.identity,
    };
  }
  const start = blockOffsetAt(file, edit.start);
  const end = blockOffsetAt(file, edit.end);
  const first = file.blocks.at(start.block);
  if (first === undefined) return { ...openRequestFile(edit.newText), identity: file.identity };
  const isInOne = start.block >= end.block;
  const span = { start: start.offset, end: isInOne ? Math.max(start.offset, end.offset) : first.length };
  const edited = isInOne ? editedBlock(first, { span, newText: edit.newText }) : undefined;
  const isPlain = edited !== undefined && followPlainEdit(first, edited, { span, newText: edit.newText });
  if (file.association) return { ...file, blocks: Sequence.of([edited ?? first]) };
  // No block looks beyond its end, so all are split alike.
  if (isPlain && file.blocks.total(longestAhead) === 0)
    return replaceBlocks(file, start.block, start.block + 1, [edited]);
  const tail = file.blocks.at(end.block)?.text.slice(end.offset) ?? '';
  const text = edited?.text ?? first.text.slice(0, start.offset) + edit.newText + tail;
  return withText(file, start.block, Math.max(start.block, end.block), text, edited);
}

/** Replaces the blocks from `first` to `last` by those of a text. `edited` is the block of that text, where it stays one. */
function withText(file: RequestFile, first: number, last: number, text: string, edited?: BlockText): RequestFile {
  const start = firstToSplit(file.blocks, first);
  const before = file.blocks.slice(start, first);
  const joined = before.map((block) => block.text).join('') + text;
  const { blocks: split, next } = splitUntilStable(file.blocks, joined, last + 1);
  const blocks = split.map((block, index) => {
    const former = before[index];
    if (former !== undefined && block.text === former.text && block.ahead === former.ahead) return former;
    return edited !== undefined && block.text === edited.text && block.ahead === undefined ? edited : block;
  });
  return replaceBlocks(file, start, next, blocks);
}

const longestAhead: Aggregate<BlockText, number> = {
  ofPiece: ({ ahead = 0 }) => ahead,
  join: (parts) => Math.max(...parts),
};

/** Returns the first block that an edit may split in another way: the one before it, to whose end the text may belong now, or one that looks so far ahead. */
function firstToSplit(blocks: Sequence<BlockText>, edited: number): number {
  let first = Math.max(0, edited - 1);
  const farthest = blocks.total(longestAhead) ?? 0;
  let distance = 0;
  for (let end = edited; end > 0 && distance < farthest; end -= 64) {
    const start = Math.max(0, end - 64);
    const some = blocks.slice(start, end);
    for (let index = some.length - 1; index >= 0; index--) {
      const { ahead = 0, length = 0 } = some[index] ?? {};
      if (ahead > distance) first = Math.min(first, start + index);
      distance += length;
    }
  }
  return first;
}

/** Splits the text, and adds following blocks until one of them starts where it started before. */
function splitUntilStable(
  blocks: Sequence<BlockText>,
  text: string,
  next: number,
): { readonly blocks: BlockText[]; readonly next: number } {
  const following = blocks.at(next);
  if (following !== undefined && text.endsWith('\n') && constructNamed('separator').begins.test(following.text)) {
    const scanned = scanBlocks(text);
    if (scanned.reaches.every((reach) => reach <= text.length)) return { blocks: blocksOf(text, scanned), next };
  }
  let joined = text;
  let added = next;
  for (let count = 1; ; count *= 2) {
    const more = blocks.slice(added, added + count);
    const isWhole = added + more.length >= blocks.size;
    const ends = [joined.length];
    for (const { length } of more) ends.push((ends.at(-1) ?? 0) + length);
    const whole = joined + more.map((block) => block.text).join('');
    const scanned = scanBlocks(whole);
    // A construct may be closed behind the end of this text.
    const open = isWhole ? -1 : scanned.reaches.findIndex((reach) => reach > whole.length);
    const sure = open < 0 ? whole.length : (scanned.starts[open] ?? 0);
    const starts = new Set(scanned.starts);
    const index = ends.findIndex((end) => end > 0 && end < whole.length && end <= sure && starts.has(end));
    if (index >= 0) return { blocks: blocksOf(whole, scanned, ends[index]), next: added + index };
    if (isWhole) return { blocks: blocksOf(whole, scanned), next: blocks.size };
    joined = whole;
    added += more.length;
  }
}

function replaceBlocks(file: RequestFile, first: number, next: number, by: readonly BlockText[]): RequestFile {
  const blocks = file.blocks.replaced(first, next, by);
  const now = definitionsOf(blocks);
  const isSame =
    now.namesHost === file.definitions.namesHost &&
    now.endpoint === file.definitions.endpoint &&
    areSameFields(now.headers, file.definitions.headers) &&
    areSame(orderedEntries(now), orderedEntries(file.definitions));
  return { ...file, blocks, definitions: isSame ? file.definitions : now };
}

function orderedEntries(definitions: Definitions): readonly DefinitionEntry[] {
  return definitions.inOrder ?? [...definitions];
}

function areSame(some: readonly DefinitionEntry[], others: readonly DefinitionEntry[]): boolean {
  return (
    some.length === others.length &&
    some.every(([name, value], index) => others[index]?.[0] === name && others[index][1] === value)
  );
}

function areSameFields(some: readonly SharedField[] = [], others: readonly SharedField[] = []): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, value }, index) => others[index]?.name === name && others[index].value === value)
  );
}

const noDefinitions: Definitions = new Map();

const noFields: readonly SharedField[] = [];

/** The header fields of shared blocks of Kulala. */
const sharedFields: Aggregate<BlockText, readonly SharedField[]> = {
  ofPiece: fieldsOfSharedBlock,
  join(parts) {
    const some = parts.filter(({ length }) => length > 0);
    return some.length === 0 ? noFields : some.flat();
  },
};

const noEntries: readonly DefinitionEntry[] = [];

const entries: Aggregate<BlockText, readonly DefinitionEntry[]> = {
  ofPiece: perForm(({ text, isProse }) => (isProse ? noEntries : definitionEntriesIn(text))),
  join(parts) {
    const [only, ...others] = parts.filter(({ length }) => length > 0);
    return others.length === 0 ? (only ?? noEntries) : [only ?? noEntries, ...others].flat();
  },
};

const hostReference = expressionOf(`\\{\\{\\s*%?\\s*${hostVariable}\\s*\\}\\}`);

const hostUse: Aggregate<BlockText, boolean> = {
  ofPiece: ({ text, isProse }) => !isProse && hostReference.test(text),
  join: (parts) => parts.includes(true),
};

function definitionsOf(blocks: Sequence<BlockText>): Definitions {
  const inOrder = blocks.total(entries) ?? noEntries;
  const first = blocks.at(0);
  const { endpoint, headers: written = noFields } = first === undefined ? {} : fileDirectivesIn(first);
  const ofBlocks = blocks.total(sharedFields) ?? noFields;
  const headers = ofBlocks.length === 0 ? written : [...written, ...ofBlocks];
  if (inOrder.length === 0 && endpoint === undefined && headers.length === 0) return noDefinitions;
  // Of equal names the last one counts, where no place is asked for.
  const found = new Map(inOrder);
  const namesHost = found.has(hostVariable) && blocks.total(hostUse) === true;
  return Object.assign(found, {
    ...(found.size < inOrder.length && { inOrder }),
    ...(namesHost && { namesHost: true as const }),
    ...(endpoint !== undefined && { endpoint }),
    ...(headers.length > 0 && { headers }),
  });
}
