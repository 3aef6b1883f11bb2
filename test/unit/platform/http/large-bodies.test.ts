import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type {
  CancelSignal,
  ReceivedResponse,
  ResponseObserver,
  SendOptions,
} from '../../../../packages/sender/src/plan/index';
import { createResponseFiles } from '../../../../packages/node/src/files/response-files';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { serve } from './loopback-server';

const megabyte = 1024 * 1024;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

async function get(url: string, options: SendOptions, signal?: CancelSignal, observer?: ResponseObserver) {
  return createTransport().send({ method: 'GET', url, headers: [] }, options, signal, observer);
}

async function responseTo(...input: Parameters<typeof get>): Promise<ReceivedResponse> {
  const result = await get(...input);
  if ('failure' in result) throw new Error(result.failure.message);
  return result.response;
}

/** Writes so many megabytes, no faster than they are taken. */
function writeMegabytes(response: ServerResponse, count: number): void {
  const piece = Buffer.alloc(megabyte, 'x');
  let left = count;
  const more = () => {
    while (left-- > 0) if (!response.write(piece)) return;
    response.end();
  };
  response.on('drain', more);
  more();
}

/** Stores a body in a file as the editor does: each piece waits for the disk. */
async function storedBody() {
  const { path, write, close } = await createResponseFiles(newFolder()).create('bin');
  onTestFinished(close);
  return { path, observer: { onBytes: write } };
}

describe('a body that is larger than what is kept', () => {
  it('goes on as a whole, and its beginning is in the response', async () => {
    const { path, observer } = await storedBody();
    const text = 'Grüße! '.repeat(10_000);
    const url = await serve((_, response) => {
      response.write(text.slice(0, 500));
      response.write(text.slice(500, 2500));
      response.end(text.slice(2500));
    });
    const response = await responseTo(url, { maximumBody: 1000 }, undefined, observer);
    expect(response).toMatchObject({ isTruncated: true, size: Buffer.byteLength(text) });
    expect(text.startsWith(response.body)).toBe(true);
    expect(response.body.length).toBeGreaterThan(700);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('goes on without its compression', async () => {
    const { path, observer } = await storedBody();
    const text = 'abc'.repeat(100_000);
    const url = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync(text)));
    await responseTo(url, { maximumBody: 10_000 }, undefined, observer);
    expect(readFileSync(path, 'utf8')).toBe(text);
    let stored = 0;
    const onBytes = async ({ length }: Uint8Array) => {
      await new Promise((done) => setTimeout(done, 20));
      stored += length;
    };
    await responseTo(url, { maximumBody: 10_000 }, undefined, { onBytes });
    expect(stored).toBe(text.length);
  });

  it('that is cut while a piece is being stored leaves what came until then', async () => {
    const stored: number[] = [];
    const onBytes = async ({ length }: Uint8Array) => {
      await new Promise((done) => setTimeout(done, 100));
      stored.push(length);
    };
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000000' });
      response.write('x'.repeat(50_000), () => setTimeout(() => response.destroy(), 20));
    });
    const cut = await responseTo(url, { maximumBody: 100 }, undefined, { onBytes });
    expect(cut).toMatchObject({ interruption: { kind: 'reset' } });
    expect(cut.size).toBeGreaterThan(0);
    await expect.poll(() => stored.reduce((sum, length) => sum + length, 0)).toBe(cut.size);
  });

  it('that is cancelled while a piece is being stored leaves what came until then', async () => {
    const listeners: (() => void)[] = [];
    const signal = { isCancelled: false, onCancel: (one: () => void) => (listeners.push(one), () => undefined) };
    const onBytes = async () => {
      await new Promise((done) => setTimeout(done, 20));
      for (const one of listeners) one();
    };
    const url = await serve((_, response) => response.writeHead(200).write('x'.repeat(50_000)));
    const cancelled = await responseTo(url, { maximumBody: 100 }, signal, { onBytes });
    expect(cancelled.interruption?.kind).toBe('cancelled');
  });

  it('says why it cannot be stored', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(100_000)));
    const onBytes = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOSPC' }));
    expect(await get(url, { maximumBody: 100 }, undefined, { onBytes })).toMatchObject({
      failure: { message: expect.stringMatching(/could not be saved \(ENOSPC\)/) },
    });
  });
});

describe('an endless response', () => {
  it('of events is not ended by silence, and ends on cancellation', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
      response.write(`data: ${'x'.repeat(5000)}\n\n`);
      setTimeout(() => response.write('data: later\n\n'), 400);
    });
    const listeners: (() => void)[] = [];
    const signal = { isCancelled: false, onCancel: (one: () => void) => (listeners.push(one), () => undefined) };
    let seen = '';
    const onText = (text: string) => {
      seen += text;
      if (seen.includes('later')) for (const one of listeners) one();
    };
    const response = await responseTo(url, { timeout: 100 }, signal, { onText });
    expect(response).toMatchObject({ interruption: { kind: 'cancelled' } });
    expect(seen).toContain('data: later');
  });

  it('of anything else is ended by silence', async () => {
    const url = await serve((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).write('a'));
    expect(await responseTo(url, { timeout: 100 })).toMatchObject({ body: 'a', interruption: { kind: 'timeout' } });
  });
});

describe('the memory', () => {
  let program = '';

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
    program = join(folder, 'receive.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'receive-large.mjs')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'error',
    });
    return () => {
      rmSync(folder, { recursive: true, force: true });
    };
  });

  async function receive(url: string, folder: string, limit = ''): Promise<Readonly<Record<string, unknown>>> {
    const command = `${limit}exec "$0" --expose-gc "$@"`;
    const child = spawn('bash', ['-c', command, process.execPath, program, url, folder, String(megabyte)]);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (out += text));
    await new Promise((done) => child.on('close', done));
    return JSON.parse(out) as Readonly<Record<string, unknown>>;
  }

  const megabytes = process.env['RULEBOOK_WHOLE_SIZES'] === '1' ? 1024 : 150;

  it(`stays within 64 MB while ${megabytes} MB arrive`, { timeout: 240_000 }, async () => {
    const url = await serve((request, response) => {
      if (request.url === '/large') writeMegabytes(response, megabytes);
      else response.end('x'.repeat(100_000));
    });
    const folder = newFolder();
    const received = await receive(url, folder);
    const { grown } = received as { grown: { rss: number; used: number } };
    expect(received).toMatchObject({ kept: megabyte, response: { size: megabytes * megabyte, isTruncated: true } });
    expect(statSync(String(received['path'])).size).toBe(megabytes * megabyte);
    expect(grown.used / megabyte).toBeLessThan(64);
    // It includes what the collector has freed and the allocator keeps.
    expect(grown.rss / megabyte).toBeLessThan(96);
  });

  it('is given back when the disk is full', { timeout: 60_000 }, async () => {
    const url = await serve((request, response) => {
      if (request.url === '/large') writeMegabytes(response, 50);
      else response.end('small');
    });
    const folder = newFolder();
    // Of the limits of a shell, that of the size of a file is the nearest to a full disk.
    const received = await receive(url, folder, "trap '' XFSZ; ulimit -f 8000; ");
    expect(received).toMatchObject({
      failure: { message: expect.stringMatching(/could not be saved \(EFBIG\).*free space/) },
    });
  });
});
