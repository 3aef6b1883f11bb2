// The npm package of the checkout as it is, for tests: made once for the same sources, whoever asks for it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packNpm } from '../npm-package.mjs';
import { takeLock } from './lock.mjs';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/npm-package');
const inputs = [
  ...['packages', 'services', 'server', 'cli', 'tools', 'docs', 'schemas'],
  ...['package.json', 'package-lock.json', '.npmignore', 'CHANGELOG.md', 'LICENSE'],
];

/**
 * Returns the tarball, and the folder that was packed.
 * @returns {Promise<{ file: string, folder: string }>}
 */
async function stagedPackage() {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((name) => filesIn(name))) hash.update(path).update(readFileSync(join(root, path)));
  const name = hash.digest('hex').slice(0, 16);
  const folder = join(cache, name);
  const isThere = () => existsSync(join(folder, '.complete'));
  if (!isThere()) {
    const release = takeLock(`${cache}.lock`);
    try {
      if (!isThere()) await make(folder);
    } finally {
      release();
    }
  }
  const [file = ''] = readdirSync(folder).filter((one) => one.endsWith('.tgz'));
  return { file: join(folder, file), folder: join(folder, 'package') };
}

/** Those of earlier sources go. */
async function make(folder) {
  rmSync(cache, { recursive: true, force: true });
  const partial = `${folder}.partial`;
  await packNpm({ folder: join(partial, 'package'), target: partial, say: () => undefined });
  writeFileSync(join(partial, '.complete'), '');
  renameSync(partial, folder);
}

/** @returns {readonly string[]} */
function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

// Tests run as threads of one process, which the lock cannot distinguish; so they start this.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(await stagedPackage()));
}
