import type { DocumentSymbol } from 'vscode-languageserver';
import { SymbolInformation, SymbolKind } from 'vscode-languageserver';
import type { CheckContext, RequestFile, Symbol } from '../../../engine/src/index';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import { overBlocks } from '../per-block';
import type { FeatureContext } from '../session';
import { rangesIn, shiftRange } from '../to-lsp';
import type { RangeOf } from '../to-lsp';

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

/** Returns a function that returns the outline of a document. */
export function createDocumentSymbols(): (context: FeatureContext, document: OpenDocument) => DocumentSymbol[] {
  return overBlocks(
    symbolsInBlock,
    (symbol, lines) => ({
      ...symbol,
      range: shiftRange(symbol.range, lines),
      selectionRange: shiftRange(symbol.selectionRange, lines),
    }),
    ({ optionsOf }, document) => optionsOf(document).context,
  );
}

/** Returns the entries of a block, with lines that count from its start. */
function symbolsInBlock(
  { engine, encoding }: FeatureContext,
  file: RequestFile,
  index: number,
  context: CheckContext,
): DocumentSymbol[] {
  const block = file.blocks[index];
  if (!block) return [];
  const rangeOf = rangesIn(block, 0, encoding);
  return engine.symbols(file, index, context).map((symbol) => toSymbol(symbol, rangeOf));
}

function toSymbol({ name, detail, kind, span, selectionSpan }: Symbol, rangeOf: RangeOf): DocumentSymbol {
  return {
    name: name.trim() === '' ? '(unnamed)' : name,
    detail,
    kind: kind === 'request' ? SymbolKind.Function : SymbolKind.Variable,
    range: rangeOf(span),
    selectionRange: rangeOf(selectionSpan),
  };
}
