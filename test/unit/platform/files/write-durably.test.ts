import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { writeDurably } from '@rulebook/node/files/write-durably';
import { folderOf } from '../../../cli/command-line';

vi.mock('node:fs', async (load) => ({ ...(await load<typeof fs>()) }));

afterEach(() => {
  vi.restoreAllMocks();
});

const written = { replaces: false, mode: 0o600 };

it.each(['EPERM', 'ENOTSUP'])('writes a file where the file system has no links (%s), and replaces none', (code) => {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  const folder = folderOf({});
  const path = join(folder, 'undo.http');
  expect(writeDurably(path, 'first', written)).toBeUndefined();
  expect(fs.statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  expect(writeDurably(path, 'second', written)).toBe('there is a file of this name');
  expect(fs.readFileSync(path, 'utf8')).toBe('first');
  expect(fs.readdirSync(folder)).toEqual(['undo.http']);
});

it('says what else prevents it, and leaves nothing there', () => {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  });
  const folder = folderOf({});
  expect(writeDurably(join(folder, 'undo.http'), 'first', written)).toBe('the disk is full');
  expect(fs.readdirSync(folder)).toEqual([]);
});
