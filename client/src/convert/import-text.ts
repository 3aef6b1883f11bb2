import * as vscode from 'vscode';
import { isDescriptionText } from '@rulebook/exchange';
import { definitionsIn, isCurl } from '@rulebook/request-file/syntax';
import { importRequest, type ImportParams, type ImportResult } from '../../../server/src/protocol';
import { importFromDescription } from '../own-api/import-description';
import type { Ask } from '../ports/ask';

/** In bytes. */
const longest = 50_000_000;

/** Inserts the curl command of the clipboard as a request at the cursor. */
export async function pasteAsRequest(ask: Ask): Promise<void> {
  const text = await vscode.env.clipboard.readText();
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'http') {
    if (text.trim() === '')
      void vscode.window.showWarningMessage(vscode.l10n.t('The clipboard is empty. Copy a curl command first.'));
    else await openImported(ask, text);
    return;
  }
  const read = await importText(ask, text, editor.document);
  if (read === undefined) return;
  await editor.edit((edit) => {
    edit.replace(editor.selection, separated(editor.document, editor.selection.start, read.text));
  });
  reportNotes(read.notes);
}

/** Replaces the curl command that begins at a line by a request. */
export async function replaceCurl(ask: Ask, uri: unknown, line: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || (typeof uri === 'string' && editor.document.uri.toString() !== uri)) return;
  const { document } = editor;
  const first = typeof line === 'number' ? line : editor.selection.active.line;
  let last = first;
  while (last + 1 < document.lineCount && !/^(?:###|\s*$)/.test(document.lineAt(last + 1).text)) last++;
  const range = new vscode.Range(first, 0, last, document.lineAt(last).text.length);
  if (!isCurl(document.getText(range))) {
    void vscode.window.showWarningMessage(vscode.l10n.t('There is no curl command on this line.'));
    return;
  }
  const read = await importText(ask, document.getText(range), document);
  if (read === undefined) return;
  // The block has a line `###` already, or is the first one.
  await editor.edit((edit) => {
    edit.replace(range, read.text.replace(/^###[^\r\n]*\r?\n/m, '').trimEnd());
  });
  reportNotes(read.notes);
}

/** Opens the requests in files as new documents; without files, it asks for them. */
export async function importFiles(ask: Ask, given: readonly vscode.Uri[] = []): Promise<void> {
  const files = given.length > 0 ? given : await askForFiles();
  for (const file of files) {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > longest) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('{0} is larger than 50 MB. Export a part of it.', file.path.split('/').at(-1) ?? ''),
      );
      continue;
    }
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    // A description may refer to other files, which the server reads with it.
    if (isDescriptionText(text)) await importFromDescription(ask, file);
    else await openImported(ask, text);
  }
}

async function askForFiles(): Promise<readonly vscode.Uri[]> {
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import Requests'),
    openLabel: vscode.l10n.t('Import'),
    canSelectMany: true,
    filters: {
      [vscode.l10n.t('HAR, Postman, curl, OpenAPI')]: ['har', 'json', 'yaml', 'yml', 'sh', 'txt', 'curl'],
      [vscode.l10n.t('All files')]: ['*'],
    },
  });
  return files ?? [];
}

async function openImported(ask: Ask, text: string): Promise<void> {
  const read = await importText(ask, text);
  if (read === undefined) return;
  const document = await vscode.workspace.openTextDocument({ language: 'http', content: read.text });
  await vscode.window.showTextDocument(document, { preview: false });
  reportNotes(read.notes);
}

/** Returns a text as requests; undefined when the user was informed why not. */
export async function importText(ask: Ask, text: string, document?: vscode.TextDocument) {
  const taken = document === undefined ? [] : [...definitionsIn(document.getText()).keys()];
  const read = await ask<ImportResult>(importRequest, { text, taken } satisfies ImportParams);
  if (!('reason' in read)) return read;
  void vscode.window.showWarningMessage(read.reason);
  return undefined;
}

/** Puts requests on lines of their own, apart from what is above. */
export function separated(document: vscode.TextDocument, { line, character }: vscode.Position, text: string): string {
  const before = document.lineAt(line).text.slice(0, character);
  const isFirst = document.getText(new vscode.Range(0, 0, line, character)).trim() === '';
  // Behind another request, definitions of the first one would belong to it.
  const own = isFirst || text.startsWith('###') ? text : `###\n${text.replace(/^###\n/m, '')}`;
  return before === '' ? own : `\n${own}`;
}

function reportNotes(notes: readonly string[]): void {
  if (notes.length === 0) return;
  void vscode.window.showInformationMessage(
    notes.length === 1
      ? vscode.l10n.t('1 part could not be taken over. The comments in the file say which.')
      : vscode.l10n.t('{0} parts could not be taken over. The comments in the file say which.', notes.length),
  );
}
