import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const body = Buffer.from([...Array.from({ length: 300_000 }, (_, index) => index % 256)]);

async function startService(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/octet-stream');
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the file for a response', () => {
  it('gets the bytes, a new name when it exists, and is replaced by `>>!`', async () => {
    const url = await startService();
    const cwd = folderOf({
      'rulebook.json': '{}',
      'new.http': `@name = answer\nGET ${url}/\n\n>> ./out/{{name}}.bin\n`,
      'over.http': `GET ${url}/\n\n>>! ./out/answer.bin\n`,
    });
    const first = await commandLine(['run', 'new.http'], { cwd });
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/# The body was written to .*out.answer\.bin: 300000 bytes\./);
    expect(first.out).not.toContain('left out');
    expect(readFileSync(join(cwd, 'out/answer.bin')).equals(body)).toBe(true);
    await commandLine(['run', 'new.http'], { cwd });
    writeFileSync(join(cwd, 'out/answer.bin'), 'x'.repeat(900_000));
    await commandLine(['run', 'over.http'], { cwd });
    expect(readFileSync(join(cwd, 'out/answer.bin')).equals(body)).toBe(true);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['answer-1.bin', 'answer.bin']);
  });

  it('is never written outside of the workspace, also not through a link', async () => {
    const url = await startService();
    const outside = folderOf({ 'kept.txt': 'kept' });
    const cwd = folderOf({
      'rulebook.json': '{}',
      'up.http': `GET ${url}/\n\n>>! ../../escaped.bin\n`,
      'absolute.http': `GET ${url}/\n\n>>! ${join(outside, 'kept.txt')}\n`,
      'folder.http': `GET ${url}/\n\n>>! ./linked/new.txt\n`,
      'link.http': `GET ${url}/\n\n>>! ./link.txt\n`,
      'aside.http': `GET ${url}/\n\n>> ./link.txt\n`,
      'hooks.http': `GET ${url}/\n\n>>! ./.git/hooks/pre-commit\n`,
      'unknown.http': `GET ${url}/\n\n>> ./{{nothing}}.txt\n`,
    });
    symlinkSync(outside, join(cwd, 'linked'));
    symlinkSync(join(outside, 'kept.txt'), join(cwd, 'link.txt'));
    for (const [file, why] of [
      ['up.http', 'it lies outside of'],
      ['absolute.http', 'it lies outside of'],
      ['folder.http', 'it lies outside of'],
      ['link.http', 'it is a link'],
      ['hooks.http', 'a response is not written into .git'],
      ['unknown.http', 'the variable nothing has no value'],
    ] as const) {
      const { code, out, error } = await commandLine(['run', file, '--allow-outside-files', '--format', 'json'], {
        cwd,
      });
      expect([file, code]).toEqual([file, 3]);
      expect(out + error).toContain(`was not written: ${why}`);
    }
    expect((await commandLine(['run', 'aside.http'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'link-1.txt'))).toBe(true);
    expect(existsSync(join(cwd, '.git'))).toBe(false);
    expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
    expect(readdirSync(outside)).toEqual(['kept.txt']);
  });

  it('is none of those that say where values go', async () => {
    const url = await startService();
    const own = { 'rulebook.json': '{}', '.env': 'A=1\n' };
    const names = [
      ...['../rulebook.json', '../RULEBOOK.json', '../.env', 'dev.env', '../http-client.env.json', '../package.json'],
      ...[
        '../http-client.private.env.json',
        '../rulebook.json. ',
        '../.env::$DATA',
        '../.git./config',
        '../GIT~1/config',
      ],
    ];
    const cwd = folderOf({
      ...own,
      ...Object.fromEntries(names.map((name, at) => [`clone/${at}.http`, `GET ${url}/\n\n>>! ${name}\n`])),
    });
    for (const [at] of names.entries()) {
      const { code, out, error } = await commandLine(['run', `clone/${at}.http`, '--format', 'json'], { cwd });
      expect([names[at], code]).toEqual([names[at], 3]);
      expect(out + error).toContain('was not written: a response is not written into ');
    }
    expect(readdirSync(cwd).sort()).toEqual(['.env', 'clone', 'rulebook.json']);
    expect(readFileSync(join(cwd, 'rulebook.json'), 'utf8')).toBe('{}');
  });

  it('keeps what it held when there is no response', async () => {
    const cwd = folderOf({
      'rulebook.json': '{}',
      'kept.json': 'kept',
      'a.http': 'GET http://127.0.0.1:1/\n\n>>! ./kept.json\n>> ./new.json\n',
    });
    expect((await commandLine(['run', 'a.http'], { cwd })).code).not.toBe(0);
    expect(readFileSync(join(cwd, 'kept.json'), 'utf8')).toBe('kept');
    expect(existsSync(join(cwd, 'new.json'))).toBe(false);
  });

  it('is not written through a link by `--output`, and nothing is sent', async () => {
    const outside = folderOf({ 'kept.txt': 'kept' });
    const cwd = folderOf({ 'rulebook.json': '{}', 'a.http': 'GET http://127.0.0.1:1/\n' });
    symlinkSync(join(outside, 'kept.txt'), join(cwd, 'link.bin'));
    symlinkSync(join(outside, 'new.txt'), join(cwd, 'open.bin'));
    for (const link of ['link.bin', 'open.bin']) {
      const { code, error } = await commandLine(['run', 'a.http', '--output', link], { cwd });
      expect([code, error]).toEqual([2, expect.stringContaining(`--output ${link} is a link to another file`)]);
    }
    expect(readdirSync(outside)).toEqual(['kept.txt']);
    expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
  });

  it('is written next to the file of `--output`', async () => {
    const url = await startService();
    const cwd = folderOf({ 'rulebook.json': '{}', 'a.http': `GET ${url}/\n\n>> ./one.bin\n` });
    expect((await commandLine(['run', 'a.http', '--output', 'two.bin'], { cwd })).code).toBe(0);
    for (const name of ['one.bin', 'two.bin']) expect(readFileSync(join(cwd, name)).equals(body)).toBe(true);
  });
});
