import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  startSandboxListener,
  type ListenerOptions,
  type SandboxListener,
} from '../../packages/node/src/sandbox/sandbox-listener';
import { sandbox } from './whole-sandbox';

const running: SandboxListener[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((listener) => listener.stop()));
});

/** Starts a listener that responses the target, and counts what it is asked. */
async function play(options: Partial<ListenerOptions> = {}) {
  const asked: string[] = [];
  const listener = await startSandboxListener({
    answer: ({ target }) => {
      asked.push(target);
      return { response: { status: 200, headers: [], body: `asked ${target}` } };
    },
    port: 0,
    ...options,
  });
  running.push(listener);
  return { asked, port: Number(new URL(listener.baseUrl).port) };
}

/** Sends a request with these lines, and resolves with the response until the end of the connection. */
function talk(port: number, lines: readonly string[], body = ''): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(answer);
    });
  });
}

const get = (...fields: readonly string[]) => ['GET /x HTTP/1.1', ...fields, 'Connection: close'];

describe('the name of the host', () => {
  it.each(['127.0.0.1:9270', 'localhost', 'LOCALHOST:80', '[::1]:9270', '127.1.2.3', 'app.localhost:1', '2130706433'])(
    '%s is this machine',
    async (host) => {
      const { port } = await play();
      expect(await talk(port, get(`Host: ${host}`))).toMatch(/^HTTP\/1.1 200/);
    },
  );

  it.each([
    'evil.example',
    'evil.example:9270',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '10.0.0.1',
    'localhost@evil.example',
    'evil localhost',
    '%',
  ])('%s is not, and such a request does not arrive', async (host) => {
    const { port, asked } = await play();
    expect(await talk(port, get(`Host: ${host}`))).toMatch(/^HTTP\/1.1 421[^]*call it as 127.0.0.1/);
    expect(asked).toEqual([]);
  });

  it('is needed once', async () => {
    const { port, asked } = await play();
    expect(await talk(port, get())).toMatch(/^HTTP\/1.1 400[^]*exactly one `Host`/);
    expect(await talk(port, get('Host: localhost', 'Host: evil.example'))).toMatch(/^HTTP\/1.1 400/);
    expect(asked).toEqual([]);
    expect(await talk(port, ['GET /x HTTP/1.0'])).toMatch(/^HTTP\/1.1 200/);
  });

  it('is not looked at when other machines may call', async () => {
    const { port } = await play({ host: '0.0.0.0' });
    expect(await talk(port, get('Host: build-box'))).toMatch(/^HTTP\/1.1 200/);
    expect(await talk(port, get('Host: build-box', 'Origin: http://build-box:3000'))).toMatch(/^HTTP\/1.1 200/);
    expect(await talk(port, get('Host: build-box', 'Origin: https://evil.example'))).toMatch(/^HTTP\/1.1 403/);
  });

  it('is left out of a target that is a whole URL', async () => {
    const { port, asked } = await play();
    for (const target of ['http://localhost/a?b=http://c/d', 'HTTP://localhost', 'http://localhost?q']) {
      await talk(port, [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close']);
    }
    expect(asked).toEqual(['/a?b=http://c/d', '/', '/?q']);
    for (const target of ['http://evil.example/a', 'HTTPS://localhost.evil.example', 'http://localhost@evil.example/'])
      expect(await talk(port, [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close'])).toMatch(/^\S+ 421/);
    expect(asked).toHaveLength(3);
  });
});

describe('a web page', () => {
  it.each(['http://localhost:3000', 'http://127.0.0.1:9270', 'http://[::1]:1'])('of %s may ask', async (origin) => {
    const { port } = await play();
    expect(await talk(port, get('Host: localhost', `Origin: ${origin}`))).toMatch(/^HTTP\/1.1 200/);
  });

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null', '', 'file://', 'chrome-extension://abc'])(
    'of "%s" may not, whatever it sends',
    async (origin) => {
      const { port, asked } = await play();
      const lines = [
        'POST /_sandbox/reset HTTP/1.1',
        'Host: localhost',
        `Origin: ${origin}`,
        'Content-Type: text/plain',
      ];
      const text = await talk(port, [...lines, 'Content-Length: 2', 'Connection: close'], '{}');
      expect(text).toMatch(/^HTTP\/1.1 403[^]*other machines/);
      expect(text).not.toMatch(/access-control/i);
      expect(asked).toEqual([]);
    },
  );
});

describe('a request that does not arrive', () => {
  it.each([
    ['cluster', /"error":\{"root_cause":\[\{"type":"sandbox_exception","reason":"[^"]+"/],
    ['host', /"message":"[^"]+","documentation_url":"[^"]+","status":"\d+"/],
  ] as const)('is answered in the form of the %s', async (server, form) => {
    const { port } = await play({
      refusal: (status, reason) => sandbox.answerUnheard(server, status, reason),
      maximumBody: 1,
      requestTimeout: 100,
    });
    const post = (...fields: readonly string[]) => [
      'POST /x HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      ...fields,
    ];
    for (const [status, lines, body] of [
      [421, get('Host: evil.example'), ''],
      [413, post('Content-Length: 2'), '{}'],
      [415, post('Content-Length: 1', 'Content-Encoding: br'), 'x'],
      [400, post('Content-Length: 1', 'Transfer-Encoding: chunked'), '0'],
      [408, post('Content-Length: 1'), ''],
      [417, post('Expect: a-miracle'), ''],
      [431, get('Host: localhost', `X: ${'y'.repeat(20_000)}`), ''],
    ] as const) {
      const text = await talk(port, lines, body);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).toMatch(form);
    }
  });
});

describe('a page of this machine', () => {
  const page = ['Host: localhost', 'Origin: http://localhost:3000'];

  it('receives the methods and header fields that it may use', async () => {
    const { asked, port } = await play();
    const wanted = ['Access-Control-Request-Method: PATCH', 'Access-Control-Request-Headers: authorization,x-own'];
    const answer = await talk(port, ['OPTIONS /x HTTP/1.1', ...page, ...wanted, 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1\.1 204/);
    expect(answer).toMatch(/^Access-Control-Allow-Origin: http:\/\/localhost:3000\r$/m);
    expect(answer).toMatch(/^Access-Control-Allow-Methods: .*\bPATCH\b/m);
    expect(answer).toMatch(/^Access-Control-Allow-Headers: authorization,x-own\r$/m);
    expect(asked).toEqual([]);
  });

  it('may read the response, refusals included', async () => {
    const { port } = await play({ maximumBody: 3 });
    const read = await talk(port, ['GET /x HTTP/1.1', ...page, 'Connection: close']);
    const refused = await talk(port, ['POST /x HTTP/1.1', ...page, 'Content-Length: 4', 'Connection: close'], 'long');
    expect(refused).toMatch(/^HTTP\/1\.1 413/);
    for (const answer of [read, refused]) {
      expect(answer).toMatch(/^Access-Control-Allow-Origin: http:\/\/localhost:3000\r$/m);
      expect(answer).toMatch(/^Access-Control-Expose-Headers: \*\r$/m);
      expect(answer).toMatch(/^Vary: Origin\r$/m);
    }
  });

  it('of another machine receives nothing of the kind', async () => {
    const { port } = await play();
    const lines = ['OPTIONS /x HTTP/1.1', 'Host: localhost', 'Origin: http://evil.example'];
    const answer = await talk(port, [...lines, 'Access-Control-Request-Method: GET', 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
    expect(answer).not.toMatch(/^Access-Control/m);
  });

  it('is nothing that a program says of itself', async () => {
    const { asked, port } = await play();
    const answer = await talk(port, ['OPTIONS /x HTTP/1.1', 'Host: localhost', 'Connection: close']);
    expect(answer).not.toMatch(/^Access-Control/m);
    expect(asked).toEqual(['/x']);
  });
});
