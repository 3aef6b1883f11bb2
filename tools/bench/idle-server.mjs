// A language server that does nothing: it says that it has diagnostics, and has none.
import { StreamMessageReader, StreamMessageWriter, createConnection } from 'vscode-languageserver/node';

const connection = createConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: 2,
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  },
}));
connection.onDidOpenTextDocument(() => undefined);
connection.onDidChangeTextDocument(() => undefined);
connection.onDidCloseTextDocument(() => undefined);
connection.languages.diagnostics.on(() => ({ kind: 'full', items: [] }));
connection.listen();
