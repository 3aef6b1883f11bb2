import * as vscode from 'vscode';
import type { BodyFile } from '../../engine/src/index';
import { bodyFile } from '../../platform/node/body-file';

/** Reads the file of `< ./body.json`: beside the request file first, then from the workspace's root. */
export async function readBodyFile(
  document: vscode.Uri,
  path: string,
): Promise<BodyFile | { readonly problem: string }> {
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri;
  const isAbsolute = /^([/\\]|[A-Za-z]:)/.test(path);
  const candidates = isAbsolute
    ? [vscode.Uri.file(path)]
    : [vscode.Uri.joinPath(document, '..', path), ...(folder ? [vscode.Uri.joinPath(folder, path)] : [])];
  for (const uri of candidates) {
    // What stands in an open editor counts, as it does for checking.
    const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (open !== undefined) return bodyFile(new TextEncoder().encode(open.getText()));
    try {
      return bodyFile(await vscode.workspace.fs.readFile(uri));
    } catch {
      continue;
    }
  }
  return { problem: `The body's file ${path} was not found beside the request file, nor in the workspace.` };
}
