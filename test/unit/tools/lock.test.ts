import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const lock = resolve(import.meta.dirname, '../../../tools/lib/lock.mjs');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-lock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program that takes the lock, and resolves with its exit code. */
function run(work: string): Promise<number | null> {
  const source = `
    import { takeLock } from ${JSON.stringify(`file://${lock}`)};
    import { appendFileSync } from 'node:fs';
    const log = (text) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, text + '\\n');
    const release = takeLock(${JSON.stringify(join(folder, 'lock'))});
    ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((done) => child.once('close', done));
}

it('lets one process work at a time', async () => {
  // Each holds the lock over many turns, in which the others could come between.
  const work = `log('in'); for (let at = 0; at < 50; at++) await new Promise(setImmediate); log('out'); release();`;
  expect(await Promise.all([run(work), run(work), run(work)])).toEqual([0, 0, 0]);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('in\nout\n'.repeat(3));
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

it('takes over the lock of a process that has ended', async () => {
  await run('process.exit(0);');
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  expect(await run(`log('in'); release();`)).toBe(0);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

it('takes over an abandoned lock once, however many wait for it', async () => {
  const work = `log('in'); for (let at = 0; at < 20; at++) await new Promise(setImmediate); log('out'); release();`;
  for (let round = 0; round < 5; round++) {
    // A number that no process has.
    writeFileSync(join(folder, 'lock'), `${2 ** 30} left-over-${round}`);
    expect(await Promise.all([run(work), run(work), run(work), run(work)])).toEqual([0, 0, 0, 0]);
  }
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('in\nout\n'.repeat(20));
  expect(readdirSync(folder)).toEqual(['log']);
});

it('takes over when the one that took over died', async () => {
  writeFileSync(join(folder, 'lock'), `${2 ** 30} a`);
  writeFileSync(join(folder, `lock.${2 ** 30}-a.removal`), `${2 ** 30} b`);
  expect(await run('release();')).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

it.each(['', 'nonsense', '-1', `${2 ** 40}`])('takes over a lock that says %j', async (mark) => {
  writeFileSync(join(folder, 'lock'), mark);
  expect(await run('release();')).toBe(0);
});

it('takes over the folder that an earlier version made', async () => {
  mkdirSync(join(folder, 'lock'));
  writeFileSync(join(folder, 'lock', 'pid'), String(2 ** 30));
  expect(await run('release();')).toBe(0);
});

it('leaves the lock alone that another process holds when it gives back its own, taken from it meanwhile', async () => {
  const lock = join(folder, 'lock');
  expect(await run(`appendFileSync(${JSON.stringify(lock)}, 'x'); release();`)).toBe(0);
  expect(existsSync(lock)).toBe(true);
});

it('refuses to wait for itself', async () => {
  const again = `try { takeLock(${JSON.stringify(join(folder, 'lock'))}); } catch { log('refused'); } release();`;
  expect(await run(again)).toBe(0);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('refused\n');
});
