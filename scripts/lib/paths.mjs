import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Returns an absolute path inside the checkout. */
export function inRoot(...parts) {
  return path.join(root, ...parts);
}

/** The folder outside the checkout that keeps what is large and slow to install. */
export const cacheFolder = path.resolve(process.env.RULEBOOK_CACHE || path.join(os.homedir(), '.cache', 'rulebook'));

/** The folder outside the checkout that receives screenshots and logs of the editor tests. */
export const artifactsFolder = path.resolve(
  process.env.RULEBOOK_ARTIFACTS || path.join(os.tmpdir(), 'rulebook-artifacts'),
);

/** True on a build machine, where a part that cannot be had is a failure and not a skipped test. */
export const isCi = process.env.CI === 'true';
