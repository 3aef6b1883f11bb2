import type { CancelSignal } from '../plan/transport';

/** What editors and their protocol cancel by. */
interface CancelToken {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: (listener: () => void) => { readonly dispose: () => unknown };
}

/** Returns a signal that each of the tokens triggers. */
export function signalOf(...tokens: readonly CancelToken[]): CancelSignal {
  return {
    get isCancelled() {
      return tokens.some((token) => token.isCancellationRequested);
    },
    onCancel: (listener) => {
      const subscriptions = tokens.map((token) => token.onCancellationRequested(listener));
      return () => {
        for (const one of subscriptions) one.dispose();
      };
    },
  };
}
