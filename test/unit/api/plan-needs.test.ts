import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/api/engine/index';

const engine = createEngine({
  loadDescription: (file) =>
    brotliDecompressSync(readFileSync(new URL(`../../../descriptions/${file}.br`, import.meta.url))).toString('utf8'),
});
const needsOf = (text: string) => engine.plan(text)[0]?.needs;

describe('the needs of a plan of the library', () => {
  it('are values with the names that they are on, a sentence and what states them', () => {
    expect(needsOf('GET /{{index}}/_doc/1\n')).toEqual([
      {
        kind: 'index',
        anyOf: ['read'],
        target: 'index',
        on: ['{{index}}'],
        message: 'The caller needs the index privilege `read` on `{{index}}`.',
        source: expect.objectContaining({ kind: 'described', section: null }) as unknown,
      },
    ]);
    expect(needsOf('GET /repos/o/r/contents/a.md\n')?.[0]).toMatchObject({
      kind: 'permission',
      anyOf: ['contents'],
      access: 'read',
      target: 'repository',
      on: ['o/r'],
    });
  });

  it('distinguish what needs nothing from what is not published', () => {
    expect(needsOf('GET /_security/_authenticate\n')).toEqual([]);
    expect(needsOf('GET /_capabilities\n')).toBeUndefined();
    expect(needsOf('GET https://example.com/\n')).toBeUndefined();
  });
});
