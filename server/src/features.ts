import type {
  CodeAction,
  CodeActionParams,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Position,
} from 'vscode-languageserver';
import { CodeActionKind, MarkupKind } from 'vscode-languageserver';
import type {
  AutomaticCompletion,
  BlockText,
  CheckOptions,
  Endpoint,
  Engine,
  RequestFile,
} from '../../engine/src/index';
import { lengthOf, maximumCheckedLength } from './diagnostics';
import type { OpenDocument } from './documents';
import type { PlanParams, PlanResult } from './protocol';
import {
  rangesIn,
  rangesOfBlock,
  shiftRange,
  toBlockOffset,
  toCodeAction,
  toCompletion,
  toFoldingRange,
  toHover,
  toSendLens,
  toSymbol,
} from './to-lsp';
import type { CompletionAbilities, PositionEncoding } from './to-lsp';

/** What the client can do. */
export interface Abilities extends CompletionAbilities {
  readonly encoding: PositionEncoding;
  /** Takes edits that name the version of the document. */
  readonly versionedEdits: boolean;
}

/** The most blocks that are searched for quick fixes, for clients that ask for a whole file at once. */
const maximumFixedBlocks = 200;

/** The answers to the protocol's requests about one document; a document that is not checked has none. */
export interface Features {
  hover(document: OpenDocument, position: Position, options: CheckOptions): Hover | null;
  /** Returns what can be written at a position; `automatic` is given when nobody asked for a list. */
  complete(
    document: OpenDocument,
    position: Position,
    options: CheckOptions,
    automatic?: AutomaticCompletion,
  ): CompletionItem[] | CompletionList;
  resolveCompletion(item: CompletionItem): CompletionItem;
  codeActions(document: OpenDocument, params: CodeActionParams, options: CheckOptions): CodeAction[];
  /** Returns the ids of the rules with findings at the start of the range. */
  rulesAt(document: OpenDocument, params: CodeActionParams, options: CheckOptions): readonly string[];
  codeLenses(document: OpenDocument, options: CheckOptions): CodeLens[];
  symbols(document: OpenDocument): DocumentSymbol[];
  folding(document: OpenDocument): FoldingRange[];
  plan(document: OpenDocument | undefined, params: PlanParams, options: CheckOptions): PlanResult;
}

/** What an outline needs of a block, with lines that count from the block's start. */
interface Outline {
  readonly symbols: readonly DocumentSymbol[];
  readonly folding: readonly FoldingRange[];
  /** The line of the request, when the block has one. */
  readonly requestLine: number | undefined;
}

/** Where a request goes, and what that was found by. */
interface Goal extends Pick<CheckOptions['context'], 'endpoints' | 'defaults'>, Pick<RequestFile, 'definitions'> {
  readonly endpoint: Endpoint | undefined;
}

