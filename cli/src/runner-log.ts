import { fstatSync } from 'node:fs';
import { createLogGuard } from '@rulebook/text';

/** What a report is written to. */
export interface ReportStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Returns false when more should wait. */
  readonly write: (text: string) => boolean;
}

/** These print what is a file for someone, or speak a protocol, and not a log. */
const plain: ReadonlySet<string> = new Set([
  ...['format', 'curl', 'import', 'convert-environments', 'complete', 'lsp', 'mcp'],
]);

/** The writing of each stream as it was before it was guarded. */
const unguarded = new WeakMap<object, (text: string) => boolean>();

let isGuarded = false;

/** Returns whether a program may read the output that obeys lines of a log. */
export function isLogGuarded(): boolean {
  return isGuarded;
}

/**
 * Guards the output of a command where a program reads it that obeys lines of a log, as those that run builds do: what others have written
 * never becomes a command. It is the one door of the output; only what `writeUnguarded` writes is obeyed.
 */
export function guardLog(command: string | undefined, environment: (name: string) => string | undefined): void {
  const isRead = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'].some((name) => (environment(name) ?? '') !== '');
  if (!isRead || plain.has(command ?? '')) return;
  isGuarded = true;
  for (const stream of [process.stdout, process.stderr]) {
    if (isFile(stream.fd)) continue;
    const write = stream.write.bind(stream);
    const guard = createLogGuard();
    unguarded.set(stream, write);
    const guarded = (piece: unknown, ...others: unknown[]): boolean =>
      Reflect.apply(write, stream, [typeof piece === 'string' ? guard(piece) : piece, ...others]) as boolean;
    stream.write = guarded as typeof stream.write;
  }
}

/** Writes what is meant to be obeyed, in whole lines, or is not a line of a log. */
export function writeUnguarded(text: string, stream: ReportStream = process.stdout): boolean {
  const write = unguarded.get(stream);
  return write === undefined ? stream.write(text) : write(text);
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
