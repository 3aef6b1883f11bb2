import type {
  CodeAction as LspCodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  DocumentSymbol,
  FoldingRange,
  Hover as LspHover,
  Position,
  Range,
  TextEdit as LspTextEdit,
} from 'vscode-languageserver';
import {
  CodeActionKind,
  CompletionItemKind,
  CompletionItemTag,
  DiagnosticSeverity,
  DiagnosticTag,
  FoldingRangeKind,
  InsertTextFormat,
  MarkupKind,
  SymbolKind,
} from 'vscode-languageserver';
import { blockAtLine, lineStartsIn, positionAt } from '../../engine/src/index';
import type {
  BlockText,
  CodeAction,
  Completion,
  CompletionKind,
  Endpoint,
  Finding,
  FoldingSpan,
  Hover,
  LinePosition,
  RequestFile,
  Severity,
  Span,
  Symbol,
  TextEdit,
} from '../../engine/src/index';
import { sendCommand } from './protocol';
import type { SendArguments } from './protocol';
import { plainTextOfSnippet } from './snippet';

// The only file that knows how the protocol counts: lines of the whole document, columns in the negotiated unit.
// The engine counts UTF-16 code units from the start of a block.

/** The unit in which the client counts columns. */
export type PositionEncoding = 'utf-16' | 'utf-8';

/** Where the pages of the rules stand; one page for each rule id. */
export const ruleDocumentationUrl = 'https://github.com/rulebook-http/rulebook/blob/main/docs/rules/';

/** A place as the engine counts: the index of the block and an offset inside it. */
export interface BlockOffset {
  readonly block: number;
  readonly offset: number;
}

/** Returns the best encoding that both sides know; the client lists its own in order of preference. */
export function chooseEncoding(offered: readonly string[] | undefined): PositionEncoding {
  const known = offered?.find((name): name is PositionEncoding => name === 'utf-16' || name === 'utf-8');
  return known ?? 'utf-16';
}

/** Returns the place of a position in the document; positions outside are moved to the nearest place inside. */
export function toBlockOffset(file: RequestFile, position: Position, encoding: PositionEncoding): BlockOffset {
  const line = wholeNumber(position.line);
  const block = blockAtLine(file, line);
  const source = file.blocks[block];
  if (!source) return { block, offset: 0 };
  const starts = lineStartsIn(source);
  const lineInBlock = line - (file.startLines[block] ?? 0);
  const start = starts[lineInBlock];
  if (start === undefined) return { block, offset: source.text.length };
  const end = endOfLine(source.text, start, starts[lineInBlock + 1]);
  return { block, offset: start + unitsOf(source.text, start, end, wholeNumber(position.character), encoding) };
}

/** Returns an edit's position in UTF-16 units; nothing but the line at hand is read. */
export function toLinePosition(file: RequestFile, position: Position, encoding: PositionEncoding): LinePosition {
  const line = wholeNumber(position.line);
  const character = wholeNumber(position.character);
  if (encoding === 'utf-16') return { line, character };
  const block = blockAtLine(file, line);
  const source = file.blocks[block];
  const starts = source ? lineStartsIn(source) : [];
  const lineInBlock = line - (file.startLines[block] ?? 0);
  const start = starts[lineInBlock];
  if (!source || start === undefined) return { line, character };
  const end = endOfLine(source.text, start, starts[lineInBlock + 1]);
  return { line, character: unitsOf(source.text, start, end, character, encoding) };
}

/** Turns spans of one block into ranges; `firstLine` is added to each line. */
export type RangeOf = (span: Span) => Range;

/** Returns a converter for the spans of a block. Ascending offsets on one long line cost its length once, not once each. */
export function rangesIn(block: BlockText, firstLine: number, encoding: PositionEncoding): RangeOf {
  const starts = lineStartsIn(block);
  const { text } = block;
  let memo = { start: 0, offset: 0, units: 0 };
  const position = (offset: number): Position => {
    const inside = Math.max(0, Math.min(text.length, offset));
    const found = positionAt(starts, inside);
    const line = found.line + firstLine;
    if (encoding === 'utf-16') return { line, character: found.character };
    const start = starts[found.line] ?? 0;
    if (memo.start !== start || memo.offset > inside || memo.offset < start) memo = { start, offset: start, units: 0 };
    memo = { start, offset: inside, units: memo.units + byteLength(text, memo.offset, inside) };
    return { line, character: memo.units };
  };
  return (span) => ({ start: position(span.start), end: position(Math.max(span.start, span.end)) });
}

/** Returns the converter for a block of a file, or undefined when the file has no such block. */
export function rangesOfBlock(file: RequestFile, block: number, encoding: PositionEncoding): RangeOf | undefined {
  const source = file.blocks[block];
  return source && rangesIn(source, file.startLines[block] ?? 0, encoding);
}

