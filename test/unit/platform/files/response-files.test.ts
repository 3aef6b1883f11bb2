import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResponseFiles } from '../../../../packages/node/src/files/response-files';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe('createResponseFiles', () => {
  it('writes files that only this user can read', async () => {
    const file = await createResponseFiles(folder).create('json');
    await file.write(bytes('one, '));
    await file.write(bytes('two'));
    await file.close();
    expect(readFileSync(file.path, 'utf8')).toBe('one, two');
    expect(file.path).toMatch(/\.json$/);
    if (process.platform === 'win32') return;
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file.path)).mode & 0o777).toBe(0o700);
  });

  it('lets no extension lead elsewhere', async () => {
    const file = await createResponseFiles(folder).create('/../../x');
    await file.close();
    expect(file.path.startsWith(folder)).toBe(true);
    expect(file.path).toMatch(/\.x$/);
  });

  it('saves a head in front of a body', async () => {
    const files = createResponseFiles(folder);
    const file = await files.create('txt');
    await file.write(bytes('body'));
    await file.close();
    const target = join(folder, 'saved.http');
    writeFileSync(target, 'what was there before, which is longer');
    await files.saveWith(bytes('head\r\n\r\n'), file.path, target);
    expect(readFileSync(target, 'utf8')).toBe('head\r\n\r\nbody');
  });

  it('reads a file in parts', async () => {
    const files = createResponseFiles(folder);
    const file = await files.create('txt');
    await file.write(bytes('0123456789'));
    await file.close();
    const parts: string[] = [];
    for await (const part of files.read(file.path, 4)) parts.push(new TextDecoder().decode(part));
    expect(parts).toEqual(['0123', '4567', '89']);
  });

  it('removes files one by one, and all at the end', async () => {
    const files = createResponseFiles(folder);
    const [a, b] = [await files.create('a'), await files.create('b')];
    await Promise.all([a.close(), b.close()]);
    await files.remove(a.path);
    await files.remove(a.path);
    expect([existsSync(a.path), existsSync(b.path)]).toEqual([false, true]);
    files.removeAll();
    expect(existsSync(b.path)).toBe(false);
  });

  it('removes what processes have left that no longer run, and nothing else', () => {
    // The highest number of a process is far below.
    const names = ['2147483646-0123abcd', `${process.pid}-0123abcd`, 'own', '2147483646-notours'];
    for (const name of names) mkdirSync(join(folder, name));
    createResponseFiles(folder);
    expect(names.map((name) => existsSync(join(folder, name)))).toEqual([false, true, true, true]);
  });
});
