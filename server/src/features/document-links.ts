import type { DocumentLink } from 'vscode-languageserver';
import { inclusionsOf } from '@rulebook/engine';
import { isCheckable } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import type { Session } from '../session/session';
import { rangesOfBlock } from '../documents/to-lsp';

/** Opens the files that requests name: those of their bodies, imports, scripts and responses. */
export const documentLinks: ServerFeature = {
  capabilities: () => ({ documentLinkProvider: {} }),
  register: ({ connection, withDocument, guardedLater }) => {
    connection.onDocumentLinks(({ textDocument: { uri } }) =>
      withDocument<Promise<DocumentLink[]> | DocumentLink[]>('documentLink', uri, [], (opened, session) =>
        guardedLater('documentLink', [], async () => {
          await session.includes.load(opened);
          const document = session.documents.get(uri);
          return document ? linksIn(session, document) : [];
        }),
      ),
    );
  },
};

/** Returns whether the text of a block may name a file; cheaper than reading it. */
function mayNameFile(text: string): boolean {
  return /^[ \t]*(?:[<>]|(?:import|run)[ \t])|@(?:import|rights-of)\b/im.test(text);
}

async function linksIn(session: Session, document: OpenDocument): Promise<DocumentLink[]> {
  if (!isCheckable(document)) return [];
  const { engine, encoding, includes, names } = session;
  const { uri, file } = document;
  const bodies: DocumentLink[] = [];
  const others: Promise<DocumentLink | undefined>[] = [];
  let index = -1;
  for (const { text } of file.blocks) {
    index++;
    if (!mayNameFile(text)) continue;
    const rangeOf = rangesOfBlock(file, index, encoding);
    if (!rangeOf) continue;
    for (const inclusion of inclusionsOf(engine.parse(file, index))) {
      const target = includes.fileOf(uri, inclusion);
      if (target !== undefined) bodies.push({ range: rangeOf(inclusion.span), target });
    }
    for (const { kind, by, name, span } of engine.names(file, index)) {
      if (kind !== 'file' || by === 'body') continue;
      const range = rangeOf(span);
      others.push(
        names.existingFileAt(uri, name).then((target) => (target === undefined ? undefined : { range, target })),
      );
    }
  }
  return [...bodies, ...(await Promise.all(others)).flatMap((link) => link ?? [])];
}