/** Creates the features; what they know of a block lives as long as the block. */
export function createFeatures(engine: Engine, abilities: Abilities): Features {
  const { encoding } = abilities;
  const outlines = new WeakMap<BlockText, Outline>();
  const goals = new WeakMap<BlockText, Goal>();

  const outlineOf = (file: RequestFile, index: number, block: BlockText): Outline => {
    const known = outlines.get(block);
    if (known) return known;
    const rangeOf = rangesIn(block, 0, encoding);
    const request = engine.parse(file, index).request;
    const outline: Outline = {
      symbols: engine.symbols(file, index).map((symbol) => toSymbol(symbol, rangeOf)),
      folding: engine.folding(file, index).flatMap((folding) => toFoldingRange(folding, rangeOf) ?? []),
      requestLine: request && rangeOf(request.lineSpan).start.line,
    };
    outlines.set(block, outline);
    return outline;
  };

  const outlinesOf = <T>(
    document: OpenDocument,
    read: (outline: Outline, firstLine: number, index: number) => readonly T[],
  ): T[] => {
    if (!isRead(document)) return [];
    const { file } = document;
    return file.blocks.flatMap((block, index) =>
      read(outlineOf(file, index, block), file.startLines[index] ?? 0, index),
    );
  };

  const goalOf = (file: RequestFile, index: number, { context }: CheckOptions): Goal => {
    const block = file.blocks[index];
    const known = block && goals.get(block);
    // Not by the identity of the options: those of a file with includes change more often than the endpoints.
    const { endpoints, defaults } = context;
    const { definitions } = file;
    // A variable that is defined in another block may stand for the host.
    if (known?.endpoints === endpoints && known.defaults === defaults && known.definitions === definitions)
      return known;
    const goal = { endpoints, defaults, definitions, endpoint: engine.endpoint(file, index, { context }) };
    if (block) goals.set(block, goal);
    return goal;
  };

  return {
    hover(document, position, options) {
      if (!isRead(document)) return null;
      const { block, offset } = toBlockOffset(document.file, position, encoding);
      const hover = engine.hover(document.file, block, offset, options);
      const rangeOf = rangesOfBlock(document.file, block, encoding);
      return hover && rangeOf ? toHover(hover, rangeOf) : null;
    },

    complete(document, position, options, automatic) {
      if (!isRead(document)) return [];
      const { block, offset } = toBlockOffset(document.file, position, encoding);
      const rangeOf = rangesOfBlock(document.file, block, encoding);
      if (!rangeOf) return [];
      const { items, isIncomplete } = engine.complete(document.file, block, offset, options, automatic);
      const converted = items.map((item) => toCompletion(item, rangeOf, abilities));
      return isIncomplete ? { isIncomplete, items: converted } : converted;
    },

    resolveCompletion(item) {
      const key: unknown = (item.data as { readonly key?: unknown } | undefined)?.key;
      const value = typeof key === 'string' ? engine.describeCompletion(key) : undefined;
      return value === undefined ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value } };
    },

    codeActions(document, { range, context }, options) {
      if (!isRead(document) || !wantsQuickFixes(context.only)) return [];
      const { uri, version, file } = document;
      const start = toBlockOffset(file, range.start, encoding);
      const end = toBlockOffset(file, range.end, encoding);
      const target = {
        uri,
        version,
        diagnostics: ownDiagnostics(context.diagnostics),
        versioned: abilities.versionedEdits,
      };
      const actions: CodeAction[] = [];
      const ignoring: CodeAction[] = [];
      const last = Math.min(end.block, start.block + maximumFixedBlocks);
      for (let block = start.block; block <= last; block++) {
        const rangeOf = rangesOfBlock(file, block, encoding);
        if (!rangeOf) break;
        const span = {
          start: block === start.block ? start.offset : 0,
          end: block === end.block ? end.offset : (file.blocks[block]?.text.length ?? 0),
        };
        if (span.end < span.start) continue;
        for (const action of engine.codeActions(file, block, span, options)) {
          actions.push(toCodeAction(action, rangeOf, target));
        }
        for (const action of engine.ignoreActions(file, block, span, options)) {
          ignoring.push(toCodeAction(action, rangeOf, target));
        }
      }
      return [...actions, ...ignoring];
    },

    rulesAt({ file, ...document }, { range, context }, options) {
      if (!isRead({ file, ...document }) || !wantsQuickFixes(context.only)) return [];
      const start = toBlockOffset(file, range.start, encoding);
      const end = toBlockOffset(file, range.end, encoding);
      const stop = end.block === start.block ? end.offset : (file.blocks[start.block]?.text.length ?? 0);
      const found = engine.check(file, options).findings[start.block] ?? [];
      const here = found.filter(({ span }) => span.start <= stop && start.offset <= span.end);
      return [...new Set(here.map(({ rule }) => rule))];
    },

    codeLenses(document, options) {
      // A JSON file that is only a part of a body cannot be sent by itself.
      if (document.file.association && (document.file.association.at !== '' || document.file.association.isAnswer))
        return [];
      return outlinesOf(document, ({ requestLine }, firstLine, index) =>
        requestLine === undefined
          ? []
          : [toSendLens(document.uri, firstLine + requestLine, goalOf(document.file, index, options).endpoint)],
      );
    },

    symbols(document) {
      return outlinesOf(document, (outline, firstLine) =>
        outline.symbols.map((symbol) => ({
          ...symbol,
          range: shiftRange(symbol.range, firstLine),
          selectionRange: shiftRange(symbol.selectionRange, firstLine),
        })),
      );
    },

    folding(document) {
      return outlinesOf(document, (outline, firstLine) =>
        outline.folding.map((range) => ({
          ...range,
          startLine: range.startLine + firstLine,
          endLine: range.endLine + firstLine,
        })),
      );
    },

    plan(document, { line, version }, options) {
      if (!document) return { reason: 'The file is not open in the editor, so there is nothing to send.' };
      if (!isRead(document) || document.file.association?.isAnswer)
        return { reason: 'This file holds no request that Rulebook knows how to send.' };
      if (typeof version === 'number' && version !== document.version) {
        return { reason: 'The file has changed in the meantime. Send the request again.' };
      }
      const { file } = document;
      const { block } = toBlockOffset(file, { line, character: 0 }, encoding);
      const source = file.blocks[block];
      const plan = source && engine.plan(file, block, options);
      if (!plan) return { reason: 'There is no request on this line.' };
      const requestLine = outlineOf(file, block, source).requestLine ?? 0;
      return { plan, line: requestLine + (file.startLines[block] ?? 0) };
    },
  };
}

function isRead({ kind, file }: OpenDocument): boolean {
  return (kind === 'requests' || kind === 'body') && lengthOf(file) <= maximumCheckedLength;
}

function wantsQuickFixes(only: readonly string[] | undefined): boolean {
  return !only || only.some((kind) => kind === '' || kind === CodeActionKind.QuickFix);
}

function ownDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ source }) => source === 'rulebook');
}
