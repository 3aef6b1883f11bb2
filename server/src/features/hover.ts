import type { Hover, Position } from 'vscode-languageserver';
import { MarkupKind } from 'vscode-languageserver';
import type { ShownValues } from '../../../engine/src/index';
import { isReadable } from '../documents';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import type { FeatureContext } from '../session';
import { rangesOfBlock, toBlockOffset } from '../to-lsp';

/** Explains what is under the pointer. */
export const hover: ServerFeature = {
  capabilities: () => ({ hoverProvider: true }),
  register: ({ connection, withDocument }) => {
    const hovered = (uri: string, position: Position) =>
      withDocument('hover', uri, null, (document, session) =>
        hoverAt(session, document, position, session.environments.shownValues(uri)),
      );
    connection.onHover(({ textDocument: { uri }, position }) =>
      withDocument<Hover | null | Promise<Hover | null>>('hover', uri, null, (document, { environments }) => {
        const loading = environments.load(document.uri);
        return loading ? loading.then(() => hovered(uri, position)) : hovered(uri, position);
      }),
    );
  },
};

/** Returns the hover at a position. */
export function hoverAt(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  position: Position,
  values?: ShownValues,
): Hover | null {
  if (!isReadable(document)) return null;
  const { file } = document;
  const { block, offset } = toBlockOffset(file, position, encoding);
  const found = engine.hover(file, block, offset, optionsOf(document), values);
  const rangeOf = rangesOfBlock(file, block, encoding);
  if (!found || !rangeOf) return null;
  return { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: rangeOf(found.span) };
}
