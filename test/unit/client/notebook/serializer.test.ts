import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it, vi } from 'vitest';
import { createSerializer } from '../../../../client/src/notebook/serializer';
import type { NotebookData } from 'vscode';

// The editor's data, as far as the serializer makes it.
vi.mock('vscode', () => ({
  NotebookCellKind: { Markup: 1, Code: 2 },
  NotebookCellData: class {
    metadata: unknown;
    constructor(
      readonly kind: number,
      public value: string,
      readonly languageId: string,
    ) {}
  },
  NotebookData: class {
    metadata: unknown;
    constructor(readonly cells: unknown[]) {}
  },
  l10n: { t: (text: string) => text },
}));

const token = {} as never;
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
const requests = createSerializer('requests');
const read = (content: string) => requests.deserializeNotebook(bytes(content), token) as NotebookData;
const write = async (data: NotebookData) => text(await requests.serializeNotebook(data, token));

describe('a notebook', () => {
  it('is written byte for byte as it was read', async () => {
    const examples = join(import.meta.dirname, '../../../../examples');
    for (const path of globSync('*.http', { cwd: examples, absolute: true })) {
      const content = readFileSync(path, 'utf8');
      expect(await write(read(content))).toBe(content);
    }
    const windows = '\uFEFF### A\r\n\r\nGET /a\r\n\r\n\r\n###\r\nGET /b';
    expect(await write(read(windows))).toBe(windows);
    for (const empty of ['', '\n', '\uFEFF', ' \r\n']) expect(await write(read(empty))).toBe(empty);
  });

  it('is written as it was where the editor has only changed the line ends', async () => {
    const data = read('GET /a\r\nAccept: */*\r\n');
    for (const cell of data.cells) cell.value = cell.value.replace(/\n/g, '\r\n');
    expect(await write(data)).toBe('GET /a\r\nAccept: */*\r\n');
  });

  it('takes a cell of another notebook as a new one', async () => {
    const [, other] = read('GET /x\n###\nGET /y\n').cells;
    const data = read('GET /a\n');
    if (other) data.cells.push(other);
    expect(await write(data)).toBe('GET /a\nGET /y\n');
    const plain = read('POST /a\nContent-Type: text/plain\n\nword\n');
    if (other) plain.cells.push(other);
    expect(await write(plain)).toBe('POST /a\nContent-Type: text/plain\n\nword\n\n###\nGET /y\n');
  });

  it('is not read where the file has another encoding', () => {
    expect(() => requests.deserializeNotebook(new Uint8Array([0x47, 0xe4, 0x0a]), token)).toThrow(/not UTF-8/);
  });
});
