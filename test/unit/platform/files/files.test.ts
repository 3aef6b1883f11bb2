import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findRequestFiles,
  pathInside,
  readBytes,
  readFileBytes,
  readText,
  readTextFile,
} from '../../../../packages/node/src/files/files';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-files-'));
  writeFileSync(at('plain.txt'), '\uFEFFplain');
  mkdirSync(at('inner'));
  writeFileSync(at('inner/file'), 'inner');
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync(at('pipe'), at('link-to-pipe'));
  symlinkSync('/etc/hostname', at('inner/link-outside'));
  symlinkSync(at('inner/file'), at('link-inside'));
  symlinkSync(at('circle'), at('circle'));
  const server = createServer().listen(at('socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  server.unref();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('reading', () => {
  it('returns the text of an ordinary file', async () => {
    expect(readText(at('plain.txt'))).toEqual({ text: '\uFEFFplain' });
    expect(await readTextFile(at('plain.txt'))).toEqual({ text: ' plain' });
  });

  it.runIf(process.platform !== 'win32').each([
    ['pipe', 'it is not a regular file'],
    ['link-to-pipe', 'it is not a regular file'],
    ['socket', 'it is not a regular file'],
    ['inner', 'it is a folder'],
    ['circle', 'its symbolic links form a loop'],
    ['/dev/zero', 'it is not a regular file'],
    ['/dev/tty', 'it is not a regular file'],
    ['nowhere', 'there is no such file'],
    ['plain.txt/below', 'there is no such file'],
    ['no\0name', 'its name is not valid'],
  ])('of %s ends at once: %s', async (name, cause) => {
    const path = name.startsWith('/') ? name : at(name);
    const expected = process.platform === 'linux' || name !== '/dev/tty' ? cause : expect.any(String);
    expect(readBytes(path)).toMatchObject({ cause: expected });
    expect(await readFileBytes(path)).toMatchObject({ cause: expected });
  });

  it('refuses what is longer than asked for, also when the system does not say how long it is', () => {
    expect(readBytes(at('plain.txt'), 3)).toEqual({ cause: 'it is too large' });
    if (process.platform === 'linux') expect(readBytes('/proc/self/status', 10)).toEqual({ cause: 'it is too large' });
  });
});

describe('finding request files', () => {
  it('follows no links, which may lead in a circle, and stops at a number', async () => {
    const root = join(folder, 'workspace');
    mkdirSync(join(root, 'in'), { recursive: true });
    for (let number = 0; number < 30; number++) writeFileSync(join(root, 'in', `${number + 10}.http`), 'GET /\n');
    writeFileSync(join(root, 'a.rest'), 'GET /\n');
    if (process.platform !== 'win32') {
      symlinkSync(root, join(root, 'in', 'up'));
      symlinkSync(join(root, 'in', 'itself'), join(root, 'in', 'itself'));
      symlinkSync(join(root, 'a.rest'), join(root, 'b.rest'));
    }
    const found = await findRequestFiles(root);
    expect(found).toHaveLength(31);
    expect(found[0]).toBe(join(root, 'a.rest'));
    expect(await findRequestFiles(root, 5)).toHaveLength(5);
    expect(await findRequestFiles(join(root, 'gone'))).toEqual([]);
  });
});

describe('pathInside', () => {
  it.runIf(process.platform !== 'win32').each([
    ['inner/file', true],
    ['link-inside', true],
    ['inner/link-outside', false],
    ['inner/../../..', false],
    ['nowhere', false],
  ])('judges %s after its links', (name, isInside) => {
    expect(pathInside(at(name), [folder]) !== undefined).toBe(isInside);
  });

  it('does not take a folder for another one that begins alike', () => {
    mkdirSync(`${folder}-other`);
    writeFileSync(`${folder}-other/x`, '');
    expect(pathInside(`${folder}-other/x`, [folder])).toBeUndefined();
    rmSync(`${folder}-other`, { recursive: true });
  });
});
