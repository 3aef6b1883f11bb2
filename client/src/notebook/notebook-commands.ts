import * as vscode from 'vscode';
import { sendCommand } from '../../../server/src/protocol';
import type { Commands } from '../ports/commands';
import { explainCommand } from '../explain/explain-lenses';
import { cellScheme, notebookTypes } from './notebook-types';
import type { OpenNotebooks } from './open-notebooks';

/** The commands for a request that mean the one of the cell, too. */
const ofRequest = [explainCommand, 'rulebook.sendWithDependencies', 'rulebook.sendTo', 'rulebook.copyAs'];

/** Returns the commands that open a file as a notebook or as text, and those for a request as cells need them. */
export function notebookCommands(opened: () => OpenNotebooks | undefined, commands: Commands): Commands {
  /** Returns the cell that a command means: the one with the request of the file, or with the cursor. */
  const cellOf = (uri: unknown, line: unknown) => {
    const open = opened();
    if (open === undefined) return undefined;
    const named = typeof uri === 'string' ? uri : vscode.window.activeTextEditor?.document.uri.toString();
    if (named?.startsWith(`${cellScheme}:`)) return open.cellOf(named);
    const notebook = typeof uri === 'string' ? open.find(uri) : undefined;
    return notebook && typeof line === 'number' ? open.cellAt(notebook, line) : undefined;
  };
  const inFile = (name: string) => async (uri: unknown, line: unknown) => {
    const found = cellOf(uri, line);
    if (found === undefined || uri === found.file.uri.toString()) return commands[name]?.(uri, line);
    const own = typeof line === 'number' ? line : (vscode.window.activeTextEditor?.selection.active.line ?? 0);
    return commands[name]?.(found.file.uri.toString(), own + found.place.line);
  };
  return {
    ...Object.fromEntries(ofRequest.map((name) => [name, inFile(name)])),
    [sendCommand]: (...args) => {
      const [uri, line] = args;
      const found = cellOf(uri, line);
      if (found === undefined) return commands[sendCommand]?.(...args);
      return vscode.commands.executeCommand('notebook.cell.execute', {
        ranges: [{ start: found.cell.index, end: found.cell.index + 1 }],
        document: found.file.uri,
      });
    },
    'rulebook.openAsNotebook': (given) => openAsNotebook(given),
    'rulebook.openAsText': (given) => openAsText(given),
  };
}

async function openAsNotebook(given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri?.toString());
  if (uri === undefined || uri.scheme === 'untitled' || (document?.isDirty === true && !(await document.save()))) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Save the file, then open it as a notebook.'));
    return;
  }
  const isMarkdown = /\.(?:md|markdown)$/i.test(uri.path);
  const type = Object.keys(notebookTypes).find((one) => (notebookTypes[one] === 'markdown') === isMarkdown) ?? '';
  await vscode.commands.executeCommand('vscode.openWith', uri, type);
  await closeOthers(uri, vscode.TabInputText);
}

async function openAsText(given: unknown): Promise<void> {
  const active = vscode.window.activeNotebookEditor?.notebook.uri;
  // The toolbar of a notebook says which one.
  const named = (given as { readonly notebookEditor?: { readonly notebookUri?: unknown } } | undefined)?.notebookEditor;
  const uri =
    named?.notebookUri instanceof vscode.Uri ? named.notebookUri : given instanceof vscode.Uri ? given : active;
  if (uri === undefined) return;
  const notebook = vscode.workspace.notebookDocuments.find((one) => one.uri.toString() === uri.toString());
  if (notebook?.isDirty === true && !(await notebook.save())) return;
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
  await closeOthers(uri, vscode.TabInputNotebook);
}

/** Closes the tabs in which the file is shown in the other way. */
async function closeOthers(
  uri: vscode.Uri,
  kind: typeof vscode.TabInputText | typeof vscode.TabInputNotebook,
): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input, isDirty }) => !isDirty && input instanceof kind && input.uri.toString() === uri.toString()),
  );
}
