import type { CancelSignal } from '@rulebook/sender/plan';

/** The user's Ctrl-C while requests are sent. */
interface Cancellation {
  readonly signal: CancelSignal;
  /** Leaves Ctrl-C to the system again. */
  readonly end: () => void;
}

/** Returns a signal that is cancelled by Ctrl-C, or by a request to end the process; a second one ends it at once. */
export function cancelOnInterrupt(): Cancellation {
  const listeners = new Set<() => void>();
  let isCancelled = false;
  const end = () => {
    process.off('SIGINT', cancel);
    process.off('SIGTERM', cancel);
  };
  function cancel(): void {
    // The next one finds no listener, and the system ends the process.
    end();
    isCancelled = true;
    for (const listener of [...listeners]) listener();
  }
  process.on('SIGINT', cancel);
  process.on('SIGTERM', cancel);
  const signal: CancelSignal = {
    get isCancelled() {
      return isCancelled;
    },
    onCancel: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { signal, end };
}
