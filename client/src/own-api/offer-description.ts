import * as vscode from 'vscode';
import { versionOfDescription } from '@rulebook/exchange';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import type { Environments } from '../configuration/environments';
import { offerAtRequests } from './description-lenses';
import { hasUsualName, type FoundDescriptions } from './found-descriptions';
import { headOf } from './is-description';
import { offerOverlays } from './overlay-lens';
import { showUsesOfOperations } from './operation-lenses';
import type { Ask } from '../ports/ask';
import { refreshCommand } from './refresh-description';

/** The command that uses a description. */
export const useDescriptionCommand = 'rulebook.useDescription';

const offeredKey = 'rulebook.hasOfferedDescription';
/** Whether a menu is for a description: the context knows the descriptions that were opened or found. */
const contextKey = 'rulebook.descriptions';
/**
 * Offers the descriptions of the workspace: by a lens over their version, by one at a request to their host, in menus, and once by a notification if
 * one has a usual name. Those that are used say how many requests each of their operations has.
 */
export function offerDescriptions({ ask, configuration, environments, state, found }: OfferParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const announce = () => {
    const known = found.known().map((uri) => uri.toString());
    void vscode.commands.executeCommand('setContext', contextKey, known);
  };
  const isUsed = (uri: vscode.Uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const path = folder && uri.path.slice(folder.path.replace(/\/+$/, '').length + 1);
    const { services, endpoints } = configuration.of(uri);
    const named = services.find(({ description }) => description.replace(/^\.\//, '') === path);
    return named !== undefined && endpoints.some(({ service }) => service === named.id);
  };
  const isFetched = (uri: vscode.Uri) => {
    const path = uri.path.slice(
      (vscode.workspace.getWorkspaceFolder(uri)?.uri.path ?? '').replace(/\/+$/, '').length + 1,
    );
    return configuration
      .of(uri)
      .services.some((one) => one.source !== undefined && one.description.replace(/^\.\//, '') === path);
  };
  const lenses = vscode.languages.registerCodeLensProvider(
    ['file', 'vscode-remote', 'vscode-vfs'].map((scheme) => ({ scheme, pattern: '**/*.{yaml,yml,json}' })),
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => {
        const isWanted = vscode.workspace.getConfiguration('rulebook', document).get<boolean>('codeLens') ?? true;
        const place = isWanted ? versionOfDescription(headOf(document)) : undefined;
        if (place === undefined) return [];
        found.note(document.uri);
        const start = document.positionAt(place.start);
        const used = isUsed(document.uri);
        return [
          new vscode.CodeLens(new vscode.Range(start, start), {
            title: used ? vscode.l10n.t('New Request File') : vscode.l10n.t('Use This Description…'),
            tooltip: used
              ? vscode.l10n.t('Write a few requests to begin with')
              : vscode.l10n.t('Check and send requests by this description'),
            command: useDescriptionCommand,
            arguments: [document.uri],
          }),
          ...(isFetched(document.uri)
            ? [
                new vscode.CodeLens(new vscode.Range(start, start), {
                  title: vscode.l10n.t('Refresh'),
                  tooltip: vscode.l10n.t('Fetch the description again, and say what has changed'),
                  command: refreshCommand,
                  arguments: [document.uri],
                }),
              ]
            : []),
          new vscode.CodeLens(new vscode.Range(start, start), {
            title: vscode.l10n.t('Import All Requests'),
            command: 'rulebook.importRequests',
            arguments: [document.uri],
          }),
        ];
      },
    },
  );
  announce();
  void offerOnce({ configuration, state, isUsed, found });
  return vscode.Disposable.from(
    changed,
    lenses,
    offerAtRequests({ configuration, environments, found, isUsed }),
    offerOverlays(configuration),
    showUsesOfOperations({ configuration, ask }),
    found.onChange(announce),
    configuration.onChange(() => {
      changed.fire();
    }),
  );
}

interface OfferParts {
  readonly ask: Ask;
  readonly configuration: WorkspaceConfiguration;
  readonly environments: Environments;
  readonly state: vscode.Memento;
  readonly found: FoundDescriptions;
}

interface Offer extends Pick<OfferParts, 'configuration' | 'state' | 'found'> {
  readonly isUsed: (uri: vscode.Uri) => boolean;
}

/** Asks about a description that no `rulebook.json` names, once in a workspace. */
async function offerOnce({ configuration, state, isUsed, found }: Offer): Promise<void> {
  const usual = (await found.search()).filter(hasUsualName);
  const [first] = usual;
  // A workspace with services of its own knows the way.
  if (first === undefined || usual.some(isUsed) || configuration.of(first).services.length > 0) return;
  if (state.get(offeredKey) === true) return;
  await state.update(offeredKey, true);
  const use = vscode.l10n.t('Use This Description…');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} describes a service. Rulebook can check requests by it, and write the first ones.',
      vscode.workspace.asRelativePath(first),
    ),
    use,
    vscode.l10n.t('Not Now'),
  );
  if (answer === use) await vscode.commands.executeCommand(useDescriptionCommand, first);
}
