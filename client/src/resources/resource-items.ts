import * as vscode from 'vscode';
import { noService, type Endpoint } from '@rulebook/engine';
import { identities } from '@rulebook/services';
import type { SendServices } from '../sending/send-services';
import { folderOfEndpoint } from './request-document';
import { actionsOf, copiedName, resourceOf, tableNodeOf, type ResourceNode, type StateNode } from './resource-nodes';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Returns what draws the lines of the view. */
export function createToTreeItem(
  services: SendServices,
  hasState: (node: ResourceNode) => boolean,
): (node: ResourceNode) => vscode.TreeItem {
  return (node) => {
    const item = drawn(node, services);
    // The editor keeps a line collapsed that had no children, or no state; with another id it is a new one.
    item.id = isOpened(node, hasState) ? `${node.id}/open` : node.id;
    if (isOpened(node, hasState)) item.collapsibleState = Expanded;
    const resource = resourceOf(node);
    item.contextValue = [
      resource?.kind ?? node.kind,
      ...(actionsOf(node).length > 0 ? ['acts'] : []),
      ...('group' in node && node.kind === 'item' && 'named' in node.group.source ? ['named'] : []),
      ...(tableNodeOf(node) === undefined ? [] : ['table']),
      ...(copiedName(node) === undefined ? [] : ['copies']),
      ...(node.kind === 'state' && node.state.delivery ? ['delivery'] : []),
      ...(node.kind === 'endpoint' ? wordsOfEndpoint(node.endpoint) : []),
    ].join(' ');
    return item;
  };
}

/** The words by which menus know what can be done with an endpoint. */
function wordsOfEndpoint({ isBuiltIn, service, protected: isProtected }: Endpoint): readonly string[] {
  if (isBuiltIn === true) return [];
  if (service === noService) return ['declared'];
  return ['declared', 'ofService', ...(isProtected === true ? [] : ['testable'])];
}

/** What the sandbox holds is shown at once. */
function isOpened(node: ResourceNode, hasState: (node: ResourceNode) => boolean): boolean {
  return node.kind === 'state' ? (node.state.children?.length ?? 0) > 0 : hasState(node);
}

function drawnState(node: StateNode): vscode.TreeItem {
  const { state, of } = node;
  const { label, description, icon } = state;
  const hasLists = of?.kind === 'item' && of.group.item.groups !== undefined;
  const item = new vscode.TreeItem(label, hasLists ? Collapsed : None);
  item.iconPath = new vscode.ThemeIcon(icon);
  if (description !== undefined) item.description = description;
  item.tooltip = description === undefined ? label : `${label}\n${description}`;
  if (of?.kind === 'item' && of.group.item.opens !== undefined)
    item.command = { command: 'rulebook.openResource', title: vscode.l10n.t('Open'), arguments: [node] };
  return item;
}

function drawn(node: ResourceNode, { configuration }: SendServices): vscode.TreeItem {
  switch (node.kind) {
    case 'endpoint': {
      const { name, baseUrl, service } = node.endpoint;
      const identity = identities.find(({ id }) => id === service);
      const item = new vscode.TreeItem(name, service === noService ? None : Collapsed);
      const { folder } = node.place;
      const current =
        configuration.of(folderOfEndpoint(node.place)).endpoints.find((one) => one.name === name) ?? node.endpoint;
      item.description = [
        ...(current.protected ? [vscode.l10n.t('protected')] : []),
        baseUrl,
        ...(folder === undefined
          ? []
          : [vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(folder))?.name ?? folder]),
      ].join(' · ');
      item.iconPath = current.protected
        ? new vscode.ThemeIcon('lock', new vscode.ThemeColor('statusBarItem.warningForeground'))
        : new vscode.ThemeIcon('server');
      item.tooltip = [
        `${name}: ${identity?.title ?? service}`,
        baseUrl,
        ...(current.protected ? [vscode.l10n.t('protected: requests that change something are asked about')] : []),
      ].join('\n');
      return item;
    }
    case 'group': {
      const item = new vscode.TreeItem(node.group.label, Collapsed);
      item.iconPath = new vscode.ThemeIcon(node.group.icon);
      return item;
    }
    case 'item': {
      const { label, description } = node.entry;
      const item = new vscode.TreeItem(label, node.group.item.groups === undefined ? None : Collapsed);
      item.description = description;
      item.tooltip = description === '' ? label : `${label}\n${description}`;
      item.iconPath = new vscode.ThemeIcon(node.group.item.icon);
      if (node.group.item.opens !== undefined)
        item.command = { command: 'rulebook.openResource', title: vscode.l10n.t('Open'), arguments: [node] };
      return item;
    }
    case 'state':
      return drawnState(node);
    case 'problem': {
      const item = new vscode.TreeItem(node.message, Expanded);
      item.tooltip = node.message;
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground'));
      return item;
    }
    case 'empty': {
      const item = new vscode.TreeItem('', None);
      item.description = vscode.l10n.t('none');
      item.accessibilityInformation = { label: vscode.l10n.t('none') };
      return item;
    }
    case 'retry':
      return step(vscode.l10n.t('Try Again'), 'refresh', node);
    case 'credential':
      return step(vscode.l10n.t('Enter Credential…'), 'key', node);
    case 'more':
      return step(vscode.l10n.t('More…'), 'ellipsis', node);
    case 'add': {
      const { source } = node.list.group;
      return step(
        'named' in source
          ? vscode.l10n.t('Show Another {0}…', source.named.noun)
          : vscode.l10n.t('Show Another Resource…'),
        'add',
        node,
      );
    }
  }
}

function step(label: string, icon: string, node: ResourceNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label, None);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { command: 'rulebook.resourceStep', title: label, arguments: [node] };
  return item;
}
