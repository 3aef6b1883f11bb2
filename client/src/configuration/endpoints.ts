import * as vscode from 'vscode';
import { activeFile } from '../editing/active-file';
import { noService, type Endpoint } from '@rulebook/engine';
import type { ChoiceScope, WorkspaceConfiguration } from './configuration';
import { detailOf, placeOfEndpoint } from './endpoint-words';
import { addEndpoint } from './add-endpoint';

type Defaults = Readonly<Record<string, string | undefined>>;

interface EndpointItem extends vscode.QuickPickItem {
  /** Absent: another one is added. */
  readonly endpoint?: Endpoint;
}

const copyButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('copy'),
  tooltip: vscode.l10n.t('Copy URL'),
};
const openButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: vscode.l10n.t('Open Where It Is Defined'),
};

/** Asks for an endpoint, which may be added with `add`. */
export async function pickEndpoint(
  endpoints: readonly Endpoint[],
  defaults: Defaults,
  placeholder: string,
  add?: () => Promise<Endpoint | undefined>,
): Promise<Endpoint | undefined> {
  const title = vscode.l10n.t('Select Endpoint');
  const picked = await showEndpoints(endpoints, defaults, { title, placeholder, canAdd: add !== undefined });
  return picked === 'add' ? add?.() : picked?.[0];
}

/** Asks for one or several endpoints; returns their names. */
export async function pickEndpoints(
  endpoints: readonly Endpoint[],
  defaults: Defaults,
  placeholder: string,
): Promise<readonly string[]> {
  const options = { title: vscode.l10n.t('Select Endpoints'), placeholder, canSelectMany: true };
  const picked = await showEndpoints(endpoints, defaults, options);
  return picked === undefined || picked === 'add' ? [] : picked.map(({ name }) => name);
}

/** Asks which endpoint requests of its service go to when they name none, and in which files. */
export async function chooseEndpoint(
  configuration: WorkspaceConfiguration,
  document: vscode.Uri | undefined,
): Promise<void> {
  const { endpoints, defaults } = configuration.of(document);
  const placeHolder = vscode.l10n.t('Choose the endpoint of its service, for requests that name none');
  let isAdded = false;
  const picked = await pickEndpoint(endpoints, defaults, placeHolder, () => {
    isAdded = true;
    return addEndpoint(configuration, document);
  });
  if (picked === undefined || picked.service === noService) return;
  if (isAdded) {
    await configuration.choose(picked, document, 'folder');
    return;
  }
  const scope = await pickScope(vscode.l10n.t('Send to {0} from', picked.name), document);
  if (scope !== undefined) await configuration.choose(picked, document, scope);
}

/** Asks whether a choice holds for the active file or for all; without a file it holds for all. */
async function pickScope(title: string, document: vscode.Uri | undefined): Promise<ChoiceScope | undefined> {
  if (document === undefined) return 'folder';
  const name = document.path.slice(document.path.lastIndexOf('/') + 1);
  const items: readonly (vscode.QuickPickItem & { readonly scope: ChoiceScope })[] = [
    { label: vscode.l10n.t('This File'), description: name, scope: 'file' },
    {
      label: vscode.l10n.t('All Files'),
      description: vscode.l10n.t('except those with a choice of their own'),
      scope: 'folder',
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Choose where this holds'),
  });
  return picked?.scope;
}

interface ListOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly canSelectMany?: boolean;
  readonly canAdd?: boolean;
}

function showEndpoints(
  endpoints: readonly Endpoint[],
  defaults: Defaults,
  { title, placeholder, canSelectMany = false, canAdd = false }: ListOptions,
): Promise<readonly Endpoint[] | 'add' | undefined> {
  const document = activeFile();
  const pick = vscode.window.createQuickPick<EndpointItem>();
  pick.title = title;
  pick.placeholder = placeholder;
  if (canSelectMany) pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const items = endpoints.map((endpoint) => itemOf(endpoint, defaults));
  pick.items = canAdd ? [...items, { label: `$(add) ${vscode.l10n.t('Add Endpoint…')}` }] : items;
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      // The active item is the one under the mouse or the cursor, which may not be the chosen one yet.
      const picked = pick.selectedItems.flatMap(({ endpoint }) => endpoint ?? []);
      resolve(picked.length > 0 ? picked : pick.selectedItems.length > 0 ? 'add' : undefined);
      pick.hide();
    });
    pick.onDidTriggerItemButton(async ({ button, item: { endpoint } }) => {
      pick.hide();
      if (endpoint === undefined) return;
      if (button === openButton) await openDefinition(endpoint, document);
      else await vscode.env.clipboard.writeText(endpoint.baseUrl);
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemOf(endpoint: Endpoint, defaults: Defaults): EndpointItem {
  return {
    label: `${defaults[endpoint.service] === endpoint.name ? '$(check) ' : ''}${endpoint.name}`,
    description: endpoint.baseUrl,
    detail: detailOf(endpoint),
    buttons: endpoint.isBuiltIn ? [copyButton] : [copyButton, openButton],
    endpoint,
  };
}

/** Opens `rulebook.json` at an endpoint, or the setting that defines it. */
export async function openDefinition({ name }: Endpoint, document: vscode.Uri | undefined): Promise<void> {
  const ofDocument = document && vscode.workspace.getWorkspaceFolder(document);
  const folder = (ofDocument ?? vscode.workspace.workspaceFolders?.[0])?.uri;
  const file = folder && vscode.Uri.joinPath(folder, 'rulebook.json');
  const opened = file && (await vscode.workspace.openTextDocument(file).then(undefined, () => undefined));
  const offset = opened && placeOfEndpoint(opened.getText(), name);
  if (opened === undefined || offset === undefined) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'rulebook.endpoints');
    return;
  }
  const start = opened.positionAt(offset);
  await vscode.window.showTextDocument(opened, { selection: new vscode.Range(start, start) });
}
