import { readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, spawnCommandLine } from '../command-line';

type Play = (response: ServerResponse, path: string, cookie: string) => void;

async function startService(play: Play): Promise<string> {
  const server = createServer((request, response) => {
    play(response, request.url ?? '', request.headers.cookie ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('a response', () => {
  it('is written while it comes, with its secrets masked', async () => {
    let finish = (): void => undefined;
    const url = await startService((response, path) => {
      if (path !== '/stream') {
        response.end('short\n');
        return;
      }
      response.setHeader('Content-Type', 'text/event-stream');
      response.write('data: 1\ndata: {"api_key":\n"canary-of-the-stream"}\ndata: 2\ndata: canary-o');
      finish = () => response.end('f-the-value\n');
    });
    const cwd = folderOf({
      'a.http': `@token = canary-of-the-value\nGET ${url}/?token={{token}}\n\n###\nGET ${url}/stream\nX-Token: {{token}}\n`,
    });
    const child = spawnCommandLine(['run', '--all', 'a.http'], { cwd });
    let out = '';
    await new Promise<void>((done) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        out += chunk;
        if (out.includes('data: 2\n')) done();
      });
    });
    expect(out.indexOf('short')).toBeLessThan(out.indexOf('data: 1'));
    finish();
    await new Promise((done) => child.on('close', done));
    expect(out).toMatch(
      /HTTP\/1\.1 200 OK\nContent-Type: text\/event-stream\n[^]*\n\ndata: 1\n[^]*data: 2\ndata: \*\*\*\n\n# [\d.]+ m?s, /,
    );
    expect(out).not.toContain('canary');
  });

  it('that is cut shows what came, and ends with 3', async () => {
    const url = await startService((response) => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Content-Length', '1000');
      response.write('{"begun":true,');
      setTimeout(() => response.destroy(), 50);
    });
    const { code, out } = await commandLine(['run', 'a.http'], { cwd: folderOf({ 'a.http': `GET ${url}/\n` }) });
    expect(out).toContain('{"begun":true,');
    expect(out).toMatch(/# The response is incomplete: /);
    expect(code).toBe(3);
  });

  it('that is binary is named, and saved by --output', async () => {
    const url = await startService((response) => {
      response.setHeader('Content-Type', 'image/png');
      response.end(png);
    });
    const cwd = folderOf({ 'a.http': `GET ${url}/a.png\n` });
    const named = await commandLine(['run', 'a.http'], { cwd });
    expect(named.out).toContain('# The body is not shown: PNG image, 16 bytes.');
    const saved = await commandLine(['run', 'a.http', '--output', 'a.png'], { cwd });
    expect(saved.code).toBe(0);
    expect(saved.out).toContain('# The body was saved unchanged to a.png: 16 bytes.');
    expect(readFileSync(join(cwd, 'a.png'))).toEqual(png);
    expect(statSync(join(cwd, 'a.png')).mode & 0o077).toBe(0);
  });

  it('of many megabytes is saved whole', async () => {
    const line = `${'x'.repeat(1023)}\n`;
    const url = await startService((response) => {
      response.setHeader('Content-Type', 'text/plain');
      response.end(line.repeat(30 * 1024));
    });
    const cwd = folderOf({ 'a.http': `GET ${url}/\n` });
    const { code, out } = await commandLine(['run', 'a.http', '--output', 'big.txt', '--format', 'json'], { cwd });
    expect(code).toBe(0);
    expect(statSync(join(cwd, 'big.txt')).size).toBe(30 * 1024 * 1024);
    expect(JSON.parse(out)).toMatchObject({ requests: [{ file: 'big.txt', status: 200 }] });
  });

  it('that could not be saved is not asked for', async () => {
    const url = await startService((response) => response.end('a'));
    const cwd = folderOf({ 'a.http': `GET ${url}/\n` });
    const { code, error } = await commandLine(['run', 'a.http', '--output', 'nowhere/a.txt'], { cwd });
    expect(code).toBe(2);
    expect(error).toContain('there is no folder nowhere');
    expect((await commandLine(['run', '--all', 'a.http', '--output', 'a.txt'], { cwd })).code).toBe(2);
  });
});

describe('a redirect', () => {
  it('keeps the cookie that it sets, which is shown nowhere', async () => {
    const url = await startService((response, path, cookie) => {
      if (path === '/login') {
        response.writeHead(302, { Location: '/home', 'Set-Cookie': 'sid=canary-of-the-redirect; Path=/' }).end();
      } else response.end(`you sent ${cookie}\n`);
    });
    const cwd = folderOf({ 'a.http': `GET ${url}/login\n\n###\nGET ${url}/later\n` });
    const { out } = await commandLine(['run', '--all', 'a.http'], { cwd });
    expect(out.match(/you sent \S+/g)).toHaveLength(2);
    expect(out).not.toContain('canary');
  });
});
