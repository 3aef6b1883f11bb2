import { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WireRequest, WireResponse } from '../../../packages/sandbox/src/index';
import type { Answered } from '../../../packages/node/src/sandbox/answered';
import { startSandboxListener, type ListenerOptions } from '../../../packages/node/src/sandbox/sandbox-listener';

const running: (() => unknown)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(running.splice(0).map((stop) => stop()));
});

const plain: WireResponse = { status: 200, headers: [['Content-Type', 'application/json']], body: '{"a":1}' };

/** Starts a listener that notes what it is asked. */
async function play(answered: () => Answered | Promise<Answered>, options: Partial<ListenerOptions> = {}) {
  const asked: WireRequest[] = [];
  const listener = await startSandboxListener({
    answer: (request) => {
      asked.push(request);
      return answered();
    },
    port: 0,
    ...options,
  });
  running.push(listener.stop);
  return { asked, port: Number(new URL(listener.baseUrl).port), stop: listener.stop };
}

function open(port: number): Promise<{ socket: Socket; text: () => string; ended: Promise<unknown> }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      resolve({ socket, text: () => Buffer.concat(chunks).toString(), ended });
    });
    const ended = new Promise((done) => socket.on('close', done));
    socket.setNoDelay(true).on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    running.push(() => socket.destroy());
  });
}

/** Sends pieces one after the other, and returns all that comes back within a moment of the last. */
async function talk(port: number, pieces: readonly (string | Buffer)[], until = /\r\n\r\n/): Promise<string> {
  const { socket, text } = await open(port);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(20);
  }
  await vi.waitFor(() => expect(text()).toMatch(until));
  await sleep(20);
  socket.destroy();
  return text().replace(/^Date: .*$/gm, 'Date: then');
}

/** How many requests Node has read by itself. */
function countNode(): { readonly count: () => number } {
  const messages = new Set<unknown>();
  const { resume } = IncomingMessage.prototype;
  vi.spyOn(IncomingMessage.prototype, 'resume').mockImplementation(function (this: IncomingMessage) {
    messages.add(this);
    return resume.call(this);
  });
  return { count: () => messages.size };
}

const post = (body: string | Buffer, fields = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `POST /a%20b?c=d HTTP/1.1\r\nHost: localhost:1\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      'latin1',
    ),
    Buffer.from(body),
  ]);
const get = (fields = '', method = 'GET', target = '/x'): Buffer =>
  Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${fields}\r\n`, 'latin1');

