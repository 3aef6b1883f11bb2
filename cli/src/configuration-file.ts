import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  defaultConfiguration,
  lineStartsOf,
  overrideEndpoints,
  parseConfiguration,
  positionAt,
  type CheckOptions,
  type Configuration,
} from '../../engine/src/index';
import { readText } from '../../platform/node/files';
import { complain } from './exit-codes';

/** In bytes. */
const longest = 10_000_000;

/** The name of the configuration. */
export const configurationName = 'rulebook.json';

/** What holds for the files of a folder; the same value for all of them, so that the engine can reuse its work. */
export interface Surroundings {
  readonly configuration: Configuration;
  readonly checkOptions: CheckOptions;
  /** The folder of `rulebook.json`, or else the current one. */
  readonly root: string;
  /** There is a `rulebook.json`. */
  readonly isConfigured: boolean;
  /** Returns a path as it counts from the folder of `rulebook.json`, with slashes. */
  readonly fromRoot: (path: string) => string;
}

/** Returns a function that finds the nearest `rulebook.json` of a folder or the folders above it; without one the defaults hold. Unusable parts are said on standard error, once. */
export function createConfigurationFinder(ruleIds?: readonly string[]): (folder: string) => Surroundings {
  const known = new Map<string, Surroundings>();
  const find = (folder: string): Surroundings => {
    const found = known.get(folder);
    if (found) return found;
    const text = readOwn(join(folder, configurationName));
    const parent = dirname(folder);
    const surroundings =
      text !== undefined
        ? surroundingsOf(readConfiguration(join(folder, configurationName), text, ruleIds), folder, true)
        : parent === folder
          ? surroundingsOf(defaultConfiguration, process.cwd(), false)
          : find(parent);
    known.set(folder, surroundings);
    return surroundings;
  };
  return (folder) => find(resolve(folder));
}

/** Returns a variable of the process's environment. */
export function environment(name: string): string | undefined {
  return process.env[name];
}

function surroundingsOf(read: Configuration, root: string, isConfigured: boolean): Surroundings {
  const configuration = { ...read, endpoints: overrideEndpoints(read.endpoints, environment) };
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
  const { configuration, problems } = parseConfiguration(text, ruleIds);
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
  if (!content.isMissing) complain(`${path}: ${content.cause}; it is left out`);
  return undefined;
}
