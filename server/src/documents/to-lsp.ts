import type { Diagnostic, Position, Range, TextEdit as LspTextEdit } from 'vscode-languageserver';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import type { Finding } from '@rulebook/engine';
import type { Severity } from '@rulebook/services';
import {
  lineStartsIn,
  partsOfText,
  type BlockText,
  type RequestFile,
  type TextParts,
} from '@rulebook/request-file/syntax';
import { positionAt, startOfLine, type LinePosition, type Span, type TextEdit } from '@rulebook/text';
import type { RulePage } from '../ports/ports';

// The only file that knows how the protocol counts: lines of the whole document, columns in the negotiated unit.
// The engine counts UTF-16 code units from the start of a block.

/** The unit in which the client counts columns. */
export type PositionEncoding = 'utf-16' | 'utf-8';

/** A position as the engine counts: the index of the block and an offset inside it. */
export interface BlockOffset {
  readonly block: number;
  readonly offset: number;
}

/** Returns the best encoding that both sides know; the client lists its own in order of preference. */
export function chooseEncoding(offered: readonly string[] | undefined): PositionEncoding {
  const known = offered?.find((name): name is PositionEncoding => name === 'utf-16' || name === 'utf-8');
  return known ?? 'utf-16';
}

/** Returns where a position is in the blocks; positions outside are moved to the nearest one inside. */
export function toBlockOffset(file: RequestFile, position: Position, encoding: PositionEncoding): BlockOffset {
  const line = wholeNumber(position.line);
  const block = file.blocks.indexAtLine(line);
  const source = file.blocks.at(block);
  if (!source) return { block, offset: 0 };
  const starts = lineStartsIn(source);
  const lineInBlock = line - file.blocks.lineOf(block);
  const start = startOfLine(starts, lineInBlock);
  if (start === undefined) return { block, offset: source.text.length };
  const text = partsOfText(source);
  const end = endOfLine(text, start, startOfLine(starts, lineInBlock + 1));
  const column = Math.max(0, wholeNumber(position.character) - (source.indented?.columns[lineInBlock] ?? 0));
  return { block, offset: start + unitsOf(text, { start, end }, column, encoding) };
}

/** Returns an edit's position in UTF-16 units; nothing but the line at hand is read. */
export function toLinePosition(file: RequestFile, position: Position, encoding: PositionEncoding): LinePosition {
  const line = wholeNumber(position.line);
  const character = wholeNumber(position.character);
  if (encoding === 'utf-16') return { line, character };
  const block = file.blocks.indexAtLine(line);
  const source = file.blocks.at(block);
  if (!source) return { line, character };
  const starts = lineStartsIn(source);
  const lineInBlock = line - file.blocks.lineOf(block);
  const start = startOfLine(starts, lineInBlock);
  if (start === undefined) return { line, character };
  const text = partsOfText(source);
  const end = endOfLine(text, start, startOfLine(starts, lineInBlock + 1));
  // Indentation is one byte a character.
  const indent = source.indented?.columns[lineInBlock] ?? 0;
  if (character <= indent) return { line, character };
  return { line, character: indent + unitsOf(text, { start, end }, character - indent, encoding) };
}

/** Turns spans of one block into ranges; `firstLine` is added to each line. */
export interface RangeOf {
  (span: Span): Range;
  /** What is before each line of the block in its file. */
  readonly indent?: string;
}

/** Returns a converter for the spans of a block. Ascending offsets on one long line cost its length once, not once each. */
export function rangesIn(block: BlockText, firstLine: number, encoding: PositionEncoding): RangeOf {
  const starts = lineStartsIn(block);
  const { indented } = block;
  const text = partsOfText(block);
  let memo = { start: 0, offset: 0, units: 0 };
  const position = (offset: number): Position => {
    const inside = Math.max(0, Math.min(text.length, offset));
    const found = positionAt(starts, inside);
    const line = found.line + firstLine;
    const indent = indented?.columns[found.line] ?? 0;
    if (encoding === 'utf-16') return { line, character: indent + found.character };
    const start = startOfLine(starts, found.line) ?? 0;
    if (memo.start !== start || memo.offset > inside || memo.offset < start) memo = { start, offset: start, units: 0 };
    memo = {
      start,
      offset: inside,
      units: memo.units + byteLength(text.slice(memo.offset, inside + 1), inside - memo.offset),
    };
    return { line, character: indent + memo.units };
  };
  const rangeOf = (span: Span): Range => ({
    start: position(span.start),
    end: position(Math.max(span.start, span.end)),
  });
  return indented === undefined ? rangeOf : Object.assign(rangeOf, { indent: indented.indent });
}

