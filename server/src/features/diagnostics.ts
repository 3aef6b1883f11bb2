import type { DocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { DocumentDiagnosticReportKind } from 'vscode-languageserver';
import type { ServerFeature } from '../session/feature';

const noDiagnostics: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

/** Answers clients that pull diagnostics; others receive them from `checking.ts`. */
export const diagnostics: ServerFeature = {
  capabilities: ({ client, workspaceChecking }) => {
    const workspaceDiagnostics = workspaceChecking !== undefined;
    return client.pullsDiagnostics
      ? { diagnosticProvider: { identifier: 'rulebook', interFileDependencies: true, workspaceDiagnostics } }
      : {};
  },
  register: ({ connection, guarded, withDocument }) => {
    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, cancellation, _, progress) => {
      const none: WorkspaceDiagnosticReport = { items: [] };
      return guarded('workspace/diagnostic', Promise.resolve(none), async ({ workspaceChecking }) => {
        const pulled = workspaceChecking?.pull(
          previousResultIds,
          cancellation,
          progress &&
            ((items) => {
              progress.report({ items });
            }),
        );
        return (await pulled) ?? none;
      });
    });
    const report = (uri: string, previousResultId: string | undefined): DocumentDiagnosticReport =>
      withDocument<DocumentDiagnosticReport>('diagnostic', uri, noDiagnostics, (document, { checking }) =>
        checking.report(document, previousResultId),
      );
    connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }) =>
      withDocument<DocumentDiagnosticReport | Promise<DocumentDiagnosticReport>>(
        'diagnostic',
        uri,
        noDiagnostics,
        (document, { checking }) => {
          const loading = checking.load(document);
          return loading ? loading.then(() => report(uri, previousResultId)) : report(uri, previousResultId);
        },
      ),
    );
  },
};
