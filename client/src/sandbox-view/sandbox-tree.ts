import * as vscode from 'vscode';
import type { Transport } from '../../../engine/src/index';
import type { Sandbox } from '../sandbox';
import { describeSandbox, type SandboxNode } from './describe-sandbox';

/** The view needs no secrets, so it asks for none. */
const statePath = '/_sandbox/state?redacted';
const server = 'sandbox-cluster';
const pollEvery = 2000;
const limits = { verifyTls: true, timeout: 2000 };

/** The view "Sandbox", which shows what the sandbox of this window holds. */
export interface SandboxTree extends vscode.Disposable {
  /** Reads the state anew; a view that is not on the screen reads it when it is shown. */
  readonly refresh: () => void;
}

/** Returns the view. It asks the sandbox only while it runs and somebody looks. */
export function createSandboxTree(options: {
  readonly sandbox: Sandbox;
  readonly transport: Transport;
  readonly now: () => number;
}): SandboxTree {
  const { sandbox, transport, now } = options;
  const changed = new vscode.EventEmitter<void>();
  let roots: readonly SandboxNode[] = [];
  let shown = '';
  let timer: ReturnType<typeof setInterval> | undefined;
  let isReading = false;

  const view = vscode.window.createTreeView<SandboxNode>('rulebook.sandbox', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => [...(node === undefined ? roots : (node.children ?? []))],
      getTreeItem: toTreeItem,
    },
  });

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
    const baseUrl = sandbox.baseUrlOf(server);
    if (baseUrl === undefined) {
      show([], undefined);
      return;
    }
    if (isReading) return;
    isReading = true;
    try {
      const credential = sandbox.credentialOf({ name: server, baseUrl });
      const headers = credential === undefined ? [] : [['Authorization', credential] as const];
      const request = { method: 'GET', url: `${baseUrl}${statePath}`, headers };
      const outcome = await transport.send(request, limits, neverCancelled);
      if (!sandbox.isRunning()) return;
      const state = 'response' in outcome && outcome.response.status === 200 ? parse(outcome.response.body) : undefined;
      if (state === undefined) show([], 'The sandbox runs, but does not tell its state.');
      else show(describeSandbox(state, now()), undefined);
    } finally {
      isReading = false;
    }
  };
  const refresh = () => {
    clearInterval(timer);
    timer = undefined;
    void vscode.commands.executeCommand('setContext', 'rulebook.sandboxRuns', sandbox.isRunning());
    if (!sandbox.isRunning()) show([], undefined);
    else if (view.visible) {
      timer = setInterval(() => void read(), pollEvery);
      void read();
    }
  };
  const subscriptions = [view, changed, view.onDidChangeVisibility(refresh)];
  return {
    refresh,
    dispose: () => {
      clearInterval(timer);
      for (const one of subscriptions) one.dispose();
    },
  };
}

const neverCancelled = { isCancelled: false, onCancel: () => () => undefined };

function toTreeItem({ id, label, description, icon, children }: SandboxNode): vscode.TreeItem {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  // Servers and their groups are open; what a hook has delivered is opened by who wants to see it.
  const isOuter = id.split('/').length <= 3;
  const item = new vscode.TreeItem(label, children === undefined ? None : isOuter ? Expanded : Collapsed);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(icon);
  if (description !== undefined) item.description = description;
  item.tooltip = description === undefined ? label : `${label}\n${description}`;
  return item;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
