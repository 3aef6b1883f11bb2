import * as vscode from 'vscode';
import { versionOfDescription } from '@rulebook/exchange';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import { descriptionFiles, headOf, isDescription } from './use-description';

/** The command that uses a description. */
export const useDescriptionCommand = 'rulebook.useDescription';

const offeredKey = 'rulebook.hasOfferedDescription';
/** Whether a menu is for a description: the context knows the descriptions that were opened or found. */
const contextKey = 'rulebook.descriptions';
/** Names that descriptions usually have. */
const usualNames = '**/*{openapi,swagger}*.{yaml,yml,json}';
const maxFiles = 20;
/** In bytes. */
const longestHead = 20_000;

/** Offers the descriptions of the workspace: by a lens over their version, in menus, and once by a notification. */
export function offerDescriptions(configuration: WorkspaceConfiguration, state: vscode.Memento): vscode.Disposable {
  const known = new Set<string>();
  const changed = new vscode.EventEmitter<void>();
  const note = (uri: vscode.Uri) => {
    if (known.has(uri.toString())) return;
    known.add(uri.toString());
    void vscode.commands.executeCommand('setContext', contextKey, [...known]);
  };
  const noteDocument = (document: vscode.TextDocument) => {
    if (isDescription(document)) note(document.uri);
  };
  const isUsed = (uri: vscode.Uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const path = folder && uri.path.slice(folder.path.replace(/\/+$/, '').length + 1);
    const { services, endpoints } = configuration.of(uri);
    const named = services.find(({ description }) => description.replace(/^\.\//, '') === path);
    return named !== undefined && endpoints.some(({ service }) => service === named.id);
  };
  const lenses = vscode.languages.registerCodeLensProvider(
    ['file', 'vscode-remote', 'vscode-vfs'].map((scheme) => ({ scheme, pattern: '**/*.{yaml,yml,json}' })),
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => {
        const isWanted = vscode.workspace.getConfiguration('rulebook', document).get<boolean>('codeLens') ?? true;
        const place = isWanted ? versionOfDescription(headOf(document)) : undefined;
        if (place === undefined) return [];
        noteDocument(document);
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
          new vscode.CodeLens(new vscode.Range(start, start), {
            title: vscode.l10n.t('Import All Requests'),
            command: 'rulebook.importRequests',
            arguments: [document.uri],
          }),
        ];
      },
    },
  );
  for (const document of vscode.workspace.textDocuments) noteDocument(document);
  void offerOnce({ configuration, state, isUsed, note });
  return vscode.Disposable.from(
    changed,
    lenses,
    vscode.workspace.onDidOpenTextDocument(noteDocument),
    vscode.workspace.onDidSaveTextDocument(noteDocument),
    configuration.onChange(() => {
      changed.fire();
    }),
  );
}

interface Offer {
  readonly configuration: WorkspaceConfiguration;
  readonly state: vscode.Memento;
  readonly isUsed: (uri: vscode.Uri) => boolean;
  readonly note: (uri: vscode.Uri) => void;
}

/** Asks about a description that no `rulebook.json` names, once in a workspace. */
async function offerOnce({ configuration, state, isUsed, note }: Offer): Promise<void> {
  const files = await vscode.workspace.findFiles(usualNames, '**/node_modules/**', maxFiles);
  const found: vscode.Uri[] = [];
  for (const file of [...files].sort((a, b) => a.path.length - b.path.length)) {
    if (!(await holdsDescription(file))) continue;
    note(file);
    found.push(file);
  }
  const [first] = found;
  // A workspace with services of its own knows the way.
  if (first === undefined || found.some(isUsed) || configuration.of(first).services.length > 0) return;
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

async function holdsDescription(file: vscode.Uri): Promise<boolean> {
  if (!descriptionFiles.test(file.path)) return false;
  try {
    const bytes = await vscode.workspace.fs.readFile(file);
    return versionOfDescription(new TextDecoder().decode(bytes.slice(0, longestHead))) !== undefined;
  } catch {
    // It was removed meanwhile.
    return false;
  }
}
