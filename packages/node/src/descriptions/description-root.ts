import { dirname, sep } from 'node:path';
import type { ConfigurationFinder } from '../files/configuration-finder';

/** Returns the folder in which a description may refer to files: that of its `rulebook.json`, or else the current folder if it lies there. */
export function rootOfDescription(path: string, find: ConfigurationFinder): string {
  const { root, isConfigured } = find(dirname(path));
  if (isConfigured) return root;
  return path.startsWith(`${process.cwd()}${sep}`) ? process.cwd() : dirname(path);
}
