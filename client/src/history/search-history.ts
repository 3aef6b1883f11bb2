import type { HistoryEntry } from './history-store';

/** Returns a search over the entries: each word must occur in method, URL, status, title, endpoint, file or one of the bodies. */
export function searchHistory(entries: readonly HistoryEntry[]): (words: string) => readonly HistoryEntry[] {
  let texts: readonly string[] | undefined;
  return (words) => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    if (wanted.length === 0) return entries;
    texts ??= entries.map(searchedText);
    return entries.filter((_, index) => wanted.every((word) => texts?.[index]?.includes(word)));
  };
}

function searchedText({ record }: HistoryEntry): string {
  const { label, path, endpoint, environment, source, request, response, failure } = record;
  const { status, statusText, body } = response;
  return [
    request.method,
    request.url,
    path,
    status,
    statusText,
    label,
    endpoint,
    environment,
    failure?.message,
    source.uri,
    request.body,
    body,
  ]
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}

/** Returns the entries of each day, in the order in which they are given. */
export function groupByDay(
  entries: readonly HistoryEntry[],
  dayOf: (time: number) => string,
): readonly (readonly [day: string, entries: readonly HistoryEntry[]])[] {
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.record.time);
    const group = days.get(day);
    if (group === undefined) days.set(day, [entry]);
    else group.push(entry);
  }
  return [...days];
}
