import * as vscode from 'vscode';
import type { CancelSignal, RequestPlan } from '@rulebook/sender/plan';
import { signalOf } from '@rulebook/sender/send';
import { pathOfTarget, type WrittenRequest } from '../editing/locate-request';

/** The position of a request when it was sent, and what finds it again after edits. */
export interface SentPlace extends WrittenRequest {
  readonly document: vscode.Uri;
}

/** The requests without a response yet, and the last request of this window. */
export interface RunningSends {
  /** Runs a send with a signal that the token or `cancelAll` triggers. */
  readonly during: <T>(token: vscode.CancellationToken, run: (signal: CancelSignal) => Thenable<T>) => Promise<T>;
  /** Cancels all requests that have no response yet. */
  readonly cancelAll: () => void;
  readonly note: (document: vscode.Uri, line: number, plan: RequestPlan) => void;
  readonly last: () => SentPlace | undefined;
}

/** The context key of keybindings that are active while a request has no response yet. */
const isSendingKey = 'rulebook.isSending';

/** Returns the record of this window's sends. */
export function createRunningSends(): RunningSends {
  const sources = new Set<vscode.CancellationTokenSource>();
  let last: SentPlace | undefined;
  const showState = () => vscode.commands.executeCommand('setContext', isSendingKey, sources.size > 0);
  return {
    during: async (token, run) => {
      const source = new vscode.CancellationTokenSource();
      const subscription = token.onCancellationRequested(() => {
        source.cancel();
      });
      sources.add(source);
      void showState();
      try {
        return await run(signalOf(source.token));
      } finally {
        sources.delete(source);
        void showState();
        subscription.dispose();
        source.dispose();
      }
    },
    cancelAll: () => {
      for (const source of sources) source.cancel();
    },
    note: (document, line, { method, target }) => {
      if (last === undefined) void vscode.commands.executeCommand('setContext', 'rulebook.hasSent', true);
      last = { document, line, method, path: pathOfTarget(target) };
    },
    last: () => last,
  };
}
