import { createFinder, type ConfigurationFinder, type FolderSettings } from '@rulebook/node/files/configuration-finder';
import { complain } from '../exit-codes';

export type { FolderSettings };

/**
 * Returns a function that reads the nearest `rulebook.json` of a folder or the folders above it; without one, the defaults hold. Problems in
 * a file are reported on standard error, once.
 */
export function createConfigurationFinder(ruleIds?: readonly string[]): ConfigurationFinder {
  return createFinder({ say: complain, environment, ruleIds });
}

/** Returns a variable of the process's environment. */
export function environment(name: string): string | undefined {
  return process.env[name];
}
