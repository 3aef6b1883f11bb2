import type { Hover, Position } from 'vscode-languageserver';
import { MarkupKind } from 'vscode-languageserver';
import { isReadable } from '../documents';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import type { FeatureContext } from '../session';
import { rangesOfBlock, toBlockOffset } from '../to-lsp';

/** Explains what is under the pointer. */
export const hover: ServerFeature = {
  capabilities: () => ({ hoverProvider: true }),
  register: ({ connection, withDocument }) => {
    connection.onHover(({ textDocument: { uri }, position }) =>
      withDocument('hover', uri, null, (document, session) => hoverAt(session, document, position)),
    );
  },
};

/** Returns the hover at a position. */
export function hoverAt(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  position: Position,
): Hover | null {
  if (!isReadable(document)) return null;
  const { file } = document;
  const { block, offset } = toBlockOffset(file, position, encoding);
  const found = engine.hover(file, block, offset, optionsOf(document));
  const rangeOf = rangesOfBlock(file, block, encoding);
  if (!found || !rangeOf) return null;
  return { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: rangeOf(found.span) };
}
