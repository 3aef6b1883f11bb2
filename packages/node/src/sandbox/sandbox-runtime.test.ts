import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLoopbackOrigin } from '@rulebook/sender/configuration';
import { writePrivateFile } from '../files/private-file';
import { announceSandbox, findSandbox } from './sandbox-runtime';

async function listen(): Promise<string> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}`;
}

function runtime() {
  const own = mkdtempSync(join(tmpdir(), 'rulebook-runtime-'));
  onTestFinished(() => {
    rmSync(own, { recursive: true });
  });
  const folder = join(own, 'rulebook');
  const environment = (name: string) => (name === 'XDG_RUNTIME_DIR' ? own : undefined);
  return {
    folder,
    environment,
    write: (name: string, content: unknown) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writePrivateFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    },
    find: () => findSandbox(environment),
    files: () => readdirSync(folder),
  };
}

/** A number that no process has. */
const noOne = 4_194_300;
const pid = process.pid;

describe.skipIf(process.platform === 'win32')('a running sandbox', () => {
  it('is found until it ends', async () => {
    const { environment, find, files } = runtime();
    const endpoints = [{ name: 'sandbox-cluster', baseUrl: await listen(), credential: 'c' }];
    const end = announceSandbox(endpoints, environment);
    expect(await find()).toEqual(endpoints);
    end();
    expect(files()).toEqual([]);
    expect(await find()).toBeUndefined();
  });

  it('is not announced when another machine can reach it', async () => {
    const { environment, folder } = runtime();
    const endpoints = [
      { name: 'a', baseUrl: await listen() },
      { name: 'b', baseUrl: 'http://192.0.2.1:9270' },
    ];
    announceSandbox(endpoints, environment)();
    expect(existsSync(folder)).toBe(false);
  });

  it('is the last of several', async () => {
    const { write, find } = runtime();
    const [first, last] = [await listen(), await listen()];
    write('sandbox-1.json', { pid, started: 1, endpoints: [{ name: 'a', baseUrl: first }] });
    write('sandbox-2.json', { pid, started: 3, endpoints: [{ name: 'a', baseUrl: last }] });
    write('sandbox-3.json', { pid, started: 2, endpoints: [{ name: 'a', baseUrl: first }] });
    expect(await find()).toEqual([{ name: 'a', baseUrl: last }]);
  });

  it('is one of which every endpoint answers', async () => {
    const { write, find } = runtime();
    const [there, closed] = [await listen(), await closedAddress()];
    const endpoints = [
      { name: 'a', baseUrl: there },
      { name: 'b', baseUrl: closed },
    ];
    write('sandbox-1.json', { pid, started: 2, endpoints });
    expect(await find()).toBeUndefined();
    write('sandbox-2.json', { pid, started: 1, endpoints: [{ name: 'a', baseUrl: there }] });
    expect(await find()).toEqual([{ name: 'a', baseUrl: there }]);
    write('sandbox-2.json', { pid, started: 1, endpoints: [] });
    expect(await find()).toBeUndefined();
  });

  it('has a process; files of others are removed', async () => {
    const { write, find, files } = runtime();
    write('sandbox-1.json', { pid: noOne, started: 1, endpoints: [{ name: 'a', baseUrl: await listen() }] });
    write('other.json', { pid: noOne, started: 1, endpoints: [] });
    expect(await find()).toBeUndefined();
    expect(files()).toEqual(['other.json']);
  });

  it.each<[string, (url: string) => unknown]>([
    ['no JSON', () => '{'],
    ['null', () => null],
    ['a process without a number', (baseUrl) => ({ pid: '1', started: 1, endpoints: [{ name: 'a', baseUrl }] })],
    ['no start', (baseUrl) => ({ pid, endpoints: [{ name: 'a', baseUrl }] })],
    ['no endpoints', () => ({ pid, started: 1 })],
    ['an endpoint without a name', (baseUrl) => ({ pid, started: 1, endpoints: [{ baseUrl }] })],
    ['an endpoint that is none', (baseUrl) => ({ pid, started: 1, endpoints: [{ name: 'a', baseUrl }, null] })],
    [
      'an endpoint elsewhere next to a good one',
      (baseUrl) => ({
        pid,
        started: 1,
        endpoints: [
          { name: 'a', baseUrl },
          // It answers, and still is not an address at which a sandbox of this machine listens.
          { name: 'b', baseUrl: baseUrl.replace('127.0.0.1', '0.0.0.0') },
        ],
      }),
    ],
  ])('is not read from a file with %s', async (_, content) => {
    const { write, find } = runtime();
    write('sandbox-1.json', content(await listen()));
    expect(await find()).toBeUndefined();
  });

  it.each([
    ['file', 'sandbox-1.json', 0o644],
    ['folder', '', 0o777],
  ])('is not read from a %s that others can read or change', async (_, name, mode) => {
    const { folder, write, find } = runtime();
    write('sandbox-1.json', { pid, started: 1, endpoints: [{ name: 'a', baseUrl: await listen() }] });
    chmodSync(join(folder, name), mode);
    expect(await find()).toBeUndefined();
  });

  it('gives no credential that is not a text', async () => {
    const { write, find } = runtime();
    const baseUrl = await listen();
    write('sandbox-1.json', { pid, started: 1, endpoints: [{ name: 'a', baseUrl, credential: {}, more: 1 }] });
    expect(await find()).toEqual([{ name: 'a', baseUrl }]);
  });
});

describe('isLoopbackOrigin', () => {
  it.each([
    'http://localhost',
    'http://LOCALHOST:9270/',
    'http://127.0.0.1:1',
    'http://127.255.0.9',
    'http://[::1]:9270/',
  ])('holds for %s', (url) => {
    expect(isLoopbackOrigin(url)).toBe(true);
  });

  it.each([
    'https://localhost',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1@evil.example',
    'http://evil.example/http://localhost',
    'http://user@localhost',
    'http://localhost:80@evil.example',
    'http://localhost/path',
    'http://localhost?x',
    'http://localhost#x',
    'http://localhost:80x',
    'http://0.0.0.0',
    'http://128.0.0.1',
    'http://[::]',
    'http://[::1].evil.example',
    '//localhost',
    ' http://localhost',
    'http://localhost\n.evil.example',
  ])('does not hold for %j', (url) => {
    expect(isLoopbackOrigin(url)).toBe(false);
  });
});
