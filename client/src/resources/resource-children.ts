import * as vscode from 'vscode';
import { noService, type Endpoint } from '@rulebook/engine';
import type { CancelSignal } from '@rulebook/sender/plan';
import type { ResourceGroup } from '@rulebook/services';
import type { ViewItem } from '@rulebook/sandbox';
import type { SandboxState } from '../sandbox-view/sandbox-state';
import type { SendServices } from '../sending/send-services';
import { loadList, type LoadedList } from './resource-lists';
import { endpointsOf } from './folder-endpoints';
import { groupNodes, stateNodes, type EndpointPlace, type GroupNode, type ResourceNode } from './resource-nodes';

/** What the lines of the view are made of. */
export interface ChildrenParts {
  readonly services: SendServices;
  readonly held: SandboxState;
  /** A part of the ids of lines. */
  readonly session: string;
  /** The lists that were read, by the ids of their lines. */
  readonly lists: Map<string, LoadedList>;
  /** Shows that something is read. */
  readonly during: <T>(run: (signal: CancelSignal) => Promise<T>) => Promise<T>;
}

/** Returns the lines below a line, or the first ones. A list is read when it is expanded first. */
export async function childrenOf(
  { services, held, session, lists, during }: ChildrenParts,
  node: ResourceNode | undefined,
): Promise<readonly ResourceNode[]> {
  if (node === undefined) return rootNodes(services, held, session);
  if (node.kind === 'endpoint') {
    const { endpoint, place, id } = node;
    const resources = await groupsAt(services, endpoint, place);
    const parent = { id, label: endpoint.name };
    const ofState = stateNodes(parent, serverIn(held, endpoint)?.children ?? [], { endpoint: place, resources });
    // A list whose content the sandbox says itself is not read.
    const said = new Set(ofState.flatMap(({ state }) => state.resource?.group ?? []));
    const others = resources.filter((group) => !said.has(group.id));
    return [...ofState, ...groupNodes(parent, place, others, {})];
  }
  if (node.kind === 'state') {
    const { id, state, of, server } = node;
    const parent = { id, label: state.label };
    const below = stateNodes(parent, state.children ?? [], server);
    return of?.kind === 'item'
      ? [...below, ...groupNodes(parent, of.endpoint, of.group.item.groups ?? [], of.entry.names)]
      : below;
  }
  if (node.kind === 'item')
    return groupNodes(
      { id: node.id, label: node.entry.label },
      node.endpoint,
      node.group.item.groups ?? [],
      node.entry.names,
    );
  if (node.kind === 'problem') return stepsOf(node.list, lists.get(node.list.id));
  if (node.kind !== 'group') return [];
  let list = lists.get(node.id);
  if (list === undefined) {
    list = await during((signal) => loadList(services, node, signal));
    lists.set(node.id, list);
  }
  return linesOfList(node, list);
}

/** Returns the lists of the service of an endpoint, as its catalogue or its description says them. */
export async function groupsAt(
  { resources }: SendServices,
  { service }: Endpoint,
  { folder }: EndpointPlace,
): Promise<readonly ResourceGroup[]> {
  if (service === noService) return [];
  const uri = folder ?? vscode.workspace.workspaceFolders?.[0]?.uri.toString() ?? 'untitled:';
  const asked = await resources({ service, uri: `${uri.replace(/\/$/, '')}/resources.http` });
  return 'groups' in asked ? asked.groups : [];
}

/** Returns what concerns the whole sandbox, and the endpoints; those of the sandbox only while there is one. */
function rootNodes(services: SendServices, held: SandboxState, session: string): readonly ResourceNode[] {
  // Nothing can be read, and the view says so.
  if (services.ports.cannotSend !== undefined || !vscode.workspace.isTrusted) return [];
  const parent = { id: session, label: '' };
  const ofAll = held.items().filter(({ endpoint }) => endpoint === undefined);
  return [...stateNodes(parent, ofAll), ...endpointNodes(services, held, session)];
}

/** Returns the line of the sandbox about an endpoint. */
export function serverIn(held: SandboxState, { name }: Endpoint): ViewItem | undefined {
  return held.items().find(({ endpoint }) => endpoint === name);
}

function endpointNodes({ configuration }: SendServices, held: SandboxState, session: string): readonly ResourceNode[] {
  const known = endpointsOf(configuration.all()).filter(({ endpoint, place }) => {
    if (endpoint.isBuiltIn !== true) return true;
    if (!held.isAtHand()) return false;
    // Who has an API of their own has no use for the services that the sandbox plays by itself.
    const { services, endpoints } = configuration.of(
      place.folder === undefined ? undefined : vscode.Uri.parse(place.folder),
    );
    const isUsed = endpoints.some((one) => one.isBuiltIn !== true && one.service === endpoint.service);
    return services.length === 0 || isUsed || services.some(({ id }) => id === endpoint.service);
  });
  return known.map(({ endpoint, place }) => ({
    kind: 'endpoint',
    id: `${session}/${place.folder ?? ''}/${place.name}`,
    endpoint,
    place,
  }));
}

function linesOfList(node: GroupNode, { entries, shown, next, problem }: LoadedList): readonly ResourceNode[] {
  const { id, group, endpoint } = node;
  const items = entries.slice(0, shown).map((entry): ResourceNode => {
    const item = { kind: 'item', id: `${id}/${entry.id}`, endpoint, group, entry, list: node } as const;
    return item;
  });
  const isNamed = 'named' in group.source;
  const isEmpty = entries.length === 0 && problem === undefined && !isNamed;
  const hasMore = problem === undefined && (entries.length > shown || next !== undefined);
  return [
    ...items,
    ...(problem === undefined
      ? []
      : [{ kind: 'problem', id: `${id}/ problem`, list: node, message: problem.message } as const]),
    ...(hasMore ? [{ kind: 'more', id: `${id}/ more ${shown}`, list: node } as const] : []),
    ...(isNamed ? [{ kind: 'add', id: `${id}/ add`, list: node } as const] : []),
    ...(isEmpty ? [{ kind: 'empty', id: `${id}/ empty`, list: node } as const] : []),
  ];
}

function stepsOf(list: GroupNode, loaded: LoadedList | undefined): readonly ResourceNode[] {
  const retry = { kind: 'retry', id: `${list.id}/ problem/retry`, list } as const;
  const credential = { kind: 'credential', id: `${list.id}/ problem/credential`, list } as const;
  return loaded?.problem?.wantsCredential ? [credential, retry] : [retry];
}
