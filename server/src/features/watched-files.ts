import { isRequestFileName } from '@rulebook/request-file/syntax';
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import { sendIfOpen } from '../checking/checking';
import type { ServerFeature } from '../session/feature';

/** Follows changes of files that are not open: request files, bodies, scripts, descriptions and `rulebook.json`. */
export const watchedFiles: ServerFeature = {
  initialized({ client }, { connection, settings }) {
    if (!client.registersWatchers || settings.root === undefined) return;
    sendIfOpen(
      connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [
          {
            globPattern: '**/*.{http,rest,es,json,jsonc,ndjson,jsonl,csv,tsv,yaml,yml,js,mjs,cjs,graphql,graphqls,gql}',
          },
          { globPattern: '**/{.env,.env.*,*.env,http-client.env.json.user,*.code-workspace,.gitignore}' },
        ],
      }),
    );
  },
  register: ({ connection, settings, guarded }) => {
    connection.onDidChangeWatchedFiles(async ({ changes }) => {
      const changed = changes.map(({ uri }) => uri);
      for (const uri of changed) {
        await guarded(
          'didChangeWatchedFiles',
          undefined,
          async ({ documents, includes, names, imported, checking, workspaceChecking }) => {
            // An open file counts as it is in the editor.
            if (documents.find(uri)) return;
            workspaceChecking?.changed(uri);
            includes.drop(uri);
            const isRequestFile = isRequestFileName(uri);
            void names.changed(uri).then(() => {
              if (isRequestFile && imported.areUsed) checking.recheckAll({ affectsLenses: false });
            });
            if (isRequestFile) await includes.readAgain(uri);
            checking.recheckAround(uri, isRequestFile);
          },
        );
      }
      guarded('didChangeWatchedFiles', undefined, ({ ownFiles, environments, checking }) => {
        checking.changedFiles(changed);
        ownFiles.changed(changed);
        environments.changed(changed);
      });
      const change = await settings.readAgain(changed);
      if (change === undefined) return;
      guarded('didChangeWatchedFiles', undefined, ({ checking, workspaceChecking, ownFiles }) => {
        ownFiles.update(settings.all);
        checking.recheckAll(change);
        workspaceChecking?.changedAll();
      });
    });
  },
};
