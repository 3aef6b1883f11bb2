import type { Position, SelectionRange } from 'vscode-languageserver';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import type { FeatureContext } from '../documents/feature-context';
import { rangesOfBlock, toBlockOffset } from '../documents/to-lsp';

/** Grows a selection from a word over its value, member and request to the whole file. */
export const selectionRanges: ServerFeature = {
  capabilities: () => ({ selectionRangeProvider: true }),
  register: ({ connection, withDocument }) => {
    connection.onSelectionRanges(({ textDocument: { uri }, positions }) =>
      withDocument<SelectionRange[] | null>('selectionRange', uri, null, (document, session) =>
        isCheckable(document) ? positions.map((position) => selectionAt(session, document, position)) : null,
      ),
    );
  },
};

function selectionAt({ engine, encoding }: FeatureContext, { file }: OpenDocument, position: Position): SelectionRange {
  const { block, offset } = toBlockOffset(file, position, encoding);
  const rangeOf = rangesOfBlock(file, block, encoding);
  if (!rangeOf) return { range: { start: position, end: position } };
  const last = file.blocks.size - 1;
  const end = rangesOfBlock(file, last, encoding)?.({ start: 0, end: file.blocks.at(last)?.length ?? 0 }).end;
  let selection: SelectionRange = { range: { start: { line: 0, character: 0 }, end: end ?? position } };
  for (const span of [...engine.selection(file, block, offset)].reverse())
    selection = { range: rangeOf(span), parent: selection };
  return selection;
}
