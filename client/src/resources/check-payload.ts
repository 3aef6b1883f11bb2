import { reasonOf } from '@rulebook/sender/plan';
import * as vscode from 'vscode';
import { listedNames } from '../editing/word-lists';
import { checkSignature, type Hmac } from '@rulebook/sender/resources';
import type { PayloadSignature } from '@rulebook/services';

/** Asks for a payload, its signature and the secret, and says whether they belong together. The secret is not kept. */
export async function checkPayload(signatures: readonly PayloadSignature[]): Promise<void> {
  const title = vscode.l10n.t('Check Signature of Payload');
  const payload = await choosePayload(title);
  if (payload === undefined) return;
  const signature = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'The value of {0}',
      listedNames(
        signatures.map(({ header }) => header),
        'disjunction',
      ),
    ),
    placeHolder: `${signatures[0]?.prefix ?? ''}…`,
    ignoreFocusOut: true,
  });
  if (signature === undefined) return;
  const secret = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The secret of the sender. It is used for this check only and not kept.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (secret === undefined) return;
  const checked = await checkSignature(signatures, { payload, signature, secret }, hmac);
  if ('cause' in checked) void vscode.window.showWarningMessage(reasonOf(checked));
  else if (!checked.matches)
    void vscode.window.showWarningMessage(
      vscode.l10n.t('{0} does not match: the payload, the signature or the secret differs.', checked.header),
    );
  else
    void vscode.window.showInformationMessage(
      checked.isTrimmed
        ? vscode.l10n.t('{0} matches, without the line end behind the payload.', checked.header)
        : vscode.l10n.t('{0} matches.', checked.header),
    );
}

const hmac: Hmac = async (hash, secret, payload) => {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: hash === 'sha256' ? 'SHA-256' : 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(payload)));
  return [...signed].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

async function choosePayload(title: string): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  const clipboard = { label: vscode.l10n.t('Clipboard'), description: vscode.l10n.t('the text that was copied last') };
  const file = { label: vscode.l10n.t('File…'), description: vscode.l10n.t('the text of a file') };
  const open = editor && {
    label: editor.selection.isEmpty ? vscode.l10n.t('Editor') : vscode.l10n.t('Selection'),
    description: editor.document.uri.path.split('/').at(-1) ?? '',
  };
  const picked = await vscode.window.showQuickPick([...(open ? [open] : []), clipboard, file], {
    title,
    placeHolder: vscode.l10n.t('Choose the payload, exactly as it was received'),
  });
  if (picked === undefined) return undefined;
  if (picked === clipboard) return vscode.env.clipboard.readText();
  if (picked !== file) return editor?.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
  const [uri] = (await vscode.window.showOpenDialog({ title, canSelectMany: false })) ?? [];
  return uri === undefined ? undefined : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
