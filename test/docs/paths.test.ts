import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** Returns what is between backticks and begins like a path of this repository; names with `<…>` and `*` are patterns. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /^(packages|services|server|client|cli|scripts|test|docs|syntaxes|schemas|\.vscode)\//.test(path))
    .filter((path) => !/[<>*]/.test(path));
}

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/contributing/style.md'])('%s', (page) => {
  const paths = [...new Set(pathsIn(readFileSync(join(root, page), 'utf8')))];

  it.skipIf(paths.length === 0).each(paths)('names %s, which exists', (path) => {
    expect(existsSync(join(root, path)), `${page} names ${path}`).toBe(true);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names files inside a folder that exist there', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const names = [...text.matchAll(/`(?:[\w-]+\/)?([a-z][\w-]*\.(?:ts|mjs))`/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });
});
