#!/usr/bin/env node
// What pre-commit runs: the command line of the project, or else the one on the PATH, or else the npm package of this version.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const args = process.argv.slice(2);
const own = 'node_modules/rulebook/dist/cli.js';
const { status } = existsSync(own)
  ? spawnSync(process.execPath, [own, ...args], { stdio: 'inherit' })
  : isOnPath('rulebook')
    ? run('rulebook', args)
    : run('npx', ['--yes', '--ignore-scripts', `rulebook@${version()}`, ...args]);
process.exit(status ?? 1);

function run(command, given) {
  const result = spawnSync(command, given, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.error) console.error(`rulebook: ${command} cannot be started: ${result.error.message}`);
  return result;
}

function isOnPath(name) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => endings.some((ending) => isExecutable(join(folder, name + ending))));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function version() {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version;
}
