import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

describe('rulebook format', () => {
  it('lays out the request files of a folder, keeps marks, line ends and modes, and prints what it changed', async () => {
    const cwd = folderOf({
      'a.http': '\ufeffGET   /a\r\n###\r\nGET /b\r\n',
      'b.http': 'GET /b\n',
      'c.json': '{"a":1}',
      'README.md': '```http\nGET   /a\n```\n',
    });
    chmodSync(join(cwd, 'a.http'), 0o640);
    const { code, out, error } = await commandLine(['format', '.'], { cwd });
    expect([code, out, error]).toEqual([0, 'a.http\nFormatted 1 of 2 files\n', '']);
    expect(readFileSync(join(cwd, 'a.http'), 'utf8')).toBe('\ufeffGET /a\r\n\r\n###\r\nGET /b\r\n');
    expect(statSync(join(cwd, 'a.http')).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(cwd, 'c.json'), 'utf8')).toBe('{"a":1}');
    expect(readdirSync(cwd).length).toBe(4);
    expect((await commandLine(['format', '.'], { cwd })).out).toBe('Formatted 0 of 2 files\n');
  });

  it.skipIf(process.platform === 'win32')('prints no path that a log takes for a command', async () => {
    const cwd = folderOf({ '::group::q/a.http': 'GET   /a\n', '::warning::b.http': 'GET   /b\n' });
    const lines = './::group::q/a.http\n./::warning::b.http\n';
    for (const option of ['--check', '--indent=2'])
      expect((await commandLine(['format', option, '.'], { cwd })).out).toMatch(lines);
  });

  it('changes nothing with --check, and fails when a file is not formatted', async () => {
    const cwd = folderOf({ 'a.http': 'GET   /a\n', 'b.rest': 'GET /b\n' });
    const { code, out } = await commandLine(['format', '--check', '.'], { cwd });
    expect([code, out]).toEqual([1, 'a.http\nNot formatted: 1 of 2 files\n']);
    expect(readFileSync(join(cwd, 'a.http'), 'utf8')).toBe('GET   /a\n');
    expect((await commandLine(['format', '--check', 'b.rest'], { cwd })).code).toBe(0);
  });

  it('lays out JSON files that are named', async () => {
    const cwd = folderOf({ 'a.json': '{"a":\n1, // why\n"b":{{v}}}' });
    expect((await commandLine(['format', '--indent', 'tab', 'a.json'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe('{\n\t"a": 1, // why\n\t"b": {{v}}\n}\n');
  });

  it('reads standard input', async () => {
    const input = 'PUT /a\n\n{"a":\n1}';
    const { out, code } = await commandLine(['format', '--indent', '4', '-'], { input });
    expect([out, code]).toEqual(['PUT /a\n\n{\n    "a": 1\n}\n', 0]);
    expect(await commandLine(['format', '--check', '-'], { input })).toEqual({
      out: 'stdin.http\n',
      code: 1,
      error: '',
    });
    expect((await commandLine(['format', '--stdin-path', 'a.json', '-'], { input: '{"a":1}' })).out).toBe(
      '{ "a": 1 }\n',
    );
    expect((await commandLine(['format', '-'], { input: '' })).out).toBe('');
  });

  it('keeps a link a link', async () => {
    const cwd = folderOf({ 'real/a.http': 'GET   /a\n' });
    symlinkSync('real/a.http', join(cwd, 'link.http'));
    await commandLine(['format', 'link.http'], { cwd });
    expect(lstatSync(join(cwd, 'link.http')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, 'real/a.http'), 'utf8')).toBe('GET /a\n');
  });

  it('refuses what it cannot read or write, and formats the rest', async () => {
    const cwd = folderOf({ 'a.http': 'GET   /a\n', 'README.md': '', 'x.txt': '' });
    writeFileSync(join(cwd, 'latin1.http'), Buffer.from([0x23, 0xe9, 0x20, 0x0a]));
    const { code, error, out } = await commandLine(
      ['format', 'a.http', 'latin1.http', 'README.md', 'x.txt', 'none.http'],
      { cwd },
    );
    expect([code, out]).toEqual([2, 'a.http\nFormatted 1 of 1 file\n']);
    expect(error).toContain('latin1.http: cannot be read: its text is not UTF-8');
    expect(error).toContain('README.md: Markdown is left to its own formatters');
    expect(error).toContain('x.txt: is neither a request file nor JSON');
    expect(error).toContain('none.http: no such file');
    expect([...readFileSync(join(cwd, 'latin1.http'))]).toEqual([0x23, 0xe9, 0x20, 0x0a]);
    for (const args of [['--indent', '0', 'a.http'], ['--indent', 'x', 'a.http'], ['-', 'a.http'], []])
      expect((await commandLine(['format', ...args], { cwd })).code).toBe(2);
    expect(existsSync(join(cwd, 'a.http'))).toBe(true);
  });
});

it('does not count a file that cannot be written', async () => {
  // A draft with a longer name is put in its place.
  const long = `${'a'.repeat(230)}.http`;
  const cwd = folderOf({ [long]: 'POST /logs/_doc\n\n{"a":1}\n', 'b.http': 'POST /logs/_doc\n\n{"a":1}\n' });
  const { code, out, error } = await commandLine(['format', '.'], { cwd });
  expect({ code, out }).toEqual({ code: 2, out: 'b.http\nFormatted 1 of 2 files\n' });
  expect(error).toContain('cannot be written: its name is too long');
});
