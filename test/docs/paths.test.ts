import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** The pages about folders of the sources, and how to change them. */
const rooms = files.filter((file) =>
  /^(?:packages|services)\/.*README\.md$|^(?:client\/src|server\/src|cli\/src|scripts|site|test)\/README\.md$/.test(file),
);
const recipes = files.filter((file) => file.startsWith('docs/contributing/recipes/'));

/** Returns what is between backticks and begins like a path of this repository; names with `<…>` and `*` are patterns. */
function pathsIn(text: string): readonly string[] {
  return wordsIn(text).filter((path) =>
    /^(packages|services|server|client|cli|scripts|test|docs|syntaxes|schemas|changes|\.vscode)\//.test(path),
  );
}

function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path).filter((path) => !/[<>*…]/.test(path));
}

describe.each([
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/contributing/style.md',
  'docs/contributing/glossary.md',
  ...recipes,
])('%s', (page) => {
  const paths = [...new Set(pathsIn(readFileSync(join(root, page), 'utf8')))];

  it.skipIf(paths.length === 0).each(paths)('names %s, which exists', (path) => {
    expect(existsSync(join(root, path)), `${page} names ${path}`).toBe(true);
  });
});

describe('the page of a room', () => {
  it('exists for each package', () => {
    const packages = files.filter((file) => /^(?:packages|services)\/[^/]+\/package\.json$/.test(file));
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.map((file) => `${dirname(file)}/README.md`).filter((page) => !rooms.includes(page))).toEqual([]);
  });

  describe.each(rooms)('%s', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const room = dirname(page);

    it('names files of its folder, or paths of the repository', () => {
      const paths = wordsIn(text).filter((word) => /^[\w./-]+$/.test(word) && /\/$|\.(?:ts|mjs|json|txt|md|http)$/.test(word));
      const ofProject = ['rulebook.json', 'package.json', 'names.ts', 'resources.ts', 'identity.ts', 'model.ts', 'facts/retired.ts', 'facts/collections.ts', 'export.ts', 'part.ts'];
      const missing = paths.filter(
        (path) => !existsSync(join(root, room, path)) && !existsSync(join(root, path)) && !ofProject.includes(path),
      );
      expect(missing).toEqual([]);
    });

    it('says in 15 lines what is here, what holds, what is not here, and what a change needs', () => {
      expect(text.startsWith(`# ${room}\n`)).toBe(true);
      for (const word of ['Invariant', 'Not here', 'A change']) expect(text).toContain(`\n- **${word}**: `);
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    });
  });
});

describe('ARCHITECTURE.md', () => {
  it('names files inside a folder that exist there', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const names = [...text.matchAll(/`(?:[\w-]+\/)?([a-z][\w-]*\.(?:ts|mjs))`/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });
});
