import type { ServerFeature } from '../feature';
import { lookNotification } from '../protocol';
import type { LookParams } from '../protocol';

/** Shows other diagnostics of a file with very many when somebody looks elsewhere. */
export const look: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onNotification(lookNotification, ({ uri, line }: LookParams) => {
      guarded('look', undefined, ({ documents, checking }) => {
        if (!documents.get(uri) || !checking.isCut(uri)) return;
        const document = documents.look(uri, line);
        if (document) checking.schedule(document);
        checking.refresh();
      });
    });
  },
};
