import { isShownAsText } from '../response/shown-as-text';
import * as vscode from 'vscode';
import type { CancelSignal } from '@rulebook/sender/plan';
import type { RunningSends } from './running-sends';

/** In milliseconds: most responses come sooner, and a notification that comes and goes is in the way. */
const patience = 500;

/** Runs a send that can be cancelled; when it takes longer, a notification has a button for that. */
export async function withProgress<T>(
  sends: Pick<RunningSends, 'during'>,
  title: string,
  run: (signal: CancelSignal) => Promise<T>,
): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const running = sends.during(source.token, run);
  const ignored = () => undefined;
  const timer = setTimeout(() => {
    // The view of responses has its own button.
    const location = isShownAsText() ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window;
    void vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => {
        source.cancel();
      });
      return running.then(ignored, ignored);
    });
  }, patience);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}
