import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import type { Finding } from '@rulebook/checker/rules/rule';
import { curlRequestOf, type CurlRequest } from '@rulebook/request-file/syntax/curl/curl-request';
import type { Block } from '@rulebook/request-file/syntax/model';
import { fileEditsOf } from '@rulebook/request-file/syntax/request-file';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import { lineStartsOf, startOfLine, type LinePosition } from '@rulebook/text/lines';
import type { Span } from '@rulebook/text/span';
import { applyEdits, type TextEdit } from '@rulebook/text/edit';
import type { Change, ConcernedLine } from '../model';
import { changesOf, type ChangeIndex } from './change-index';
import type { Concerned, ConcernedFile, ConcernedParts } from './model';
import { provedParts, type NewFinding } from './proved';
import {
  concernedInRequest,
  concernedReads,
  concernedRecorded,
  type BoundSides,
  type ConcernedPart,
} from './request-lines';
import { responseReadsOf } from './response-reads';

/** A block of a file with what changed of its operation. */
interface ChangedBlock {
  readonly index: number;
  readonly block: Block;
  /** Absent: it does not go to the service. */
  readonly sides?: BoundSides;
  /** Of a command: where parts of its request are in it, and what edits of the request are in it. */
  readonly command?: Command;
  readonly changes: readonly Change[];
}

interface Command {
  readonly toSource: (span: Span) => Span;
  /** Undefined where the command would not say the same as the edited request. */
  readonly editsIn: (edits: readonly TextEdit[]) => readonly TextEdit[] | undefined;
}

/** Returns what changes mean for a file of requests. */
export function concernedInFile(parts: ConcernedParts, index: ChangeIndex, file: ConcernedFile): Concerned {
  const blocks = [...file.file.blocks].flatMap((source, at) =>
    source.isProse === true ? [] : [readBlock(parts, index, file, at)],
  );
  const byName = new Map<string, ChangedBlock>();
  // Names of the file itself come first; those of its imports are read where a reference may mean them.
  const imported = file.imports !== undefined && /\.response\b/.test(file.text) ? file.imports() : [];
  const others = imported.flatMap((other) => {
    const options = { ...file, file: other };
    return [...other.blocks].flatMap((source, at) =>
      source.isProse === true ? [] : [readBlock(parts, index, options, at)],
    );
  });
  for (const one of [...blocks, ...others]) {
    const name = nameOfRequest(one.block)?.text;
    if (name !== undefined && !byName.has(name)) byName.set(name, one);
  }
  const isServed = blocks.some(({ sides }) => sides !== undefined);
  const findings = isServed ? newFindings(parts, file) : [];
  const place = createPlacer(file);
  const lines: ConcernedLine[] = [];
  let concerned = 0;
  for (const one of blocks) {
    const found = provedParts(partsOfBlock(one, byName), findings[one.index] ?? [], one.sides);
    if (found.length === 0) continue;
    if (one.sides !== undefined) concerned++;
    lines.push(...found.map((part) => place(one, part)));
  }
  const requests = blocks.filter(({ sides }) => sides !== undefined).length;
  const inOrder = lines.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return { requests, concerned, lines: inOrder };
}

function readBlock(
  { reader, service }: ConcernedParts,
  changes: ChangeIndex,
  { file, before, after }: ConcernedFile,
  index: number,
): ChangedBlock {
  const block = reader.parse(file, index, before.context);
  const none = { index, block, changes: [] };
  const parse = (text: string): Block => reader.parse(reader.openFile(text), 0, before.context);
  const curl = curlRequestOf(block, parse);
  const of = curl === undefined ? { file, index } : { file: reader.openFile(curl.block.text), index: 0 };
  const bound = reader.bind(of.file, of.index, before.context);
  if (bound?.operation === undefined || bound.service?.id !== service) return none;
  const sides = { before: bound, after: reader.bind(of.file, of.index, after.context) };
  return {
    ...none,
    sides,
    ...(curl && {
      command: { toSource: curl.toSource, editsIn: (edits) => editsInCommand(block, curl, edits, parse) },
    }),
    changes: changesOf(changes, bound.operation, bound.method),
  };
}

/** Returns a part of a request where the command has it. */
function partInCommand(part: ConcernedPart, command: Command | undefined): ConcernedPart {
  if (command === undefined) return part;
  const { span, reach, edits } = part;
  return {
    ...part,
    span: command.toSource(span),
    reach: reach && command.toSource(reach),
    edits: edits && command.editsIn(edits),
  };
}

