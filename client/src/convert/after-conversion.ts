import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import type { Commands } from '../ports/commands';
import { convertLossyCurl } from './offer-conversions';

const afterExtract = 'rulebook.afterExtract';
const afterSplit = 'rulebook.afterSplit';
/** More files are not opened at once. */
const maxOpened = 8;

/** What was offered for a document as it was then. */
interface Offered {
  readonly uri: string;
  readonly text: string;
  /** Of the variables that an extraction would define. */
  readonly names: readonly string[];
  /** The files that a split would make. */
  readonly created: readonly string[];
}

/**
 * The newest offers, the last one first. The commands find in them what was chosen: the editor drops the arguments of a command with its list of
 * actions, which it may replace before the command runs.
 */
const offers: Offered[] = [];
const maxOffers = 20;

/** Lets a name follow what was extracted, and the new files open after a file was split. */
export const followedConversions: Pick<Middleware, 'provideCodeActions'> = {
  provideCodeActions: async (document, range, context, token, next) => {
    const found = await convertLossyCurl.provideCodeActions?.(document, range, context, token, next);
    for (const action of found ?? []) if (action instanceof vscode.CodeAction) follow(action, document);
    return found;
  },
};

function follow(action: vscode.CodeAction, document: vscode.TextDocument): void {
  const { kind, edit, command } = action;
  if (kind === undefined || edit === undefined || command !== undefined) return;
  const uri = document.uri.toString();
  const entries = edit.entries();
  const created = entries.flatMap(([other]) => (other.toString() === uri ? [] : [other.toString()]));
  const { RefactorExtract, RefactorRewrite } = vscode.CodeActionKind;
  if (RefactorRewrite.contains(kind) && created.length > 1) {
    offer(action, afterSplit, { uri, text: document.getText(), names: [], created });
    return;
  }
  if (!RefactorExtract.contains(kind) || created.length > 0) return;
  const texts = entries.flatMap(([, edits]) => edits.map(({ newText }) => newText));
  const names = texts.flatMap((text) => [...definedIn(text)]);
  if (names.length > 0) offer(action, afterExtract, { uri, text: document.getText(), names, created: [] });
}

const definitions = /^@([^\s=]+) = /gm;

function offer(action: vscode.CodeAction, command: string, offered: Offered): void {
  action.command = { title: action.title, command };
  offers.unshift(offered);
  offers.length = Math.min(offers.length, maxOffers);
}

/** Returns the name that is defined now, and was not when its extraction was offered. */
function extractedName(document: vscode.TextDocument): string | undefined {
  const uri = document.uri.toString();
  const now = definedIn(document.getText());
  for (const { uri: other, text, names } of offers)
    for (const name of other === uri ? names : []) if (now.has(name) && !definedIn(text).has(name)) return name;
  return undefined;
}

function definedIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(definitions)].flatMap(([, name]) => name ?? []));
}

/** Returns the commands that run after conversions; they are in no menu. */
export function conversionCommands(): Commands {
  return {
    [afterExtract]: async () => {
      const editor = vscode.window.activeTextEditor;
      const name = editor && extractedName(editor.document);
      if (editor === undefined || name === undefined) return;
      const { document, selection } = editor;
      const written = `{{${name}}}`;
      const places = [...document.getText().matchAll(/\{\{[^{}\n]*\}\}/g)].flatMap(({ 0: text, index }) =>
        text === written ? [document.positionAt(index + 2)] : [],
      );
      const distance = ({ line }: vscode.Position) => Math.abs(line - selection.active.line);
      const [nearest] = places.sort((a, b) => distance(a) - distance(b));
      if (nearest === undefined) return;
      editor.selection = new vscode.Selection(nearest, nearest);
      await vscode.commands.executeCommand('editor.action.rename');
    },
    [afterSplit]: async () => {
      const chosen = offers.find(({ created }) => created.length > 0);
      if (chosen === undefined) return;
      const { uri, created } = chosen;
      const files = created.map((one) => vscode.Uri.parse(one));
      for (const file of files.slice(0, maxOpened)) await vscode.window.showTextDocument(file, { preview: false });
      const source = vscode.Uri.parse(uri);
      const document = await vscode.workspace.openTextDocument(source);
      const remove = vscode.l10n.t('Delete {0}', nameOfFile(source));
      const isEmpty = document.getText().trim() === '' && source.scheme !== 'untitled';
      const shown = files.slice(0, maxOpened).map(nameOfFile).join(', ');
      const answer = await vscode.window.showInformationMessage(
        files.length > maxOpened
          ? vscode.l10n.t('{0} files were made: {1} and others.', files.length, shown)
          : vscode.l10n.t('{0} files were made: {1}.', files.length, shown),
        ...(isEmpty ? [remove] : []),
      );
      // A user may have written into it meanwhile.
      if (answer !== remove || document.getText().trim() !== '') return;
      const edit = new vscode.WorkspaceEdit();
      edit.deleteFile(source);
      await vscode.workspace.applyEdit(edit);
    },
  };
}

function nameOfFile({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
