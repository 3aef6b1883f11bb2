import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

const root = join(import.meta.dirname, '../..');
const listed = (pattern: string): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', pattern], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('every lock file', () => {
  it.each(listed('*package-lock.json'))('names no address to download from: %s', (file) => {
    // A package of the house is a link to its folder.
    expect(read(file)).not.toMatch(/"resolved": "(?!packages\/|services\/)/);
  });
});

describe('the oldest Node that package.json names', () => {
  const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
  const oldest = minVersion(engines.node)?.version ?? '';

  it('is enough for all that is installed', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, Locked>>;
    };
    const refused = Object.entries(packages).flatMap(([path, { version, engines: { node = '*' } = {} }]) =>
      satisfies(oldest, node) ? [] : [`${path} ${version} needs Node ${node}`],
    );
    expect(Object.keys(packages).length).toBeGreaterThan(500);
    expect(refused).toEqual([]);
  });

  it('is the one that the pages name', () => {
    const named = listed('*.md').flatMap((file) =>
      [...read(file).matchAll(/Node (\d+\.\d+)(?= or later)/g)].map(([, version]) => `${file}: ${version}`),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((one) => !one.endsWith(`: ${oldest.replace(/\.0$/, '')}`))).toEqual([]);
  });
});
