import * as vscode from 'vscode';
import { declareNames } from '@rulebook/catalogue/masking';
import type { Endpoint } from '@rulebook/engine';
import {
  defaultConfiguration,
  mergeConfiguration,
  parseConfiguration,
  type Configuration,
  type PlayedPlace,
  withPlayedEndpoints,
} from '@rulebook/sender/configuration';
import { endpointWithBaseUrl, overrideEndpoints } from '@rulebook/sender/private';
import type { ServiceId } from '@rulebook/services';
import { resourceScheme } from '../../../server/src/protocol';
import type { ConfigurationParams, FolderConfiguration } from '../../../server/src/protocol';
import { isUsersOwn } from './endpoint-owner';
import { withTrial, type TrialVersions } from './trial-versions';
import type { FileChoices } from './file-choices';

const chosenKey = 'rulebook.endpointByService';

/** What a choice holds for: one file, or all files of its folder that have no choice of their own. */
export type ChoiceScope = 'file' | 'folder';

/** The configuration of each workspace folder, merged from `rulebook.json`, the settings, the environment and the user's choice. */
export interface WorkspaceConfiguration extends vscode.Disposable {
  /** Returns the configuration for a document: that of its folder, or of the first folder for documents outside all folders. */
  readonly of: (document: vscode.Uri | undefined) => Configuration;
  /** Whether an endpoint was chosen for this file. */
  readonly isChosen: (endpoint: string | undefined, document: vscode.Uri) => boolean;
  /** Returns everything, as the language server takes it. */
  readonly all: () => ConfigurationParams;
  readonly onChange: vscode.Event<void>;
  readonly reload: () => Promise<void>;
  /** Makes an endpoint the default of its service: in one file, or in the folder of a document. */
  readonly choose: (endpoint: Endpoint, document: vscode.Uri | undefined, scope: ChoiceScope) => Promise<void>;
}

