import type { DocumentLink } from 'vscode-languageserver';
import { inclusionsOf, mayInclude } from '../../../engine/src/index';
import { isReadable } from '../documents';
import type { OpenDocument } from '../documents';
import type { ServerFeature } from '../feature';
import type { Session } from '../session';
import { rangesOfBlock } from '../to-lsp';

/** Opens the files from which requests take their bodies. */
export const documentLinks: ServerFeature = {
  capabilities: () => ({ documentLinkProvider: {} }),
  register: ({ connection, withDocument }) => {
    const links = (uri: string) =>
      withDocument('documentLink', uri, [], (document, session) => linksIn(session, document));
    connection.onDocumentLinks(({ textDocument: { uri } }) =>
      withDocument<DocumentLink[] | Promise<DocumentLink[]>>('documentLink', uri, [], (document, { includes }) => {
        const loading = includes.load(document);
        return loading ? loading.then(() => links(uri)) : links(uri);
      }),
    );
  },
};

function linksIn({ engine, encoding, includes }: Session, document: OpenDocument): DocumentLink[] {
  if (!isReadable(document)) return [];
  const { uri, file } = document;
  return [...file.blocks].flatMap(({ text }, index) => {
    const rangeOf = mayInclude(text) ? rangesOfBlock(file, index, encoding) : undefined;
    if (!rangeOf) return [];
    return inclusionsOf(engine.parse(file, index)).flatMap((inclusion) => {
      const target = includes.fileOf(uri, inclusion);
      return target === undefined ? [] : [{ range: rangeOf(inclusion.span), target }];
    });
  });
}
