import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { commandLine, spawnCommandLine, startSandbox } from '../command-line';

async function isListening(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

describe('rulebook sandbox', () => {
  it('says in one line of JSON where it listens, and stops when its input ends', async () => {
    const sandbox = await startSandbox();
    expect(sandbox.ready).toEqual({
      ready: true,
      endpoints: [
        {
          name: 'sandbox-cluster',
          service: 'search-cluster',
          baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
          credential: expect.stringMatching(/^Bearer \S{20,}$/) as string,
        },
        {
          name: 'sandbox-leader',
          service: 'search-cluster',
          baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
          credential: expect.stringMatching(/^Bearer \S{20,}$/) as string,
        },
        {
          name: 'sandbox-hub',
          service: 'code-hosting',
          baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
          credential: expect.stringMatching(/^Bearer \S{20,}$/) as string,
        },
      ],
    });
    const [cluster, , hub] = sandbox.ready.endpoints;
    expect(cluster?.credential).not.toBe(hub?.credential);
    const answer = await fetch(`${cluster!.baseUrl}/_security/_authenticate`, {
      headers: { Authorization: cluster!.credential },
    });
    expect(answer.status).toBe(200);
    expect(await sandbox.end()).toBe(0);
    expect(await isListening(cluster!.baseUrl)).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('stops on %s', async (signal) => {
    const sandbox = await startSandbox();
    expect(await sandbox.kill(signal)).toBe(0);
  });

  it('prints one line for people, and does not need its input', async () => {
    const child = spawnCommandLine(['sandbox', '--free-ports']);
    child.stdin.end();
    let out = '';
    const ended = new Promise<number | null>((done) => child.on('close', done));
    await new Promise<void>((done) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        out += chunk;
        if (out.includes('\n')) done();
      });
    });
    expect(out).toMatch(
      /^Sandbox ready.*\n {2}sandbox-cluster +http:\/\/127.*\n.*\n {2}sandbox-hub +http:\/\/127\S+ {2}Authorization: Bearer \S+\n$/,
    );
    const [url = ''] = /http:\/\/[^ ]+/.exec(out) ?? [];
    expect(await isListening(url)).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  it('knows further repositories', async () => {
    const sandbox = await startSandbox(['--free-ports', '--repository', 'acme/shop']);
    const { baseUrl, credential } = sandbox.ready.endpoints[2]!;
    const answer = await fetch(`${baseUrl}/repos/acme/shop/hooks`, { headers: { Authorization: credential } });
    expect(answer.status).toBe(200);
    await sandbox.end();
  });

  it('says which port is taken and what to do, and leaves nothing running', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { code, error } = await commandLine(['sandbox', '--port-base', String(port - 2)]);
    await new Promise((done) => server.close(done));
    expect(code).toBe(3);
    expect(error).toMatch(/port \d+.*--free-ports/);
  });

  it.each([
    [['--port-base', 'x']],
    [['--port-base', '70000']],
    [['--repository', 'nothing', '--free-ports']],
    [['--frobnicate']],
  ])('ends with 2 on %j', async (args) => {
    expect((await commandLine(['sandbox', ...args])).code).toBe(2);
  });
});

describe('rulebook lsp', () => {
  it('answers a client over standard input and output', async () => {
    const child = spawnCommandLine(['lsp', '--stdio']);
    const message = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    child.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
    const answer = await new Promise<string>((done, reject) => {
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('capabilities')) done(text);
      });
      child.once('close', () => {
        reject(new Error('The server ended.'));
      });
    });
    expect(answer).toContain('"hoverProvider"');
    const ended = new Promise((done) => child.once('close', done));
    child.kill();
    await ended;
  });
});
