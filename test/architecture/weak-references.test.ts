import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productFiles } from './files';
import { unexplainedWeak } from './weak-references';

const root = join(import.meta.dirname, '../..');
const files = productFiles(['packages', 'services', 'server/src']).filter(
  (file) => !/^packages\/(?:node|platform)\//.test(file),
);

describe('weak references', () => {
  it.each([
    ['const known = new WeakMap<Shape, boolean>();', [1]],
    ['const other = 1;\nconst known = new WeakSet();', [2]],
    ['class A {\n  readonly #of = new WeakRef(a);\n}', [2]],
    ['// Keys are handed in by others.\n\nconst known = new WeakMap();', [3]],
    ['// Keys are handed in by others.\nconst known = new WeakMap();', []],
    ['/** A node, for as long as it is shown. */\nconst known = new WeakMap();', []],
    ['// No `new WeakMap` here.\nconst known = perObject(compute);', []],
  ])('in %j without a reason: lines %j', (text, lines) => {
    expect(unexplainedWeak(text)).toEqual(lines);
  });

  it('are in the memo, or the line above says why', () => {
    expect(files).toContain('packages/text/src/structures/memo.ts');
    const found = files.flatMap((file) =>
      unexplainedWeak(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