/** Returns the converter for a block of a file, or undefined when the file has no such block. */
export function rangesOfBlock(file: RequestFile, block: number, encoding: PositionEncoding): RangeOf | undefined {
  const source = file.blocks.at(block);
  return source && rangesIn(source, file.blocks.lineOf(block), encoding);
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Returns the diagnostic of a finding, without its related positions. */
export function toDiagnostic(finding: Finding, rangeOf: RangeOf, rulePage?: RulePage): Diagnostic {
  const href = rulePage?.(finding.rule);
  const diagnostic: Diagnostic = {
    range: rangeOf(finding.span),
    severity: severities[finding.severity],
    code: finding.rule,
    ...(href !== undefined && { codeDescription: { href } }),
    source: 'rulebook',
    message: plainMessage(finding.message),
  };
  if (finding.tag) {
    diagnostic.tags = [finding.tag === 'deprecated' ? DiagnosticTag.Deprecated : DiagnosticTag.Unnecessary];
  }
  return diagnostic;
}

/** Returns a message as plain text: the protocol's diagnostics know no Markdown, and a hover would show its backticks. */
export function plainMessage(message: string): string {
  return message.replaceAll('`', "'");
}

/** Returns a diagnostic of the server itself on the first line, for a file that is not checked, or not completely shown. */
export function toNotice(message: string, severity: Severity): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: severities[severity],
    source: 'rulebook',
    message: plainMessage(message),
  };
}

/** Returns the edit in the protocol's form. */
export function toTextEdit(edit: TextEdit, rangeOf: RangeOf): LspTextEdit {
  const { indent } = rangeOf;
  // Within a list of a Markdown file, new lines are indented like the others.
  const newText = indent === undefined ? edit.newText : edit.newText.replace(/\n(?=[^\r\n])/g, `\n${indent}`);
  return { range: rangeOf(edit.span), newText };
}

/** Returns whether the two ranges cover the same text. */
export function isSameRange(a: Range, b: Range): boolean {
  return isSamePosition(a.start, b.start) && isSamePosition(a.end, b.end);
}

function isSamePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}

function wholeNumber(value: unknown): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return 0;
  return Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.floor(value)));
}

function endOfLine(text: TextParts, start: number, next: number | undefined): number {
  let end = next ?? text.length;
  while (end > start && /[\r\n]/.test(text.slice(end - 1, end))) end--;
  return end;
}

/** Returns how many UTF-16 units from the start of the line the column is, at most up to its end. */
function unitsOf(text: TextParts, { start, end }: Span, column: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(column, end - start);
  const line = text.slice(start, end);
  let bytes = 0;
  let at = 0;
  while (at < line.length) {
    const width = codePointWidth(line.charCodeAt(at), line.charCodeAt(at + 1));
    if (bytes + width.bytes > column) break;
    bytes += width.bytes;
    at += width.units;
  }
  return Math.min(at, line.length);
}

function byteLength(text: string, length: number): number {
  let bytes = 0;
  for (let at = 0; at < length;) {
    const width = codePointWidth(text.charCodeAt(at), text.charCodeAt(at + 1));
    bytes += width.bytes;
    at += width.units;
  }
  return bytes;
}

const oneByte = { bytes: 1, units: 1 };
const twoBytes = { bytes: 2, units: 1 };
const threeBytes = { bytes: 3, units: 1 };
const pair = { bytes: 4, units: 2 };

/** A lone surrogate counts as the replacement character that stands for it in UTF-8. */
function codePointWidth(unit: number, next: number): { readonly bytes: number; readonly units: number } {
  if (unit < 0x80) return oneByte;
  if (unit < 0x800) return twoBytes;
  const isPair = unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000;
  return isPair ? pair : threeBytes;
}
