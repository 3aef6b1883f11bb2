import type { RequestListener } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type {
  CancelSignal,
  PreparedRequest,
  ResponseObserver,
  SendOptions,
} from '../../../../packages/sender/src/plan/index';
import { retryAfterFailure, retryAfterResponse } from '../../../../packages/node/src/http/retries';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { listen, serve } from './loopback-server';

const attempt = { method: 'GET', retries: 0, maximum: 3, timeout: 60_000 };
const after = (status: number, value?: string, more = {}) =>
  retryAfterResponse({ ...attempt, ...more }, { status, headers: value === undefined ? [] : [['retry-after', value]] });

describe('retryAfterResponse', () => {
  it('waits for as long as the service asks, in seconds or until a date', () => {
    expect(after(429, ' 7 ')).toEqual({ cause: '429 Too Many Requests', wait: 7000 });
    const wait = after(503, new Date(Date.now() + 9000).toUTCString())?.wait;
    expect(wait).toBeGreaterThan(7000);
    expect(wait).toBeLessThanOrEqual(9000);
    expect(after(503, 'Mon, 01 Jan 2001 00:00:00 GMT')?.wait).toBe(0);
  });

  it('keeps the response when that is too long', () => {
    expect(after(429, '31')).toBeUndefined();
    expect(after(429, '7', { timeout: 5000 })).toBeUndefined();
    expect(after(429, new Date(Date.now() + 3_600_000).toUTCString())).toBeUndefined();
  });

  it('waits longer each time otherwise, and not always equally long', () => {
    const waits = [0, 1, 2, 9].map((retries) => after(502, undefined, { retries, maximum: 10 })?.wait ?? -1);
    expect(waits[0]).toBeGreaterThanOrEqual(400);
    expect(waits[0]).toBeLessThanOrEqual(600);
    expect(waits[1]).toBeGreaterThanOrEqual(800);
    expect(waits[2]).toBeGreaterThanOrEqual(1600);
    expect(waits[3]).toBe(30_000);
    expect(after(429, 'soon')?.wait).toBeLessThanOrEqual(600);
    expect(new Set(Array.from({ length: 20 }, () => after(502)?.wait)).size).toBeGreaterThan(1);
  });

  it.each([200, 301, 400, 401, 404, 408, 500, 501])('keeps a %i', (status) => {
    expect(after(status, '0')).toBeUndefined();
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'get'])('sends no %s again', (method) => {
    expect(after(503, '0', { method })).toBeUndefined();
    expect(retryAfterFailure({ ...attempt, method }, { kind: 'reset', message: '' })).toBeUndefined();
  });

  it('has an end', () => {
    expect(after(503, '0', { retries: 3 })).toBeUndefined();
    expect(after(503, '0', { maximum: 0 })).toBeUndefined();
  });
});

describe('sending again', () => {
  const send = (
    url: string,
    options: SendOptions,
    {
      signal,
      observer,
      ...more
    }: Partial<PreparedRequest> & { signal?: CancelSignal; observer?: ResponseObserver } = {},
  ) => createTransport().send({ method: 'GET', url, headers: [], ...more }, options, signal, observer);

  /** Serves a 503 as often as given, then "ok". */
  const serveFailing = async (times: number, seen: { count: number }, wait = '0') => {
    const listener: RequestListener = (_, response) => {
      if (seen.count++ < times) response.writeHead(503, { 'Retry-After': wait }).end('x'.repeat(100_000));
      else response.end('ok');
    };
    return serve(listener);
  };

  it('happens until the service responds, and is recorded', async () => {
    const seen = { count: 0 };
    const shown: string[] = [];
    const heads: number[] = [];
    const observer: ResponseObserver = {
      onHead: ({ status }) => heads.push(status),
      onText: (text) => shown.push(text),
    };
    const result = await send(await serveFailing(2, seen), { retries: 3 }, { observer });
    const retry = { cause: '503 Service Unavailable', wait: 0 };
    expect(result).toMatchObject({ response: { status: 200, body: 'ok', retries: [retry, retry] } });
    expect([seen.count, heads, shown]).toEqual([3, [200], ['ok']]);
  });

  it('happens no more often than asked, and never unasked', async () => {
    const seen = { count: 0 };
    expect(await send(await serveFailing(9, seen), { retries: 1 })).toMatchObject({
      response: { status: 503, retries: { length: 1 }, size: 100_000 },
    });
    expect(await send(await serveFailing(9, { count: 0 }), {})).toMatchObject({ response: { status: 503 } });
    expect(seen.count).toBe(2);
  });

  it('helps against a connection that breaks before the response', async () => {
    let count = 0;
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        if (count++ === 0) socket.destroy();
        else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const result = await send(url, { retries: 2 });
    expect(result).toMatchObject({
      response: { body: 'ok', retries: [{ cause: expect.stringContaining('broken connection') }] },
    });
    count = 0;
    expect(await send(url, { retries: 2 }, { method: 'POST' })).toMatchObject({ failure: { kind: 'reset' } });
    expect(count).toBe(1);
  });

  it('says how often it was tried in vain', async () => {
    const result = await send('http://127.0.0.1:1/', { retries: 1 });
    expect(result).toMatchObject({
      failure: { kind: 'refused', message: expect.stringMatching(/The request was sent 2 times\.$/) },
    });
  });

  it('keeps a response of which a part was shown', async () => {
    let count = 0;
    const url = await serve((_, response) => {
      count++;
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => setTimeout(() => response.destroy(), 20));
    });
    expect(await send(url, { retries: 3 })).toMatchObject({
      response: { body: 'half', interruption: { kind: 'reset' } },
    });
    expect(count).toBe(1);
  });

  it('ends at once on cancellation', async () => {
    const listeners = new Set<() => void>();
    const signal = {
      isCancelled: false,
      onCancel: (one: () => void) => (listeners.add(one), () => listeners.delete(one)),
    };
    const url = await serveFailing(9, { count: 0 }, '20');
    setTimeout(() => {
      signal.isCancelled = true;
      for (const one of listeners) one();
    }, 100);
    const started = performance.now();
    expect(await send(url, { retries: 3 }, { signal })).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(listeners.size).toBe(0);
  });
});
