import { dirname, sep } from 'node:path';
import { createConfigurationFinder } from './configuration-file';

/** Returns the folder in which a description may refer to files: that of its `rulebook.json`, or else the current folder if it lies there. */
export function rootOfDescription(path: string): string {
  const { root, isConfigured } = createConfigurationFinder()(dirname(path));
  if (isConfigured) return root;
  return path.startsWith(`${process.cwd()}${sep}`) ? process.cwd() : dirname(path);
}
