import * as vscode from 'vscode';
import type { Endpoint } from '../../engine/src/index';
import type { WorkspaceConfiguration } from './configuration';
import type { Environments } from './environments';

/** Shows the default endpoints in the status bar, kept up to date. */
export function createEndpointItem(
  configuration: WorkspaceConfiguration,
  environments: Environments,
): vscode.Disposable & { readonly update: () => void } {
  const item = vscode.window.createStatusBarItem('rulebook.endpoint', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Rulebook endpoint';
  item.command = 'rulebook.selectEndpoint';
  const update = () => {
    const document = vscode.window.activeTextEditor?.document.uri;
    const { endpoints, defaults } = configuration.of(document);
    const names = [...new Set(Object.values(defaults))];
    const environment = environments.current(document);
    item.text = `$(plug) ${[...names, ...(environment === undefined ? [] : [environment])].join(' · ')}`;
    item.tooltip = [
      'Default endpoints, for requests that name none:',
      ...names.map((name) => `${name}: ${endpoints.find((one) => one.name === name)?.baseUrl ?? 'not defined'}`),
    ].join('\n');
    if (vscode.window.activeTextEditor?.document.languageId === 'http') item.show();
    else item.hide();
  };
  const subscriptions = [
    item,
    configuration.onChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidOpenTextDocument(update),
  ];
  update();
  return {
    update,
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Asks for an endpoint. */
export async function pickEndpoint(
  endpoints: readonly Endpoint[],
  defaults: Readonly<Record<string, string | undefined>>,
  placeHolder: string,
): Promise<Endpoint | undefined> {
  const items = endpoints.map((endpoint) => itemOf(endpoint, defaults));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Select Endpoint',
    placeHolder,
    matchOnDescription: true,
  });
  return picked?.endpoint;
}

/** Asks for one or several endpoints; returns their names. */
export async function pickEndpoints(
  endpoints: readonly Endpoint[],
  defaults: Readonly<Record<string, string | undefined>>,
  placeHolder: string,
): Promise<readonly string[]> {
  const items = endpoints.map((endpoint) => itemOf(endpoint, defaults));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Select Endpoints',
    placeHolder,
    matchOnDescription: true,
    canPickMany: true,
  });
  return (picked ?? []).map(({ endpoint }) => endpoint.name);
}

function itemOf(endpoint: Endpoint, defaults: Readonly<Record<string, string | undefined>>) {
  return {
    label: `${defaults[endpoint.service] === endpoint.name ? '$(check) ' : ''}${endpoint.name}`,
    description: endpoint.baseUrl,
    detail: `${endpoint.service}${endpoint.protected ? ', protected' : ''}${endpoint.insecure ? ', TLS is not verified' : ''}`,
    endpoint,
  };
}
