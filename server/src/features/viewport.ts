import { CodeLensRefreshRequest } from 'vscode-languageserver';
import { sendIfOpen } from '../checking/checking';
import type { ServerFeature } from '../session/feature';
import { viewportNotification } from '../protocol';
import type { ViewportParams } from '../protocol';
import { hasBoundedLenses } from './code-lenses';

/** Shows other diagnostics, lenses and entries of the outline of a file with very many when a user looks elsewhere. */
export const look: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onNotification(viewportNotification, ({ uri, line }: ViewportParams) => {
      guarded('look', undefined, (session) => {
        const { documents, checking, looks, client } = session;
        const current = documents.get(uri);
        if (!current || typeof line !== 'number') return;
        if (looks.note(uri, line) && hasBoundedLenses(session, current) && client.refreshesLenses)
          sendIfOpen(connection.sendRequest(CodeLensRefreshRequest.type));
        const document = documents.look(uri, line);
        if (document) checking.schedule(document);
        if (checking.isCut(uri)) checking.refresh();
      });
    });
  },
};
