import * as vscode from 'vscode';
import { operationUsesRequest, type OperationUsesResult } from '../../../server/src/protocol';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import type { Ask } from '../ports/ask';
import { usesOfOperation } from './listed-requests';
import { operationLines } from './operation-lines';

/** In milliseconds: after a description was saved or configured, the server takes a while to read it. */
const rereadAfter = [1000, 4000];
/** In milliseconds, and so often: a description that the server does not know yet is asked for again. */
const unknownReread = { wait: 2000, times: 8 };

interface LensParts {
  readonly configuration: WorkspaceConfiguration;
  readonly ask: Ask;
}

/**
 * Says above each operation of a description that a `rulebook.json` names how many requests use it. The server is asked when such a file is seen, and
 * again after a request file was saved; keys in the description only move the lenses.
 */
export function showUsesOfOperations({ configuration, ask }: LensParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const known = new Map<string, Promise<OperationUsesResult>>();
  const forget = () => {
    if (known.size === 0) return;
    known.clear();
    changed.fire();
  };
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const forgetLater = (wait: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      forget();
    }, wait);
    timers.add(timer);
  };
  let rereads = 0;
  const forgetDescription = () => {
    rereads = 0;
    forget();
    rereadAfter.forEach(forgetLater);
  };
  const usesIn = (folder: vscode.WorkspaceFolder): Promise<OperationUsesResult> => {
    const uri = folder.uri.toString();
    const asked =
      known.get(uri) ??
      ask<OperationUsesResult>(operationUsesRequest, { folder: uri }).then((found) =>
        'uses' in found ? found : { uses: [], operations: [] },
      );
    known.set(uri, asked);
    return asked;
  };
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => {
      const isWanted = vscode.workspace.getConfiguration('rulebook', document).get<boolean>('codeLens') ?? true;
      const folder = vscode.workspace.getWorkspaceFolder(document.uri);
      const service = isWanted && folder !== undefined ? serviceOf(configuration, folder, document.uri) : undefined;
      if (folder === undefined || service === undefined) return [];
      const lines = operationLines(document.getText());
      if (lines.length === 0) return [];
      const { uses, operations } = await usesIn(folder);
      const isUnknown = !operations.some((one) => one.service === service);
      if (isUnknown && timers.size === 0 && rereads++ < unknownReread.times) forgetLater(unknownReread.wait);
      return lines.flatMap(({ method, path, line }) => {
        const operation = operations.find(
          (one) => one.service === service && one.method === method && one.path === path,
        );
        if (operation === undefined) return [];
        const used = usesOfOperation(uses, operation);
        const range = new vscode.Range(line, 0, line, 0);
        if (used.length === 0)
          return new vscode.CodeLens(range, {
            title: vscode.l10n.t('No Request'),
            tooltip: vscode.l10n.t('Write a request of this operation'),
            command: 'rulebook.insertRequest',
            arguments: [{ id: operation.id, method, title: operation.summary }],
          });
        const places = used.map((use) => {
          const at = new vscode.Position(use.line, 0);
          return new vscode.Location(vscode.Uri.parse(use.uri), at);
        });
        return new vscode.CodeLens(range, {
          title: used.length === 1 ? vscode.l10n.t('1 Request') : vscode.l10n.t('{0} Requests', used.length),
          tooltip: vscode.l10n.t('Show the requests of this operation'),
          command: 'editor.action.showReferences',
          arguments: [document.uri, range.start, places],
        });
      });
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.languages.registerCodeLensProvider(
      ['file', 'vscode-remote', 'vscode-vfs'].map((scheme) => ({ scheme, pattern: '**/*.{yaml,yml,json}' })),
      provider,
    ),
    { dispose: () => timers.forEach((timer) => clearTimeout(timer)) },
    configuration.onChange(forgetDescription),
    vscode.workspace.onDidSaveTextDocument(({ languageId, uri }) => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (folder !== undefined && serviceOf(configuration, folder, uri) !== undefined) forgetDescription();
      else if (languageId === 'http') forget();
    }),
    vscode.workspace.onDidDeleteFiles(forget),
    vscode.workspace.onDidCreateFiles(forget),
    vscode.workspace.onDidRenameFiles(forget),
  );
}

/** Returns the service whose description a file is. */
function serviceOf(
  configuration: WorkspaceConfiguration,
  folder: vscode.WorkspaceFolder,
  uri: vscode.Uri,
): string | undefined {
  const path = uri.path.slice(folder.uri.path.replace(/\/+$/, '').length + 1);
  return configuration.of(uri).services.find(({ description }) => description.replace(/^\.\//, '') === path)?.id;
}
