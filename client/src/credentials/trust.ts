import * as vscode from 'vscode';

/** Returns whether requests may be sent from this workspace; if not, shows the user how to change that. */
export async function confirmTrust(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('The request was not sent: this workspace is not trusted. Trust it to send requests.'),
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return vscode.workspace.isTrusted;
}
