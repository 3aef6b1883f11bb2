import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { framesOf } from '../../../packages/text/src/index';
import { type Fault } from '../../../packages/sandbox/src/index';
import {
  boundUnread,
  startSandboxListener,
  type ListenerOptions,
  type SandboxListener,
} from '../../../packages/node/src/sandbox/sandbox-listener';
import { createSandboxStore, type Step, type StoreOptions } from '../../../packages/node/src/sandbox/sandbox-store';
import { recordDelivery } from '../../../services/code-hosting/play/events';
import { stepHost } from '../../../services/code-hosting/play/host';
import type { HostState } from '../../../services/code-hosting/play/model';
import { createHostState } from '../../../services/code-hosting/play/seed';
import { result } from '../../../packages/sandbox/src/wire';
import { checkFor } from '../play';

const check = checkFor('code-hosting');
const hooks = '/repos/octocat/hello-world/hooks';
const running: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
});

interface Play extends SandboxListener {
  readonly idle: () => Promise<void>;
}

interface PlayOptions extends Partial<ListenerOptions>, Partial<StoreOptions<HostState>> {
  readonly step?: Step<HostState>;
}

async function play(options: PlayOptions = {}): Promise<Play> {
  const store = createSandboxStore<HostState>({ initial: createHostState('boot'), record: recordDelivery, ...options });
  const step: Step<HostState> = options.step ?? ((state, request, input) => stepHost(state, request, input, check));
  const listener = await startSandboxListener({
    answer: (request, baseUrl) => store.answer(step, request, baseUrl),
    port: 0,
    ...options,
  });
  const stop = async (): Promise<void> => {
    await listener.stop();
    await store.stop();
  };
  running.push(stop);
  return { baseUrl: listener.baseUrl, idle: store.idle, stop };
}

interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a receiver of deliveries that answers with `status`, or never. */
async function receive(status: number | 'never'): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      if (status !== 'never') response.writeHead(status).end('seen');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

