import { TextDocumentSyncKind } from 'vscode-languageserver';
import type { ServerFeature } from '../session/feature';
import { isChange } from '../documents/document-changes';

/** Keeps the open documents as the client has them, and has them checked. */
export const textDocuments: ServerFeature = {
  capabilities: () => ({ textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true } }),
  register: ({ connection, guarded }) => {
    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      guarded('didOpen', undefined, ({ documents, includes, checking }) => {
        includes.drop(uri);
        const document = documents.open(uri, languageId, version, text);
        includes.update(document);
        checking.schedule(document);
        // It may differ from the file, or be the first one of its name.
        checking.recheckAround(uri, true);
        checking.searchIncluders(document);
      });
    });

    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      guarded('didChange', undefined, ({ documents, includes, checking }) => {
        if (!Array.isArray(contentChanges) || !contentChanges.every(isChange)) {
          connection.console.error(`A change of ${uri} is ignored, since it is not as the protocol describes it.`);
          return;
        }
        const document = documents.change(uri, version, contentChanges);
        if (!document) return;
        const isChanged = includes.update(document);
        checking.schedule(document);
        checking.recheckAround(uri, isChanged);
        checking.searchIncluders(document);
      });
    });

    // Some editors do not watch files.
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
      guarded('didSave', undefined, ({ documents, ownFiles, environments, imported, checking }) => {
        ownFiles.changed([uri]);
        environments.changed([uri]);
        // Others may import it.
        if (imported.areUsed && documents.get(uri)?.kind === 'requests') checking.recheckAll({ affectsLenses: false });
      });
    });

    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      guarded('didClose', undefined, ({ workspaceChecking, documents, includes, names, imported, checking, looks }) => {
        documents.close(uri);
        looks.forget(uri);
        // What was typed but not saved no longer counts.
        includes.close(uri);
        includes.drop(uri);
        imported.close(uri);
        void names.changed(uri).then(() => {
          if (imported.areUsed) checking.recheckAll({ affectsLenses: false });
        });
        void includes.readAgain(uri).then(() => {
          checking.recheckAround(uri, true);
        });
        checking.close(uri);
        workspaceChecking?.closed(uri);
      });
    });
  },
};