describe('a request in one piece', () => {
  it.each<[string, Buffer, Partial<WireResponse>]>([
    ['GET', get(), {}],
    ['HEAD', get('', 'HEAD'), {}],
    ['DELETE', get('', 'DELETE'), { status: 204, body: '' }],
    ['with a body', post('{"name":"ä"}'), { status: 201, headers: [] }],
    ['with bytes that are no text', post(Buffer.from([0xff, 0])), {}],
    ['with an empty body', post(''), { status: 304 }],
    ['with fields in odd forms', get('a:b\r\nX-Y:   c  \r\nx-y: \r\nAccept: */*\r\nConnection: Keep-Alive\r\n'), {}],
    ['with an unusual target', get('', 'GET', "/%C3%A4?a=b&c[]='{}|\\^`~"), {}],
    ['for a response beyond ASCII', get(), { body: '"ä€😀"', headers: [['X-Name', 'plain\tvalue']] }],
    ['for a status that has no name', get(), { status: 299, body: '' }],
  ])('%s is answered as Node answers it, without Node', async (_, request, changed) => {
    const node = countNode();
    const { asked, port } = await play(() => ({ response: { ...plain, ...changed } }));
    const direct = await talk(port, [request]);
    expect(node.count()).toBe(0);
    const byNode = await talk(port, [request.subarray(0, 9), request.subarray(9)]);
    expect(node.count()).toBe(1);
    expect(direct).toBe(byNode);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual(asked[1]);
  });

  it.each<[string, Buffer, Partial<WireResponse>]>([
    ['that asks to close', get('Connection: close\r\n'), {}],
    ['with a fragment', get('', 'GET', '/x#y'), {}],
    ['with a name beyond ASCII', get('X: \xe4\r\n'), {}],
    ['with a tab', get('X: a\tb\r\n'), {}],
    ['with another method', get('', 'OPTIONS'), {}],
    ['of a page', get('Origin: http://localhost:3000\r\n'), {}],
    ['of a page elsewhere', get('Origin: http://evil.example\r\n'), {}],
    ['for another host', get('Host: localhost\r\n'), {}],
    ['with an expectation', post('{}', 'Expect: 100-continue\r\n'), {}],
    ['that is compressed', post('{}', 'Content-Encoding: identity\r\n'), {}],
    ['in chunks', get('Transfer-Encoding: chunked\r\n', 'POST'), {}],
    ['without all of its body', post('{}', '').subarray(0, -1), {}],
    ['with a head that is long', get(`X: ${'y'.repeat(5000)}\r\n`), {}],
    ['for a response with a date', get(), { headers: [['Date', 'x']] }],
    ['for a response that closes', get(), { headers: [['Connection', 'close']] }],
    ['for a response with a value beyond ASCII', get(), { headers: [['X', '\xe4']] }],
    ['for a response with a value of two lines', get(), { headers: [['X', 'a\r\nb: c']] }],
    ['for a response of bytes', get(), { bytes: Buffer.from([0xff, 0]) }],
    ['for a long response', get(), { body: 'x'.repeat(50_000) }],
  ])('%s is left to Node', async (_, request, changed) => {
    const node = countNode();
    const { asked, port } = await play(() => ({ response: { ...plain, ...changed } }), { requestTimeout: 300 });
    const direct = await talk(port, [request]);
    const count = asked.length;
    const byNode = await talk(port, [request.subarray(0, 9), request.subarray(9)]);
    expect(direct).toBe(byNode);
    expect(asked).toHaveLength(2 * count);
    if (count > 0) expect(node.count()).toBe(2);
  });

  it('of a host elsewhere never arrives', async () => {
    const { asked, port } = await play(() => ({ response: plain }));
    const request = Buffer.from('GET /x HTTP/1.1\r\nHost: evil.example\r\n\r\n');
    for (let time = 0; time < 2; time++) expect(await talk(port, [request])).toMatch(/^HTTP\/1.1 421/);
    expect(asked).toEqual([]);
  });

  it('is no longer than its limit', async () => {
    const { asked, port } = await play(() => ({ response: plain }), { maximumBody: 3 });
    expect(await talk(port, [post('{  }')])).toMatch(/^HTTP\/1.1 413/);
    expect(await talk(port, [post('{ }')])).toMatch(/^HTTP\/1.1 200/);
    expect(asked).toHaveLength(1);
  });

  it('has the same list of fields as one before', async () => {
    const { asked, port } = await play(() => ({ response: plain }));
    await talk(port, [get('A: b\r\n'), get('A: b\r\n', 'GET', '/other')], /1\.1[^]*1\.1/);
    expect(asked[1]?.headers).toBe(asked[0]?.headers);
    expect(asked[1]?.target).toBe('/other');
  });

  it('at which the sandbox fails is answered with 500, and reported', async () => {
    const failed = vi.fn();
    const { port } = await play(() => Promise.reject(new Error('no')), { onRuleFailure: failed });
    expect(await talk(port, [get()])).toMatch(/^HTTP\/1.1 500/);
    expect(failed).toHaveBeenCalledWith({ method: 'GET', target: '/x' }, expect.objectContaining({ message: 'no' }));
  });

  it.each([
    ['drop', /^$/],
    ['cut', /^HTTP\/1.1 200[^]*\r\n\r\n\{"a$/],
  ] as const)('suffers a fault of kind %s', async (kind, sent) => {
    const { asked, port } = await play(() => ({ response: plain, fault: { kind } }));
    const { socket, text, ended } = await open(port);
    socket.write(get());
    await ended;
    expect(text()).toMatch(sent);
    expect(asked).toHaveLength(1);
  });
});

describe('a connection', () => {
  it('carries requests of all kinds in their order', async () => {
    const { asked, port } = await play(() => ({ response: plain }));
    const chunked = 'POST /2 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    const two = Buffer.concat([get('', 'GET', '/4'), get('', 'GET', '/5')]);
    await talk(port, [get('', 'GET', '/1'), chunked, get('', 'GET', '/3'), two], /(?:HTTP[^]*){5}/);
    expect(asked.map(({ target, body }) => target + body)).toEqual(['/1', '/2{}', '/3', '/4', '/5']);
  });

  it('answers what comes during an answer behind it, whole or not', async () => {
    let go = (): void => undefined;
    const first = new Promise<void>((resolve) => (go = resolve));
    let count = 0;
    const { asked, port } = await play(async () => {
      const number = ++count;
      if (number === 1) await first;
      return { response: { ...plain, body: String(number) } };
    });
    const { socket, text } = await open(port);
    for (const piece of [get('', 'GET', '/1'), get('', 'GET', '/2'), get('', 'GET', '/3').subarray(0, 12)]) {
      socket.write(piece);
      await sleep(20);
    }
    expect(asked.map(({ target }) => target)).toEqual(['/1']);
    go();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    socket.write(get('', 'GET', '/3').subarray(12));
    await vi.waitFor(() => expect(text().match(/\r\n\r\n\d/g)).toEqual(['\r\n\r\n1', '\r\n\r\n2', '\r\n\r\n3']));
  });

  it('answers a client that has said all it wanted to say', async () => {
    const { port } = await play(async () => {
      await sleep(30);
      return { response: plain };
    });
    const { socket, text, ended } = await open(port);
    socket.end(get());
    await ended;
    expect(text()).toMatch(/^HTTP\/1.1 200[^]*\{"a":1\}$/);
  });

  it('is not kept for a client that says nothing', async () => {
    const { port } = await play(() => ({ response: plain }), { requestTimeout: 100 });
    const { text, ended } = await open(port);
    await ended;
    expect(text()).toMatch(/^HTTP\/1.1 408/);
  });

  it('is closed when no further request comes', async () => {
    const { port } = await play(() => ({ response: plain }), { keepAliveTimeout: 100 });
    const { socket, text, ended } = await open(port);
    socket.write(get());
    await ended;
    expect(text()).toMatch(/^HTTP\/1.1 200/);
  });

  it('is not closed while the answer takes long', async () => {
    const late = async (): Promise<Answered> => {
      await sleep(300);
      return { response: plain };
    };
    const { port } = await play(late, { keepAliveTimeout: 100, requestTimeout: 100 });
    expect(await talk(port, [get()])).toMatch(/^HTTP\/1.1 200/);
  });

  it('ends when the sandbox stops, behind the response that is on its way', async () => {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const { asked, port, stop } = await play(async () => {
      await held;
      return { response: plain };
    });
    const idle = await open(port);
    const busy = await open(port);
    busy.socket.write(get());
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const stopped = stop();
    await idle.ended;
    go();
    await Promise.all([busy.ended, stopped]);
    expect(busy.text()).toMatch(/\{"a":1\}$/);
  });

  it('gives up what no one reads in time, and gives back what it took', async () => {
    let waiting = 0;
    const admit = (bytes: number) => {
      waiting += bytes;
      return () => void (waiting -= bytes);
    };
    const body = 'x'.repeat(16_000);
    const { asked, port } = await play(() => ({ response: { ...plain, body } }), {
      unread: { admit },
      readTimeout: 200,
    });
    const { socket, ended } = await open(port);
    socket.pause();
    // Until the system takes no more.
    for (let before = -1; asked.length > before;) {
      before = asked.length;
      for (let n = 0; n < 100; n++) {
        socket.write(get());
        await sleep(1);
      }
    }
    await sleep(400);
    socket.resume();
    await ended;
    expect(waiting).toBe(0);
  });
});
