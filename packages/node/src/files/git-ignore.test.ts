import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findEnvironmentFiles } from './environment-files';
import { isIgnoredByGit } from './git-ignore';

const name = 'http-client.private.env.json';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-ignore-'));
  vi.stubEnv('HOME', join(folder, 'home'));
  vi.stubEnv('XDG_CONFIG_HOME', '');
  write({ 'work/.git/HEAD': '', [`work/api/${name}`]: '{}' });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('a private file in a repository', () => {
  const path = () => join(folder, 'work/api', name);

  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['nothing', {}, false],
    ['a .gitignore next to it', { 'work/api/.gitignore': name }, true],
    ['a .gitignore above it', { 'work/.gitignore': '*.private.env.json\n' }, true],
    ['a .gitignore outside of the repository', { '.gitignore': name }, false],
    ['the list of the repository', { 'work/.git/info/exclude': '# mine\n*.private.*\n' }, true],
    ['the list of the user', { 'home/.config/git/ignore': `${name}\n` }, true],
    [
      'the list that the settings of the user name',
      { 'home/.gitconfig': '[core]\n\texcludesFile = ~/mine\n', 'home/mine': '*.private.env.json' },
      true,
    ],
    ['a nearer file that takes it back', { 'work/.gitignore': name, 'work/api/.gitignore': `!${name}` }, false],
  ])('with %s', (_, files, expected) => {
    write(files);
    expect(isIgnoredByGit(path())).toBe(expected);
    const found = findEnvironmentFiles(join(folder, 'work/api')).find((one) => one.path === path());
    expect(found?.isExposed ?? false).toBe(!expected);
  });

  it('is not known where the repository is elsewhere, or there is none', () => {
    write({ 'tree/.git': 'gitdir: /elsewhere\n', [`tree/${name}`]: '{}', [`none/${name}`]: '{}' });
    expect(isIgnoredByGit(join(folder, 'tree', name))).toBeUndefined();
    expect(isIgnoredByGit(join(folder, 'none', name))).toBeUndefined();
  });

  it('is one by its name alone: a .env may hold no secrets', () => {
    write({ 'work/.env': 'A=1', 'work/http-client.env.json.user': '{}' });
    const exposed = findEnvironmentFiles(join(folder, 'work')).filter(({ isExposed }) => isExposed);
    expect(exposed.map(({ place }) => place)).toEqual(['http-client.env.json.user']);
  });
});