/** Returns edits of a request as edits of the command that sends it, where the edited command sends the edited request. */
function editsInCommand(
  block: Block,
  { block: request, toSource }: CurlRequest,
  edits: readonly TextEdit[],
  parse: (text: string) => Block,
): readonly TextEdit[] | undefined {
  const moved = edits.map(({ span, newText }) => {
    // What is added is behind what is in front of it.
    const start = span.start === span.end ? toSource({ start: span.start - 1, end: span.start }).end : undefined;
    return { span: start === undefined ? toSource(span) : { start, end: start }, newText };
  });
  const start = block.otherRequest?.span.start ?? 0;
  const isPlain = block.text.slice(0, start).trim() === '';
  const edited = isPlain ? parse(applyEdits(block.text, moved).slice(start)) : undefined;
  const sent = edited && curlRequestOf(edited, parse)?.block.text;
  return sent?.trim() === applyEdits(request.text, edits).trim() ? moved : undefined;
}

function partsOfBlock(one: ChangedBlock, byName: ReadonlyMap<string, ChangedBlock>): readonly ConcernedPart[] {
  const { block, sides, changes } = one;
  const reads = responseReadsOf(block);
  const referred = reads.filter(({ request }) => request !== undefined);
  const own = reads.filter(({ request }) => request === undefined);
  const ofOthers = [...new Set(referred.map(({ request = '' }) => request))].flatMap((name) => {
    const other = byName.get(name);
    if (other === undefined || other.changes.length === 0) return [];
    const ofName = referred.filter(({ request }) => request === name);
    return concernedReads(ofName, other.changes, statusesOf(other.block));
  });
  if (sides === undefined || changes.length === 0) return ofOthers;
  return [
    ...concernedInRequest(sides, changes).map((part) => partInCommand(part, one.command)),
    ...concernedReads(own, changes, statusesOf(block)),
    ...concernedRecorded(sides, changes),
    ...ofOthers,
  ];
}

/** Returns the statuses that a request expects. */
function statusesOf({ asserts, response }: Block): readonly number[] {
  const texts = asserts.flatMap(({ assert: { text } }) => {
    const parsed = parseAssert(text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'status' || parsed.isNegated) return [];
    return parsed.operator === '==' && parsed.expected !== undefined ? [parsed.expected.text] : [];
  });
  const all = [...texts, ...(response === undefined ? [] : [response.status.text])];
  return all.flatMap((text) => (/^\d{3}$/.test(text) ? [Number(text)] : []));
}

/** Returns what is found after the change, and was not before, by block. */
function newFindings({ reader }: ConcernedParts, { file, before, after }: ConcernedFile): readonly NewFinding[][] {
  const former = reader.check(file, before).findings;
  return reader.check(file, after).findings.map((found, index) => {
    const known = new Set((former[index] ?? []).map(keyOfFinding));
    return found.filter((one) => !known.has(keyOfFinding(one)));
  });
}

/** The words may name another list of values; of what is missing, they say what it is. */
function keyOfFinding({ rule, span, message }: Finding): string {
  return `${rule} ${span.start} ${span.end} ${/^(?:required|missing)-/.test(rule) ? message : ''}`;
}

/** Returns what says where a part of a block is in its file. */
function createPlacer({
  name,
  text,
  file,
}: ConcernedFile): (block: ChangedBlock, part: ConcernedPart) => ConcernedLine {
  const starts = lineStartsOf(text);
  const offsetOf = ({ line, character }: LinePosition): number => (startOfLine(starts, line) ?? 0) + character;
  const placedEdits = (index: number, edits: readonly TextEdit[]) =>
    fileEditsOf(file, index, edits).map(({ start, end, newText }) => ({
      line: start.line,
      start: offsetOf(start),
      end: offsetOf(end),
      text: newText,
    }));
  return ({ index }, { what, change, isProved, span, edits }) => {
    const [place] = placedEdits(index, [{ span, newText: '' }]);
    const safe = edits === undefined ? [] : placedEdits(index, edits);
    return {
      file: name,
      line: (place?.line ?? 0) + 1,
      span: { start: place?.start ?? 0, end: place?.end ?? 0 },
      what,
      change,
      isProved,
      ...(safe.length > 0 && {
        edits: safe.map(({ start, end, text: newText }) => ({ start, end, text: newText })).toReversed(),
      }),
    };
  };
}
