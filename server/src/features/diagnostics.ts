import type { DocumentDiagnosticReport } from 'vscode-languageserver';
import { DocumentDiagnosticReportKind } from 'vscode-languageserver';
import type { ServerFeature } from '../feature';

const noDiagnostics: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

/** Answers clients that pull diagnostics; others receive them from `checking.ts`. */
export const diagnostics: ServerFeature = {
  capabilities: ({ client }) =>
    client.pullsDiagnostics
      ? { diagnosticProvider: { identifier: 'rulebook', interFileDependencies: true, workspaceDiagnostics: false } }
      : {},
  register: ({ connection, withDocument }) => {
    const report = (uri: string, previousResultId: string | undefined): DocumentDiagnosticReport =>
      withDocument<DocumentDiagnosticReport>('diagnostic', uri, noDiagnostics, (document, { checking }) =>
        checking.report(document, previousResultId),
      );
    connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }) =>
      withDocument<DocumentDiagnosticReport | Promise<DocumentDiagnosticReport>>(
        'diagnostic',
        uri,
        noDiagnostics,
        (document, { includes }) => {
          const loading = includes.load(document);
          return loading ? loading.then(() => report(uri, previousResultId)) : report(uri, previousResultId);
        },
      ),
    );
  },
};
