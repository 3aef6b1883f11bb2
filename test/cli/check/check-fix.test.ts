import { spawnSync } from 'node:child_process';
import { chmodSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const broken = '\ufeffPUT /_security/api_key\r\n\r\n{ "name": "k", "expiration": "7d", }\r\n';
const fixed = broken.replace('"7d", }', '"7d" }');
const guess = 'PUT /_security/api_key\n\n{ "name": "k", "expiratio": "7d" }\n';
const guessed = guess.replace('expiratio"', 'expiration"');

describe('check --fix', () => {
  it('writes files with their byte order mark, line ends and rights, and reports what is left', async () => {
    const cwd = folderOf({ 'a.http': broken, 'sub/b.rest': guess, 'k.api-key.json': '{ "name": "k", }' });
    chmodSync(join(cwd, 'a.http'), 0o640);
    const { code, out, error } = await commandLine(['check', '--fix', '--min-severity', 'warning', '.'], { cwd });
    expect(readFileSync(join(cwd, 'a.http'), 'utf8')).toBe(fixed);
    expect(readFileSync(join(cwd, 'k.api-key.json'), 'utf8')).toBe('{ "name": "k" }');
    expect(readFileSync(join(cwd, 'sub/b.rest'), 'utf8')).toBe(guess);
    expect(statSync(join(cwd, 'a.http')).mode & 0o777).toBe(0o640);
    expect(readdirSync(cwd).sort()).toEqual(['a.http', 'k.api-key.json', 'sub']);
    expect(out).toContain('sub/b.rest:3:16 warning');
    expect(error).toMatch(/^rulebook: 2 fixes applied in 2 files, \d findings left\n$/);
    expect(code).toBe(0);
    const again = await commandLine(['check', '--fix', '--fail-on', 'warning', '.'], { cwd });
    expect([again.code, again.error]).toEqual([1, expect.stringContaining('nothing to fix')]);
  });

  it('applies the other fixes with --fix-unsafe', async () => {
    const cwd = folderOf({ 'b.http': guess });
    const { code } = await commandLine(['check', '--fix-unsafe', '--fail-on', 'warning', 'b.http'], { cwd });
    expect([code, readFileSync(join(cwd, 'b.http'), 'utf8')]).toEqual([0, guessed]);
  });

  it('prints a difference with --dry-run that patch applies, and writes nothing', async () => {
    const cwd = folderOf({ 'a.http': guess });
    const { code, out, error } = await commandLine(
      ['check', '--fix-unsafe', '--dry-run', '--fail-on', 'warning', 'a.http'],
      { cwd },
    );
    expect(out).toBe(
      `--- a.http\n+++ a.http\n@@ -1,3 +1,3 @@\n PUT /_security/api_key\n \n-${guess.split('\n')[2]}\n+${guessed.split('\n')[2]}\n`,
    );
    expect(error).toMatch(/^rulebook: 1 fix possible in 1 file, \d findings? left\n$/);
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'a.http'), 'utf8')).toBe(guess);
    const patched = spawnSync('patch', ['a.http'], { cwd, input: out });
    if (patched.error === undefined) expect(readFileSync(join(cwd, 'a.http'), 'utf8')).toBe(guessed);
  });

  it('prints the fixed text of standard input, and reports on standard error', async () => {
    const { code, out, error } = await commandLine(['check', '--fix', '-'], { input: `${broken}\r\n###\r\nGET /\r\n` });
    expect(out).toBe(`${fixed}\r\n###\r\nGET /\r\n`);
    expect(error).toContain('in 2 requests of 1 file');
    expect(code).toBe(0);
    const unknown = await commandLine(['check', '--fix', '--stdin-path', 'x.json', '-'], { input: '{ "a": 1, }' });
    expect([unknown.code, unknown.out]).toEqual([2, '{ "a": 1, }']);
    const clean = await commandLine(['check', '--fix', '-'], { input: 'GET /' });
    expect(clean.out).toBe('GET /');
  });

  it('keeps a link, and fixes what it leads to', async () => {
    const cwd = folderOf({ 'real/a.http': broken });
    symlinkSync('real/a.http', join(cwd, 'link.http'));
    await commandLine(['check', '--fix', 'link.http'], { cwd });
    expect(readFileSync(join(cwd, 'real/a.http'), 'utf8')).toBe(fixed);
    expect(readdirSync(join(cwd, 'real'))).toEqual(['a.http']);
  });

  it.each([
    [
      'is read-only',
      (path: string) => {
        chmodSync(path, 0o444);
      },
      'it is read-only',
    ],
    [
      'has a second name',
      (path: string) => {
        linkSync(path, `${path}.other`);
      },
      'hard link',
    ],
  ] as const)('leaves a file alone that %s', async (_, prepare, cause) => {
    const cwd = folderOf({ 'a.http': broken });
    const path = join(cwd, 'a.http');
    prepare(path);
    const before = readFileSync(path);
    const { code, out, error } = await commandLine(['check', '--fix', 'a.http'], { cwd });
    expect(code).toBe(2);
    expect(error).toMatch(/a\.http: cannot be written: .+/);
    if (process.getuid?.() === 0 || cause !== 'it is read-only') expect(error).toContain(cause);
    expect(out).toContain('malformed-json');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([
    [['--fix', '-', 'a.http'], 'cannot be fixed together'],
    [['--watch', '-'], '--watch follows files'],
    [['--watch', '--dry-run', '.'], 'cannot be combined'],
  ])('refuses %j', async (args, message) => {
    const { code, error } = await commandLine(['check', ...args]);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });

  it('survives hostile text', async () => {
    const cwd = folderOf({
      'a.http': `PUT /_security/api_key\n\n{ "name": "${'x'.repeat(1_000_000)}", }\n`,
      'b.http': 'PUT /_security/api_key\n\n{ "\u0000": 1, }\r\r\n\u2028',
      'c.md': '```http\nPUT /_security/api_key\n\n{ "name": "\u0000", }\n```\n',
    });
    const { code } = await commandLine(['check', '--fix', '.', 'c.md'], { cwd });
    expect(code).toBeLessThan(2);
    expect(readFileSync(join(cwd, 'a.http'), 'utf8')).toMatch(/x" \}\n$/);
    expect(readFileSync(join(cwd, 'c.md'), 'utf8')).toContain('"\u0000"');
  });
});
