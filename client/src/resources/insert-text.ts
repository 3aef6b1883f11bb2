import * as vscode from 'vscode';

/** Inserts a request behind the others of the active request file, or into a new file. */
export async function insertText(text: string): Promise<void> {
  const active = vscode.window.visibleTextEditors.find(
    ({ document }) =>
      document.languageId === 'http' && /^(?:file|untitled|vscode-remote|vscode-vfs)$/.test(document.uri.scheme),
  );
  if (active === undefined) {
    const document = await vscode.workspace.openTextDocument({ language: 'http', content: text });
    await vscode.window.showTextDocument(document);
    return;
  }
  const { document } = active;
  const editor = await vscode.window.showTextDocument(document, active.viewColumn);
  const end = document.lineAt(document.lineCount - 1).range.end;
  const before = document.getText().trim() === '' ? '' : end.character === 0 ? '\n' : '\n\n';
  await editor.edit((edit) => {
    edit.insert(end, `${before}${text}`);
  });
  const line = document.positionAt(document.getText().length - text.length).line;
  const start = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, document.positionAt(document.getText().length)));
}
