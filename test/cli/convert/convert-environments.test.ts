import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const settings = JSON.stringify({
  'rest-client.environmentVariables': {
    $shared: { version: 'v1' },
    dev: { host: 'localhost', apiToken: 's3cr3t-value' },
  },
});
const files = { '.vscode/settings.json': settings };

function folderWith(content: Readonly<Record<string, string>>): string {
  const { '.vscode/settings.json': own, ...others } = content;
  const folder = folderOf(others);
  mkdirSync(join(folder, '.vscode'));
  writeFileSync(join(folder, '.vscode', 'settings.json'), own ?? '');
  return folder;
}

const convert = (cwd: string, ...more: readonly string[]) => commandLine(['convert-environments', ...more], { cwd });

describe('rulebook convert-environments', () => {
  it('writes the files, keeps secrets from git, and has nothing to do the second time', async () => {
    const cwd = folderWith({ ...files, '.gitignore': 'dist' });
    mkdirSync(join(cwd, '.git'));
    const dry = await convert(cwd, '--dry-run');
    expect(dry).toMatchObject({ code: 0, out: '' });
    expect(dry.error).toContain('http-client.env.json: 2 variables would be added');
    expect(() => statSync(join(cwd, 'http-client.env.json'))).toThrow('ENOENT');
    const first = await convert(cwd);
    expect(first.code).toBe(0);
    expect(first.error + dry.error).not.toContain('s3cr3t');
    const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
    expect(JSON.parse(read('http-client.env.json'))).toEqual({
      $shared: { version: 'v1' },
      dev: { host: 'localhost' },
    });
    expect(JSON.parse(read('http-client.private.env.json'))).toEqual({ dev: { apiToken: 's3cr3t-value' } });
    expect(statSync(join(cwd, 'http-client.private.env.json')).mode & 0o077).toBe(0);
    expect(read('.gitignore')).toBe('dist\nhttp-client.private.env.json\n');
    expect((await convert(cwd)).error).toBe('All variables are there already.\n');
    expect(read('.gitignore')).toBe('dist\nhttp-client.private.env.json\n');
  });

  it('keeps other values, and names them', async () => {
    const cwd = folderWith({ ...files, 'http-client.env.json': '{ "dev": { "host": "mine" } }' });
    const { code, error } = await convert(cwd);
    expect(code).toBe(1);
    expect(error).toContain('dev: host: has another value there already, which stays');
    expect(readFileSync(join(cwd, 'http-client.env.json'), 'utf8')).toContain('"host": "mine"');
    expect(() => statSync(join(cwd, '.gitignore'))).toThrow('ENOENT');
  });

  it.each([
    ['no such file', { '.vscode/settings.json': settings }, ['nowhere.json'], 'cannot be read'],
    ['no environments', { '.vscode/settings.json': '{}' }, [], 'holds no variable in the setting'],
    ['another file', { '.vscode/settings.json': '{}', 'a.json': settings }, ['a.json'], 'is not a settings.json'],
    ['a broken file', { ...files, 'http-client.env.json': '{ "dev": ' }, [], 'nothing was written'],
  ])('refuses %s', async (_, content: Readonly<Record<string, string>>, args: readonly string[], message) => {
    const cwd = folderWith(content);
    const { code, error } = await convert(cwd, ...args);
    expect(code).toBe(2);
    expect(error).toContain(message);
    expect(() => statSync(join(cwd, 'http-client.private.env.json'))).toThrow('ENOENT');
  });

  it('writes through no dangling link, and into no file that is read-only', async () => {
    const linked = folderWith(files);
    symlinkSync(join(linked, 'elsewhere'), join(linked, 'http-client.private.env.json'));
    expect((await convert(linked)).code).toBe(2);
    expect(() => statSync(join(linked, 'elsewhere'))).toThrow('ENOENT');
    const closed = folderWith({ ...files, 'http-client.env.json': '{}' });
    chmodSync(join(closed, 'http-client.env.json'), 0o444);
    expect((await convert(closed)).error).toContain('it is read-only');
  });
});
