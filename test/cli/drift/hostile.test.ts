import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { notes } from '../../unit/drift/notes';
import { serve } from '../../unit/platform/http/loopback-server';
import { commandLine, folderOf } from '../command-line';

type Answer = (request: IncomingMessage, response: ServerResponse, times: number) => void;

/** Serves something that is not what it should be; returns the base URL, and what was received when. */
async function serveHostile(answer: Answer) {
  const received: { readonly line: string; readonly time: number }[] = [];
  const url = await serve((request, response) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    received.push({ line, time: performance.now() });
    answer(request, response, received.filter((one) => one.line === line).length);
  });
  return { url, received };
}

function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

interface Shown {
  readonly operations: readonly { readonly path: string; readonly differing: number; readonly unjudged?: string }[];
  readonly requests: number;
  readonly end?: string;
  readonly unsent: readonly { readonly request: string; readonly reason: string }[];
}

async function drift(
  url: string,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly error: string; readonly shown: Shown; readonly seconds: number }> {
  const cwd = folderOf({ 'notes.json': JSON.stringify(notes), ...files });
  const begin = performance.now();
  const all = ['--endpoint', url, '--description', 'notes.json', '--pause', '1', '--format', 'json', ...args];
  const { code, error, out } = await commandLine(['drift', ...all], { cwd });
  const shown: Shown = out === '' ? { operations: [], requests: 0, unsent: [] } : (JSON.parse(out) as Shown);
  return { code, error, shown, seconds: (performance.now() - begin) / 1000 };
}

describe('rulebook drift at a hostile service', () => {
  it('waits until the date of Retry-After', async () => {
    const { url, received } = await serveHostile((request, response, times) => {
      if (times === 1 && request.url === '/notes')
        json(response, 503, {}, { 'Retry-After': new Date(Date.now() + 2000).toUTCString() });
      else json(response, 200, {});
    });
    await drift(url, ['--max-requests', '2']);
    expect(received.map(({ line }) => line)).toEqual(['GET /notes', 'GET /notes']);
    expect(received[1]!.time - received[0]!.time).toBeGreaterThan(900);
  });

  it.each(['0', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT', ''])(
    'does not take a Retry-After of %j for leave to hurry, and ends where all is refused',
    async (value) => {
      const { url, received } = await serveHostile((_, response) => {
        json(response, 429, {}, { 'Retry-After': value });
      });
      const { shown } = await drift(url, ['--max-time', '6']);
      expect(shown.end).toBeDefined();
      expect(received.length).toBeLessThanOrEqual(12);
      expect(received.at(-1)!.time - received[0]!.time).toBeGreaterThan(2500);
      expect(shown.operations.every(({ differing }) => differing === 0)).toBe(true);
    },
    30_000,
  );

  it.each(['body', 'head'])('reads a %s that comes drop by drop no longer than a response may take', async (kind) => {
    const { url, received } = await serveHostile((request, response) => {
      if (request.url !== '/notes') return json(response, 200, { state: 'green' });
      if (kind === 'body') response.writeHead(200, { 'Content-Type': 'application/json' });
      else response.socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(
        () => (kind === 'body' ? response.write(' ') : response.socket?.write('X-A: b\r\n')),
        100,
      );
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const { shown, seconds } = await drift(url, ['--timeout', '1', '--max-time', '8']);
    expect(seconds).toBeLessThan(15);
    expect(received.map(({ line }) => line)).toContain('GET /status');
    expect(shown.unsent).toMatchObject([{ request: 'GET /notes' }]);
  });

  it.each([301, 302, 307, 308])('follows no redirect with %i, neither of a file nor of a resource', async (status) => {
    const elsewhere = await serveHostile((_, response) => {
      json(response, 200, {});
    });
    const { url } = await serveHostile((_, response) => {
      response.writeHead(status, { Location: `${elsewhere.url}/notes` });
      response.end();
    });
    const { shown } = await drift(url, ['a.http'], { 'a.http': 'GET /notes/7\nAuthorization: Bearer own-secret-1\n' });
    expect(elsewhere.received).toEqual([]);
    expect(shown.operations.length).toBeGreaterThan(0);
    expect(shown.operations.every(({ unjudged }) => unjudged?.includes('leads elsewhere') === true)).toBe(true);
  });

  it('judges nothing with 401, and says so', async () => {
    const { url } = await serveHostile((_, response) => {
      json(response, 401, {}, { 'WWW-Authenticate': 'Basic realm="notes"' });
    });
    const { shown, code, error } = await drift(url);
    expect(code).toBe(3);
    expect(error).toContain(`nothing of the endpoint ${url} could be compared: this caller may not read it (401)`);
    expect(shown.operations.every(({ unjudged }) => unjudged?.includes('401') === true)).toBe(true);
  });

  it('is not asked where a file is missing', async () => {
    const { url, received } = await serveHostile((_, response) => {
      json(response, 200, {});
    });
    const file = await drift(url, ['none.http']);
    expect(file.error).toContain('none.http: cannot be read: there is no such file');
    const described = await drift(url, ['--description', 'none.yaml']);
    expect(described.error).toContain('none.yaml: there is no such file; name a description');
    expect([file.code, described.code, received.length]).toEqual([2, 2, 0]);
  });

  it('survives a response that is none', async () => {
    const { url } = await serveHostile((request, response) => {
      response.socket?.end(request.url === '/notes' ? 'HTTP/1.1 2000 OK\r\n\r\n{' : 'SSH-2.0\r\n');
    });
    const { code, shown, error } = await drift(url);
    expect(code).toBe(3);
    expect(shown.unsent.length).toBeGreaterThan(0);
    expect(error).toContain('answered nothing');
  });

  it('is not led elsewhere by ids', async () => {
    const ids = ['../../logout', '?x=1', '#a', 'http://127.0.0.1:1/', '%2e%2e/logout', 'a\r\nX-Own: 1', '..'];
    const { url, received } = await serveHostile((request, response) => {
      if (request.url === '/notes')
        json(response, 200, { items: ids.map((id) => ({ id, text: '' })) }, { 'X-Total': '1' });
      else json(response, 404, { message: 'none' });
    });
    await drift(url, ['--items', '20']);
    expect(received.length).toBeGreaterThan(4);
    for (const { line } of received) expect(line).toMatch(/^GET \/(?:status|notes(?:\/[^/?#]+(?:\/history)?)?)$/);
  });
});
