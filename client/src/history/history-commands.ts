import * as vscode from 'vscode';
import type { History } from './history';
import type { HistoryActions } from './history-actions';
import type { HistoryEntry } from './history-store';
import { isTreeEntry } from './history-tree';
import { compareKept, showHistory } from './pick-history';

type Command = (...args: readonly unknown[]) => unknown;

/** Returns the commands of the history: those of the palette, and those of an entry of its view. */
export function historyCommands(history: History, actions: HistoryActions): Readonly<Record<string, Command>> {
  const withEntry =
    (run: (entry: HistoryEntry) => Promise<void>): Command =>
    async (node) => {
      const entry = isTreeEntry(node) ? node.entry : undefined;
      if (entry !== undefined) await run(entry);
      else void vscode.window.showInformationMessage(vscode.l10n.t('Choose an entry in the view "History".'));
    };
  return {
    'rulebook.showHistory': () => showHistory(history, actions),
    'rulebook.clearHistory': actions.clear,
    'rulebook.exportHistory': actions.exportHar,
    'rulebook.openHistoryResponse': withEntry(actions.open),
    'rulebook.openHistoryRequest': withEntry(actions.openRequest),
    'rulebook.sendHistoryAgain': withEntry(actions.sendAgain),
    'rulebook.compareHistory': withEntry(async (entry) => compareKept(entry, await history.list(), actions)),
    'rulebook.deleteHistory': withEntry(actions.remove),
  };
}
