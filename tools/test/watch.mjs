import { spawn } from 'node:child_process';
import { watch as watchFiles } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { filtersOf, parts, tool } from './parts.mjs';

const root = join(import.meta.dirname, '../..');
const sources = ['packages', 'services', 'server/src', 'client/src', 'cli/src'];

/**
 * Runs the tests of some parts, and again what a change touches; returns the exit code when the user ends it. What starts the bundles is
 * run again after each build.
 * @param {readonly string[]} names
 */
export async function watch(names) {
  const chosen = parts.filter(({ name }) => names.includes(name));
  const unwatched = chosen.filter(({ files }) => files === undefined).map(({ name }) => name);
  if (unwatched.length > 0) {
    const watched = parts.flatMap(({ name, files }) => (files ? [name] : []));
    console.error(`${unwatched.join(', ')} cannot be watched; these can: ${watched.join(', ')}.`);
    return 2;
  }
  const needsBundles = chosen.some((part) => part.needsBundles);
  if (needsBundles) await keepBuilding();
  const [command, ...args] = tool('vitest/vitest.mjs', 'watch', ...filtersOf(chosen, true));
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(needsBundles && { RULEBOOK_WATCHES_BUNDLES: '1' }) },
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

/** Builds once, and again after each change of the sources. */
async function keepBuilding() {
  let isBuilding = true;
  let isDirty = false;
  const again = async () => {
    isDirty = true;
    if (isBuilding) return;
    isBuilding = true;
    while (isDirty) {
      isDirty = false;
      // A half-written file does not compile; esbuild says where.
      await build({ say: () => undefined }).catch((error) => console.error(error.message));
    }
    isBuilding = false;
  };
  for (const folder of sources) watchFiles(join(root, folder), { recursive: true }, () => void again());
  await build();
  isBuilding = false;
}