function call(listener: SandboxListener, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${listener.baseUrl}${path}`, {
    method,
    headers: { Authorization: 'Bearer boot', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Sends raw text and resolves with everything that came back until the end. */
function talk(listener: SandboxListener, text: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(listener.baseUrl).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    // A reset after the response is the same end.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(answer);
    });
  });
}

async function lastDelivery(listener: Play): Promise<Record<string, unknown>> {
  await listener.idle();
  const deliveries = (await (await call(listener, 'GET', `${hooks}/1/deliveries`)).json()) as Record<string, unknown>[];
  return deliveries[0] ?? {};
}

describe('what is due without a request', () => {
  it('happens at its time, as long as the sandbox runs', async () => {
    const steps: number[] = [];
    let clock = 1000;
    let happened = (): void => undefined;
    const third = new Promise<void>((resolve) => (happened = resolve));
    const store = createSandboxStore<number>({
      initial: 0,
      record: (state) => state,
      now: () => clock,
      wake: {
        next: (state) => (state < 3 ? 1000 + state : undefined),
        step: (state, { now }) => {
          steps.push(now);
          clock++;
          if (state === 2) happened();
          return { state: state + 1, effects: [] };
        },
      },
    });
    await third;
    expect(steps).toEqual([1000, 1001, 1002]);
    await store.stop();
    expect(store.state()).toBe(3);
  });
});

describe('deliveries', () => {
  it.each([301, 302, 307, 404])('that are answered with %i have failed', async (status) => {
    const { url, received } = await receive(status);
    const listener = await play();
    await call(listener, 'POST', hooks, { config: { url } });
    const failed = `Invalid HTTP Response: ${status}`;
    expect(await lastDelivery(listener)).toMatchObject({ status: failed, status_code: status });
    const hook = (await (await call(listener, 'GET', `${hooks}/1`)).json()) as { readonly last_response: unknown };
    expect(hook.last_response).toEqual({ code: status, status: 'invalid_http_response', message: failed });
    expect(received).toHaveLength(1);
  });

  it.each(['json', 'form'])('carry both signatures over the very bytes, as %s', async (contentType) => {
    const { url, received } = await receive(200);
    const listener = await play();
    const config = { url, content_type: contentType, secret: 'geheim-ß' };
    expect((await call(listener, 'POST', hooks, { config })).status).toBe(201);
    expect(await lastDelivery(listener)).toMatchObject({ status: 'OK', status_code: 200, event: 'ping' });
    const headers: Record<string, unknown> = { ...received[0]?.headers };
    const body = received[0]?.body ?? Buffer.alloc(0);
    const digest = (algorithm: string) => createHmac(algorithm, 'geheim-ß').update(body).digest('hex');
    expect(headers['x-hub-signature-256']).toBe(`sha256=${digest('sha256')}`);
    expect(headers['x-hub-signature']).toBe(`sha1=${digest('sha1')}`);
    expect(headers).toMatchObject({
      'x-vendor-event': 'ping',
      'x-vendor-hook-id': '1',
      'x-vendor-hook-installation-target-type': 'repository',
      'content-type': contentType === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    });
    const json = contentType === 'json' ? body.toString() : new URLSearchParams(body.toString()).get('payload');
    expect(JSON.parse(json ?? '')).toMatchObject({ hook_id: 1, repository: { full_name: 'octocat/hello-world' } });
  });

  it('carry no signature without a secret', async () => {
    const { url, received } = await receive(204);
    const listener = await play();
    await call(listener, 'POST', hooks, { config: { url } });
    await listener.idle();
    expect(Object.keys(received[0]!.headers).filter((name) => name.includes('signature'))).toEqual([]);
  });

  it('are recorded when refused, with what came back', async () => {
    const { url } = await receive(500);
    const listener = await play();
    await call(listener, 'POST', hooks, { config: { url } });
    expect(await lastDelivery(listener)).toMatchObject({ status_code: 500, status: 'Invalid HTTP Response: 500' });
    expect(await (await call(listener, 'GET', `${hooks}/1/deliveries/2`)).json()).toMatchObject({
      response: { payload: 'seen' },
    });
  });

  it('go to no other machine unless it is allowed', async () => {
    const listener = await play();
    await call(listener, 'POST', hooks, { config: { url: 'http://192.0.2.1/hook' } });
    expect(await lastDelivery(listener)).toMatchObject({ status_code: 0, status: expect.stringMatching(/^not sent/) });
  });

  it('are recorded when no one listens', async () => {
    const { url } = await receive(200);
    await running.pop()?.();
    const listener = await play();
    await call(listener, 'POST', hooks, { config: { url } });
    expect(await lastDelivery(listener)).toMatchObject({ status: 'failed to connect to host (ECONNREFUSED)' });
  });

  it('give up on a receiver that never answers', async () => {
    const { url } = await receive('never');
    const listener = await play({ deliveryTimeout: 50 });
    await call(listener, 'POST', hooks, { config: { url } });
    expect(await lastDelivery(listener)).toMatchObject({ status: 'timed out', status_code: 0 });
  });

  it('are broken off when the sandbox stops', async () => {
    const { url } = await receive('never');
    const listener = await play();
    await call(listener, 'POST', hooks, { config: { url } });
    await listener.stop();
    await expect(fetch(listener.baseUrl)).rejects.toThrow();
  });
});

describe('bad input', () => {
  const head = (rest: string) => `POST ${hooks} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer boot\r\n${rest}`;

  it('refuses a body that is too long, announced or not', async () => {
    const listener = await play({ maximumBody: 1000, requestTimeout: 300 });
    const body = 'x'.repeat(2000);
    expect(await talk(listener, head(`Connection: close\r\nContent-Length: 2000\r\n\r\n${body}`))).toMatch(
      /^HTTP\/1.1 413/,
    );
    expect(
      await talk(listener, head(`Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n${body}\r\n0\r\n\r\n`)),
    ).toMatch(/^HTTP\/1.1 413/);
    expect((await call(listener, 'GET', hooks)).status).toBe(200);
  });

  it.each([
    ['bytes that are not HTTP', Buffer.from([0, 255, 13, 10, 13, 10])],
    ['a request line of one word', 'HELLO\r\n\r\n'],
    ['a header without a name', head(': x\r\n\r\n')],
    ['two lengths', head('Content-Length: 1\r\nContent-Length: 2\r\n\r\nx')],
    ['a length that is no number', head('Content-Length: -1\r\n\r\n')],
    ['a length next to chunks', head('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n')],
    ['chunks next to a length', head('Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n')],
    ['the same length twice in one field', head('Content-Length: 1, 1\r\n\r\nx')],
    ['a length with a sign', head('Content-Length: +1\r\n\r\nx')],
    ['chunks that are not the last coding', head('Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n')],
    ['an unknown coding', head('Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n')],
    ['a chunk whose size is no number', head('Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n')],
    ['a space before the colon', head('Content-Length : 1\r\n\r\nx')],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a version of its own', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ])('answers 400 to %s', async (_, text) => {
    const listener = await play();
    expect(await talk(listener, text)).toMatch(/^HTTP\/1.1 400/);
    expect((await call(listener, 'GET', hooks)).status).toBe(200);
  });

  it('takes a folded header line for no second header', async () => {
    const listener = await play();
    const text = await talk(listener, head('Connection: close\r\nX: a\r\n Content-Length: 5\r\n\r\n'));
    // Either refused, or read as one field; never as the length of a body.
    expect(text).toMatch(/^HTTP\/1.1 (400|422)/);
    expect(text.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  it('answers requests that come at once in their order', async () => {
    const listener = await play();
    const one = (path: string, rest = '') =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer boot\r\n${rest}\r\n`;
    const text = await talk(listener, `${one(hooks)}${one('/nowhere')}${one(hooks, 'Connection: close\r\n')}`);
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('answers nothing behind a broken request', async () => {
    const listener = await play();
    const smuggled = `GET ${hooks} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer boot\r\n\r\n`;
    const text = await talk(
      listener,
      head(`Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`),
    );
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('answers a broken JSON text with the cause', async () => {
    const listener = await play();
    const text = await talk(listener, head('Connection: close\r\nContent-Length: 1\r\n\r\n{'));
    expect(text).toMatch(/^HTTP\/1.1 400[^]*Problems parsing JSON/);
  });

  it('answers HEAD without a body', async () => {
    const listener = await play();
    const answer = await call(listener, 'HEAD', '/nowhere');
    expect(answer.status).toBe(404);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await answer.text()).toBe('');
  });

  it('answers an unknown route with the nearest known one', async () => {
    const answer = await call(await play(), 'GET', '/repos/octocat/hello-world/hook');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('/repos/{owner}/{repo}/hooks');
  });

  it('gives a page of another origin nothing that it could use', async () => {
    const answer = await call(await play(), 'OPTIONS', hooks);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('limits a body by what it is for', async () => {
    const listener = await play({ maximumBody: (target) => (target === '/long' ? 5000 : 10), requestTimeout: 300 });
    expect((await call(listener, 'POST', '/long', 'x'.repeat(1000))).status).toBe(404);
    expect((await call(listener, 'POST', '/short', 'x'.repeat(1000))).status).toBe(413);
  });

  it('answers 400 to a body that is not UTF-8', async () => {
    const listener = await play();
    const text = Buffer.concat([
      Buffer.from(head('Connection: close\r\nContent-Length: 2\r\n\r\n')),
      Buffer.from([0xff, 0xfe]),
    ]);
    expect(await talk(listener, text)).toMatch(/^HTTP\/1.1 400/);
  });

  it('answers 431 to headers without end', async () => {
    const listener = await play();
    expect(await talk(listener, head(`X: ${'y'.repeat(20_000)}\r\n\r\n`))).toMatch(/^HTTP\/1.1 431/);
  });

  it.each([
    ['its head', head('X: 1')],
    ['its body', head('Content-Length: 10\r\n\r\n{')],
  ])('gives up on a client that never finishes %s', async (_, text) => {
    const listener = await play({ requestTimeout: 100 });
    expect(await talk(listener, text)).toMatch(/^HTTP\/1.1 408|^$/);
    expect((await call(listener, 'GET', hooks)).status).toBe(200);
  });

  it('survives a client that goes away in the middle', async () => {
    const listener = await play();
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(listener.baseUrl).port), '127.0.0.1', () => {
        socket.write(head('Content-Length: 10\r\n\r\n{'), () => {
          socket.destroy();
          resolve();
        });
      });
    });
    expect((await call(listener, 'GET', hooks)).status).toBe(200);
  });

  it('answers 500 to a fault of its own, and goes on', async () => {
    let isFaulty = true;
    const faults: unknown[] = [];
    const listener = await play({
      onRuleFailure: (request, error) => faults.push([request, framesOf(error)]),
      step: (state, request, input) => {
        if (isFaulty) throw new Error('secret detail');
        return stepHost(state, request, input, check);
      },
    });
    const answer = await call(listener, 'GET', hooks);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret detail');
    expect(faults).toEqual([
      [{ method: 'GET', target: hooks }, expect.stringMatching(/^Error\n\s+at .*listener\.test/)],
    ]);
    isFaulty = false;
    expect((await call(listener, 'GET', hooks)).status).toBe(200);
  });
});

