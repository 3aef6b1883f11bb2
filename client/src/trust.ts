import * as vscode from 'vscode';

/** Returns whether requests may leave this workspace; when not, tells the user how to change that. */
export async function confirmTrust(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = 'Manage Workspace Trust';
  const answer = await vscode.window.showWarningMessage(
    'Requests are checked in this workspace but not sent, because it is not trusted.',
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return vscode.workspace.isTrusted;
}
