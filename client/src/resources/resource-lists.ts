import * as vscode from 'vscode';
import { fillRequest, type ResourceNames } from '@rulebook/checker/resource-model';
import { namedResource, namesInRequests, readResources, type ResourceEntry } from '@rulebook/sender/resources';
import { reasonOf, type CancelSignal } from '@rulebook/sender/plan';
import type { SendServices } from '../sending/send-services';
import { fetchResource } from './fetch-resource';
import type { GroupNode } from './resource-nodes';

/** The lines of a list that are shown at once. */
const shownAtOnce = 100;

/** What is known of a list. */
export interface LoadedList {
  readonly entries: readonly ResourceEntry[];
  /** How many of the entries are shown. */
  readonly shown: number;
  /** The path of the next page. */
  readonly next?: string;
  readonly problem?: { readonly message: string; readonly wantsCredential?: true };
}

/** Reads the beginning of a list. */
export async function loadList(services: SendServices, node: GroupNode, signal: CancelSignal): Promise<LoadedList> {
  const { source, item } = node.group;
  if ('named' in source) {
    const named = [...storedNames(services.choices, node), ...namesInOpenFiles(source.named.path)];
    const entries = named.flatMap((names) => namedResource(item, names) ?? []);
    return { entries: [...new Map(entries.map((entry) => [entry.id, entry])).values()], shown: shownAtOnce };
  }
  return loadPage(services, node, undefined, signal);
}

/** Returns a list with more of its lines: those that were read and not shown, or otherwise those of the next page. */
export async function loadMore(
  services: SendServices,
  node: GroupNode,
  list: LoadedList,
  signal: CancelSignal,
): Promise<LoadedList> {
  const shown = list.shown + shownAtOnce;
  if (list.entries.length > list.shown || list.next === undefined) return { ...list, shown };
  const page = await loadPage(services, node, list.next, signal);
  if (page.problem !== undefined) return { ...list, problem: page.problem };
  const { problem: _, next: _next, ...rest } = list;
  const entries = page.entries.map((entry, index) => ({ ...entry, id: `${entry.id} ${list.entries.length + index}` }));
  return {
    ...rest,
    ...(page.next !== undefined && { next: page.next }),
    entries: [...list.entries, ...entries],
    shown,
  };
}

async function loadPage(
  services: SendServices,
  { endpoint, group, names }: GroupNode,
  path: string | undefined,
  signal: CancelSignal,
): Promise<LoadedList> {
  const { source } = group;
  if (!('request' in source)) return { entries: [], shown: 0 };
  const request = fillRequest(source.request, names);
  const fetched = await fetchResource(services, endpoint, { ...request, ...(path !== undefined && { path }) }, signal);
  if ('cause' in fetched) {
    const { wantsCredential } = fetched;
    const message = reasonOf(fetched);
    return { entries: [], shown: 0, problem: { message, ...(wantsCredential && { wantsCredential }) } };
  }
  const { neighbour } = source;
  const other = neighbour && (await fetchResource(services, endpoint, fillRequest(neighbour.request, names), signal));
  const read = readResources(group, fetched.value, names, other && 'value' in other ? other.value : undefined);
  if (read === undefined)
    return {
      entries: [],
      shown: 0,
      problem: { message: vscode.l10n.t('The response does not have the list where it is expected.') },
    };
  const entries = read.map((entry) => ({
    ...entry,
    label: fetched.redact(entry.label),
    description: fetched.redact(entry.description),
  }));
  return { entries, shown: shownAtOnce, ...(fetched.next !== undefined && { next: fetched.next }) };
}

/** Remembers a resource that the user has named. */
export async function storeNames(state: vscode.Memento, node: GroupNode, names: ResourceNames): Promise<void> {
  const others = storedNames(state, node).filter((one) => JSON.stringify(one) !== JSON.stringify(names));
  await state.update(keyOfGroup(node), [...others, names]);
}

/** Forgets a resource that the user has named; returns whether there was one. */
export async function forgetNames(state: vscode.Memento, node: GroupNode, names: ResourceNames): Promise<boolean> {
  const stored = storedNames(state, node);
  const others = stored.filter((one) => Object.entries(names).some(([name, value]) => one[name] !== value));
  await state.update(keyOfGroup(node), others);
  return others.length < stored.length;
}

function storedNames(state: vscode.Memento, node: GroupNode): readonly ResourceNames[] {
  return state.get<readonly ResourceNames[]>(keyOfGroup(node)) ?? [];
}

function keyOfGroup({ endpoint, group }: GroupNode): string {
  const { name, folder } = endpoint;
  return `rulebook.namedResources ${folder === undefined ? '' : `${folder} `}${name} ${group.id}`;
}

function namesInOpenFiles(path: string): readonly ResourceNames[] {
  return vscode.workspace.textDocuments
    .filter(
      ({ languageId, uri }) => languageId === 'http' && /^(?:file|untitled|vscode-remote|vscode-vfs)$/.test(uri.scheme),
    )
    .flatMap((document) => namesInRequests(path, document.getText().slice(0, 1_000_000)));
}
