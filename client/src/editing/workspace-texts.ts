import * as vscode from 'vscode';

/** Returns the text of a file as the editor has it; undefined when there is none. */
export async function textOfFile(uri: vscode.Uri): Promise<string | undefined> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

/** Returns whether a folder is the top of a repository. */
export async function isRepository(folder: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, '.git'));
    return true;
  } catch {
    return false;
  }
}

/** A file with its new text. */
export interface ChangedFile {
  readonly name: string;
  readonly text: string;
  /** Absent: the file is made. */
  readonly former: string | undefined;
}

/** Writes files of a folder and saves them; returns whether all of them were written. The user can take it back. */
export async function writeTexts(folder: vscode.Uri, files: readonly ChangedFile[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { name, text, former } of files) {
    const uri = vscode.Uri.joinPath(folder, name);
    if (former === undefined) {
      // With its content: a file that is made empty and then filled can be read again in between.
      edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
      continue;
    }
    const end = (await vscode.workspace.openTextDocument(uri)).positionAt(former.length);
    edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  }
  if (!(await vscode.workspace.applyEdit(edit))) return false;
  let isWritten = true;
  for (const { name, text, former } of files) {
    if (former === undefined) continue;
    const now = await textOfFile(vscode.Uri.joinPath(folder, name));
    if (now?.replaceAll('\r\n', '\n') !== text.replaceAll('\r\n', '\n')) isWritten = false;
    else isWritten &&= await (await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, name))).save();
  }
  return isWritten;
}
