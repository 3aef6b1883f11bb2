import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFile } from '../../../packages/node/src/files/file-lock';
import { triesOf } from '../../sample';

let folder = '';
let file = '';
let lock = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-lock-'));
  file = join(folder, 'state.json');
  lock = join(folder, '.state.json.lock');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** No system gives out a number as high as this. */
const noOne = 2 ** 31 - 1;

describe('a locked file', () => {
  it('is had by one at a time, and leaves nothing behind', async () => {
    const unlock = await lockFile(file);
    expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid}( \\d+)?\n$`));
    await expect(lockFile(file)).rejects.toThrow(`${file} is in use by the process ${process.pid}`);
    await unlock();
    expect(readdirSync(folder)).toEqual([]);
    await (
      await lockFile(file)
    )();
  });

  it('is had by one of many that ask at once', async () => {
    for (let round = 0; round < triesOf(100); round++) {
      writeFileSync(lock, `${noOne}\n`);
      const asked = await Promise.allSettled(Array.from({ length: 10 }, () => lockFile(file)));
      const had = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(had).toHaveLength(1);
      await had[0]?.();
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('is taken over although a process ended while it took it over', async () => {
    writeFileSync(lock, `${noOne}\n`);
    writeFileSync(`${lock}.old`, `${noOne}\n`);
    await (
      await lockFile(file)
    )();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['of a process that has ended', `${noOne}\n`],
    ['of a process that has ended, with its time', `${noOne} 12345\n`],
    ['that is empty', ''],
    ['that is no lock', '\0\0'],
    ['that names no single process', '0\n'],
  ])('takes over a lock %s', async (_, text) => {
    writeFileSync(lock, text);
    const unlock = await lockFile(file);
    expect(readFileSync(lock, 'utf8')).toContain(String(process.pid));
    await unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('takes over a lock whose number has been given out again', async () => {
    writeFileSync(lock, `${process.pid} 1\n`);
    await (
      await lockFile(file)
    )();
    expect(existsSync(lock)).toBe(false);
  });

  it('is the same file under another name', async () => {
    writeFileSync(file, '{}');
    const other = join(folder, 'other.json');
    symlinkSync(file, other);
    const unlock = await lockFile(other);
    await expect(lockFile(file)).rejects.toThrow('is in use');
    await unlock();
  });

  it('keeps the lock of whoever has it meanwhile', async () => {
    const unlock = await lockFile(file);
    writeFileSync(lock, `${noOne}\n`);
    await unlock();
    expect(readFileSync(lock, 'utf8')).toBe(`${noOne}\n`);
  });

  it('names a folder that is not there', async () => {
    await expect(lockFile(join(folder, 'nowhere', 'state.json'))).rejects.toThrow('cannot be written: ENOENT');
  });
});
