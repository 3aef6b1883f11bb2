import * as vscode from 'vscode';
import { importableIn, isDescriptionText } from '@rulebook/exchange';
import type { AddedVariable } from '@rulebook/request-file/environments';
import { definitionsIn, isCurl } from '@rulebook/request-file/syntax';
import { importRequest, type ImportParams, type ImportResult } from '../../../server/src/protocol';
import { importFromDescription } from '../own-api/import-description';
import { writeVariables } from '../configuration/add-environment';
import { writeTexts } from '../editing/workspace-texts';
import type { Ask } from '../ports/ask';
import { filesOfCollection, type CollectionFiles } from './collection-files';

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

/** Opens the requests in files as new documents, or writes them next to these; without files, it takes the open one, or asks. */
export async function importFiles(ask: Ask, given: readonly vscode.Uri[] = []): Promise<void> {
  const open = vscode.window.activeTextEditor?.document;
  const files = given.length > 0 ? given : isCollection(open) ? [open.uri] : await askForFiles();
  for (const file of files) {
    const size = file.scheme === 'untitled' ? 0 : (await vscode.workspace.fs.stat(file)).size;
    if (size > longest) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('{0} is larger than 50 MB. Export a part of it.', file.path.split('/').at(-1) ?? ''),
      );
      continue;
    }
    const text =
      open?.uri.toString() === file.toString()
        ? open.getText()
        : new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    // A description may refer to other files, which the server reads with it.
    if (isDescriptionText(text)) await importFromDescription(ask, file);
    else if (file.scheme !== 'untitled' && importableIn(text)?.kind === 'folder')
      await openImported(ask, '', await filesOfCollection(file));
    else await openImported(ask, text, { source: file });
  }
}

function isCollection(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document !== undefined && importableIn(document.getText()) !== undefined;
}

async function askForFiles(): Promise<readonly vscode.Uri[]> {
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import Requests'),
    openLabel: vscode.l10n.t('Import'),
    canSelectMany: true,
    filters: {
      [vscode.l10n.t('Collections, HAR, curl, OpenAPI')]: [
        'har',
        'json',
        'yaml',
        'yml',
        'bru',
        'hurl',
        'sh',
        'txt',
        'curl',
      ],
      [vscode.l10n.t('All files')]: ['*'],
    },
  });
  return files ?? [];
}

async function openImported(
  ask: Ask,
  text: string,
  { source, place = '..', files: folderFiles, name }: Partial<CollectionFiles> = {},
): Promise<void> {
  const folder = source === undefined || source.scheme === 'untitled' ? undefined : vscode.Uri.joinPath(source, '..');
  const read = await importText(ask, text, undefined, {
    ...{ files: folderFiles, filesAt: folder && place, name },
  });
  if (read === undefined) return;
  const { files, environments = [], shared = [] } = read;
  if (environments.length > 0 && folder !== undefined && read.requests === 0) {
    if (!(await writeVariables(folder, environments))) return;
    const [{ environment } = { environment: '' }] = environments;
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The environment {0} is in {1}.', environment, 'http-client.env.json'),
    );
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, 'http-client.env.json'));
    return;
  }
  const opened =
    files === undefined || folder === undefined || source === undefined
      ? await vscode.workspace.openTextDocument({ language: 'http', content: read.text })
      : await writeFiles(files, [...environments, ...shared], await freeFolder(source));
  if (opened !== undefined) await vscode.window.showTextDocument(opened, { preview: false });
  reportNotes(read.notes);
}

/** Returns a folder next to a file, with its name, that is not there yet. */
async function freeFolder(source: vscode.Uri): Promise<vscode.Uri> {
  const name =
    source.path
      .split('/')
      .at(-1)
      ?.replace(/^thunder-collection_|(?:\.postman_collection)?\.\w+$/g, '') || 'requests';
  for (let count = 1; ; count++) {
    const folder = vscode.Uri.joinPath(source, '..', count === 1 ? name : `${name}-${count}`);
    try {
      await vscode.workspace.fs.stat(folder);
    } catch {
      return folder;
    }
  }
}

async function writeFiles(
  files: readonly { readonly path: string; readonly text: string }[],
  variables: readonly AddedVariable[],
  folder: vscode.Uri,
): Promise<vscode.TextDocument | undefined> {
  const changed = files.map(({ path, text }) => ({ name: path, text, former: undefined }));
  if (!(await writeTexts(folder, changed))) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Not all request files could be written. Delete the folder {0} and import again.', folder.path),
    );
    return undefined;
  }
  // They are next to the requests, so that those of two collections do not meet.
  if (variables.length > 0) await writeVariables(folder, variables);
  const [first] = files;
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} files were made in {1}.', files.length, vscode.workspace.asRelativePath(folder)),
  );
  return first && (await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, first.path)));
}

/** Returns a text as requests; undefined when the user was informed why not. */
export async function importText(
  ask: Ask,
  text: string,
  document?: vscode.TextDocument,
  { files, filesAt, name }: Pick<ImportParams, 'files' | 'filesAt' | 'name'> = {},
) {
  const taken = document === undefined ? [] : [...definitionsIn(document.getText()).keys()];
  const read = await ask<ImportResult>(importRequest, {
    text,
    taken,
    ...(files && { files }),
    ...(filesAt !== undefined && { filesAt }),
    ...(name !== undefined && { name }),
  } satisfies ImportParams);
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
