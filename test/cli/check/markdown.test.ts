import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const readme = [
  '# Title',
  '',
  '@host = http://127.0.0.1:1',
  '',
  '```http',
  '@name = x',
  'GET {{host}}/',
  '```',
  '',
  '1. Text.',
  '',
  '   ```http',
  '   PUT /_security/api_key',
  '',
  '   { "name": "{{name}}", "nam": 1 }',
  '   ```',
  '',
].join('\r\n');

describe('Markdown files', () => {
  it('are checked when they are named or match a glob, and left out of folders', async () => {
    const cwd = folderOf({ 'README.md': `\ufeff${readme}`, 'a.http': 'GET /\n' });
    for (const path of ['README.md', '*.md']) {
      const { code, out } = await commandLine(['check', path], { cwd });
      expect(out).toContain('README.md:15:26 warning `nam` is not a documented field');
      expect(out).toContain('in 2 requests of 1 file');
      expect(code).toBe(0);
    }
    expect((await commandLine(['check', '.'], { cwd })).out).toBe('No findings in 1 request of 1 file\n');
  });

  it('are checked from standard input by their name', async () => {
    const { out } = await commandLine(['check', '--stdin-path', 'x.markdown', '-'], { input: readme });
    expect(out).toContain('x.markdown:15:26 warning');
  });

  it('have requests that are chosen by a line behind the name, or by --line', async () => {
    const cwd = folderOf({ 'README.md': readme });
    for (const args of [['README.md:15'], ['README.md:13:4'], ['--line', '15', 'README.md']]) {
      const { out, code } = await commandLine(['explain', '--format', 'json', ...args], { cwd });
      expect(code, args.join(' ')).toBe(0);
      expect(out).toContain('/_security/api_key');
      expect(out).not.toContain('127.0.0.1:1');
    }
    const { code, error } = await commandLine(['explain', 'README.md:2'], { cwd });
    expect([code, error]).toEqual([2, 'rulebook: there is no request at line 2\n']);
  });

  it('take no variables from prose', async () => {
    const cwd = folderOf({ 'README.md': readme });
    const { error, code } = await commandLine(['curl', 'README.md:7'], { cwd });
    expect(code).toBe(3);
    expect(error).toContain('host');
  });

  it('are found by their whole name first', async () => {
    const cwd = folderOf({ 'a.http:2': 'GET http://127.0.0.1:1/whole\n', 'a.http': 'GET http://127.0.0.1:1/a\n' });
    expect((await commandLine(['curl', 'a.http:2'], { cwd })).out).toContain('/whole');
  });
});
