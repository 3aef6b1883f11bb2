import * as vscode from 'vscode';
import { importableIn } from '@rulebook/exchange';

/** Offers to import a collection or an environment of another tool where it is open, by a lens over its first line. */
export function offerImport(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    ['file', 'vscode-remote', 'vscode-vfs', 'untitled'].map((scheme) => ({
      scheme,
      pattern: '**/*.{json,yaml,yml,bru,hurl,har}',
    })),
    {
      provideCodeLenses: (document) => {
        const isWanted = vscode.workspace.getConfiguration('rulebook', document).get<boolean>('codeLens') ?? true;
        const found = isWanted ? importableIn(document.getText()) : undefined;
        if (found === undefined) return [];
        const title =
          found.kind === 'folder'
            ? vscode.l10n.t('Import Collection')
            : found.kind === 'environment'
              ? vscode.l10n.t('Import Environment')
              : found.requests === 1
                ? vscode.l10n.t('Import 1 Request')
                : vscode.l10n.t('Import {0} Requests', found.requests);
        return [
          new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
            title,
            tooltip: vscode.l10n.t('Write them as request files'),
            command: 'rulebook.importRequests',
            arguments: [document.uri],
          }),
        ];
      },
    },
  );
}
