import * as vscode from 'vscode';
import { controlEndpoint } from '../../../engine/src/index';
import type { ViewItem } from '../../../engine/src/sandbox/index';
import type { Sandbox } from '../sandbox';
import { readView } from './read-view';
import type { SandboxControl } from './sandbox-control';

/** What the view shows; it holds no secrets. */
export const viewPath = '/_sandbox/view';
/** In milliseconds. A slow sandbox is asked less often. */
const pause = { shortest: 1000, perDuration: 10 };

/** The view "Sandbox", which shows what the sandbox at hand holds. */
export interface SandboxTree extends vscode.Disposable {
  /** Reads the state again; a hidden view reads it when it is shown. */
  readonly refresh: () => void;
}

/** Returns the view. It asks the sandbox only while one runs and the view is visible. */
export function createSandboxTree(options: {
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  readonly now: () => number;
}): SandboxTree {
  const { sandbox, control, now } = options;
  const changed = new vscode.EventEmitter<void>();
  let roots: readonly ViewItem[] = [];
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStale = false;
  let isDisposed = false;

  const view = vscode.window.createTreeView<ViewItem>('rulebook.sandbox', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => [...(node === undefined ? roots : (node.children ?? []))],
      getTreeItem: toTreeItem,
    },
  });
  const isAtHand = () => sandbox.serverOf(controlEndpoint) !== undefined;
  const contexts = new Map<string, boolean>();
  const setContext = (context: string, value: boolean) => {
    if (contexts.get(context) === value) return;
    contexts.set(context, value);
    void vscode.commands.executeCommand('setContext', context, value);
  };

  const show = (next: readonly ViewItem[], message: string | undefined) => {
    if (view.message !== message) view.message = message;
    // Drawing moves the focus, so only a change is drawn.
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
      const answer = await control({ method: 'GET', path: viewPath });
      if (isDisposed) return;
      if (!isAtHand()) show([], undefined);
      else if ('value' in answer) show(readView(answer.value).items, undefined);
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
    setContext('rulebook.sandboxRuns', sandbox.isRunning());
    setContext('rulebook.sandboxAtHand', isAtHand());
    if (!isAtHand()) show([], undefined);
    // The state that is being read may be older than the change.
    else if (isReading) isStale = true;
    else if (view.visible) void read();
  };
  const subscriptions = [view, changed, view.onDidChangeVisibility(refresh)];
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

function toTreeItem({ id, label, description, icon, children, copies, delivery }: ViewItem): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, children === undefined ? None : Expanded);
  // The editor keeps an item collapsed that had no children; with another id it is a new item.
  item.id = children === undefined ? `${id} empty` : id;
  item.iconPath = new vscode.ThemeIcon(icon);
  if (description !== undefined) item.description = description;
  // What can be done with the item, for the menus of package.json.
  const doable = [...(copies === undefined ? [] : ['copies']), ...(delivery === undefined ? [] : ['delivery'])];
  if (doable.length > 0) item.contextValue = doable.join(' ');
  item.tooltip = description === undefined ? label : `${label}\n${description}`;
  return item;
}
