import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import { chosenServicesOf, protectedEnvironment } from '@rulebook/sender/configuration';
import { createVariableView } from '@rulebook/sender/variables';
import { visibleLine } from '@rulebook/text';
import type { EndpointResult } from '../../../server/src/protocol';
import { fileOf } from '../editing/active-file';
import type { WorkspaceConfiguration } from './configuration';
import {
  detailOf,
  appearanceOf,
  appearanceOfOrigin,
  appearanceOfUnknown,
  type EndpointAppearance,
} from './endpoint-words';
import { endpointOrEnvironment } from './endpoint-or-environment';
import type { Environments } from './environments';

/** What the items show. */
interface StatusParts {
  readonly configuration: WorkspaceConfiguration;
  readonly environments: Environments;
  /** Asks the server where the request at a line goes. */
  readonly endpointAt: (document: vscode.Uri, line: number) => Promise<EndpointResult>;
  readonly hasSandbox: () => boolean;
}

/** In milliseconds; a cursor on its way asks nothing. */
const rest = 120;

/** The items, which end with the extension. */
interface StatusItems extends vscode.Disposable {
  readonly update: () => void;
}

/** Shows the endpoint of the request at the cursor, or else the default ones, and the environment, in the status bar of request files. */
export function createStatusItems({ configuration, environments, endpointAt, hasSandbox }: StatusParts): StatusItems {
  const right = vscode.StatusBarAlignment.Right;
  const place = vscode.window.createStatusBarItem('rulebook.endpoint', right, 90);
  place.name = vscode.l10n.t('Rulebook endpoint');
  place.command = 'rulebook.selectEndpoint';
  const environment = vscode.window.createStatusBarItem('rulebook.environment', right, 89);
  environment.name = vscode.l10n.t('Rulebook environment');
  environment.command = 'rulebook.selectEnvironment';
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const shownWay = (
    document: vscode.TextDocument,
    way: EndpointResult,
  ): (EndpointAppearance & { readonly tooltip: string }) | undefined => {
    const file = fileOf(document.uri);
    const own = configuration.of(file);
    const { endpoints, defaults } = own;
    const ofRequest = endpoints.find(({ name }) => name === way.endpoint);
    if (ofRequest !== undefined) return { ...appearanceOf([ofRequest]), tooltip: tooltipOf(ofRequest) };
    const host = way.origin ?? (way.written === undefined ? undefined : filledHost(document, way.written));
    if (host !== undefined) return { ...appearanceOfHost(host), tooltip: tooltipOfHost(host) };
    if (way.isNowhere)
      return {
        ...appearanceOf([]),
        tooltip: vscode.l10n.t('No endpoint is known for this path. You choose one when you send the request.'),
      };
    const chosen = chosenServicesOf(own).flat();
    // No one has chosen the sandbox where it only replaces an endpoint that is missing.
    const usual = endpoints.filter(
      ({ name, service, isBuiltIn }) =>
        defaults[service] === name && (isBuiltIn !== true || hasSandbox() || chosen.includes(service)),
    );
    if (usual.length === 0) return undefined;
    return { ...appearanceOf(usual), tooltip: tooltipOfUsual(usual) };
  };
  /** A value that is secret stays hidden, and one that is not known stays a name. */
  const filledHost = (document: vscode.TextDocument, written: string) =>
    createVariableView(document.getText(), {
      environments: environments.of(fileOf(document.uri)),
      environment: environments.current(fileOf(document.uri)),
    }).filled(written);
  const showEndpoint = async (editor: vscode.TextEditor) => {
    const own = ++turn;
    const document = editor.document.uri;
    const way = await endpointAt(document, editor.selection.active.line);
    if (own !== turn) return;
    const shown = shownWay(editor.document, way);
    if (shown === undefined) {
      place.hide();
      return;
    }
    const { text, label, isWarning, tooltip } = shown;
    place.text = text;
    place.accessibilityInformation = { label };
    place.tooltip = `${tooltip}\n\n${endpointOrEnvironment()}`;
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
    const file = fileOf(editor.document.uri);
    const chosen = environments.current(file);
    const guarded = protectedEnvironment(configuration.of(file), chosen);
    environment.text = `$(${guarded === undefined ? 'symbol-namespace' : 'shield'}) ${chosen ?? vscode.l10n.t('No environment')}`;
    environment.accessibilityInformation = {
      label:
        chosen === undefined
          ? vscode.l10n.t('Environment: none')
          : guarded === undefined
            ? vscode.l10n.t('Environment: {0}', chosen)
            : vscode.l10n.t('Environment: {0}, protected', chosen),
    };
    environment.backgroundColor =
      guarded === undefined ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    environment.tooltip = `${vscode.l10n.t('The environment whose variables requests use')}\n\n${endpointOrEnvironment()}`;
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

function appearanceOfHost(host: string): EndpointAppearance {
  const shown = visibleLine(host).slice(0, longestHost);
  return shown.includes('{{') ? appearanceOfUnknown(shown) : appearanceOfOrigin(originIn(shown));
}

/** In UTF-16 code units; a longer one would push out the other items. */
const longestHost = 60;

/** Returns the scheme and the host of a URL. */
function originIn(url: string): string {
  return (/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i.exec(url)?.[0] ?? url).replace(/\/\/[^@]*@/, '//');
}

function tooltipOf(endpoint: Endpoint): string {
  return [vscode.l10n.t('The request at the cursor goes to:'), lineOf(endpoint)].join('\n');
}

function tooltipOfHost(host: string): string {
  return visibleLine(host).includes('{{')
    ? vscode.l10n.t('The host of the request at the cursor has no value yet. You are asked for it when you send.')
    : [
        vscode.l10n.t('The request at the cursor goes to:'),
        vscode.l10n.t('{0} (no endpoint)', originIn(visibleLine(host))),
      ].join('\n');
}

function tooltipOfUsual(shown: readonly Endpoint[]): string {
  return [vscode.l10n.t('Default endpoints, for requests that name none:'), ...shown.map(lineOf)].join('\n');
}

function lineOf(endpoint: Endpoint): string {
  const detail = detailOf(endpoint);
  return `${endpoint.name}: ${endpoint.baseUrl}${detail === '' ? '' : ` (${detail})`}`;
}
