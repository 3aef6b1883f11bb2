import * as vscode from 'vscode';
import { withLinks } from './report-text';

/** Returns the path of a file or a folder as a command gets it, whose working folder is this one. */
export function pathInFolder(target: vscode.Uri, folder: vscode.Uri): string {
  const root = `${folder.path.replace(/\/+$/, '')}/`;
  if (target.path === folder.path) return '.';
  return target.path.startsWith(root) ? target.path.slice(root.length) : target.fsPath;
}

/** Returns what a file or a folder is called in sentences. */
export function nameOfTarget(target: vscode.Uri): string {
  return target.path.replace(/\/+$/, '').replace(/^.*\//, '');
}

/** Makes links of the places in a report, whose paths are from a folder. The preview follows those below the first folder of the workspace. */
export function linked(markdown: string, folder: vscode.Uri): string {
  if (vscode.workspace.workspaceFolders?.[0]?.uri.toString() !== folder.toString()) return markdown;
  return withLinks(markdown, (path) =>
    /^(?:\/|[a-z]:|\.\.)/i.test(path) ? undefined : `/${encodeURI(path.replaceAll('\\', '/').replace(/^\.\//, ''))}`,
  );
}

/** Saves the files below a target that are changed in the editor, since commands read what is saved; returns whether that was possible. */
export async function saveBelow(target: vscode.Uri): Promise<boolean> {
  const start = target.toString();
  const changed = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && (uri.toString() === start || uri.toString().startsWith(`${start}/`)),
  );
  for (const document of changed) if (!(await document.save())) return false;
  return true;
}