/** Returns the configuration of the workspace, kept up to date. Call `reload` once before the first use. */
export function createConfiguration(options: {
  readonly state: vscode.Memento;
  readonly choices: FileChoices;
  /** What is checked as if an endpoint had another version. */
  readonly trials: TrialVersions;
  readonly environment: (name: string) => string | undefined;
  /** Returns the actual base URL of an endpoint of the sandbox. */
  readonly sandboxUrl: (endpoint: Endpoint) => string | undefined;
  /** Returns the servers of the sandbox that runs. */
  readonly sandboxServers: () => readonly PlayedPlace[];
  /** Whether requests can be sent from here. */
  readonly canSend: boolean;
  readonly log: vscode.LogOutputChannel;
}): WorkspaceConfiguration {
  const { state, choices, trials, environment, sandboxUrl, sandboxServers, canSend, log } = options;
  /** Nothing is sent by itself from a workspace that is not trusted. */
  const listsNames = () => canSend && vscode.workspace.isTrusted && wantsNames();
  const changed = new vscode.EventEmitter<void>();
  const watcher = vscode.workspace.createFileSystemWatcher('**/rulebook.json');
  let folders: readonly FolderConfiguration[] = [];
  let outside: Configuration = defaultConfiguration;
  let reloads = 0;

  const read = async (folder: vscode.Uri | undefined): Promise<Configuration> => {
    const file = folder === undefined ? defaultConfiguration : await readConfigurationFile(folder, log);
    const settings = readSettings(folder, file, log);
    const merged = mergeConfiguration(file, settings);
    const owned = merged.endpoints.map((endpoint) => withOwner(endpoint, folder, settings.endpoints));
    const located = overrideEndpoints(owned, environment).map((endpoint) => {
      const baseUrl = sandboxUrl(endpoint);
      return baseUrl === undefined ? endpoint : endpointWithBaseUrl(endpoint, baseUrl);
    });
    const whole = withPlayedEndpoints({ ...merged, endpoints: located }, sandboxServers());
    const chosen = chosenIn(state, folder);
    return withTrial({ ...merged, ...withChoices(whole, existing(chosen, whole)) }, trials.of(folder));
  };
  const reload = async () => {
    const turn = ++reloads;
    const uris = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    const configurations = await Promise.all(uris.map(read));
    const without = configurations[0] ?? (await read(undefined));
    // A later reload has already been applied.
    if (turn !== reloads) return;
    folders = uris.map((uri, index) => ({
      uri: uri.toString(),
      configuration: configurations[index] ?? without,
      codeLens: codeLensIn(uri),
    }));
    outside = without;
    changed.fire();
  };
  const reloadLater = () => {
    void reload();
  };
  const subscriptions = [
    watcher,
    changed,
    watcher.onDidChange(reloadLater),
    watcher.onDidCreate(reloadLater),
    watcher.onDidDelete(reloadLater),
    vscode.workspace.onDidChangeWorkspaceFolders(reloadLater),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rulebook')) reloadLater();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(reloadLater),
    vscode.workspace.onDidRenameFiles(async ({ files }) => {
      for (const { oldUri, newUri } of files) await choices.move(oldUri, newUri);
      changed.fire();
    }),
  ];
  const ofFolder = (document: vscode.Uri | undefined) => {
    const folder = configurationFolder(document)?.toString();
    return folders.find(({ uri }) => uri === folder)?.configuration ?? outside;
  };
  return {
    of: (document) => {
      const configuration = ofFolder(document);
      const own = existing(choices.of(document).endpoints, configuration);
      return own === undefined ? configuration : { ...configuration, defaults: { ...configuration.defaults, ...own } };
    },
    isChosen: (endpoint, document) =>
      Object.values(existing(choices.of(document).endpoints, ofFolder(document)) ?? {}).some(
        (name) => name === endpoint,
      ),
    all: () => ({
      configuration: outside,
      codeLens: folders[0]?.codeLens ?? codeLensIn(undefined),
      workspaceDiagnostics: vscode.workspace.getConfiguration('rulebook').get<boolean>('workspaceDiagnostics') ?? false,
      ...(listsNames() && { liveNames: true }),
      folders,
      documents: choices.all().flatMap(([uri, { endpoints }]) => {
        const defaults = existing(endpoints, ofFolder(vscode.Uri.parse(uri)));
        return defaults === undefined ? [] : [{ uri, defaults }];
      }),
    }),
    onChange: changed.event,
    reload,
    choose: async (endpoint, document, scope) => {
      if (document !== undefined)
        await choices.chooseEndpoint(document, endpoint.service, scope === 'file' ? endpoint.name : undefined);
      if (scope === 'file') {
        changed.fire();
        return;
      }
      const folder = configurationFolder(document);
      const { [endpoint.service]: _former, ...others } = chosenIn(state, folder);
      // The last one comes last.
      await state.update(stateKey(folder), { ...others, [endpoint.service]: endpoint.name });
      await reload();
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Returns the workspace folder whose configuration holds for a document; outside all folders, that is the first one. */
export function configurationFolder(document: vscode.Uri | undefined): vscode.Uri | undefined {
  const named = document?.scheme === resourceScheme && document.fragment !== '';
  const place = named ? vscode.Uri.parse(document.fragment) : document;
  const folder = place === undefined ? undefined : vscode.workspace.getWorkspaceFolder(place);
  return (folder ?? vscode.workspace.workspaceFolders?.[0])?.uri;
}

/** Returns the chosen endpoints that still exist for their service. */
function existing(
  chosen: Readonly<Record<string, string>> | undefined,
  { endpoints }: Configuration,
): Readonly<Record<string, string>> | undefined {
  const entries = Object.entries(chosen ?? {}).filter(([service, name]) =>
    endpoints.some((endpoint) => endpoint.service === service && endpoint.name === name),
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the endpoints and defaults of a configuration with what was chosen, the last choice first. */
function withChoices(
  { endpoints, defaults }: Configuration,
  chosen: Readonly<Record<string, string>> = {},
): Partial<Configuration> {
  const chosenServices = Object.keys(chosen).reverse();
  return {
    endpoints,
    defaults: { ...defaults, ...chosen },
    ...(chosenServices.length > 0 && { chosenServices }),
  };
}

function stateKey(folder: vscode.Uri | undefined): string {
  return folder === undefined ? chosenKey : `${chosenKey} ${folder.toString()}`;
}

function chosenIn(state: vscode.Memento, folder: vscode.Uri | undefined): Readonly<Record<ServiceId, string>> {
  return state.get<Readonly<Record<ServiceId, string>>>(stateKey(folder)) ?? {};
}

/** Returns whether the user wants endpoints to be asked for names while writing. */
export function wantsNames(): boolean {
  const set = vscode.workspace.getConfiguration('rulebook').inspect<boolean>('liveNames');
  // A workspace does not switch on what the user has switched off.
  return ![set?.globalValue, set?.workspaceValue, set?.workspaceFolderValue].includes(false);
}

function codeLensIn(folder: vscode.Uri | undefined): boolean {
  return vscode.workspace.getConfiguration('rulebook', folder).get<boolean>('codeLens') ?? true;
}

/** Returns an endpoint with the folder that defines it; what is in the user's own settings alone belongs to the user. */
function withOwner(
  endpoint: Endpoint,
  folder: vscode.Uri | undefined,
  ofSettings: readonly Endpoint[] | undefined,
): Endpoint {
  const found = vscode.workspace.getConfiguration('rulebook', folder).inspect<Record<string, unknown>>('endpoints');
  if (endpoint.isBuiltIn || isUsersOwn(endpoint, ofSettings ?? [], found)) return endpoint;
  return { ...endpoint, folder: folder?.scheme === 'file' ? folder.fsPath : (folder?.toString() ?? '') };
}

async function readConfigurationFile(folder: vscode.Uri, log: vscode.LogOutputChannel): Promise<Configuration> {
  const uri = vscode.Uri.joinPath(folder, 'rulebook.json');
  let text: string;
  try {
    // A read of a pipe may not end.
    if (((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) === 0) return defaultConfiguration;
    text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // Most folders have none.
    declareNames(folder.toString(), undefined);
    return defaultConfiguration;
  }
  const { configuration, problems } = parseConfiguration(text);
  declareNames(folder.toString(), configuration.secretNames);
  for (const { message } of problems) log.warn(`rulebook.json: ${message}`);
  return configuration;
}

/** Reads the settings with the reader of the file, so that both follow the same rules. */
function readSettings(
  folder: vscode.Uri | undefined,
  file: Configuration,
  log: vscode.LogOutputChannel,
): Partial<Configuration> {
  const settings = vscode.workspace.getConfiguration('rulebook', folder);
  const endpoints = settings.get<Record<string, unknown>>('endpoints') ?? {};
  const rules = settings.get<Record<string, unknown>>('rules') ?? {};
  const { configuration, problems } = parseConfiguration(textOfSettings({ endpoints, rules }), {
    services: file.services.map(({ id }) => id),
  });
  for (const { message } of problems) log.warn(`Settings: ${message}`);
  return {
    endpoints: configuration.endpoints.filter(({ name }) => Object.hasOwn(endpoints, name)),
    rules: configuration.rules,
  };
}

/** Returns settings as JSON; nothing, if they are nested more deeply than the engine of JavaScript can write. */
function textOfSettings(settings: object): string {
  try {
    return JSON.stringify(settings);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return '{}';
  }
}
