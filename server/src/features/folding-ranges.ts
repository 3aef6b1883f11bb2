import type { FoldingRange } from 'vscode-languageserver';
import { FoldingRangeKind } from 'vscode-languageserver';
import type { FoldingSpan, RequestFile } from '../../../engine/src/index';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import { overBlocks } from '../per-block';
import type { FeatureContext } from '../session';
import { rangesIn } from '../to-lsp';
import type { RangeOf } from '../to-lsp';

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

/** Returns a function that returns the foldable ranges of a document. */
export function createFoldingRanges(): (context: FeatureContext, document: OpenDocument) => FoldingRange[] {
  return overBlocks(foldingInBlock, (range, lines) => ({
    ...range,
    startLine: range.startLine + lines,
    endLine: range.endLine + lines,
  }));
}

/** Returns the ranges of a block, with lines that count from its start. */
function foldingInBlock({ engine, encoding }: FeatureContext, file: RequestFile, index: number): FoldingRange[] {
  const block = file.blocks[index];
  if (!block) return [];
  const rangeOf = rangesIn(block, 0, encoding);
  return engine.folding(file, index).flatMap((folding) => toFoldingRange(folding, rangeOf) ?? []);
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
