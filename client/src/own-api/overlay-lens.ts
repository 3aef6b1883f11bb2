import * as vscode from 'vscode';
import type { OwnService } from '@rulebook/sender/configuration';
import { configurationFolder, type WorkspaceConfiguration } from '../configuration/configuration';
import { writeConfiguration } from '../configuration/write-configuration';
import { headOf } from './is-description';
import { extendedIn, pathFrom } from './overlay-paths';

/** The command that makes an overlay count; its argument is the URI of the overlay. */
export const useOverlayCommand = 'rulebook.useOverlay';

/** Offers an overlay to the service whose description it extends, as long as `rulebook.json` does not name it there. */
export function offerOverlays(configuration: WorkspaceConfiguration): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const lenses = vscode.languages.registerCodeLensProvider(
    ['file', 'vscode-remote', 'vscode-vfs'].map((scheme) => ({ scheme, pattern: '**/*overlay.{yaml,yml,json}' })),
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => {
        const isWanted = vscode.workspace.getConfiguration('rulebook', document).get<boolean>('codeLens') ?? true;
        const found = isWanted ? serviceFor(configuration, document) : undefined;
        if (found === undefined) return [];
        return [
          new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
            title: vscode.l10n.t('Use This Overlay for {0}', found.service.id),
            tooltip: vscode.l10n.t('Name it in rulebook.json, so that requests are checked by what it corrects.'),
            command: useOverlayCommand,
            arguments: [document.uri],
          }),
        ];
      },
    },
  );
  const fire = configuration.onChange(() => {
    changed.fire();
  });
  return vscode.Disposable.from(changed, lenses, fire);
}

/** Names an overlay at its service in `rulebook.json`. */
export async function useOverlay(configuration: WorkspaceConfiguration, uri: vscode.Uri): Promise<void> {
  const found = serviceFor(configuration, await vscode.workspace.openTextDocument(uri));
  if (found === undefined) return;
  const { folder, service, path } = found;
  const members = [{ path: ['services', service.id, 'overlays'], value: [...service.overlays, `./${path}`] }];
  if (await writeConfiguration(folder, members)) await configuration.reload();
}

function serviceFor(
  configuration: WorkspaceConfiguration,
  document: vscode.TextDocument,
): { readonly folder: vscode.Uri; readonly service: OwnService; readonly path: string } | undefined {
  const folder = configurationFolder(document.uri);
  const extended = extendedIn(headOf(document));
  if (folder === undefined || extended === undefined) return undefined;
  const root = folder.path;
  const path = pathFrom(root, document.uri.path);
  const description = pathFrom(root, vscode.Uri.joinPath(document.uri, '..', extended).path);
  const plain = (written: string) => written.replace(/^\.\//, '');
  const service = configuration.of(document.uri).services.find((one) => plain(one.description) === description);
  if (path === undefined || service === undefined || service.overlays.some((one) => plain(one) === path))
    return undefined;
  return { folder, service, path };
}
