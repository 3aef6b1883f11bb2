import * as vscode from 'vscode';
import { fillRequest } from '@rulebook/checker/resource-model';
import { namesInForm, requestFileText } from '@rulebook/sender/resources';
import type { CancelSignal } from '@rulebook/sender/plan';
import { identities, type PayloadSignature, type ResourceAction } from '@rulebook/services';
import type { Commands } from '../ports/commands';
import type { SandboxState } from '../sandbox-view/sandbox-state';
import { sendRequest } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';
import { checkPayload } from './check-payload';
import { endpointCommands } from './endpoint-commands';
import { insertText } from './insert-text';
import { folderOfEndpoint, provideRequestDocuments, requestPlace } from './request-document';
import { forgetNames, loadMore, storeNames, type LoadedList } from './resource-lists';
import {
  actionsOf,
  copiedName,
  namesOf,
  resourceOf,
  tableNodeOf,
  type EndpointPlace,
  type GroupNode,
  type ResourceNode,
} from './resource-nodes';
import { childrenOf, serverIn, type ChildrenParts } from './resource-children';
import { pickTable } from './pick-resource';
import { createToTreeItem } from './resource-items';
import { showDeliveries } from './show-deliveries';

/** The view "Endpoints", which shows what the services hold. It asks them only when a line is expanded; the sandbox says what it holds. */
interface ResourceView extends vscode.Disposable {
  readonly commands: Commands;
}

