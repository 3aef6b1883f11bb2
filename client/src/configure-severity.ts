import * as vscode from 'vscode';
import { severityEdit, type Severity } from '../../engine/src/index';

const choices: readonly { readonly label: Severity | 'off'; readonly description: string }[] = [
  { label: 'off', description: 'Never report it' },
  { label: 'hint', description: 'Dots under the text, not among the problems' },
  { label: 'information', description: 'Worth knowing' },
  { label: 'warning', description: 'Probably wrong' },
  { label: 'error', description: 'Ask before sending' },
];

/** Asks for the severity of a rule and writes it into `rulebook.json`, which is made when there is none. */
export async function configureSeverity(rule: unknown, address: unknown): Promise<void> {
  if (typeof rule !== 'string' || typeof address !== 'string') return;
  const picked = await vscode.window.showQuickPick(choices, { title: `Severity of ${rule}` });
  if (picked === undefined) return;
  const uri = vscode.Uri.parse(address);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  if (!(await vscode.workspace.applyEdit(edit))) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const changes = severityEdit(document.getText(), rule, picked.label);
  if (changes === undefined) {
    void vscode.window.showErrorMessage('rulebook.json cannot be edited as it is. Correct its JSON first.');
    await vscode.window.showTextDocument(document);
    return;
  }
  const change = new vscode.WorkspaceEdit();
  for (const { span, newText } of changes) {
    change.replace(uri, new vscode.Range(document.positionAt(span.start), document.positionAt(span.end)), newText);
  }
  // The severity holds from the file on disk, so it is saved at once.
  if (await vscode.workspace.applyEdit(change)) await document.save();
}
