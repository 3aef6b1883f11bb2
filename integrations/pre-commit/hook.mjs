#!/usr/bin/env node
// What pre-commit runs: the command line of the project, or else the one on the PATH, or else the npm package of this version.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const args = process.argv.slice(2);
const isWindows = process.platform === 'win32';
const { npmName, version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const program = `node_modules/${npmName}/dist/cli.js`;
const npx = ['--yes', '--ignore-scripts', `${npmName}@${version}`];
const started = existsSync(program) ? withNode(program) : (installed() ?? fetched());
if (started.error) console.error(`rulebook: the command line cannot be started: ${started.error.message}`);
process.exit(started.status ?? 1);

/** Starts a program of Node without a shell: names of files are arguments, whatever characters they have. */
function withNode(file, ...first) {
  return spawnSync(process.execPath, [file, ...first, ...args], { stdio: 'inherit' });
}

/** The command line on the PATH. What npm writes there on Windows is a script for a shell, next to the package itself. */
function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  if (!isWindows) {
    return folders.some((folder) => isExecutable(join(folder, 'rulebook')))
      ? spawnSync('rulebook', args, { stdio: 'inherit' })
      : undefined;
  }
  const found = folders
    .filter((folder) => isExecutable(join(folder, 'rulebook.cmd')))
    .flatMap((folder) => [join(folder, program), join(folder, `../${npmName}/dist/cli.js`)])
    .find((file) => existsSync(file));
  return found === undefined ? undefined : withNode(found);
}

/** The npm package of this version. */
function fetched() {
  if (!isWindows) return spawnSync('npx', [...npx, ...args], { stdio: 'inherit' });
  const file = join(dirname(process.execPath), 'node_modules/npm/bin/npx-cli.js');
  if (existsSync(file)) return withNode(file, ...npx);
  return { error: new Error(`neither rulebook nor npm was found; install it by npm install --save-dev ${npmName}`) };
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
