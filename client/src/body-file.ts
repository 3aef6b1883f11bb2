import * as vscode from 'vscode';

/** Reads the file of `< ./body.json`: beside the request file first, then from the workspace's root. */
export async function readBodyFile(
  document: vscode.Uri,
  path: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri;
  const isAbsolute = /^([/\\]|[A-Za-z]:)/.test(path);
  const candidates = isAbsolute
    ? [vscode.Uri.file(path)]
    : [vscode.Uri.joinPath(document, '..', path), ...(folder ? [vscode.Uri.joinPath(folder, path)] : [])];
  for (const uri of candidates) {
    // What stands in an open editor counts, as it does for checking.
    const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (open !== undefined) return { text: open.getText() };
    try {
      return { text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
    } catch {
      continue;
    }
  }
  return { problem: `The body's file ${path} was not found beside the request file, nor in the workspace.` };
}
