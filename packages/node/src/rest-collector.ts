import type { Session } from 'node:inspector';

/** When garbage is collected. */
interface RestOptions {
  /** After so many milliseconds without a message, a quarter of a second is not missed. */
  readonly rest?: number;
  /** For less it is not worth it, in bytes. */
  readonly leastGrowth?: number;
  /** Nor for a smaller share of what was in use: to collect takes time by that. */
  readonly leastShare?: number;
}

/** Returns what gives garbage back if much memory was taken since the last time, for work that makes much of it behind the user's back. */
export function createGarbageCollector({
  leastGrowth = 48_000_000,
  leastShare = 0,
}: Pick<RestOptions, 'leastGrowth' | 'leastShare'> = {}): () => Promise<void> {
  let session: Promise<Session | undefined> | undefined;
  let kept = process.memoryUsage.rss();
  return async () => {
    const growth = process.memoryUsage.rss() - kept;
    if (growth < leastGrowth || growth < kept * leastShare) return;
    // The only interface to the collector that needs no option of the process. A runtime may be built without it.
    session ??= import('node:inspector').then(
      (inspector) => {
        const connected = new inspector.Session();
        connected.connect();
        return connected;
      },
      () => undefined,
    );
    (await session)?.post('HeapProfiler.collectGarbage', () => {
      kept = process.memoryUsage.rss();
    });
  };
}

/**
 * Returns a function that is called with each message. When there was none for a while after much memory was taken, it is given back: the
 * runtime looks for garbage only when it needs memory, and otherwise keeps that of edits and of closed responses as long as no one types.
 */
export function createRestCollector({ rest = 8_000, leastGrowth }: RestOptions = {}): () => void {
  const collect = createGarbageCollector({ ...(leastGrowth !== undefined && { leastGrowth }) });
  const timer = setTimeout(() => void collect(), rest).unref();
  return () => void timer.refresh();
}
