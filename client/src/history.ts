import * as vscode from 'vscode';
import type { RequestPlan } from '../../engine/src/index';
import { lineOfRequest, noteEntry, pathOfTarget, type HistoryEntry } from './history-entry';

const stateKey = 'rulebook.history';

/** The requests that were sent from this workspace: which and when, never their bodies, header fields or values. */
export interface History {
  readonly note: (document: vscode.Uri, line: number, plan: RequestPlan, status: number) => Promise<void>;
  /** Shows the list; the chosen request is passed to `send` if its file still has it. */
  readonly show: (send: (document: vscode.Uri, line: number) => Promise<void>) => Promise<void>;
}

/** Returns the history, which the editor keeps with the workspace. */
export function createHistory(state: vscode.Memento): History {
  const entries = () => state.get<readonly HistoryEntry[]>(stateKey) ?? [];
  return {
    note: async (document, line, plan, status) => {
      const { method, label } = plan;
      const path = pathOfTarget(plan.target);
      const entry = { time: Date.now(), method, path, label, status, document: document.toString(), line };
      await state.update(stateKey, noteEntry(entries(), entry));
    },
    show: async (send) => {
      const clear = { label: '$(trash) Clear History', entry: undefined };
      const items = entries().map((entry) => ({
        label: `${entry.method} ${entry.path}`,
        description: `${entry.status} · ${new Date(entry.time).toLocaleString()}`,
        detail: [
          vscode.workspace.asRelativePath(vscode.Uri.parse(entry.document)),
          ...(entry.label === `${entry.method} ${entry.path}` ? [] : [entry.label]),
        ].join(' · '),
        entry,
      }));
      if (items.length === 0) {
        void vscode.window.showInformationMessage(
          'The history is empty. Requests that you send from this workspace appear there.',
        );
        return;
      }
      const picked = await vscode.window.showQuickPick([...items, clear], {
        title: 'Request History',
        placeHolder: 'Choose a request to send it again',
        matchOnDescription: true,
        matchOnDetail: true,
      });
      if (picked === undefined) return;
      if (picked.entry === undefined) {
        await state.update(stateKey, undefined);
        return;
      }
      await sendAgain(picked.entry, send);
    },
  };
}

async function sendAgain(
  entry: HistoryEntry,
  send: (document: vscode.Uri, line: number) => Promise<void>,
): Promise<void> {
  const missing = `${entry.method} ${entry.path} is no longer in its file. Open the file that has it now and send it there.`;
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(vscode.Uri.parse(entry.document));
  } catch {
    void vscode.window.showWarningMessage(missing);
    return;
  }
  const line = lineOfRequest(document.getText(), entry);
  if (line === undefined) {
    void vscode.window.showWarningMessage(missing);
    return;
  }
  const editor = await vscode.window.showTextDocument(document);
  const position = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position));
  await send(document.uri, line);
}
