import * as vscode from 'vscode';
import { withMembers, type SetMember } from '@rulebook/sender/configuration';
import { textOfFile, writeTexts } from '../editing/workspace-texts';

const name = 'rulebook.json';

/** Sets members of the `rulebook.json` of a folder, which is made if there is none; returns whether that was possible. The user is informed if not. */
export async function writeConfiguration(folder: vscode.Uri, members: readonly SetMember[]): Promise<boolean> {
  const file = vscode.Uri.joinPath(folder, name);
  const former = await textOfFile(file);
  const text = withMembers(former, members);
  if (text === undefined) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('rulebook.json was not changed: it is not valid JSON. Correct it and try again.'),
    );
    await vscode.window.showTextDocument(file);
    return false;
  }
  if (await writeTexts(folder, [{ name, text, former }])) return true;
  void vscode.window.showErrorMessage(vscode.l10n.t('rulebook.json could not be written. Look at it and try again.'));
  return false;
}

/** Returns the folder whose `rulebook.json` holds for a document; undefined when no folder is open, and informs the user then. */
export function folderToWrite(folder: vscode.Uri | undefined): vscode.Uri | undefined {
  if (folder === undefined)
    void vscode.window.showWarningMessage(vscode.l10n.t('Open the folder of your request files first.'));
  return folder;
}
