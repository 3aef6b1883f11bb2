import { reasonOf } from '@rulebook/sender/plan';
import * as vscode from 'vscode';
import { controlEndpoint } from '@rulebook/services';
import type { ViewItem } from '@rulebook/sandbox';
import type { WindowSandbox } from './sandbox';
import { readView } from './read-view';
import type { SandboxControl } from './sandbox-control';

/** What the view shows; it holds no secrets. */
export const viewPath = '/_sandbox/view';
/** In milliseconds. A slow sandbox is asked less often. */
const pause = { shortest: 1000, perDuration: 10 };

/** What the sandbox at hand holds, for the view "Endpoints". */
export interface SandboxState extends vscode.Disposable {
  /** What concerns no single server, and the servers; empty without a sandbox. */
  readonly items: () => readonly ViewItem[];
  /** Whether there is a sandbox. */
  readonly isAtHand: () => boolean;
  /** Why it cannot be read. */
  readonly problem: () => string | undefined;
  /** Fires when something else is to be drawn. */
  readonly onChange: vscode.Event<void>;
  /** Reads the state again; a hidden view reads it when it is shown. */
  readonly refresh: () => void;
  /** Says whether the view is seen: nothing is asked for a hidden one. */
  readonly watch: (isVisible: boolean) => void;
}

/** Returns what follows the sandbox. It asks the sandbox only while one runs and the view is visible. */
export function createSandboxState(options: {
  readonly sandbox: WindowSandbox;
  readonly control: SandboxControl;
  readonly now: () => number;
}): SandboxState {
  const { sandbox, control, now } = options;
  const changed = new vscode.EventEmitter<void>();
  let items: readonly ViewItem[] = [];
  let problem: string | undefined;
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStale = false;
  let isVisible = false;
  let isDisposed = false;

  const isAtHand = () => sandbox.serverOf(controlEndpoint) !== undefined;
  const contexts = new Map<string, boolean>();
  const setContext = (context: string, value: boolean) => {
    if (contexts.get(context) === value) return;
    contexts.set(context, value);
    void vscode.commands.executeCommand('setContext', context, value);
  };

  const show = (next: readonly ViewItem[], why: string | undefined) => {
    // Drawing moves the focus, so only a change is drawn.
    const text = JSON.stringify([next, why, isAtHand()]);
    if (text === shown) return;
    shown = text;
    items = next;
    problem = why;
    changed.fire();
  };
  const read = async () => {
    isReading = true;
    isStale = false;
    const started = now();
    try {
      const answer = await control({ method: 'GET', path: viewPath });
      if (isDisposed) return;
      if (!isAtHand()) show([], undefined);
      else if ('value' in answer) show(readView(answer.value).items, undefined);
      else show([], reasonOf(answer));
    } finally {
      isReading = false;
    }
    if (isStale) refresh();
    else if (isVisible && isAtHand()) {
      timer = setTimeout(refresh, Math.max(pause.shortest, (now() - started) * pause.perDuration));
    }
  };
  const refresh = () => {
    clearTimeout(timer);
    setContext('rulebook.sandboxRuns', sandbox.isRunning());
    setContext('rulebook.sandboxAtHand', isAtHand());
    if (!isAtHand()) show([], undefined);
    // The state that is being read may be older than the change.
    else if (isReading) isStale = true;
    else if (isVisible) void read();
  };
  refresh();
  return {
    items: () => items,
    isAtHand,
    problem: () => problem,
    onChange: changed.event,
    refresh,
    watch: (visible) => {
      isVisible = visible;
      refresh();
    },
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
      changed.dispose();
    },
  };
}
