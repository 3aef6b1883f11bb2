import type { FoldingRange } from 'vscode-languageserver';
import { FoldingRangeKind } from 'vscode-languageserver';
import { firstIndexWhere } from '../../../engine/src/index';
import type { FoldingSpan } from '../../../engine/src/index';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import { overChunks } from '../per-block';
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

/** Returns a function that returns the foldable ranges of a document, at most as many as the client takes. */
export function createFoldingRanges(): (context: FeatureContext, document: OpenDocument) => FoldingRange[] {
  const inChunks = overChunks(({ engine, encoding }, { file }, index, line): readonly FoldingRange[] => {
    const block = file.blocks.at(index);
    if (!block) return [];
    const rangeOf = rangesIn(block, line, encoding);
    return engine.folding(file, index).flatMap((folding) => toFoldingRange(folding, rangeOf) ?? []);
  });
  return (context, document) =>
    nearest(inChunks(context, document), context.client.foldingLimit, document.focus?.line ?? 0);
}

/**
 * Returns as many ranges as the client takes, in the order of the text: half of them are all ranges around the line, the others are whole
 * requests before and behind these, the nearest first.
 */
function nearest(chunks: readonly (readonly FoldingRange[])[], most: number, line: number): FoldingRange[] {
  const all = chunks.flat();
  if (all.length <= most) return all;
  const half = most >> 1;
  const at = firstIndexWhere(all, ({ startLine }) => startLine >= line);
  const start = Math.max(0, Math.min(at - (half >> 1), all.length - half));
  const isRequest = ({ kind }: FoldingRange): boolean => kind === FoldingRangeKind.Region;
  const before = all.slice(0, start).filter(isRequest);
  const behind = all.slice(start + half).filter(isRequest);
  const rest = most - half;
  const countBehind = Math.min(behind.length, Math.max(rest >> 1, rest - before.length));
  const countBefore = Math.min(before.length, rest - countBehind);
  return [
    ...before.slice(before.length - countBefore),
    ...all.slice(start, start + half),
    ...behind.slice(0, countBehind),
  ];
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
