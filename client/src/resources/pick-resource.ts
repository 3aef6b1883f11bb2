import * as vscode from 'vscode';
import type { CancelSignal } from '@rulebook/sender/plan';
import type { ResourceGroup } from '@rulebook/services';
import type { SendServices } from '../sending/send-services';
import { endpointsOf } from './folder-endpoints';
import { groupsAt } from './resource-children';
import { loadList, type LoadedList } from './resource-lists';
import { groupNodes, type EndpointPlace, type GroupNode, type ItemNode } from './resource-nodes';

/** What picking needs of the view. */
interface Picking {
  readonly services: SendServices;
  readonly title: string;
  readonly during: <T>(run: (signal: CancelSignal) => Promise<T>) => Promise<T>;
  /** Asks for the names of a resource that no list has; returns whether there are some. */
  readonly addNamed: (list: GroupNode) => Promise<boolean>;
}

/** Asks for an endpoint and, list by list, for the resource whose table is meant. */
export async function pickTable(picking: Picking): Promise<GroupNode | undefined> {
  const { services, title } = picking;
  const found = endpointsOf(services.configuration.all()).map(async ({ endpoint, place }) => {
    const way = wayToTable(await groupsAt(services, endpoint, place));
    return way === undefined ? [] : [{ label: endpoint.name, description: endpoint.baseUrl, place, way }];
  });
  const endpoints = (await Promise.all(found)).flat();
  const placeHolder = vscode.l10n.t('Choose the endpoint');
  const from =
    endpoints.length === 1 ? endpoints[0] : await vscode.window.showQuickPick(endpoints, { title, placeHolder });
  if (from === undefined) return undefined;
  let parent: { readonly id: string; readonly label: string } = { id: `picked/${from.label}`, label: from.label };
  let item: ItemNode | undefined;
  for (const [index, group] of from.way.entries()) {
    const [list] = groupNodes(parent, from.place, [group], item?.entry.names ?? {});
    if (list === undefined) return undefined;
    if (index === from.way.length - 1) return list;
    item = await pickItem(picking, list, from.place);
    if (item === undefined) return undefined;
    parent = { id: item.id, label: item.entry.label };
  }
  return undefined;
}

/** Returns the groups that lead to one with a table, which is the last. */
function wayToTable(groups: readonly ResourceGroup[]): readonly ResourceGroup[] | undefined {
  for (const group of groups) {
    if (group.table !== undefined) return [group];
    const rest = wayToTable(group.item.groups ?? []);
    if (rest !== undefined) return [group, ...rest];
  }
  return undefined;
}

async function pickItem(picking: Picking, list: GroupNode, endpoint: EndpointPlace): Promise<ItemNode | undefined> {
  const { services, title, during, addNamed } = picking;
  const { group } = list;
  const { source } = group;
  for (;;) {
    const { entries, problem }: LoadedList = await during((signal) => loadList(services, list, signal));
    if (problem !== undefined) {
      void vscode.window.showWarningMessage(problem.message);
      return undefined;
    }
    const items = [
      ...entries.map((entry) => ({ label: entry.label, description: entry.description, entry })),
      ...('named' in source
        ? [{ label: `$(add) ${vscode.l10n.t('Show Another {0}…', source.named.noun)}`, entry: undefined }]
        : []),
    ];
    if (items.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0}: there are none at {1}.', group.label, endpoint.name),
      );
      return undefined;
    }
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder: group.label });
    if (picked === undefined) return undefined;
    const { entry } = picked;
    if (entry !== undefined) return { kind: 'item', id: `${list.id}/${entry.id}`, endpoint, group, entry, list };
    if (!(await addNamed(list))) return undefined;
  }
}
