import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Returns the files of the repository, also those that are not committed yet: a border is crossed when it is crossed. */
export function repositoryFiles(): readonly string[] {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Returns the sources of the product in the given folders, without the tests next to them. */
export function productFiles(folders: readonly string[], ending = /\.ts$/): readonly string[] {
  return repositoryFiles().filter(
    (file) =>
      ending.test(file) && !file.endsWith('.test.ts') && folders.some((folder) => file.startsWith(`${folder}/`)),
  );
}
