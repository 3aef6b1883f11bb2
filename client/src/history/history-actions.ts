import * as vscode from 'vscode';
import { harOf } from '@rulebook/exchange';
import { showComparison } from '../response/compare-responses';
import { openRequest } from '../response/response-actions';
import { failureText } from '../response/failure-text';
import { responseOriginOf } from '../response/render-response';
import type { ResponseView } from '../response/show-response';
import type { Exchange } from '../response/kept-responses';
import type { History } from './history';
import type { HistoryEntry } from './history-store';
import { describeTime } from '../editing/describe-time';
import { keptExchange } from './kept-exchange';
import { recordedExchange } from './recorded-exchange';

declare const RULEBOOK_VERSION: string;

/** What can be done with the history. */
export interface HistoryActions {
  /** Shows the response as it was received. */
  readonly open: (entry: HistoryEntry) => Promise<void>;
  /** Opens the request as a new document. */
  readonly openRequest: (entry: HistoryEntry) => Promise<void>;
  /** Sends the request as it is in its file now. */
  readonly sendAgain: (entry: HistoryEntry) => Promise<void>;
  /** Compares two responses, the earlier one on the left side. */
  readonly compare: (one: HistoryEntry, other: HistoryEntry) => Promise<void>;
  readonly remove: (entry: HistoryEntry) => Promise<void>;
  readonly clear: () => Promise<void>;
  /** Writes all entries as HAR to a file that the user chooses. */
  readonly exportHar: () => Promise<void>;
}

/** Returns the actions. */
export function createHistoryActions(services: {
  readonly history: History;
  readonly responses: ResponseView;
  readonly sendAgain: (exchange: Exchange) => Promise<void>;
}): HistoryActions {
  const { history, responses } = services;
  return {
    open: ({ record }) => {
      const { failure, label } = record;
      const exchange = exchangeOf(record);
      if (failure === undefined) return responses.showKept(exchange);
      const note = exchange.kept?.note ?? '';
      return responses.showFailed(label, `${failureText(label, responseOriginOf(exchange), failure.message)}${note}\n`);
    },
    openRequest: ({ record }) => openRequest(exchangeOf(record)),
    sendAgain: ({ record }) => services.sendAgain(exchangeOf(record)),
    compare: async (one, other) => {
      const [left, right] = one.record.time <= other.record.time ? [one, other] : [other, one];
      const title = [left, right].map(({ record }) => `${record.label} (${describeTime(record.time)})`).join(' ↔ ');
      await showComparison(responses, exchangeOf(left.record), exchangeOf(right.record), title);
    },
    remove: ({ name }) => history.remove(name),
    clear: async () => {
      const clear = vscode.l10n.t('Clear');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('Delete the whole history of this workspace?'),
        { modal: true },
        clear,
      );
      if (answer === clear) await history.clear();
    },
    exportHar: async () => {
      const entries = await history.list();
      if (entries.length === 0) {
        reportEmpty(history);
        return;
      }
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      const uri = await vscode.window.showSaveDialog({
        title: vscode.l10n.t('Export History as HAR (secrets are masked)'),
        ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'history.har') }),
        filters: { 'HTTP Archive': ['har'] },
      });
      if (uri === undefined) return;
      const exchanges = entries.map(({ record }) => recordedExchange(record)).reverse();
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(harOf(exchanges, RULEBOOK_VERSION)));
      vscode.window.setStatusBarMessage(vscode.l10n.t('The history is exported.'), 5000);
    },
  };
}

/** Says why the history has no entries. */
export function reportEmpty(history: History): void {
  void vscode.window.showInformationMessage(
    history.isEnabled()
      ? vscode.l10n.t('The history is empty. Requests that you send from this workspace appear there.')
      : vscode.l10n.t('The history is switched off. The setting `rulebook.history.enabled` switches it on.'),
  );
}

function exchangeOf(record: HistoryEntry['record']): Exchange {
  return keptExchange(record, new Date(record.time).toLocaleString());
}
