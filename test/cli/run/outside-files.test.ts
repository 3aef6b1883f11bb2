import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';

/** Answers with what it got. */
async function startEcho(): Promise<string> {
  const server = createServer((request, response) => {
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const send = (url: string, path: string) => `POST ${url}/x\nContent-Type: text/plain\n\n< ${path}\n`;
const isPosix = process.platform !== 'win32';

describe.runIf(isPosix)('the file of a body', () => {
  it.each([
    ['from anywhere', '/etc/hostname', 'lies outside of'],
    ['from above', '../secret.txt', 'lies outside of'],
    ['behind a link', './link.txt', 'lies outside of'],
    ['that is the own environment', '/proc/self/environ', 'lies outside of'],
    ['that has no end', '/dev/zero', 'lies outside of'],
    ['that is a pipe', './pipe', 'it is not a regular file'],
    ['that is a folder', './inner', 'it is a folder'],
    ['that is not there', './nowhere', 'there is no such file'],
  ])('%s is not sent', async (_, path, why) => {
    const url = await startEcho();
    const folder = folderOf({ 'secret.txt': 'CANARY', 'own/a.http': send(url, path), 'own/rulebook.json': '{}' });
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'own/link.txt'));
    execFileSync('mkfifo', [join(folder, 'own/pipe')]);
    mkdirSync(join(folder, 'own/inner'));
    const { code, out, error } = await commandLine(['run', 'a.http'], { cwd: join(folder, 'own') });
    expect(error).toContain(why);
    expect({ code, out }).toEqual({ code: 3, out: '' });
  });

  it('is sent when that is asked for, unless it has no end', async () => {
    const url = await startEcho();
    const folder = folderOf({ 'secret.txt': 'outside', 'own/a.http': send(url, '../secret.txt') });
    const cwd = join(folder, 'own');
    const allowed = await commandLine(['run', 'a.http', '--allow-outside-files'], { cwd });
    expect(allowed).toMatchObject({ code: 0, out: expect.stringContaining('outside') as string });
    const endless = folderOf({ 'a.http': send(url, '/dev/zero') });
    const refused = await commandLine(['run', 'a.http', '--allow-outside-files'], { cwd: endless });
    expect(refused.error).toContain('it is not a regular file');
  });

  it('may lie in the current folder that holds the request file', async () => {
    const url = await startEcho();
    const folder = folderOf({ 'body.txt': 'next to', 'requests/a.http': send(url, '../body.txt') });
    expect(await commandLine(['run', 'requests/a.http'], { cwd: folder })).toMatchObject({ code: 0 });
    const { error } = await commandLine(['run', 'a.http'], { cwd: join(folder, 'requests') });
    expect(error).toContain('--allow-outside-files');
  });
});

describe.runIf(isPosix)('a pipe that no one writes to', () => {
  it.each([
    ['is checked', ['check', 'pipe.json'], 'pipe.json', 2],
    ['is checked as a request file', ['check', 'pipe.http'], 'pipe.http', 2],
    ['is sent from', ['run', 'pipe.http'], 'pipe.http', 2],
    ['stands for rulebook.json', ['check', 'a.http'], 'rulebook.json', 1],
    ['stands for a body', ['check', 'a.http'], 'body.json', 1],
    ['lies in a folder', ['check', '.'], 'x.json', 1],
    ['stands for the environments', ['run', 'a.http', '--env', 'dev'], 'http-client.private.env.json', 2],
    ['stands for .env', ['run', 'b.http'], '.env', 3],
    ['is the payload of an event', ['event', 'push', '--payload', 'pipe.json'], 'pipe.json', 2],
    ['is the state of a sandbox', ['sandbox', '--state', 'pipe.json', '--json'], 'pipe.json', 2],
    ['is the seed of a sandbox', ['sandbox', '--seed', 'pipe.json', '--json'], 'pipe.json', 2],
  ])(
    'does not stop the command when it %s',
    async (_, args, pipe, code) => {
      const cwd = folderOf({
        'a.http': 'PUT /_security/role/a\n\n< ./body.json\n',
        'b.http': 'GET http://127.0.0.1:1/{{$dotenv NAME}}\n',
      });
      execFileSync('mkfifo', [join(cwd, pipe)]);
      const ended = await commandLine(args, { cwd, env: { RULEBOOK_CREDENTIAL_SANDBOX_HUB: 'x' } });
      expect({ code: ended.code, error: ended.error }).toEqual({ code, error: ended.error });
    },
    20_000,
  );
});
