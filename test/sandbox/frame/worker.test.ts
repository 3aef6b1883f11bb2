import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Bundles for a browser: a built-in of Node anywhere in the engine makes this fail. */
async function bundleOfEngine(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: ['engine', 'sender/configuration', 'sandbox', 'services/sandbox']
        .map((entry) => `export * from '@rulebook/${entry}';`)
        .join('\n'),
      resolveDir: root,
    },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'engine',
    mainFields: ['module', 'main'],
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

/** What runs in the worker, with the language's own globals only: neither Node's nor a browser's. */
const play = `
  const checker = engine.createEngine();
  const [cluster, , host] = engine.sandboxEndpoints;
  const checks = {
    'search-cluster': (request) => engine.refusalsIn(checker.checkWire(request, cluster), false),
    'code-hosting': (request) => engine.refusalsIn(checker.checkWire(request, host), false),
  };
  const sandbox = engine.createSandbox(engine.sandboxParts);
  let state = sandbox.createState({ clusterCredential: 'c', hostCredential: 'h', repositories: [], isDeterministic: true });
  const send = (server, method, target, body) => {
    const headers = [['Authorization', server === 'host' ? 'Bearer h' : 'Bearer c'], ['Content-Type', 'application/json']];
    const request = { method, target, headers, body: body === undefined ? '' : JSON.stringify(body) };
    const input = { now: 0, randomText: () => { throw new Error('no random text here'); }, baseUrl: 'http://sandbox' };
    const result = sandbox.step(state, server, request, input, checks);
    state = result.state;
    return [result.response.status, JSON.parse(result.response.body)];
  };
  JSON.stringify({
    globals: [typeof process, typeof require, typeof Buffer, typeof setTimeout, typeof URL, typeof TextEncoder],
    created: send('cluster', 'POST', '/_security/api_key', { name: 'from-a-worker' }),
    refused: send('cluster', 'POST', '/_security/api_key', { name: 'x', metadata: { _mine: true } }),
    hooks: send('host', 'GET', '/repos/octocat/hello-world/hooks'),
    clock: send('leader', 'GET', '/_sandbox/clock'),
    exported: send('host', 'GET', '/_sandbox/state?redacted')[0],
  });
`;

describe('the sandbox in a worker', () => {
  it('plays without anything of Node or of a browser', async () => {
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const { createContext, runInContext } = require('node:vm');
      const context = createContext(Object.create(null));
      runInContext(workerData.bundle, context);
      parentPort.postMessage(runInContext(workerData.play, context));
    `;
    const worker = new Worker(code, { eval: true, workerData: { bundle: await bundleOfEngine(), play } });
    const answer = await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expect(JSON.parse(answer)).toMatchObject({
      globals: Array.from({ length: 6 }, () => 'undefined'),
      created: [200, { name: 'from-a-worker' }],
      refused: [400, { error: { rule: 'reserved-key' } }],
      hooks: [200, []],
      clock: [200, { now: '2026-01-01T00:00:00.000Z', stopped: true }],
      exported: 200,
    });
  });
});
