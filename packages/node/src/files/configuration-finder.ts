import { dirname, join, relative, resolve, sep } from 'node:path';
import { declareNames } from '@rulebook/catalogue/masking';
import type { CheckOptions } from '@rulebook/engine';
import {
  chosenServicesOf,
  configurationName,
  defaultConfiguration,
  parseConfiguration,
  type Configuration,
} from '@rulebook/sender/configuration';
import { endpointsOfFolder, overrideEndpoints } from '@rulebook/sender/private';
import { lineStartsOf, positionAt } from '@rulebook/text';
import { readText } from './files';

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

/** Returns how the files of a folder are checked and sent. */
export type ConfigurationFinder = (folder: string) => FolderSettings;

/** How configurations are read. */
interface FinderOptions {
  /** Receives the problems of each file once, in lines. */
  readonly say: (problem: string) => void;
  /** Returns a variable of the process's environment. */
  readonly environment: (name: string) => string | undefined;
  readonly ruleIds?: readonly string[] | undefined;
}

/** Returns a function that reads the nearest `rulebook.json` of a folder or the folders above it; without one, the defaults hold. */
export function createFinder(options: FinderOptions): ConfigurationFinder {
  const known = new Map<string, FolderSettings>();
  const find = (folder: string): FolderSettings => {
    const found = known.get(folder);
    if (found) return found;
    const text = readOwn(join(folder, configurationName), options);
    const parent = dirname(folder);
    const settings =
      text !== undefined
        ? settingsOf(readConfiguration(join(folder, configurationName), text, options), folder, options)
        : parent === folder
          ? settingsOf(defaultConfiguration, undefined, options)
          : find(parent);
    known.set(folder, settings);
    return settings;
  };
  return (folder) => find(resolve(folder));
}

function settingsOf(read: Configuration, folder: string | undefined, { environment }: FinderOptions): FolderSettings {
  const isConfigured = folder !== undefined;
  const root = folder ?? process.cwd();
  const endpoints = isConfigured ? endpointsOfFolder(read.endpoints, root) : read.endpoints;
  const configuration = { ...read, endpoints: overrideEndpoints(endpoints, environment) };
  return {
    configuration,
    checkOptions: {
      context: {
        endpoints: configuration.endpoints,
        defaults: configuration.defaults,
        chosenServices: chosenServicesOf(configuration),
      },
      severities: configuration.rules,
    },
    root,
    isConfigured,
    fromRoot: (path) => relative(root, path).split(sep).join('/'),
  };
}

function readConfiguration(path: string, text: string, { ruleIds, say }: FinderOptions): Configuration {
  const { configuration, problems } = parseConfiguration(text, { ruleIds });
  declareNames(path, configuration.secretNames);
  const starts = lineStartsOf(text);
  for (const { message, span } of problems) {
    const { line, character } = positionAt(starts, span.start);
    say(`${path}:${line + 1}:${character + 1}: ${message}`);
  }
  return configuration;
}

function readOwn(path: string, { say }: FinderOptions): string | undefined {
  const content = readText(path, longest);
  if ('text' in content) return content.text;
  if (!content.isMissing) say(`${path}: cannot be read: ${content.cause}; the default settings are used`);
  return undefined;
}
