import * as vscode from 'vscode';
import type { HistoryRecord } from './history-record';

const failures: Readonly<Partial<Record<NonNullable<HistoryRecord['failure']>['kind'], string>>> = {
  refused: vscode.l10n.t('refused'),
  'unknown-host': vscode.l10n.t('unknown host'),
  timeout: vscode.l10n.t('timeout'),
  tls: vscode.l10n.t('TLS failed'),
};

/** Returns what became of a request in a word or two: the status of its response, or why there was none. */
export function statusWords({ response, failure }: Pick<HistoryRecord, 'response' | 'failure'>): string {
  if (failure !== undefined) return failures[failure.kind] ?? vscode.l10n.t('no response');
  return `${response.status} ${response.statusText}`.trimEnd();
}
