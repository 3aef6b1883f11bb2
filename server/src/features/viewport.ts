import { CodeLensRefreshRequest } from 'vscode-languageserver';
import { sendIfOpen } from '../checking/checking';
import type { ServerFeature } from '../session/feature';
import { leaveNotification, viewportNotification } from '../protocol';
import type { LeaveParams, ViewportParams } from '../protocol';
import { typedLineOf } from '../documents/typed-line';
import type { Session } from '../session/session';
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
    connection.onNotification(leaveNotification, ({ uri }: LeaveParams) => {
      guarded('leave', undefined, (session) => {
        leaveLine(session, uri, () => {
          sendIfOpen(connection.sendRequest(CodeLensRefreshRequest.type));
        });
      });
    });
  },
};

/** Shows what was not said of a request line while it was typed. */
function leaveLine(session: Session, uri: string, refreshLenses: () => void): void {
  const { documents, checking, client } = session;
  const left = documents.leave(uri);
  const typed = left && typedLineOf(session, left);
  const document = documents.get(uri);
  if (typed === undefined || document === undefined) return;
  checking.schedule(document);
  checking.refresh();
  if (typed.isOpen && client.refreshesLenses) refreshLenses();
}
