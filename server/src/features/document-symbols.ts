import type { DocumentSymbol } from 'vscode-languageserver';
import { SymbolInformation, SymbolKind } from 'vscode-languageserver';
import type { Symbol } from '@rulebook/engine';
import type { OpenDocument } from '../documents/documents';
import { joinLists } from '../documents/encode-message';
import type { ServerFeature } from '../session/feature';
import { overChunks } from '../documents/per-block';
import type { FeatureContext } from '../documents/feature-context';
import { rangesIn } from '../documents/to-lsp';
import type { RangeOf } from '../documents/to-lsp';

/** Lists the requests and variables of a document. */
export const documentSymbols: ServerFeature = {
  capabilities: () => ({ documentSymbolProvider: true }),
  register: ({ connection, withDocument }) => {
    const symbolsOf = createDocumentSymbols();
    connection.onDocumentSymbol(({ textDocument: { uri } }) =>
      withDocument<DocumentSymbol[] | SymbolInformation[]>('documentSymbol', uri, [], (document, session) => {
        const symbols = symbolsOf(session, document);
        if (session.client.nestedSymbols) return symbols;
        return symbols.map(({ name, kind, range }) => SymbolInformation.create(name, kind, range, uri));
      }),
    );
  },
};

/** The most entries of an outline: no one reads more, and an editor stands still for a moment after each pause to take them. */
export const maxSymbols = 2_000;

const start = { line: 0, character: 0 };
const notice: readonly DocumentSymbol[] = [
  {
    name: 'Only entries around the last edit are listed',
    kind: SymbolKind.Null,
    range: { start, end: start },
    selectionRange: { start, end: start },
  },
];

/** Returns a function that returns the outline of a document; of one with very many requests, the part around where a user edits. */
export function createDocumentSymbols(): (context: FeatureContext, document: OpenDocument) => DocumentSymbol[] {
  const inChunks = overChunks<DocumentSymbol>(({ engine, encoding, optionsOf }, document) => {
    const { file } = document;
    const { context } = optionsOf(document);
    return {
      basis: [context, file.definitions],
      itemsOf: ({ block, index, line }) => {
        const rangeOf = rangesIn(block, line, encoding);
        return engine.symbols(file, index, context).map((symbol) => toSymbol(symbol, rangeOf));
      },
      most: maxSymbols,
      lineOf: ({ range }) => range.start.line,
    };
  });
  return (context, document) => {
    const lists = inChunks(context, document);
    const isCut = lists.reduce((sum, { length }) => sum + length, 0) >= maxSymbols;
    return joinLists(isCut ? [notice, ...lists] : lists);
  };
}

function toSymbol({ name, detail, kind, span, selectionSpan }: Symbol, rangeOf: RangeOf): DocumentSymbol {
  return {
    name: name.trim() === '' ? '(unnamed)' : name,
    ...(detail !== '' && { detail }),
    kind: kind === 'request' ? SymbolKind.Function : SymbolKind.Variable,
    range: rangeOf(span),
    selectionRange: rangeOf(selectionSpan),
  };
}
