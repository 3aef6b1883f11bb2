import type { Segment } from '../../engine/src/index';

/** One sent request, without anything that could be a secret. */
export interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** As written: variables by name, and without the query. */
  readonly path: string;
  readonly label: string;
  readonly status: number;
  readonly document: string;
  /** The line of the request when it was sent. */
  readonly line: number;
}

const kept = 100;

/** Returns the entries with a new one in front; a request that is sent again replaces its earlier entry. */
export function noteEntry(entries: readonly HistoryEntry[], entry: HistoryEntry): readonly HistoryEntry[] {
  const others = entries.filter(
    ({ method, path, document, label }) =>
      method !== entry.method || path !== entry.path || document !== entry.document || label !== entry.label,
  );
  return [entry, ...others].slice(0, kept);
}

/** Returns a target's path as it is written, without user name, password and query. */
export function pathOfTarget(target: readonly Segment[]): string {
  const written = target.map((part) => (typeof part === 'string' ? part : `{{${part.variable}}}`)).join('');
  return (written.split(/[?#]/)[0] ?? '').replace(/^(https?:\/\/)[^/]*@/i, '$1').slice(0, 300);
}

/** Returns the line of an entry's request in a text, the nearest to where it was; undefined when it is no longer there. */
export function lineOfRequest(
  text: string,
  { method, path, line }: Pick<HistoryEntry, 'method' | 'path' | 'line'>,
): number | undefined {
  const wanted = path.replace(/\s/g, '');
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((content, index) => {
    const [, verb, target = ''] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(content) ?? [];
    const plain = target.replace(/\s/g, '').replace(/^(https?:\/\/)[^/]*@/i, '$1');
    return verb?.toUpperCase() === method && plain.startsWith(wanted) ? [index] : [];
  });
  return found.sort((a, b) => Math.abs(a - line) - Math.abs(b - line))[0];
}
