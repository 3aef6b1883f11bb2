import { dirname, join, relative, resolve, sep } from 'node:path';
import type { CheckOptions } from '../../../engine/src/index';
import {
  configurationName,
  defaultConfiguration,
  parseConfiguration,
  type Configuration,
} from '../../../engine/src/configuration/index';
import { endpointsOfFolder, overrideEndpoints } from '../../../engine/src/sending/private/index';
import { lineStartsOf, positionAt } from '../../../engine/src/text/index';
import { readText } from '../../../platform/node/files/files';
import { complain } from '../exit-codes';

/** In bytes. */
const longest = 10_000_000;

/** How the files of a folder are checked and sent; the same value for all of them, so that the engine can reuse its work. */
export interface FolderSettings {
  readonly configuration: Configuration;
  readonly checkOptions: CheckOptions;
  /** The folder of `rulebook.json`; the current one if there is no such file. */
  readonly root: string;
  /** There is a `rulebook.json`. */
  readonly isConfigured: boolean;
  /** Returns a path as it counts from the folder of `rulebook.json`, with slashes. */
  readonly fromRoot: (path: string) => string;
}

/**
 * Returns a function that reads the nearest `rulebook.json` of a folder or the folders above it; without one, the defaults hold. Problems in
 * a file are reported on standard error, once.
 */
export function createConfigurationFinder(ruleIds?: readonly string[]): (folder: string) => FolderSettings {
  const known = new Map<string, FolderSettings>();
  const find = (folder: string): FolderSettings => {
    const found = known.get(folder);
    if (found) return found;
    const text = readOwn(join(folder, configurationName));
    const parent = dirname(folder);
    const settings =
      text !== undefined
        ? settingsOf(readConfiguration(join(folder, configurationName), text, ruleIds), folder, true)
        : parent === folder
          ? settingsOf(defaultConfiguration, process.cwd(), false)
          : find(parent);
    known.set(folder, settings);
    return settings;
  };
  return (folder) => find(resolve(folder));
}

/** Returns a variable of the process's environment. */
export function environment(name: string): string | undefined {
  return process.env[name];
}

function settingsOf(read: Configuration, root: string, isConfigured: boolean): FolderSettings {
  const endpoints = isConfigured ? endpointsOfFolder(read.endpoints, root) : read.endpoints;
  const configuration = { ...read, endpoints: overrideEndpoints(endpoints, environment) };
  return {
    configuration,
    checkOptions: {
      context: { endpoints: configuration.endpoints, defaults: configuration.defaults },
      severities: configuration.rules,
    },
    root,
    isConfigured,
    fromRoot: (path) => relative(root, path).split(sep).join('/'),
  };
}

function readConfiguration(path: string, text: string, ruleIds: readonly string[] | undefined): Configuration {
  const { configuration, problems } = parseConfiguration(text, { ruleIds });
  const starts = lineStartsOf(text);
  for (const { message, span } of problems) {
    const { line, character } = positionAt(starts, span.start);
    complain(`${path}:${line + 1}:${character + 1}: ${message}`);
  }
  return configuration;
}

function readOwn(path: string): string | undefined {
  const content = readText(path, longest);
  if ('text' in content) return content.text;
  if (!content.isMissing) complain(`${path}: cannot be read: ${content.cause}; the default settings are used`);
  return undefined;
}
