import * as vscode from 'vscode';
import {
  operationUsesRequest,
  type OperationUse,
  type OperationUsesResult,
  type OwnOperation,
} from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';
import type { Commands } from '../ports/commands';
import { sendRequest } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';
import { sendOperation, tryOperation } from './operation-request';
import { operationLabel, operationsByTag, requestsByFile, usesOfOperation } from './listed-requests';

type Node =
  | { readonly kind: 'file'; readonly uri: string; readonly uses: readonly OperationUse[] }
  | { readonly kind: 'request'; readonly use: OperationUse }
  | { readonly kind: 'service'; readonly service: string; readonly title: string }
  | {
      readonly kind: 'tag';
      readonly service: string;
      readonly tag: string;
      readonly operations: readonly OwnOperation[];
    }
  | { readonly kind: 'operation'; readonly operation: OwnOperation };

/** The view of the request files of the workspace, and of the operations of its own services. */
export interface RequestTree extends vscode.Disposable {
  readonly commands: Commands;
  /** Notes the status of the response to a request. */
  readonly answered: (uri: string, line: number, status: number) => void;
}

/** In milliseconds: after a change of the configuration, the services are read again. */
const rereadAfter = [1000, 4000];

/** In milliseconds, and so often: a view without operations is read again, since the server may still read their description. */
const emptyReread = { wait: 2000, times: 8 };

