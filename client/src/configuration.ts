import * as vscode from 'vscode';
import {
  defaultConfiguration,
  mergeConfiguration,
  overrideEndpoints,
  parseConfiguration,
  type Configuration,
  type Endpoint,
  type ServiceId,
} from '../../engine/src/index';

const chosenKey = 'rulebook.endpointByService';

/** What `rulebook.json`, the settings, the environment and the user's choice say together. */
export interface WorkspaceConfiguration extends vscode.Disposable {
  readonly current: () => Configuration;
  readonly onChange: vscode.Event<void>;
  readonly reload: () => Promise<void>;
  /** Makes an endpoint the default of its service in this workspace. */
  readonly choose: (endpoint: Endpoint) => Promise<void>;
}

/** Returns the configuration of the workspace, kept up to date. Call `reload` once before the first use. */
export function createConfiguration(options: {
  readonly state: vscode.Memento;
  readonly environment: (name: string) => string | undefined;
  /** Base URLs of a sandbox that we started, by endpoint. */
  readonly sandboxUrl: (endpoint: string) => string | undefined;
  readonly log: vscode.LogOutputChannel;
}): WorkspaceConfiguration {
  const { state, environment, sandboxUrl, log } = options;
  const changed = new vscode.EventEmitter<void>();
  const watcher = vscode.workspace.createFileSystemWatcher('**/rulebook.json');
  let current: Configuration = defaultConfiguration;

  const reload = async () => {
    const file = await readConfigurationFile(log);
    const merged = mergeConfiguration(file, readSettings(log));
    const endpoints = overrideEndpoints(merged.endpoints, environment).map((endpoint) => {
      const baseUrl = sandboxUrl(endpoint.name);
      return baseUrl === undefined ? endpoint : { ...endpoint, baseUrl };
    });
    const chosen = state.get<Partial<Record<ServiceId, string>>>(chosenKey) ?? {};
    const defaults = { ...merged.defaults };
    for (const endpoint of endpoints) {
      if (chosen[endpoint.service] === endpoint.name) defaults[endpoint.service] = endpoint.name;
    }
    current = { ...merged, endpoints, defaults };
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
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rulebook')) reloadLater();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(reloadLater),
  ];
  return {
    current: () => current,
    onChange: changed.event,
    reload,
    choose: async (endpoint) => {
      const chosen = state.get<Partial<Record<ServiceId, string>>>(chosenKey) ?? {};
      await state.update(chosenKey, { ...chosen, [endpoint.service]: endpoint.name });
      await reload();
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

async function readConfigurationFile(log: vscode.LogOutputChannel): Promise<Configuration> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const uri = vscode.Uri.joinPath(folder.uri, 'rulebook.json');
    let text: string;
    try {
      text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    } catch {
      continue;
    }
    const { configuration, problems } = parseConfiguration(text);
    for (const { message } of problems) log.warn(`rulebook.json: ${message}`);
    return configuration;
  }
  return defaultConfiguration;
}

/** Reads the settings by the same reader as the file, so that both have the same rules. */
function readSettings(log: vscode.LogOutputChannel): Partial<Configuration> {
  const settings = vscode.workspace.getConfiguration('rulebook');
  const endpoints = settings.get<Record<string, unknown>>('endpoints') ?? {};
  const rules = settings.get<Record<string, unknown>>('rules') ?? {};
  const { configuration, problems } = parseConfiguration(JSON.stringify({ endpoints, rules }));
  for (const { message } of problems) log.warn(`Settings: ${message}`);
  return {
    endpoints: configuration.endpoints.filter(({ name }) => Object.hasOwn(endpoints, name)),
    rules: configuration.rules,
  };
}
