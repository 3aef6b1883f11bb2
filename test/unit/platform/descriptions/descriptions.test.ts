import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packDescription } from '../../../../packages/description/src/packed';
import { compiledFormat, createDescribedService } from '../../../../packages/services/src/index';
import { createDescriptionLoader } from '../../../../packages/node/src/shipped-descriptions';

const some = {
  format: compiledFormat,
  source: 'OpenAPI 3.1',
  title: 'Some',
  version: '1',
  shapes: [],
  problems: [],
} as const;

let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-descriptions-'));
  said = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const load = (name: string) => createDescriptionLoader((message) => said.push(message), folder)(name);
const write = (content: Buffer | string) => {
  writeFileSync(join(folder, 'some.json.br'), content);
};

describe('the loader of the published descriptions', () => {
  it('reads what the build wrote', () => {
    write(brotliCompressSync(packDescription({ ...some, operations: [] }).join('\n')));
    expect(load('some')).toMatchObject({ title: 'Some' });
    expect(said).toEqual([]);
  });

  it('reports a damaged part once, when it is needed', () => {
    const operation = (id: string) => ({ id, methods: ['GET'], path: `/${id}`, title: id });
    const lines = packDescription({ ...some, operations: [operation('a'), operation('b')] });
    write(brotliCompressSync(lines.map((line) => line.replace(/^\{"title.*/, '{"title')).join('\n')));
    const [a, b] = createDescribedService(load('some')!, { id: 'some' }).operations;
    expect(said).toEqual([]);
    expect([a?.title, b?.title, a?.summary]).toEqual(['GET /a', 'GET /b', '']);
    expect(said).toEqual([expect.stringContaining('A part of the published description "some" is damaged.')]);
  });

  it.each([
    ['a missing file', undefined, 'its file is missing'],
    ['a file that is not compressed', '{}', 'its file is damaged'],
    ['a cut file', brotliCompressSync('{"format":1}'.repeat(50)).subarray(0, 10), 'its file is damaged'],
    ['a text that is not JSON', brotliCompressSync('{'), 'its file is damaged'],
    ['another format', brotliCompressSync('{"format":0}'), 'it belongs to another version of Rulebook'],
    ['no object', brotliCompressSync('null'), 'its file is damaged'],
  ])('reports %s without its path', (_case, content, cause) => {
    if (content !== undefined) write(content);
    expect(load('some')).toBeUndefined();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(cause);
    expect(said[0]).not.toContain(folder);
  });
});
