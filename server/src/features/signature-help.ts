import type { Position, SignatureHelp } from 'vscode-languageserver';
import { MarkupKind } from 'vscode-languageserver';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import type { FeatureContext } from '../documents/feature-context';
import { toBlockOffset } from '../documents/to-lsp';

/** Shows the documented form of the request line that is being written, and of the function of a query. */
export const signatureHelp: ServerFeature = {
  capabilities: () => ({
    signatureHelpProvider: { triggerCharacters: ['?', '&', '(', ','], retriggerCharacters: ['/', '='] },
  }),
  register: ({ connection, withDocument }) => {
    connection.onSignatureHelp(({ textDocument: { uri }, position }) =>
      withDocument<SignatureHelp | null>('signatureHelp', uri, null, (document, session) =>
        signatureAt(session, document, position),
      ),
    );
  },
};

function signatureAt(
  { engine, encoding, optionsOf }: FeatureContext,
  document: OpenDocument,
  position: Position,
): SignatureHelp | null {
  if (!isCheckable(document)) return null;
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const found = engine.signature(document.file, block, offset, optionsOf(document).context);
  if (!found) return null;
  const parameters = found.parameters.map(({ span, markdown }) => ({
    label: [span.start, span.end] as [number, number],
    documentation: { kind: MarkupKind.Markdown, value: markdown },
  }));
  return {
    signatures: [{ label: found.label, documentation: found.about, parameters }],
    activeSignature: 0,
    // An index outside of the list means none.
    activeParameter: found.active ?? parameters.length,
  };
}
