import type { InitializeParams } from 'vscode-languageserver';
import { declareNames } from '@rulebook/catalogue/masking';
import type { CheckOptions } from '@rulebook/engine';
import {
  configurationName,
  associateBody,
  chosenServicesOf,
  defaultConfiguration,
  parseConfiguration,
  type Configuration,
} from '@rulebook/sender/configuration';
import type { BodyAssociation } from '@rulebook/request-file/syntax';
import { resourceScheme } from '../protocol';
import type { DocumentDefaults, InitializationOptions } from '../protocol';

/** The settings of one workspace folder; each change makes a new value. */
export interface Settings {
  readonly codeLens: boolean;
  readonly configuration: Configuration;
  /** The same value (by identity) until the configuration changes: the engine reuses findings by it. */
  readonly checkOptions: CheckOptions;
  /** The URI of the workspace folder, without a trailing slash; absent for a single file. */
  readonly root?: string;
}

/** Returns settings for a configuration, whose names of secrets hold from now on. */
export function settingsFor(configuration: Configuration, codeLens: boolean, root: string | undefined): Settings {
  const { endpoints, defaults, rules, secretNames } = configuration;
  declareNames(root ?? '', secretNames);
  return {
    codeLens,
    configuration,
    checkOptions: {
      context: { endpoints, defaults, chosenServices: chosenServicesOf(configuration) },
      severities: rules,
    },
    ...(root === undefined ? {} : { root: root.replace(/\/+$/, '') }),
  };
}

/**
 * Returns the settings of the workspace folder that holds a document: the innermost one, or the first for a document outside
 * of all folders.
 */
export function settingsOf(folders: readonly [Settings, ...Settings[]], uri: string): Settings {
  const plain = decoded(placeOfUri(uri));
  let found: Settings | undefined;
  for (const folder of folders) {
    if (folder.root === undefined || !plain.startsWith(`${decoded(folder.root)}/`)) continue;
    if (found?.root === undefined || folder.root.length >= found.root.length) found = folder;
  }
  return found ?? folders[0];
}

/** Returns the URI that says in which folder a document is. */
function placeOfUri(uri: string): string {
  const hash = uri.startsWith(`${resourceScheme}:`) ? uri.lastIndexOf('#') : -1;
  return hash < 0 ? uri : decoded(uri.slice(hash + 1));
}

/** Returns a function that applies what was chosen for a document to the settings of its folder; the same settings give the same value. */
export function chosenFor(documents: readonly DocumentDefaults[] = []): (folder: Settings, uri: string) => Settings {
  const chosen = new Map((Array.isArray(documents) ? documents : []).map((one) => [decoded(one.uri), one.defaults]));
  const made = new Map<string, { readonly folder: Settings; readonly settings: Settings }>();
  return (folder, uri) => {
    if (chosen.size === 0) return folder;
    const key = decoded(uri);
    const own = chosen.get(key);
    if (own === undefined) return folder;
    const former = made.get(key);
    if (former?.folder === folder) return former.settings;
    const { configuration, codeLens, root } = folder;
    const defaults = { ...configuration.defaults, ...own };
    // What was chosen last for the file says the most.
    const chosenServices = [...Object.keys(own).reverse(), ...(configuration.chosenServices ?? [])];
    const settings = settingsFor({ ...configuration, defaults, chosenServices }, codeLens, root);
    made.set(key, { folder, settings });
    return settings;
  };
}

/** Returns the configuration in a text, or the default one where there is no text. */
export function readConfiguration(text: string | undefined): Configuration {
  return text === undefined ? defaultConfiguration : parseConfiguration(text).configuration;
}

/** Returns a configuration that came over the wire, with the defaults for what is missing in it. */
function wholeConfiguration(received: Partial<Configuration> | undefined): Configuration {
  const { endpoints, defaults, bodies, rules, services, schemas, rulesets, protectedEnvironments } = received ?? {};
  const { namedDefaults, chosenServices, secretNames } = received ?? {};
  return {
    endpoints: Array.isArray(endpoints) ? endpoints : defaultConfiguration.endpoints,
    defaults: defaults ?? defaultConfiguration.defaults,
    ...(namedDefaults && { namedDefaults }),
    ...(Array.isArray(chosenServices) && { chosenServices }),
    bodies: Array.isArray(bodies) ? bodies : defaultConfiguration.bodies,
    rules: rules ?? defaultConfiguration.rules,
    services: Array.isArray(services) ? services : defaultConfiguration.services,
    ...(Array.isArray(schemas) && { schemas }),
    rulesets: Array.isArray(rulesets) ? rulesets : defaultConfiguration.rulesets,
    ...(Array.isArray(protectedEnvironments) && { protectedEnvironments }),
    ...(secretNames && { secretNames }),
  };
}

/** Returns the URIs of the workspace's folders. */
export function rootsOf(params: InitializeParams): readonly string[] {
  if (params.workspaceFolders && params.workspaceFolders.length > 0)
    return params.workspaceFolders.map(({ uri }) => uri);
  // `rootUri` is deprecated, but some clients send nothing else.
  const { rootUri } = params as { readonly rootUri?: string | null };
  return rootUri ? [rootUri] : [];
}

/** Returns the settings that the client sent. Those outside of all folders come first: they also hold in a workspace without named folders. */
export function foldersFrom(
  { configuration, codeLens, folders = [] }: InitializationOptions,
  root: string | undefined,
): readonly [Settings, ...Settings[]] {
  const all = Array.isArray(folders) ? folders : [];
  const named = all.map((each) => settingsFor(wholeConfiguration(each.configuration), each.codeLens, each.uri));
  return [settingsFor(wholeConfiguration(configuration), codeLens !== false, root), ...named];
}

/** Returns what a JSON file is: the configuration, the body of a request, or undefined if it is not known. */
export function classifyJson(
  uri: string,
  head: string,
  settings: Settings,
): BodyAssociation | 'configuration' | undefined {
  const path = pathInWorkspace(uri, settings.root);
  if (path === configurationName || path.endsWith(`/${configurationName}`)) return 'configuration';
  return associateBody(path, head, settings.configuration);
}

/** Returns the URI of the configuration, or undefined where no folder is open. */
export function configurationUri(root: string | undefined): string | undefined {
  return root === undefined ? undefined : `${root.replace(/\/+$/, '')}/${configurationName}`;
}

function pathInWorkspace(uri: string, root: string | undefined): string {
  const [plain, folder] = [decoded(uri), root === undefined ? undefined : `${decoded(root)}/`];
  return folder !== undefined && plain.startsWith(folder) ? plain.slice(folder.length) : plain;
}

/** Clients escape differently (`%3A` or `:` behind a drive), so URIs are compared without their escapes. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
