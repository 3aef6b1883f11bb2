import * as vscode from 'vscode';
import { lineOfRequest } from '../editing/locate-request';
import type { SentPlace } from './running-sends';

/** Sends the last request of this window once more, as it is in its file now. */
export async function rerunLast(
  last: SentPlace | undefined,
  send: (document: vscode.Uri, line: number) => Promise<void>,
): Promise<void> {
  if (last === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No request was sent from this window yet. Send one first.'),
    );
    return;
  }
  const line = await currentLine(last);
  if (line !== undefined) return send(last.document, line);
  void vscode.window.showWarningMessage(
    vscode.l10n.t('{0} {1} is no longer in its file. Send another request first.', last.method, last.path),
  );
}

async function currentLine(last: SentPlace): Promise<number | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(last.document);
    // A JSON file is the body of one request, whose method and path are elsewhere.
    return document.languageId === 'http' ? lineOfRequest(document.getText(), last) : 0;
  } catch {
    // The file no longer exists.
    return undefined;
  }
}