/** Returns the view and its commands. */
export function createResourceView(
  services: SendServices,
  held: SandboxState,
  extension: vscode.Uri,
  now: () => number,
): ResourceView {
  const changed = new vscode.EventEmitter<ResourceNode | undefined>();
  const lists = new Map<string, LoadedList>();
  // The editor expands lines again that it knows by their ids from the last session; that would send unasked.
  const session = String(now());

  const during = <T>(run: (signal: CancelSignal) => Promise<T>): Promise<T> => {
    const options = { location: { viewId: 'rulebook.resources' }, cancellable: true };
    return Promise.resolve(
      vscode.window.withProgress(options, (_, token) => services.sends.during(token, (signal) => run(signal))),
    );
  };
  const children = { services, held, session, lists, during };
  const refresh = (node?: ResourceNode) => {
    const id = node?.id ?? '';
    for (const key of lists.keys()) if (key.startsWith(id)) lists.delete(key);
    changed.fire(node);
    held.refresh();
  };
  const view = vscode.window.createTreeView<ResourceNode>('rulebook.resources', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => [...(await childrenOf(children, node))],
      getTreeItem: createToTreeItem(
        services,
        (node) => node.kind === 'endpoint' && serverIn(held, node.endpoint) !== undefined,
      ),
    },
  });
  held.watch(view.visible);
  // The view forgets its selection when it is drawn anew.
  let last: ResourceNode | undefined;
  view.onDidChangeSelection(({ selection }) => {
    if (last === undefined && selection.length > 0)
      void vscode.commands.executeCommand('setContext', 'rulebook.hasChosenResource', true);
    last = selection[0] ?? last;
  });
  const given = (value: unknown): ResourceNode | undefined => readNode(value) ?? view.selection[0] ?? last;
  const act = async (value: unknown, run: Act, to: string) => {
    const node = given(value);
    const actions = node === undefined ? [] : actionsOf(node);
    if (node === undefined || actions.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Choose a resource in the view Endpoints first.'));
      return;
    }
    const items = actions.map((action) => {
      const { method, path } = fillRequest(action, namesOf(node));
      return { label: action.title, description: `${method} ${path}`, action };
    });
    const picked = await vscode.window.showQuickPick(items, {
      title: to,
      placeHolder: vscode.l10n.t('Choose the request'),
    });
    if (picked !== undefined) await run(picked.action, node);
  };
  const send = async (action: ResourceAction, node: ResourceNode) => {
    const request = fillRequest(action, namesOf(node));
    const outcome = await sendRequest(services, requestPlace(request, endpointOf(node)));
    if (outcome?.sent.kind === 'answered' && request.method !== 'GET') refresh(listOf(node));
  };
  const insert = async (action: ResourceAction, node: ResourceNode) => {
    const { title, ...request } = fillTitled(action, node);
    await insertText(requestFileText(request, endpointOf(node).name, title));
  };

  const commands = commandsOf({ ...children, extension, now, changed, given, refresh, act, send, insert });
  const subscriptions = [
    view,
    changed,
    provideRequestDocuments(),
    services.configuration.onChange(() => {
      changed.fire(undefined);
    }),
    held.onChange(() => {
      view.message = held.problem();
      changed.fire(undefined);
    }),
    view.onDidChangeVisibility(({ visible }) => {
      held.watch(visible);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      changed.fire(undefined);
    }),
  ];
  return {
    commands,
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** What the commands of the view need. */
interface CommandParts extends ChildrenParts {
  readonly extension: vscode.Uri;
  readonly now: () => number;
  readonly changed: vscode.EventEmitter<ResourceNode | undefined>;
  /** Returns the line that a command is about. */
  readonly given: (value: unknown) => ResourceNode | undefined;
  readonly refresh: (node?: ResourceNode) => void;
  /** Lets the user choose a request of a line. */
  readonly act: (value: unknown, run: Act, to: string) => Promise<void>;
  readonly send: Act;
  readonly insert: Act;
}

type Act = (action: ResourceAction, node: ResourceNode) => Promise<unknown>;

function commandsOf(parts: CommandParts): Commands {
  const { services, during, extension, given, refresh, act, send, insert } = parts;
  const picking = { services, during, addNamed: (list: GroupNode) => addNamed(services, list) };

  return {
    ...endpointCommands(services, given),
    'rulebook.refreshResources': (node) => {
      refresh(readNode(node));
    },
    'rulebook.openResource': async (value) => {
      const node = given(value);
      const [first] = node === undefined ? [] : actionsOf(node);
      if (node !== undefined && first?.method === 'GET') await send(first, node);
    },
    'rulebook.insertResourceRequest': (node) => act(node, insert, vscode.l10n.t('Insert Request')),
    'rulebook.sendResourceRequest': (node) => act(node, send, vscode.l10n.t('Send Request')),
    'rulebook.resourceStep': (value) => takeStep(parts, value),
    'rulebook.showDeliveries': async (value) => {
      const list =
        tableNodeOf(given(value)) ?? (await pickTable({ ...picking, title: vscode.l10n.t('Show Deliveries') }));
      if (list !== undefined) showDeliveries(services, extension, list);
    },
    'rulebook.copySandboxId': async (value) => {
      const name = copiedName(given(value));
      if (name !== undefined) await vscode.env.clipboard.writeText(name);
    },
    'rulebook.checkSignature': () => checkPayload(signaturesOf()),
    'rulebook.forgetResource': async (value) => {
      const node = given(value);
      if (node?.kind !== 'item') return;
      const list = listOf(node);
      if (list?.kind !== 'group') return;
      if (await forgetNames(services.choices, list, node.entry.names)) refresh(list);
      else
        void vscode.window.showInformationMessage(
          vscode.l10n.t(
            '{0} is shown because an open request file names it. Close the file and refresh the list.',
            node.entry.label,
          ),
        );
    },
  };
}

async function takeStep({ services, lists, during, changed, refresh }: CommandParts, value: unknown): Promise<void> {
  const node = readNode(value);
  if (node === undefined || !('list' in node)) return;
  const { list, kind } = node;
  if (kind === 'retry') refresh(list);
  else if (kind === 'credential') {
    const endpoint = services.configuration
      .of(folderOfEndpoint(list.endpoint))
      .endpoints.find(({ name }) => name === list.endpoint.name);
    if (endpoint === undefined) return;
    const asked = await services.credentials.ask(endpoint);
    if ('credential' in asked) refresh(list);
  } else if (kind === 'add') {
    if (await addNamed(services, list)) refresh(list);
  } else if (kind === 'more') {
    const loaded = lists.get(list.id);
    if (loaded === undefined) return;
    lists.set(list.id, await during((signal) => loadMore(services, list, loaded, signal)));
    changed.fire(list);
  }
}

/** The forms of signatures of all services. */
function signaturesOf(): readonly PayloadSignature[] {
  return identities.flatMap(({ signatures = [] }) => signatures);
}

async function addNamed({ choices }: SendServices, list: GroupNode): Promise<boolean> {
  const { source } = list.group;
  if (!('named' in source)) return false;
  const { noun, form } = source.named;
  const example = form.replace(/[{}]/g, '');
  const entered = await vscode.window.showInputBox({
    title: vscode.l10n.t(
      'Show Another {0}',
      noun.replace(/^./, (letter) => letter.toUpperCase()),
    ),
    prompt: vscode.l10n.t('The {0} as {1}', noun, example),
    placeHolder: example,
    validateInput: (text) =>
      text.trim() === '' || namesInForm(form, text) !== undefined
        ? undefined
        : vscode.l10n.t('Write it as {0}.', example),
  });
  const names = entered === undefined ? undefined : namesInForm(form, entered);
  if (names === undefined) return false;
  await storeNames(choices, list, names);
  return true;
}

function endpointOf(of: ResourceNode): EndpointPlace {
  const node = resourceOf(of) ?? of;
  if (node.kind === 'state') return { name: '' };
  return node.kind === 'endpoint'
    ? node.place
    : 'list' in node && node.kind !== 'item'
      ? node.list.endpoint
      : node.endpoint;
}

/** The list that a request may have changed. */
function listOf(node: ResourceNode): ResourceNode | undefined {
  return 'list' in node ? node.list : node.kind === 'state' ? undefined : node;
}

function fillTitled(action: ResourceAction, node: ResourceNode): ResourceAction {
  return { title: action.title, ...fillRequest(action, namesOf(node)) };
}

/** Commands of menus and items get their line; those of the palette get nothing. */
function readNode(value: unknown): ResourceNode | undefined {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value
    ? (value as ResourceNode)
    : undefined;
}
