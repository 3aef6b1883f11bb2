import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptInput } from '../../../packages/sender/src/scripts/index';
import { createScriptRunner } from '../../../packages/node/src/scripts/script-runner';
import { folderOf, root } from '../command-line';

const shipped = join(root, 'dist/parts/script-worker.mjs');
const inputOf = (code: string): ScriptInput => ({
  ...{ phase: 'request', language: 'handler', code, now: 1, seed: 7, name: 'a', method: 'GET' },
  ...{ values: {}, kept: {}, own: {}, withheld: [], request: { url: 'http://h', headers: [] } },
});

describe('the thread of scripts', () => {
  it('runs what is asked of it at the same time one after the other', async () => {
    const run = createScriptRunner({ worker: shipped });
    const outputs = await Promise.all([1, 2, 3].map((n) => run(inputOf(`client.log(${n})`))));
    expect(outputs.map(({ log }) => log[0]?.text)).toEqual(['1', '2', '3']);
  });

  it.each([
    // They use few steps of the engine, and much time: outside of it, and to note where each of many errors was made.
    'const big = "x".repeat(2e6); for (;;) crypto.sha512().updateWithText(big).digest()',
    '(function f() { try { f() } finally { f() } })()',
  ])('is started again after a script that was stopped: %s', async (code) => {
    const run = createScriptRunner({ worker: shipped, longest: 3000 });
    await run(inputOf('client.log("warm")'));
    const [endless, next] = await Promise.all([run(inputOf(code)), run(inputOf('client.log("next")'))]);
    expect(endless.problem?.message).toMatch(/^The script (?:does not end: it was stopped|needs more memory)/);
    expect(next.log[0]?.text ?? next.problem?.message).toBe('next');
  });

  it('has one time for all that it asks for', async () => {
    const run = createScriptRunner({ worker: shipped, longest: 600_000 });
    const code = 'const big = "x".repeat(2e6); for (;;) crypto.sha512().updateWithText(big).digest()';
    const { problem, took } = await run({ ...inputOf(code), spent: 599_000 });
    expect(problem?.message).toBe('The script does not end: it was stopped after 600 s.');
    expect(took).toBeGreaterThan(0);
  });

  it.each([
    ['ends', 'process.exit(1)', 'The thread of the script has ended.'],
    ['fails', 'throw new Error("broken")', 'The script could not be run: broken.'],
    [
      'ends with a script',
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(3))",
      'The thread of the script has ended.',
    ],
    [
      'fails with a script',
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('broken') })",
      'The script could not be run: broken.',
    ],
  ])('may be one that %s', async (_, program, message) => {
    const worker = join(folderOf({ 'worker.mjs': program }), 'worker.mjs');
    const run = createScriptRunner({ worker });
    for (let time = 0; time < 2; time++) expect((await run(inputOf('1'))).problem?.message).toBe(message);
  });
});
