// Installs the dependencies when they are missing or when the lock file has changed. It runs before any dependency is
// there, so it uses none.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeLock } from './lib/lock.mjs';

const root = join(import.meta.dirname, '..');

/** Installs what the lock file names unless it is there already; throws when that fails. */
export function ensureDependencies() {
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.rulebook-lock-hash');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const isThere = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isThere()) return;
  // Next to node_modules, which the installation removes first.
  const release = takeLock(join(root, '.rulebook-install.lock'), console.log);
  try {
    if (!isThere()) install(modules, stamp, wanted);
  } finally {
    release();
  }
}

function install(modules, stamp, wanted) {
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link to another folder, whose contents an installation would remove. Delete the link, then run this again.',
    );
  }
  console.log(
    existsSync(modules)
      ? 'Installing dependencies (the lock file is not the one that was installed) …'
      : 'Installing dependencies …',
  );
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ci failed${error ? `: ${error.message}` : ` with code ${status}`}.`);
  writeFileSync(stamp, wanted);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    ensureDependencies();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
