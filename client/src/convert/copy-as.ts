import * as vscode from 'vscode';
import { asSentence } from '@rulebook/text';
import { copyInputOf, copyRequest, copyTargets, type CopyTarget } from '@rulebook/exchange';
import { redact } from '@rulebook/catalogue/masking';
import { identities } from '@rulebook/services';
import { hrefOf } from '@rulebook/platform/wire-form';
import type { RequestPlace } from '../sending/attempt';
import type { SendServices } from '../sending/send-services';
import { preparePlace } from './prepare-place';

interface TargetItem extends vscode.QuickPickItem {
  readonly target?: CopyTarget;
  readonly showsSecrets?: boolean;
}

/** Copies the request at a place as a command or as code; asks in which form. Nothing is sent. */
export async function copyAs(services: SendServices, place: RequestPlace): Promise<void> {
  const prepared = await preparePlace(services, place);
  if (prepared === undefined) return;
  const { plan, secrets } = prepared;
  const client = identities.find(({ id }) => id === plan.service)?.client;
  const targets = copyTargets.filter(({ id }) => id !== 'client' || client !== undefined);
  const items = (showsSecrets: boolean) =>
    targets.map(({ id, title }): TargetItem => {
      return { label: id === 'client' && client ? `${client.title} (JavaScript)` : title, target: id, showsSecrets };
    });
  const divider = (label: string): TargetItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const picked = await vscode.window.showQuickPick(
    [
      divider(vscode.l10n.t('secrets from environment variables')),
      ...items(false),
      ...(secrets.length > 0 ? [divider(vscode.l10n.t('with secrets')), ...items(true)] : []),
    ],
    { title: vscode.l10n.t('Copy {0} as', redact(plan.label, secrets)) },
  );
  if (picked?.target === undefined) return;
  const folder = vscode.Uri.joinPath(place.uri, '..');
  const { environment } = services.ports.system;
  const home = environment('HOME') ?? environment('USERPROFILE') ?? '~';
  const copied = copyRequest(
    picked.target,
    copyInputOf({
      ...prepared,
      client,
      hrefOf,
      showsSecrets: picked.showsSecrets === true,
      // The terminal may be anywhere.
      fileAt: (path) => absolute(folder, path),
      connectionFileAt: (path) =>
        absolute(vscode.workspace.getWorkspaceFolder(place.uri)?.uri ?? folder, path.replace(/^~(?=[/\\])/, home)),
    }),
  );
  if ('problem' in copied) {
    void vscode.window.showWarningMessage(vscode.l10n.t('The request was not copied: {0}.', copied.problem));
    return;
  }
  await vscode.env.clipboard.writeText(copied.text);
  const names = copied.variables.map(({ name }) => name).join(', ');
  void vscode.window.showInformationMessage(
    [
      vscode.l10n.t('Copied as {0}.', picked.label),
      ...(names === '' ? [] : [vscode.l10n.t('Set these environment variables before it runs: {0}.', names)]),
      ...copied.notes.map(asSentence),
    ].join(' '),
  );
}

function absolute(folder: vscode.Uri, path: string): string {
  return /^([/\\]|[a-z]:)/i.test(path) ? path : vscode.Uri.joinPath(folder, path).fsPath;
}
