import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

/**
 * Returns what adds the page of its rule to each finding. The server leaves it out, since there may be thousands of findings. The examples on the
 * pages, which are wrong on purpose, are no one's problems.
 */
export function withRulePages(
  extension: vscode.Uri,
): Pick<Middleware, 'provideDiagnostics' | 'provideWorkspaceDiagnostics' | 'handleDiagnostics'> {
  const pages = new Map<string, vscode.Uri>();
  const pageOf = (rule: string): vscode.Uri => {
    const page = pages.get(rule) ?? vscode.Uri.joinPath(extension, 'docs', 'rules', `${rule}.md`);
    pages.set(rule, page);
    return page;
  };
  const addPages = (diagnostics: readonly vscode.Diagnostic[]): void => {
    for (const diagnostic of diagnostics) {
      const { code, source } = diagnostic;
      if (source === 'rulebook' && typeof code === 'string') diagnostic.code = { value: code, target: pageOf(code) };
    }
  };
  const folder = `${vscode.Uri.joinPath(extension, 'docs').path}/`;
  const isPage = (uri: vscode.Uri): boolean =>
    uri.scheme === extension.scheme &&
    uri.path.startsWith(folder) &&
    vscode.workspace.getWorkspaceFolder(uri) === undefined;
  return {
    provideDiagnostics: async (document, previousResultId, token, next) => {
      if (isPage('uri' in document ? document.uri : document)) return undefined;
      const report = await next(document, previousResultId, token);
      if (report && 'items' in report) addPages(report.items);
      return report;
    },
    provideWorkspaceDiagnostics: (resultIds, token, report, next) =>
      next(resultIds, token, (part) => {
        for (const item of part?.items ?? []) if ('items' in item) addPages(item.items);
        report(part);
      }),
    handleDiagnostics: (uri, diagnostics, next) => {
      addPages(diagnostics);
      next(uri, diagnostics);
    },
  };
}
