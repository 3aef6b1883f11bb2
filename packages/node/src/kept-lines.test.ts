import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { keepCompiled } from './compiled-parts';
import { keptLines } from './kept-lines';

const folder = mkdtempSync(join(tmpdir(), 'rulebook-lines-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const text = ['{"head":1}', 'second', '', 'fourth \u00e9', ''].join('\n');
const make = vi.fn(() => text);
const path = join(folder, 'words-1.lines');
const lines = () => {
  const source = keptLines('words-1', make);
  return Array.from({ length: source.count }, (_, index) => source.line(index)).join('\n');
};

beforeEach(() => {
  make.mockClear();
});

it('makes the text each time where nothing is kept', () => {
  expect(lines()).toBe(text);
  expect(lines()).toBe(text);
  expect(make).toHaveBeenCalledTimes(2);
  expect(readdirSync(folder)).toEqual([]);
});

it('makes it once, and reads its lines from a file of this user then', () => {
  keepCompiled('words', (name) => (name === 'NODE_COMPILE_CACHE' ? folder : undefined));
  expect(lines()).toBe(text);
  expect(make).toHaveBeenCalledTimes(1);
  expect(readdirSync(folder)).toEqual(['words-1.lines']);
  expect(lines()).toBe(text);
  expect(make).toHaveBeenCalledTimes(1);
});

it.runIf(process.platform !== 'win32')('does not read what others could have written', () => {
  chmodSync(path, 0o666);
  expect(lines()).toBe(text);
  expect(make).toHaveBeenCalledTimes(1);
});

it.each([
  ['a line is damaged', (kept: Buffer) => kept.fill(0x20, 12, 14)],
  ['the numbers are damaged', (kept: Buffer) => kept.fill(0xff, kept.length - 20, kept.length - 16)],
  ['the end is damaged', (kept: Buffer) => kept.fill(0xff, kept.length - 8, kept.length - 4)],
  ['it is cut off', (kept: Buffer) => kept.subarray(0, 30)],
  ['it is empty', () => ''],
])('makes and keeps it again when %s', (_, damaged) => {
  writeFileSync(path, damaged(readFileSync(path)));
  expect(lines()).toBe(text);
  expect(lines()).toBe(text);
  expect(make).toHaveBeenCalledTimes(1);
});
