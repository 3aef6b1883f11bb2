import * as vscode from 'vscode';
import type { Endpoint } from '../../engine/src/index';
import type { WorkspaceConfiguration } from './configuration';
import { detailOf, lookOf } from './endpoint-words';
import type { Environments } from './environments';

/** What the items show. */
export interface StatusParts {
  readonly configuration: WorkspaceConfiguration;
  readonly environments: Environments;
  /** Asks the server for the name of the endpoint of the request at a line. */
  readonly endpointAt: (document: vscode.Uri, line: number) => Promise<string | undefined>;
}

/** In milliseconds; a cursor on its way asks nothing. */
const rest = 120;

/** The items, which end with the extension. */
export interface StatusItems extends vscode.Disposable {
  readonly update: () => void;
}

/** Shows the endpoint of the request at the cursor, or else the default ones, and the environment, in the status bar of request files. */
export function createStatusItems({ configuration, environments, endpointAt }: StatusParts): StatusItems {
  const right = vscode.StatusBarAlignment.Right;
  const place = vscode.window.createStatusBarItem('rulebook.endpoint', right, 90);
  place.name = vscode.l10n.t('Rulebook endpoint');
  place.command = 'rulebook.selectEndpoint';
  const environment = vscode.window.createStatusBarItem('rulebook.environment', right, 89);
  environment.name = vscode.l10n.t('Rulebook environment');
  environment.command = 'rulebook.selectEnvironment';
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const showEndpoint = async (editor: vscode.TextEditor) => {
    const own = ++turn;
    const document = editor.document.uri;
    const name = await endpointAt(document, editor.selection.active.line);
    if (own !== turn) return;
    const { endpoints, defaults } = configuration.of(document);
    const ofRequest = endpoints.find((one) => one.name === name);
    const usual = endpoints.filter((one) => defaults[one.service] === one.name);
    const shown = ofRequest === undefined ? usual : [ofRequest];
    const { text, label, isWarning } = lookOf(shown);
    place.text = text;
    place.accessibilityInformation = { label };
    place.tooltip = tooltipOf(ofRequest, shown);
    place.backgroundColor = isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    place.show();
  };
  const update = () => {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== 'http') {
      turn++;
      place.hide();
      environment.hide();
      return;
    }
    const chosen = environments.current(editor.document.uri);
    environment.text = `$(symbol-namespace) ${chosen ?? vscode.l10n.t('No environment')}`;
    environment.accessibilityInformation = {
      label: chosen === undefined ? vscode.l10n.t('Environment: none') : vscode.l10n.t('Environment: {0}', chosen),
    };
    environment.tooltip = vscode.l10n.t('The environment whose variables requests use');
    environment.show();
    void showEndpoint(editor);
  };
  const updateSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(update, rest);
  };
  const subscriptions = [
    place,
    environment,
    configuration.onChange(updateSoon),
    environments.onChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.onDidChangeTextEditorSelection(updateSoon),
    vscode.workspace.onDidOpenTextDocument(updateSoon),
    vscode.workspace.onDidChangeConfiguration(updateSoon),
  ];
  update();
  return {
    update: updateSoon,
    dispose: () => {
      clearTimeout(timer);
      for (const one of subscriptions) one.dispose();
    },
  };
}

function tooltipOf(ofRequest: Endpoint | undefined, shown: readonly Endpoint[]): string {
  return [
    ofRequest === undefined
      ? vscode.l10n.t('Default endpoints, for requests that name none:')
      : vscode.l10n.t('The request at the cursor goes to:'),
    ...shown.map((one) => `${one.name}: ${one.baseUrl} (${detailOf(one)})`),
  ].join('\n');
}
