import type { HistoryRecord } from './history-record';

/** Where versions before the files of the history kept it, in the state of the workspace. */
export const earlierStateKey = 'rulebook.history';

/** Returns the entries of an earlier version as records, of which only request line and status are known. */
export function recordsOfEarlier(state: unknown): readonly HistoryRecord[] {
  return Array.isArray(state) ? state.flatMap(recordOfEarlier) : [];
}

function recordOfEarlier(entry: unknown): readonly HistoryRecord[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { time, method, path, label, status, document, line } = entry as Readonly<Record<string, unknown>>;
  if (typeof time !== 'number' || typeof method !== 'string' || typeof path !== 'string') return [];
  if (typeof status !== 'number' || typeof document !== 'string' || typeof line !== 'number') return [];
  const title = typeof label === 'string' ? label : `${method} ${path}`;
  return [
    {
      format: 1,
      time,
      label: title,
      method,
      path,
      source: { uri: document, line },
      written: `### ${title.replace(/\s+/g, ' ')}\n${method} ${path}\n`,
      request: { method, url: path, headers: [] },
      response: {
        ...{ httpVersion: '1.1', status, statusText: '', headers: [], body: '' },
        ...{ isTruncated: false, size: 0, duration: 0 },
      },
      isBrief: true,
    },
  ];
}
