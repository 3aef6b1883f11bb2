import * as vscode from 'vscode';
import type { Endpoint, ResourceAction, ResourceEntry, ResourceGroup, ResourceNames } from '../../../engine/src/index';

/** A line of the view. Its id is unique, and begins with that of the line that it is in. */
export type ResourceNode =
  | { readonly kind: 'endpoint'; readonly id: string; readonly endpoint: Endpoint; readonly place: EndpointPlace }
  | GroupNode
  | ItemNode
  | (StepNode & { readonly kind: 'more' | 'add' | 'retry' | 'credential' })
  | (StepNode & { readonly kind: 'problem'; readonly message: string })
  | (StepNode & { readonly kind: 'empty' });

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

/** Returns the requests that are offered for a line. */
export function actionsOf(node: ResourceNode): readonly ResourceAction[] {
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
export function namesOf(node: ResourceNode): ResourceNames {
  return node.kind === 'item' ? node.entry.names : node.kind === 'group' ? node.names : {};
}