/** Returns the range moved down by `lines`. */
export function shiftRange(range: Range, lines: number): Range {
  return {
    start: { line: range.start.line + lines, character: range.start.character },
    end: { line: range.end.line + lines, character: range.end.character },
  };
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Returns the diagnostic of a finding, without its related places. */
export function toDiagnostic(finding: Finding, rangeOf: RangeOf): Diagnostic {
  const diagnostic: Diagnostic = {
    range: rangeOf(finding.span),
    severity: severities[finding.severity],
    code: finding.rule,
    codeDescription: { href: `${ruleDocumentationUrl}${finding.rule}.md` },
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

/** Returns a diagnostic of the server's own on the first line, for a file that it does not check or not wholly. */
export function toNotice(message: string, severity: Severity): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: severities[severity],
    source: 'rulebook',
    message: plainMessage(message),
  };
}

/** Returns the hover in Markdown. */
export function toHover(hover: Hover, rangeOf: RangeOf): LspHover {
  return { contents: { kind: MarkupKind.Markdown, value: hover.markdown }, range: rangeOf(hover.span) };
}

const completionKinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  method: CompletionItemKind.Method,
  path: CompletionItemKind.Module,
  parameter: CompletionItemKind.Property,
  header: CompletionItemKind.Property,
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  directive: CompletionItemKind.Keyword,
};

/** What the client can do with completions. */
export interface CompletionAbilities {
  readonly snippets: boolean;
  /** The client's command that asks for completions again; absent: none is sent. */
  readonly suggestCommand?: string | undefined;
}

/** Returns a completion whose long text is filled in when it is resolved. */
export function toCompletion(offer: Completion, rangeOf: RangeOf, abilities: CompletionAbilities): CompletionItem {
  const asSnippet = offer.isSnippet && abilities.snippets;
  const newText = offer.isSnippet && !asSnippet ? plainTextOfSnippet(offer.edit.newText) : offer.edit.newText;
  const item: CompletionItem = {
    label: offer.label,
    kind: completionKinds[offer.kind],
    filterText: offer.filterText,
    sortText: offer.sortText,
    insertTextFormat: asSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(offer.edit.span), newText },
    data: { key: offer.key },
  };
  if (offer.detail !== undefined) item.detail = offer.detail;
  if (offer.additionalEdits) item.additionalTextEdits = offer.additionalEdits.map((edit) => toTextEdit(edit, rangeOf));
  if (offer.isDeprecated) item.tags = [CompletionItemTag.Deprecated];
  if (offer.triggersNext && abilities.suggestCommand) {
    item.command = { title: 'Suggest', command: abilities.suggestCommand };
  }
  return item;
}

/** Returns the edit in the protocol's form. */
export function toTextEdit(edit: TextEdit, rangeOf: RangeOf): LspTextEdit {
  return { range: rangeOf(edit.span), newText: edit.newText };
}

/** What a code action changes and which diagnostics it answers. */
export interface CodeActionTarget {
  readonly uri: string;
  readonly version: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The client takes edits that name a version, so that it can refuse outdated ones. */
  readonly versioned: boolean;
}

/** Returns the quick fix with the diagnostic that it answers. */
export function toCodeAction(action: CodeAction, rangeOf: RangeOf, target: CodeActionTarget): LspCodeAction {
  const { uri, version } = target;
  const edits = action.edits.map((edit) => toTextEdit(edit, rangeOf));
  const range = rangeOf(action.findingSpan);
  const diagnostics = target.diagnostics.filter(
    (diagnostic) => diagnostic.code === action.rule && isSameRange(diagnostic.range, range),
  );
  const result: LspCodeAction = {
    title: action.title,
    kind: CodeActionKind.QuickFix,
    isPreferred: action.isPreferred,
    edit: target.versioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } },
  };
  if (diagnostics.length > 0) result.diagnostics = diagnostics;
  return result;
}

/** Returns the code lens that sends the request on this line. */
export function toSendLens(uri: string, line: number, endpoint: Endpoint | undefined): CodeLens {
  const goal = endpoint === undefined ? '' : ` to ${endpoint.name}${endpoint.protected === true ? ' (protected)' : ''}`;
  const start = { line, character: 0 };
  const sendArguments: SendArguments = [uri, line];
  return {
    range: { start, end: start },
    command: { title: `Send${goal}`, command: sendCommand, arguments: [...sendArguments] },
  };
}

/** Returns an entry of the outline. */
export function toSymbol(symbol: Symbol, rangeOf: RangeOf): DocumentSymbol {
  return {
    name: symbol.name.trim() === '' ? '(unnamed)' : symbol.name,
    detail: symbol.detail,
    kind: symbol.kind === 'request' ? SymbolKind.Function : SymbolKind.Variable,
    range: rangeOf(symbol.span),
    selectionRange: rangeOf(symbol.selectionSpan),
  };
}

/** Returns a range to fold in whole lines, or undefined when it is within one line. */
export function toFoldingRange(folding: FoldingSpan, rangeOf: RangeOf): FoldingRange | undefined {
  const { start, end } = rangeOf(folding.span);
  // A span that ends behind a line end does not take the next line with it.
  const endLine = end.character === 0 ? end.line - 1 : end.line;
  if (endLine <= start.line) return undefined;
  const range: FoldingRange = { startLine: start.line, endLine };
  if (folding.kind === 'comment') range.kind = FoldingRangeKind.Comment;
  if (folding.kind === 'region') range.kind = FoldingRangeKind.Region;
  return range;
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

function endOfLine(text: string, start: number, next: number | undefined): number {
  let end = next ?? text.length;
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return end;
}

/** Returns how many UTF-16 units from `start` the column is, at most up to `end`. */
function unitsOf(text: string, start: number, end: number, column: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(column, end - start);
  let bytes = 0;
  let at = start;
  while (at < end) {
    const width = codePointWidth(text.charCodeAt(at), text.charCodeAt(at + 1));
    if (bytes + width.bytes > column) break;
    bytes += width.bytes;
    at += width.units;
  }
  return Math.min(at, end) - start;
}

function byteLength(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let at = start; at < end;) {
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
