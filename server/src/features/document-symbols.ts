import type { DocumentSymbol } from 'vscode-languageserver';
import { SymbolInformation, SymbolKind } from 'vscode-languageserver';
import type { CheckContext, Symbol } from '../../../engine/src/index';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import { overChunks } from '../per-block';
import type { FeatureContext } from '../session';
import { rangesIn } from '../to-lsp';
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
  const inChunks = overChunks<DocumentSymbol, CheckContext>(
    ({ engine, encoding }, { file }, index, line, context) => {
      const block = file.blocks.at(index);
      if (!block) return [];
      const rangeOf = rangesIn(block, line, encoding);
      return engine.symbols(file, index, context).map((symbol) => toSymbol(symbol, rangeOf));
    },
    ({ optionsOf }, document) => optionsOf(document).context,
  );
  return (context, document) => inChunks(context, document).flat();
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
