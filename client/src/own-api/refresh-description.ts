import * as vscode from 'vscode';
import type { DescriptionChanges } from '@rulebook/exchange';
import type { OwnService } from '@rulebook/sender/configuration';
import {
  operationUsesRequest,
  type OperationUse,
  type OperationUsesParams,
  type OperationUsesResult,
} from '../../../server/src/protocol';
import { configurationFolder } from '../configuration/configuration';
import { folderToWrite, writeConfiguration } from '../configuration/write-configuration';
import type { Ask } from '../ports/ask';
import { findConcerned, showConcerned } from './show-concerned';
import { fetchFor, hashOf, type FetchParts } from './pinned-description';

/** The command that fetches a description again; its argument is the URI of the copy. */
export const refreshCommand = 'rulebook.refreshDescription';

/** Fetches a description again, replaces its copy, and says what has changed and which requests that affects. */
export async function refreshDescription(parts: FetchParts, ask: Ask, given: vscode.Uri | undefined): Promise<void> {
  const { configuration } = parts;
  const folder = folderToWrite(configurationFolder(given ?? vscode.window.activeTextEditor?.document.uri));
  if (folder === undefined) return;
  const copies = configuration.of(vscode.Uri.joinPath(folder, 'rulebook.json')).services.filter(isCopy);
  const service = await chosenOf(copies, folder, given);
  if (service?.source === undefined) return;
  const found = await fetchFor(parts, ask, service.source);
  if (found === undefined) return;
  const file = vscode.Uri.joinPath(folder, service.description);
  const former = await textOfCopy(file);
  const name = service.description.replace(/^\.\//, '');
  if (former === found.text) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} is as it was.', name));
    return;
  }
  const isEdited = former !== undefined && service.sha256 !== undefined && (await hashOf(former)) !== service.sha256;
  if (isEdited && !(await mayReplace(name))) return;
  // What was removed is known as long as the former description holds.
  const { uses, changes } = await compare(ask, folder, former, found.text);
  const who =
    former === undefined ? undefined : await findConcerned(ask, folder, service.id, { former, next: found.text });
  const affected = changes && affectedBy(changes, service, uses);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(found.text));
  const sha256 = await hashOf(found.text);
  await writeConfiguration(folder, [{ path: ['services', service.id, 'sha256'], value: sha256 }]);
  await configuration.reload();
  if (changes !== undefined && who !== undefined && who.requests > 0) {
    await showConcerned(folder, wordsOfOperations(name, changes), who);
    return;
  }
  await showChanges(name, changes, affected ?? []);
}

function isCopy({ source }: OwnService): boolean {
  return source !== undefined;
}

async function chosenOf(
  copies: readonly OwnService[],
  folder: vscode.Uri,
  given: vscode.Uri | undefined,
): Promise<OwnService | undefined> {
  const wanted = copies.find(
    ({ description }) => vscode.Uri.joinPath(folder, description).toString() === given?.toString(),
  );
  if (wanted !== undefined || copies.length === 1) return wanted ?? copies[0];
  if (copies.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No description was fetched from a URL. Run "Rulebook: Use a Description at a URL…" first.'),
    );
    return undefined;
  }
  const items = copies.map((service) => ({ label: service.id, description: service.source ?? '', service }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Refresh Description') });
  return picked?.service;
}

async function mayReplace(name: string): Promise<boolean> {
  const replace = vscode.l10n.t('Replace');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} was changed by hand since it was fetched. Replace it?', name),
    { modal: true, detail: vscode.l10n.t('Put corrections into an overlay, which stays.') },
    replace,
  );
  return answer === replace;
}

/** Returns what differs between two versions of a description, and which requests use its operations. */
async function compare(
  ask: Ask,
  folder: vscode.Uri,
  former: string | undefined,
  next: string,
): Promise<Pick<OperationUsesResult, 'uses' | 'changes'>> {
  const versions = former === undefined ? undefined : { former, next };
  const params: OperationUsesParams = { folder: folder.toString(), ...(versions && { versions }) };
  const read = await ask<OperationUsesResult>(operationUsesRequest, params);
  return 'uses' in read ? read : { uses: [] };
}

/** Returns the requests whose operations have changed or are no longer there. */
export function affectedBy(
  { changed, removed }: DescriptionChanges,
  { id }: Pick<OwnService, 'id'>,
  uses: readonly OperationUse[],
): readonly OperationUse[] {
  const touched = new Set([...changed, ...removed]);
  return uses.filter(({ service, method, path }) => service === id && touched.has(`${method} ${path ?? ''}`));
}

async function showChanges(
  name: string,
  changes: DescriptionChanges | undefined,
  affected: readonly OperationUse[],
): Promise<void> {
  const show = vscode.l10n.t('Show Requests');
  const answer = await vscode.window.showInformationMessage(
    changes === undefined ? vscode.l10n.t('{0} has changed.', name) : wordsOfChanges(name, changes, affected.length),
    ...(affected.length > 0 ? [show] : []),
  );
  if (answer !== show) return;
  const items = affected.map((use) => ({
    label: `${use.method} ${use.target}`,
    description: `${vscode.workspace.asRelativePath(vscode.Uri.parse(use.uri))}:${use.line + 1}`,
    use,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Requests that the Change Affects') });
  if (picked === undefined) return;
  const position = new vscode.Position(picked.use.line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(picked.use.uri), {
    selection: new vscode.Range(position, position),
  });
}

/** Says what has changed, for example "Operations changed: 3, added: 1, removed: 0. 2 of your requests are affected." */
function wordsOfChanges(name: string, changes: DescriptionChanges, affected: number): string {
  const whom =
    affected === 0
      ? vscode.l10n.t('None of your requests is affected.')
      : vscode.l10n.t('{0} of your requests are affected.', affected);
  return `${wordsOfOperations(name, changes)} ${whom}`;
}

function wordsOfOperations(name: string, { changed, added, removed }: DescriptionChanges): string {
  return vscode.l10n.t(
    '{0}: operations changed: {1}, added: {2}, removed: {3}.',
    name,
    changed.length,
    added.length,
    removed.length,
  );
}

async function textOfCopy(file: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch {
    return undefined;
  }
}
