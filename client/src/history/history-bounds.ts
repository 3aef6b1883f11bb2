import type { HistoryFile } from '../ports/ports';

/** What the history keeps at most. */
export interface HistoryBounds {
  readonly entries: number;
  readonly bytes: number;
  /** In milliseconds. */
  readonly age: number;
}

/** Returns the name of the file of an entry. It begins with the time, so that names are in the order of time. */
export function nameOfEntry(time: number, id: string): string {
  return `${String(Math.max(0, Math.floor(time))).padStart(15, '0')}-${id}.json`;
}

/** Returns the files that are past the bounds, the oldest ones. */
export function outdatedFiles(
  files: readonly HistoryFile[],
  bounds: HistoryBounds,
  now: number,
): readonly HistoryFile[] {
  let bytes = 0;
  return [...files]
    .sort((a, b) => (a.name < b.name ? 1 : -1))
    .filter(({ name, size }, index) => {
      bytes += size;
      return index >= bounds.entries || bytes > bounds.bytes || now - Number.parseInt(name, 10) > bounds.age;
    });
}
