// Starts a real search node from its published jars: one process on loopback, in memory where the system has a place for it, ended with this one.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, versionOf } from './jars.mjs';
import { createKeeper } from './remove-keys.mjs';

/**
 * Starts a server and returns where it is: its address, a user who may do everything, the folder for snapshots, that with the templates of the
 * product, and `stop`. Rejects with the end of its log if it does not answer within five minutes.
 * @param {import('./servers.mjs').Server} server
 * @param {{ log: (line: string) => void }} options
 */
export async function startRealNode(server, { log }) {
  const home = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rulebook-node-'));
  try {
    log(`fetching the jars of ${server.title}`);
    return await start(server, home, await install(server, home), log);
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

async function start(server, home, { java, classpath }, log) {
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const repositories = join(home, 'repositories');
  const temporary = join(home, 'tmp');
  await mkdir(join(home, 'config'), { recursive: true });
  await mkdir(repositories);
  await mkdir(temporary);
  const settings = {
    'cluster.name': 'oracle',
    'node.name': 'oracle',
    'discovery.type': 'single-node',
    'http.host': '127.0.0.1',
    'http.port': port,
    'transport.host': '127.0.0.1',
    'transport.port': 0,
    'path.repo': repositories,
    'action.destructive_requires_name': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...server.settings,
  };
  const child = spawn(
    java,
    [
      '-Xms1g',
      '-Xmx1g',
      `-Djava.io.tmpdir=${temporary}`,
      '-Des.set.netty.runtime.available.processors=false',
      '-Dopensearch.set.netty.runtime.available.processors=false',
      '-Dio.netty.noUnsafe=true',
      '-Dlog4j2.disable.jmx=true',
      '--add-opens=java.base/java.io=ALL-UNNAMED',
      '--add-opens=java.base/java.nio.file=ALL-UNNAMED',
      '--enable-native-access=ALL-UNNAMED',
      '-cp',
      classpath,
      'RealNode',
      home,
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ELASTIC_PASSWORD: password } },
  );
  let output = '';
  const keep = (text) => {
    output = (output + text).slice(-20_000);
  };
  child.stdout.on('data', (data) => keep(String(data)));
  child.stderr.on('data', (data) => keep(String(data)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.stdin.end();
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
    await rm(home, { recursive: true, force: true });
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from(`elastic:${password}`).toString('base64')}`;
  let keeper = '';
  try {
    log('starting the node');
    await untilReady(server, { baseUrl, authorization, child, output: () => output });
    if (server.hasUsers) keeper = await createKeeper({ baseUrl, authorization }, password);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    baseUrl,
    authorization,
    keeper,
    user: 'elastic',
    password,
    repositories,
    templates: join(home, 'templates'),
    version: await versionOf(server),
    stop,
  };
}

/** Waits until a key can be made, the last thing that a starting node can do; where there are no keys, until the cluster has its state. */
async function untilReady({ hasUsers }, { baseUrl, authorization, child, output }) {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The node ended while it started.\n${output()}`);
    try {
      const response = hasUsers
        ? await fetch(`${baseUrl}/_security/api_key`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: '{"name":"ready"}',
          })
        : await fetch(`${baseUrl}/_cluster/health?wait_for_status=yellow&timeout=1s`);
      await response.text();
      if (response.status === 200) return;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`The node did not answer within five minutes.\n${output()}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
