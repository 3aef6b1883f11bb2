import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesBelow, patternOf } from '../../../../packages/node/src/files/files-below';
import { filesMatching } from '../../../../packages/node/src/files/match-files';

const endings = ['http', 'rest', 'json', 'overlay.yaml'];
let root = '';
const write = (...names: readonly string[]): void => {
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '');
  }
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'files-below-'));
  write(
    'b.http',
    'a.http',
    'a-b/x.http',
    'a/x.rest',
    'a/b/c/y.json',
    'a/x.http.txt',
    'UPPER.HTTP',
    'http',
    'no-dot-http',
  );
  write('.http', '.hidden.http', '.hidden/x.http', 'a/.git/x.http', 'node_modules/n.http', 'a/node_modules/b/n.http');
  write('node_modules.http', 'x.node_modules/n.http', 'name with (brackets) [and] {braces}!.http', 'o.overlay.yaml');
  write('overlay.yaml', 'o.yaml', 'folder.http/inside.http', 'ä.http', 'a..http', 'new\nline.http');
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

describe('the files below a folder', () => {
  it('are those that the pattern matches', () => {
    for (const folder of [
      '.',
      'a',
      'a-b',
      'folder.http',
      '.hidden',
      'node_modules',
      'a/node_modules/b',
      'a/../a/b/',
      'none',
    ]) {
      const found = filesBelow(join(root, folder), endings);
      expect([folder, found]).toEqual([folder, filesMatching(patternOf(endings), join(root, folder))]);
    }
    expect(filesBelow(root, endings)).toContain(`${root}/a/b/c/y.json`);
    expect(filesBelow(root, endings)).toHaveLength(13);
  });

  it('are left to the pattern where there is a link', () => {
    symlinkSync(join(root, 'a'), join(root, 'a-b', 'link'));
    expect(filesBelow(root, endings)).toBeUndefined();
    const behind = join(root, 'a-b', 'link');
    expect(filesBelow(behind, endings)).toEqual(filesMatching(patternOf(endings), behind));
    expect(filesBelow(behind, endings)).toHaveLength(2);
  });
});
