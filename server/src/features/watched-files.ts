import { DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import { sendIfOpen } from '../checking';
import type { ServerFeature } from '../feature';

/** Follows changes of files that are not open: request files, bodies, descriptions and `rulebook.json`. */
export const watchedFiles: ServerFeature = {
  register: ({ connection, settings, guarded }) => {
    connection.onInitialized(() => {
      guarded('initialized', undefined, ({ client }) => {
        if (!client.registersWatchers || settings.root === undefined) return;
        sendIfOpen(
          connection.client.register(DidChangeWatchedFilesNotification.type, {
            watchers: [{ globPattern: '**/*.{http,rest,json,jsonc,ndjson,yaml,yml}' }],
          }),
        );
      });
    });

    connection.onDidChangeWatchedFiles(async ({ changes }) => {
      const changed = changes.map(({ uri }) => uri);
      for (const uri of changed) {
        await guarded('didChangeWatchedFiles', undefined, async ({ documents, includes, checking }) => {
          // An open file counts as it is in the editor.
          if (documents.find(uri)) return;
          includes.drop(uri);
          const isRequestFile = /\.(?:http|rest)$/i.test(uri);
          if (isRequestFile) await includes.readAgain(uri);
          checking.recheckAround(uri, isRequestFile);
        });
      }
      guarded('didChangeWatchedFiles', undefined, ({ ownFiles }) => {
        ownFiles.changed(changed);
      });
      const change = await settings.readAgain(changed);
      if (change === undefined) return;
      guarded('didChangeWatchedFiles', undefined, ({ checking, ownFiles }) => {
        ownFiles.update(settings.all);
        checking.recheckAll(change);
      });
    });
  },
};
