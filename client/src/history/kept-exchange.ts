import * as vscode from 'vscode';
import type { Exchange } from '../response/kept-responses';
import type { HistoryRecord } from './history-record';

/** Returns an entry of the history as the view of responses shows it. */
export function keptExchange(record: HistoryRecord, when: string): Exchange {
  const {
    label,
    method,
    path,
    operation,
    endpoint,
    environment,
    isProtected,
    time,
    source,
    written,
    request,
    response,
    denial,
    isBrief,
  } = record;
  return {
    label,
    plan: {
      ...{ method, label, target: [path], isAbsolute: /^https?:/i.test(path) },
      ...{ headers: [], variables: [], errors: 0, isUnsafe: false },
      ...(operation !== undefined && { operation }),
    },
    sent: { method: request.method, url: request.url, headers: request.headers },
    // They were masked before the entry was written.
    secrets: [],
    response,
    time,
    ...(environment !== undefined && { environment }),
    ...(isProtected && { isProtected }),
    ...(endpoint !== undefined && { endpoint }),
    ...(denial && { denial }),
    pages: {},
    source: { ...source, version: -1 },
    definitions: new Map(),
    kept: {
      note: isBrief
        ? vscode.l10n.t('# From the history: {0}. Only the status is known, as an earlier version has kept it.', when)
        : vscode.l10n.t('# From the history: {0}', when),
      written,
    },
  };
}
