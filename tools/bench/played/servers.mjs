// The servers that play a description: Rulebook's sandbox, and mock servers of others where they are installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ baseUrl: string, child: import('node:child_process').ChildProcess, stop: () => Promise<void> }} Started
 * @typedef {{ name: string, start: (file: string, basePath: string) => Promise<Started | undefined> }} Server
 */

const program = join(import.meta.dirname, '../../../dist/cli.js');
/** Milliseconds until a server must listen. */
const longest = 120_000;

/** @type {Server} */
const own = {
  name: 'Rulebook',
  start: async (file) => {
    const args = [program, 'sandbox', '--json', '--free-ports', '--unlisted', '--description', file];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    const isReady = await waitFor(child, () => text.includes('\n'));
    if (!isReady) return undefined;
    return { baseUrl: JSON.parse(text.split('\n')[0]).endpoints[0].baseUrl, child, stop: stopperOf(child) };
  },
};

/** They are no dependencies: they are looked for in the folder that the variable names. */
const peers = [
  {
    name: 'Prism',
    module: '@stoplight/prism-cli',
    run: 'dist/index.js',
    args: (file, port) => ['mock', '--host', '127.0.0.1', '--port', port, '--verboseLevel', 'error', file],
    hasBasePath: false,
  },
  {
    name: 'mockoon',
    module: '@mockoon/cli',
    run: 'bin/run.js',
    args: (file, port) => ['start', '--data', file, '--hostname', '127.0.0.1', '--port', port, '--disable-log-to-file'],
    hasBasePath: true,
  },
];

/**
 * Returns the servers that can be tried, and says how the others are installed.
 * @param {string | undefined} folder
 * @param {(line: string) => void} say
 * @returns {Server[]}
 */
export function serversIn(folder, say) {
  const found = peers.flatMap(({ name, module, run, args, hasBasePath }) => {
    const home = folder && join(folder, 'node_modules', module);
    if (home === undefined || !existsSync(join(home, run))) {
      say(`${name} is not installed: npm install --prefix FOLDER ${module}, then RULEBOOK_PEERS=FOLDER.`);
      return [];
    }
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    /** @type {Server['start']} */
    const start = async (file, basePath) => {
      const port = await freePort();
      const child = spawn(process.execPath, [join(home, run), ...args(file, String(port))], { stdio: 'ignore' });
      const isReady = await waitFor(child, () => isAnswered(port));
      if (!isReady) return undefined;
      return { baseUrl: `http://127.0.0.1:${port}${hasBasePath ? basePath : ''}`, child, stop: stopperOf(child) };
    };
    return [{ name: `${name} ${version}`, start }];
  });
  return [own, ...found];
}

async function isAnswered(port) {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a server became ready; one that did not is ended. */
async function waitFor(child, isReady) {
  const end = Date.now() + longest;
  while (Date.now() < end && child.exitCode === null) {
    if (await isReady()) return true;
    await sleep(50);
  }
  await stopperOf(child)();
  return false;
}

function stopperOf(child) {
  return async () => {
    child.stdin?.end();
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
