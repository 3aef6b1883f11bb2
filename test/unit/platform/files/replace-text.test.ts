import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceText } from '../../../../packages/node/src/files/replace-text';

vi.mock('node:fs', async (load) => ({ ...(await load<typeof fs>()) }));

let folder = '';
const path = (name = 'a.http') => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-replace-'));
  writeFileSync(path(), 'former');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('replaceText', () => {
  it('writes the new text, and keeps the rights', () => {
    chmodSync(path(), 0o604);
    expect(replaceText(path(), 'former', 'new')).toBeUndefined();
    expect(readFileSync(path(), 'utf8')).toBe('new');
    expect(statSync(path()).mode & 0o777).toBe(0o604);
    expect(readdirSync(folder)).toEqual(['a.http']);
  });

  it('follows a link', () => {
    symlinkSync('a.http', path('link.http'));
    expect(replaceText(path('link.http'), 'former', 'new')).toBeUndefined();
    expect(fs.lstatSync(path('link.http')).isSymbolicLink()).toBe(true);
    expect(readFileSync(path(), 'utf8')).toBe('new');
  });

  it('leaves a file as it is that has changed while it was fixed, also in the last moment', () => {
    expect(replaceText(path(), 'other', 'new')).toMatch(/changed meanwhile/);
    vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      writeFileSync(path(), 'typed meanwhile');
    });
    expect(replaceText(path(), 'former', 'new')).toMatch(/changed meanwhile/);
    expect(readFileSync(path(), 'utf8')).toBe('typed meanwhile');
    expect(readdirSync(folder)).toEqual(['a.http']);
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'its file system is read-only'],
    ['EIO', 'the system reports EIO'],
  ])('leaves the former file and nothing else when writing fails with %s', (code, cause) => {
    vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    expect(replaceText(path(), 'former', 'new')).toBe(cause);
    expect(readFileSync(path(), 'utf8')).toBe('former');
    expect(readdirSync(folder)).toEqual(['a.http']);
  });

  it('says what is against it', () => {
    expect(replaceText(path('missing.http'), '', 'new')).toBe('there is no such file');
    linkSync(path(), path('other.http'));
    expect(replaceText(path(), 'former', 'new')).toMatch(/hard link/);
    rmSync(path('other.http'));
    chmodSync(path(), 0o400);
    expect(replaceText(path(), 'former', 'new')).toMatch(/read-only|permission/);
    symlinkSync('loop.http', path('loop.http'));
    expect(replaceText(path('loop.http'), '', 'new')).toBe('its symbolic links form a loop');
  });
});
