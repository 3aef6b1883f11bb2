import type { FoldingRange } from 'vscode-languageserver';
import { FoldingRangeKind } from 'vscode-languageserver';
import type { FoldingSpan } from '@rulebook/engine';
import type { OpenDocument } from '../documents/documents';
import { joinLists } from '../documents/encode-message';
import type { ServerFeature } from '../session/feature';
import { overChunks } from '../documents/per-block';
import type { FeatureContext } from '../documents/feature-context';
import { rangesIn } from '../documents/to-lsp';
import type { RangeOf } from '../documents/to-lsp';

/** Says which lines can be folded. */
export const foldingRanges: ServerFeature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register: ({ connection, withDocument }) => {
    const foldingOf = createFoldingRanges();
    connection.onFoldingRanges(({ textDocument: { uri } }) =>
      withDocument('foldingRange', uri, [], (document, session) => foldingOf(session, document)),
    );
  },
};

/**
 * Returns a function that returns the foldable ranges of a document, at most as many as the client takes: those around where a user edits, and
 * farther away whole requests.
 */
export function createFoldingRanges(): (context: FeatureContext, document: OpenDocument) => FoldingRange[] {
  const inChunks = overChunks<FoldingRange>(({ engine, encoding, client }, { file }) => ({
    basis: [],
    itemsOf: ({ block, index, line }) => {
      const rangeOf = rangesIn(block, line, encoding);
      return engine.folding(file, index).flatMap((folding) => toFoldingRange(folding, rangeOf) ?? []);
    },
    most: client.foldingLimit,
    lineOf: ({ startLine }) => startLine,
    isWantedFar: ({ kind }) => kind === FoldingRangeKind.Region,
  }));
  return (context, document) => joinLists(inChunks(context, document));
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
