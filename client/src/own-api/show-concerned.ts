import * as vscode from 'vscode';
import { changeBetween } from '@rulebook/text';
import {
  concernedRequest,
  type ConcernedParams,
  type ConcernedPlace,
  type ConcernedResult,
} from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';

/** Returns which requests of a folder another version of a description concerns; undefined where the server cannot say it. */
export async function findConcerned(
  ask: Ask,
  folder: vscode.Uri,
  service: string,
  versions: ConcernedParams['versions'],
): Promise<ConcernedResult | undefined> {
  const params: ConcernedParams = { folder: folder.toString(), service, versions };
  const result = await ask<ConcernedResult>(concernedRequest, params);
  return 'places' in result ? result : undefined;
}

/** Says which requests are concerned, and offers to show and to repair them. */
export async function showConcerned(folder: vscode.Uri, what: string, result: ConcernedResult): Promise<void> {
  const { requests, concerned, places, repaired } = result;
  const whom =
    concerned === 0
      ? vscode.l10n.t('None of your {0} requests is concerned.', requests)
      : vscode.l10n.t('{0} of your {1} requests are concerned.', concerned, requests);
  const show = vscode.l10n.t('Show Requests');
  const repair = vscode.l10n.t('Repair…');
  const answer = await vscode.window.showInformationMessage(
    `${what} ${whom}`,
    ...(places.length > 0 ? [show] : []),
    ...(repaired.length > 0 ? [repair] : []),
  );
  if (answer === show) await showPlaces(folder, result);
  if (answer === repair) await repairFiles(result);
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly place?: ConcernedPlace;
  readonly does?: 'page' | 'repair';
}

async function showPlaces(folder: vscode.Uri, result: ConcernedResult): Promise<void> {
  const { places, repaired, page } = result;
  const count = repaired.reduce((sum, one) => sum + one.count, 0);
  const items: PlaceItem[] = [
    { label: `$(book) ${vscode.l10n.t('Show All as a Page')}`, does: 'page' },
    ...(count > 0
      ? [
          {
            label: `$(wrench) ${vscode.l10n.t('Repair What Can Be Repaired Safely: {0}', count)}`,
            detail: vscode.l10n.t('You see each change before it is made.'),
            does: 'repair' as const,
          },
        ]
      : []),
    ...places.map((place) => itemOf(folder, place)),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Requests that the Change Concerns'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.does === 'page') await showPage(page);
  if (picked?.does === 'repair') await repairFiles(result);
  if (picked?.place === undefined) return;
  const position = new vscode.Position(picked.place.line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(picked.place.uri), {
    selection: new vscode.Range(position, position),
  });
}

function itemOf(folder: vscode.Uri, place: ConcernedPlace): PlaceItem {
  const { uri, line, message, isProved, level } = place;
  const icon = isProved && level === 'breaking' ? 'error' : level === 'breaking' ? 'warning' : 'info';
  const path = vscode.Uri.parse(uri).path;
  const root = `${folder.path.replace(/\/+$/, '')}/`;
  const name = path.startsWith(root) ? path.slice(root.length) : path;
  return { label: `$(${icon}) ${name}:${line + 1}`, detail: message, place };
}

/** Opens a page as Markdown, and its preview where there is one. */
async function showPage(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: true });
  await vscode.commands.executeCommand('markdown.showPreview', document.uri).then(undefined, () => undefined);
}

/** Opens the preview of all repairs; nothing is written before the user agrees. */
async function repairFiles({ repaired }: ConcernedResult): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const metadata = { label: vscode.l10n.t('Repair for the new description'), needsConfirmation: true };
  for (const { uri, former, text } of repaired) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    // The editor has its own line ends.
    if (document.getText().replaceAll('\r\n', '\n') !== former.replaceAll('\r\n', '\n')) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t('{0} has changed meanwhile, and is not repaired.', vscode.workspace.asRelativePath(document.uri)),
      );
      continue;
    }
    const { start, end, delta } = changeBetween(former, text);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    edit.replace(document.uri, range, text.slice(start, end + delta), metadata);
  }
  // The editor ticks none of them by itself.
  void vscode.window.showInformationMessage(vscode.l10n.t('Tick the changes that are to be made, and press Apply.'));
  await vscode.workspace.applyEdit(edit);
}