/** Returns the view. It asks the server when it is seen, and sends nothing by itself. */
export function createRequestTree(services: SendServices, ask: Ask): RequestTree {
  const changed = new vscode.EventEmitter<void>();
  const statuses = new Map<string, number>();
  let known: OperationUsesResult = { uses: [], operations: [] };
  const read = async () => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const found = await Promise.all(
      folders.map(({ uri }) => ask<OperationUsesResult>(operationUsesRequest, { folder: uri.toString() })),
    );
    const all = found.flatMap((one) => ('uses' in one ? [one] : []));
    known = { uses: all.flatMap(({ uses }) => uses), operations: all.flatMap(({ operations }) => operations) };
  };
  const childrenOf = async (node: Node | undefined): Promise<Node[]> => {
    if (node === undefined) {
      await read();
      if (known.operations.length === 0) readLater();
      const titles = new Map(known.operations.map(({ service, title }) => [service, title]));
      return [
        ...requestsByFile(known.uses).map(({ uri, uses }): Node => ({ kind: 'file', uri, uses })),
        ...[...titles].map(([service, title]): Node => ({ kind: 'service', service, title })),
      ];
    }
    switch (node.kind) {
      case 'file':
        return node.uses.map((use): Node => ({ kind: 'request', use }));
      case 'service': {
        const { service } = node;
        const tags = operationsByTag(known.operations, service);
        if (tags.length === 1)
          return (tags[0]?.operations ?? []).map((operation): Node => ({ kind: 'operation', operation }));
        return tags.map(({ tag, operations }): Node => ({ kind: 'tag', service, tag, operations }));
      }
      case 'tag':
        return node.operations.map((operation): Node => ({ kind: 'operation', operation }));
      case 'operation':
        return usesOfOperation(known.uses, node.operation).map((use): Node => ({ kind: 'request', use }));
      case 'request':
        return [];
    }
  };
  const view = vscode.window.createTreeView<Node>('rulebook.requests', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: childrenOf,
      getTreeItem: (node) => drawn(node, known, statuses),
    },
  });
  const fire = () => {
    if (view.visible) changed.fire();
  };
  const timers: ReturnType<typeof setTimeout>[] = [];
  let rereads = 0;
  const readLater = () => {
    if (rereads >= emptyReread.times || !hasServices(services)) return;
    rereads += 1;
    timers.push(setTimeout(fire, emptyReread.wait));
  };
  const subscriptions = [
    view,
    changed,
    view.onDidChangeVisibility(() => {
      rereads = 0;
      fire();
    }),
    services.configuration.onChange(() => {
      rereads = 0;
      fire();
      // The server reads a description after it has heard of it.
      for (const one of timers.splice(0)) clearTimeout(one);
      timers.push(...rereadAfter.map((wait) => setTimeout(fire, wait)));
    }),
    { dispose: () => timers.forEach((one) => clearTimeout(one)) },
    vscode.workspace.onDidSaveTextDocument(({ languageId }) => {
      if (languageId === 'http') fire();
    }),
    vscode.workspace.onDidDeleteFiles(fire),
    vscode.workspace.onDidCreateFiles(fire),
  ];
  return {
    answered: (uri, line, status) => {
      statuses.set(`${uri} ${line}`, status);
      fire();
    },
    commands: {
      'rulebook.refreshRequests': () => {
        changed.fire();
      },
      'rulebook.sendListedRequest': async (value) => {
        if (!isNode(value) || value.kind !== 'request') return;
        await sendRequest(services, { uri: vscode.Uri.parse(value.use.uri), line: value.use.line });
      },
      'rulebook.insertOperation': async (value) => {
        if (!isNode(value) || value.kind !== 'operation') return;
        const { id, method, summary } = value.operation;
        await vscode.commands.executeCommand('rulebook.insertRequest', { id, method, title: summary });
      },
      'rulebook.sendOperation': async (value) => {
        if (isNode(value) && value.kind === 'operation') await sendOperation(services, ask, value.operation);
      },
      'rulebook.tryOperation': async (value) => {
        if (isNode(value) && value.kind === 'operation') await tryOperation(services, ask, value.operation);
      },
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

function hasServices({ configuration }: SendServices): boolean {
  const { configuration: outside, folders = [] } = configuration.all();
  return [outside, ...folders.map((folder) => folder.configuration)].some((one) => one.services.length > 0);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function drawn(node: Node, known: OperationUsesResult, statuses: ReadonlyMap<string, number>): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  switch (node.kind) {
    case 'file': {
      const item = new vscode.TreeItem(vscode.Uri.parse(node.uri), Collapsed);
      item.label = vscode.workspace.asRelativePath(vscode.Uri.parse(node.uri));
      item.description = String(node.uses.length);
      item.iconPath = vscode.ThemeIcon.File;
      return item;
    }
    case 'request': {
      const { uri, line, method, target, title } = node.use;
      const status = statuses.get(`${uri} ${line}`);
      const item = new vscode.TreeItem(`${method} ${target}`, None);
      item.description = [
        ...(status === undefined ? [] : [String(status)]),
        ...(title === undefined ? [] : [title]),
      ].join(' · ');
      item.contextValue = 'request';
      item.iconPath = iconOf(status);
      const position = new vscode.Position(line, 0);
      const selection = new vscode.Range(position, position);
      item.command = {
        command: 'vscode.open',
        title: vscode.l10n.t('Open'),
        arguments: [vscode.Uri.parse(uri), { selection }],
      };
      return item;
    }
    case 'service': {
      const item = new vscode.TreeItem(node.title, Collapsed);
      item.description = node.service;
      item.iconPath = new vscode.ThemeIcon('book');
      return item;
    }
    case 'tag':
      return new vscode.TreeItem(node.tag === '' ? vscode.l10n.t('Others') : node.tag, Collapsed);
    case 'operation': {
      const { length } = usesOfOperation(known.uses, node.operation);
      const item = new vscode.TreeItem(operationLabel(node.operation), length === 0 ? None : Collapsed);
      const covered = length === 0 ? vscode.l10n.t('no request') : vscode.l10n.t('requests: {0}', length);
      item.description = [covered, node.operation.summary].join(' · ');
      item.tooltip = node.operation.summary;
      item.contextValue = 'operation';
      item.iconPath = new vscode.ThemeIcon(length === 0 ? 'circle-outline' : 'circle-filled');
      return item;
    }
  }
}

function iconOf(status: number | undefined): vscode.ThemeIcon {
  if (status === undefined) return new vscode.ThemeIcon('circle-outline');
  return status < 400
    ? new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'))
    : new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
}
