import * as vscode from 'vscode';
import { severityEdit } from '@rulebook/sender/configuration';
import type { Severity } from '@rulebook/services';

const choices: readonly { readonly label: Severity | 'off'; readonly description: string }[] = [
  { label: 'off', description: vscode.l10n.t('Do not report it') },
  { label: 'hint', description: vscode.l10n.t('Mark it with dots; leave it out of the Problems panel') },
  { label: 'information', description: vscode.l10n.t('Report something worth knowing') },
  { label: 'warning', description: vscode.l10n.t('Report something that is probably wrong') },
  { label: 'error', description: vscode.l10n.t('Report a mistake, and ask before sending') },
];

/** Asks for the severity of a rule, of several for which one, and writes it into `rulebook.json`, which is created if it does not exist. */
export async function configureSeverity(about: unknown, address: unknown): Promise<void> {
  const rule = Array.isArray(about) ? await chosenRule(about.filter((one) => typeof one === 'string')) : about;
  if (typeof rule !== 'string' || typeof address !== 'string') return;
  const picked = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('Severity of {0}', rule),
    placeHolder: vscode.l10n.t('Choose the severity for this workspace'),
  });
  if (picked === undefined) return;
  const uri = vscode.Uri.parse(address);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  if (!(await vscode.workspace.applyEdit(edit))) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const changes = severityEdit(document.getText(), rule, picked.label);
  if (changes === undefined) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('The severity was not saved: rulebook.json is not valid JSON. Correct it and try again.'),
    );
    await vscode.window.showTextDocument(document);
    return;
  }
  const change = new vscode.WorkspaceEdit();
  for (const { span, newText } of changes) {
    change.replace(uri, new vscode.Range(document.positionAt(span.start), document.positionAt(span.end)), newText);
  }
  // The file on disk decides, so it is saved at once.
  if (await vscode.workspace.applyEdit(change)) await document.save();
}

function chosenRule(rules: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showQuickPick(rules, {
    title: vscode.l10n.t('Severity of a rule'),
    placeHolder: vscode.l10n.t('Choose the rule'),
  });
}
