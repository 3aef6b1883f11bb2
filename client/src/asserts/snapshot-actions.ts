import * as vscode from 'vscode';
import { reasonOf } from '@rulebook/sender/plan';
import type { MachinePorts } from '../ports/ports';
import type { AssertView } from './show-asserts';

const updateCommand = 'rulebook.updateSnapshot';
const differenceCommand = 'rulebook.showSnapshotDifference';

/** What the actions of snapshots work on. */
interface SnapshotServices {
  readonly asserts: AssertView;
  readonly snapshots: MachinePorts['snapshots'];
  /** Adds a text that is shown, and not kept. */
  readonly addText: (title: string, text: string) => vscode.Uri;
}

/** Offers, at an assert whose snapshot differs, to show the difference and to take the response as it is. */
export function offerSnapshotActions(asserts: AssertView): vscode.Disposable {
  const kind = vscode.CodeActionKind.QuickFix;
  return vscode.languages.registerCodeActionsProvider(
    ['http', 'markdown'].map((language) => ({ language })),
    {
      provideCodeActions: (document, { start: { line } }, { diagnostics }) => {
        if (asserts.snapshotAt(document, line) === undefined) return [];
        const place = [document.uri.toString(), line];
        const actionOf = (title: string, command: string) => {
          const action = new vscode.CodeAction(title, kind);
          action.command = { title, command, arguments: place };
          action.diagnostics = diagnostics.filter(({ code }) => code === 'assert');
          return action;
        };
        return [
          actionOf(vscode.l10n.t('Show Difference to Snapshot'), differenceCommand),
          actionOf(vscode.l10n.t('Update Snapshot'), updateCommand),
        ];
      },
    },
    { providedCodeActionKinds: [kind] },
  );
}

/** The commands of these actions; each takes the URI of a document and the line of an assert. */
export function snapshotCommands({ asserts, snapshots, addText }: SnapshotServices) {
  const shownAt = async (uri: unknown, line: unknown) => {
    if (typeof uri !== 'string' || typeof line !== 'number') return undefined;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const found = asserts.snapshotAt(document, line);
    return found && { ...found, document, line };
  };
  return {
    [updateCommand]: async (uri: unknown, at: unknown) => {
      const found = await shownAt(uri, at);
      if (found === undefined) return;
      const { document, line, snapshot, file } = found;
      const store = await snapshots?.(document.uri);
      if (store === undefined) {
        void vscode.window.showErrorMessage(
          vscode.l10n.t('Snapshots are files on this machine. Open the folder in VS Code on a machine to write them.'),
        );
        return;
      }
      const problem = await store.replace(file, snapshot.name, snapshot.received);
      if (problem === undefined) asserts.accept(document, line);
      else void vscode.window.showErrorMessage(reasonOf(problem));
    },
    [differenceCommand]: async (uri: unknown, at: unknown) => {
      const found = await shownAt(uri, at);
      if (found === undefined) return;
      const { name, expected, received } = found.snapshot;
      const sides = [
        addText(vscode.l10n.t('Snapshot of {0}', name), expected),
        addText(vscode.l10n.t('Response of {0}', name), received),
      ];
      for (const side of sides)
        await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(side), 'json');
      const title = vscode.l10n.t('{0}: Snapshot ↔ Response', name);
      await vscode.commands.executeCommand('vscode.diff', sides[0], sides[1], title, { preview: false });
    },
  };
}
