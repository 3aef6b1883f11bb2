import * as vscode from 'vscode';
import type { ViewItem } from '@rulebook/sandbox';
import type { Endpoint } from '@rulebook/engine';
import type { ResourceNames } from '@rulebook/checker/resource-model';
import type { ResourceEntry } from '@rulebook/sender/resources';
import type { ResourceAction, ResourceGroup } from '@rulebook/services';

/** A line of the view. Its id is unique, and begins with that of the line that it is in. */
export type ResourceNode =
  | { readonly kind: 'endpoint'; readonly id: string; readonly endpoint: Endpoint; readonly place: EndpointPlace }
  | GroupNode
  | ItemNode
  | StateNode
  | (StepNode & { readonly kind: 'more' | 'add' | 'retry' | 'credential' })
  | (StepNode & { readonly kind: 'problem'; readonly message: string })
  | (StepNode & { readonly kind: 'empty' });

/** What the sandbox holds: a line of its state, and the list or the resource that it is. */
export interface StateNode {
  readonly kind: 'state';
  readonly id: string;
  readonly state: ViewItem;
  /** The server that holds it. */
  readonly server?: StateServer;
  readonly of?: GroupNode | ItemNode;
}

/** A server of the sandbox, and the resources of its service. */
interface StateServer {
  readonly endpoint: EndpointPlace;
  readonly resources: readonly ResourceGroup[];
}

/** Where an endpoint is configured. */
export interface EndpointPlace {
  readonly name: string;
  /** The URI of the workspace folder that has it; absent of the first one. */
  readonly folder?: string;
}

/** A list of resources. */
export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly endpoint: EndpointPlace;
  readonly group: ResourceGroup;
  /** The names of the resources that it is in. */
  readonly names: ResourceNames;
  /** What it is in, for titles. */
  readonly of: string;
}

/** A resource. */
export interface ItemNode {
  readonly kind: 'item';
  readonly id: string;
  readonly endpoint: EndpointPlace;
  readonly group: ResourceGroup;
  readonly entry: ResourceEntry;
  readonly list: GroupNode;
}

interface StepNode {
  readonly id: string;
  /** The list that it is in, or is about. */
  readonly list: GroupNode;
}

/** Returns the lists of an endpoint or a resource. */
export function groupNodes(
  parent: { readonly id: string; readonly label: string },
  endpoint: EndpointPlace,
  groups: readonly ResourceGroup[],
  names: ResourceNames,
): readonly GroupNode[] {
  return groups.map((group) => ({
    kind: 'group',
    id: `${parent.id}/${group.id}`,
    endpoint,
    group,
    names,
    of: parent.label,
  }));
}

/** Returns the lines of the state of a server of the sandbox. */
export function stateNodes(
  parent: { readonly id: string; readonly label: string },
  items: readonly ViewItem[],
  server?: StateServer,
): readonly StateNode[] {
  return items.map((state) => {
    const id = `${parent.id}/${state.id}`;
    const { resource, label, description = '' } = state;
    const plain: StateNode = { kind: 'state', id, state, ...(server && { server }) };
    const group = resource && server && groupWith(resource.group, server.resources);
    if (resource === undefined || server === undefined || group === undefined) return plain;
    const [list] = groupNodes(parent, server.endpoint, [group], resource.names ?? {});
    if (list === undefined) return plain;
    const { names } = resource;
    const entry = { id: state.id, label, description, names: names ?? {} };
    const of: GroupNode | ItemNode =
      names === undefined
        ? { ...list, id }
        : { kind: 'item', id, endpoint: server.endpoint, group, entry, list: { ...list, id: parent.id } };
    return { ...plain, of };
  });
}

function groupWith(id: string, groups: readonly ResourceGroup[]): ResourceGroup | undefined {
  for (const group of groups) {
    const found = group.id === id ? group : groupWith(id, group.item.groups ?? []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the list or the resource that a line is; undefined for other lines. */
export function resourceOf(node: ResourceNode | undefined): GroupNode | ItemNode | undefined {
  const found = node?.kind === 'state' ? node.of : node;
  return found?.kind === 'group' || found?.kind === 'item' ? found : undefined;
}

/** Returns the list with a table that a line is, or has below it. */
export function tableNodeOf(node: ResourceNode | undefined): GroupNode | undefined {
  const found = resourceOf(node);
  if (found?.kind === 'group') return found.group.table === undefined ? undefined : found;
  if (found === undefined) return undefined;
  const tables = (found.group.item.groups ?? []).filter(({ table }) => table !== undefined);
  return groupNodes({ id: found.id, label: found.entry.label }, found.endpoint, tables, found.entry.names)[0];
}

/** Returns the name of a resource that requests use. */
export function copiedName(node: ResourceNode | undefined): string | undefined {
  if (node?.kind === 'state' && node.state.copies !== undefined) return node.state.copies;
  const found = resourceOf(node);
  return found?.kind === 'item' ? Object.values(found.entry.names).at(-1) : undefined;
}

/** Returns the requests that are offered for a line. */
export function actionsOf(of: ResourceNode): readonly ResourceAction[] {
  const node = resourceOf(of) ?? of;
  if (node.kind === 'item') {
    const { opens, actions = [] } = node.group.item;
    return [
      ...(opens === undefined ? [] : [{ title: vscode.l10n.t('Read {0}', node.entry.label), ...opens }]),
      ...actions,
    ];
  }
  if (node.kind !== 'group') return [];
  const { source, actions = [], label } = node.group;
  return [
    ...('request' in source ? [{ title: vscode.l10n.t('List {0}', label.toLowerCase()), ...source.request }] : []),
    ...actions,
  ];
}

/** Returns the names that the requests of a line take. */
export function namesOf(of: ResourceNode): ResourceNames {
  const node = resourceOf(of) ?? of;
  return node.kind === 'item' ? node.entry.names : node.kind === 'group' ? node.names : {};
}

/** Returns the endpoint of a line that a command was called on; undefined for anything else. */
export function endpointOfItem(value: unknown): Endpoint | undefined {
  const isNode = typeof value === 'object' && value !== null && 'kind' in value && 'endpoint' in value;
  return isNode && value.kind === 'endpoint'
    ? (value as Extract<ResourceNode, { kind: 'endpoint' }>).endpoint
    : undefined;
}
