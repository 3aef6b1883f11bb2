// Installs the npm package next to the checkout: it has no dependencies, and nothing of it runs when it is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { VERSION = '', RUNNER_TEMP = '' } = process.env;
const folder = join(RUNNER_TEMP, 'rulebook');
const { npmName, version: own } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const wanted = VERSION.trim() || own;
// A word that npm could read as anything else than a version or a tag is refused.
const isFile = wanted.endsWith('.tgz') && existsSync(wanted);
if (!isFile && !/^[\w.+-]+$/.test(wanted)) {
  console.error(`::error::The input version is ${JSON.stringify(wanted)}. Write a version such as ${own}.`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const spec = isFile ? resolve(wanted) : `${npmName}@${wanted}`;
const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', spec];
const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
process.exit(status ?? 1);
