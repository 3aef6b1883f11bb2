import * as vscode from 'vscode';
import type { Sandbox } from '../sandbox';
import { describeSandbox, type SandboxNode } from './describe-sandbox';
import { sandboxServers, type SandboxControl } from './sandbox-control';

/** The view needs no secrets, so it asks for none. */
export const statePath = '/_sandbox/state?redacted';
/** In milliseconds; what takes long is asked for less often. */
const pause = { shortest: 1000, perDuration: 10 };

/** The view "Sandbox", which shows what the sandbox at hand holds. */
export interface SandboxTree extends vscode.Disposable {
  /** Reads the state anew; a view that is not on the screen reads it when it is shown. */
  readonly refresh: () => void;
}

/** Returns the view. It asks the sandbox only while there is one and somebody looks. */
export function createSandboxTree(options: {
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  readonly now: () => number;
}): SandboxTree {
  const { sandbox, control, now } = options;
  const changed = new vscode.EventEmitter<void>();
  let roots: readonly SandboxNode[] = [];
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStale = false;
  let isDisposed = false;

  const view = vscode.window.createTreeView<SandboxNode>('rulebook.sandbox', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => [...(node === undefined ? roots : (node.children ?? []))],
      getTreeItem: toTreeItem,
    },
  });
  const isAtHand = () => sandbox.serverOf(sandboxServers.cluster) !== undefined;
  const told = new Map<string, boolean>();
  const tell = (context: string, value: boolean) => {
    if (told.get(context) === value) return;
    told.set(context, value);
    void vscode.commands.executeCommand('setContext', context, value);
  };

  const show = (next: readonly SandboxNode[], message: string | undefined) => {
    if (view.message !== message) view.message = message;
    // Drawing anew moves the focus, so it is done for a change only.
    const text = JSON.stringify(next);
    if (text === shown) return;
    shown = text;
    roots = next;
    changed.fire();
  };
  const read = async () => {
    isReading = true;
    isStale = false;
    const started = now();
    try {
      const answer = await control({ method: 'GET', path: statePath });
      if (isDisposed) return;
      if (!isAtHand()) show([], undefined);
      else if ('value' in answer) show(describeSandbox(answer.value, now()), undefined);
      else show([], answer.problem);
    } finally {
      isReading = false;
    }
    if (isStale) refresh();
    else if (view.visible && isAtHand()) {
      timer = setTimeout(refresh, Math.max(pause.shortest, (now() - started) * pause.perDuration));
    }
  };
  const refresh = () => {
    clearTimeout(timer);
    tell('rulebook.sandboxRuns', sandbox.isRunning());
    tell('rulebook.sandboxAtHand', isAtHand());
    if (!isAtHand()) show([], undefined);
    // What is on its way may be older than what was changed.
    else if (isReading) isStale = true;
    else if (view.visible) void read();
  };
  const subscriptions = [view, changed, view.onDidChangeVisibility(refresh)];
  // Windows without requests have no use for the view's icon.
  tell('rulebook.isAwake', true);
  refresh();
  return {
    refresh,
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
      for (const one of subscriptions) one.dispose();
    },
  };
}

function toTreeItem({ id, label, description, icon, children, kind }: SandboxNode): vscode.TreeItem {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  // Servers and their groups are open; what a hook has delivered is opened by who wants to see it.
  const isOuter = id.split('/').length <= 3;
  const item = new vscode.TreeItem(label, children === undefined ? None : isOuter ? Expanded : Collapsed);
  // The editor keeps a line closed that had nothing below it; under another id it is a new one.
  item.id = children === undefined ? `${id} empty` : id;
  item.iconPath = new vscode.ThemeIcon(icon);
  if (description !== undefined) item.description = description;
  if (kind !== undefined) item.contextValue = kind;
  item.tooltip = description === undefined ? label : `${label}\n${description}`;
  return item;
}
