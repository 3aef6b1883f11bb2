import * as vscode from 'vscode';
import {
  describedRequestsRequest,
  type DescribedRequestsParams,
  type DescriptionParams,
  type ImportResult,
} from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';

/** Opens a request for each operation of a description as a new document. */
export async function importFromDescription(ask: Ask, file: vscode.Uri, baseUrl?: string): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri ?? vscode.Uri.joinPath(file, '..');
  const read = await ask<ImportResult>(describedRequestsRequest, {
    ...descriptionParams(file, folder),
    ...(baseUrl !== undefined && { baseUrl }),
  } satisfies DescribedRequestsParams);
  if ('reason' in read) {
    void vscode.window.showErrorMessage(read.reason);
    return;
  }
  const document = await vscode.workspace.openTextDocument({ language: 'http', content: read.text });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Returns what says to the server which file a description is. */
export function descriptionParams(file: vscode.Uri, folder: vscode.Uri): DescriptionParams {
  return { folder: folder.toString(), path: file.path.slice(folder.path.replace(/\/+$/, '').length + 1) };
}
