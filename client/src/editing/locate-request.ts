import type { Segment } from '@rulebook/sender/plan';

/** What finds a request again in its file. */
export interface WrittenRequest {
  readonly method: string;
  /** As written: variables by name, and without the query. */
  readonly path: string;
  /** The line of the request when it was sent. */
  readonly line: number;
}

/** Returns a target's path as it is written, without user name, password and query. */
export function pathOfTarget(target: readonly Segment[]): string {
  const written = target.map((part) => (typeof part === 'string' ? part : `{{${part.variable}}}`)).join('');
  return (written.split(/[?#]/)[0] ?? '').replace(/^(https?:\/\/)[^/]*@/i, '$1').slice(0, 300);
}

/** Returns the line of an entry's request in a text, the nearest to where it was; undefined when it is no longer there. */
export function lineOfRequest(text: string, { method, path, line }: WrittenRequest): number | undefined {
  const wanted = path.replace(/\s/g, '');
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((content, index) => {
    const [, verb, target = ''] = /^\s*([A-Za-z]+)\s+([^]*)$/.exec(content) ?? [];
    const plain = target.replace(/\s/g, '').replace(/^(https?:\/\/)[^/]*@/i, '$1');
    return verb?.toUpperCase() === method && plain.startsWith(wanted) ? [index] : [];
  });
  return found.sort((a, b) => Math.abs(a - line) - Math.abs(b - line))[0];
}