describe('a fault', () => {
  const faulty = (fault: Fault, body = '{"hello":"world"}') =>
    startSandboxListener({
      answer: () => ({ response: { status: 200, headers: [['Content-Type', 'application/json']], body }, fault }),
      port: 0,
    }).then((listener) => {
      running.push(listener.stop);
      return listener;
    });
  const get = `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

  it('closes the connection without a word', async () => {
    expect(await talk(await faulty({ kind: 'drop' }), get)).toBe('');
  });

  it('sends the head and half of the body', async () => {
    const text = await talk(await faulty({ kind: 'cut' }), get);
    expect(text).toMatch(/^HTTP\/1.1 200[^]*Content-Length: 17\r\n[^]*\r\n\r\n\{"hello"$/);
  });

  it('sends the head alone when there is no body', async () => {
    expect(await talk(await faulty({ kind: 'cut' }, ''), get)).toMatch(/^HTTP\/1.1 200[^]*\r\n\r\n$/);
  });

  it('holds an answer back, and lets it go when the sandbox stops', async () => {
    const listener = await faulty({ kind: 'delay', milliseconds: 10 });
    expect((await fetch(listener.baseUrl)).status).toBe(200);
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const long = await startSandboxListener({
      answer: () => {
        arrive();
        return {
          response: { status: 200, headers: [], body: 'late' },
          fault: { kind: 'delay', milliseconds: 600_000 },
        };
      },
      port: 0,
    });
    const waiting = talk(long, get);
    await arrived;
    await long.stop();
    expect(await waiting).toMatch(/^HTTP\/1.1 200[^]*late$/);
  });
});

describe('the port', () => {
  it('is of another address when that is said', async () => {
    expect((await play({ host: '::1' })).baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await play({ host: '0.0.0.0' })).baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(play({ host: '192.0.2.1' })).rejects.toThrow(/192\.0\.2\.1: it is not an address of this machine/);
  });

  it('is of this machine only', async () => {
    expect((await play()).baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('is named with a way out when it is taken', async () => {
    const port = Number(new URL((await play()).baseUrl).port);
    await expect(play({ port })).rejects.toThrow(new RegExp(`port ${port}: another program uses it.*--free-ports`));
  });

  it('is free again after a stop, also a second one', async () => {
    const listener = await play();
    await Promise.all([listener.stop(), listener.stop()]);
    await play({ port: Number(new URL(listener.baseUrl).port) });
  });
});

describe('responses that no one reads', () => {
  const large = 'x'.repeat(20_000_000);
  const step: Step<HostState> = (state) => result(state, { status: 200, headers: [], body: large });
  const ask = (baseUrl: string) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    running.push(() => Promise.resolve(socket.destroy()));
    return socket;
  };

  it('wait up to a bound; then further ones are refused, until one of them has ended', async () => {
    const unread = boundUnread(30_000_000);
    const { baseUrl } = await play({ step, unread });
    const first = ask(baseUrl);
    await vi.waitFor(async () => {
      const refused = await fetch(baseUrl);
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('do not read them')]);
    });
    first.destroy();
    await vi.waitFor(async () => {
      expect((await fetch(baseUrl)).status).toBe(200);
    });
  });

  it('are given up when their client takes nothing for a while', async () => {
    const { baseUrl } = await play({ step, readTimeout: 200 });
    const socket = ask(baseUrl);
    let received = 0;
    await new Promise<void>((done) => setTimeout(done, 1500));
    socket.on('data', (chunk) => (received += chunk.length)).resume();
    await new Promise<void>((done) => socket.on('close', () => done()));
    expect(received).toBeLessThan(large.length);
  });
});
