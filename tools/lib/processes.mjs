import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Runs a command to its end and returns its exit code and everything that it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number, print?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  const { cwd, env, timeout, print = false } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const forget = endWithUs(child);
    let output = '';
    const take = (chunk) => {
      output += chunk;
      if (print) process.stdout.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            output += `\n${command} did not end within ${Math.round(timeout / 1000)} s.\n`;
            endGroup(child);
          }, timeout);
    const finish = (code) => {
      clearTimeout(timer);
      forget();
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/**
 * Ends a process that was started `detached` together with everything that it started.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
export function endGroup(child, signal = 'SIGKILL') {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // The group has ended already.
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const living = new Set();
let watching = false;

/**
 * Ends a detached child's group when this process ends, however it ends; returns a function that stops doing so.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWithUs(child) {
  living.add(child);
  if (!watching) {
    watching = true;
    process.on('exit', () => living.forEach((each) => endGroup(each)));
    for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => process.exit(130));
    }
  }
  return () => void living.delete(child);
}

/**
 * Returns a TCP port of the loopback address that nothing listens on.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Returns whether a TCP port of the loopback address can be listened on.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Returns the path of the first of these commands that is on the PATH.
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function findCommand(names) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      for (const ending of endings) {
        const path = join(folder, name + ending);
        try {
          accessSync(path, constants.X_OK);
          if (statSync(path).isFile()) return path;
        } catch {
          // Not here.
        }
      }
    }
  }
  return undefined;
}
