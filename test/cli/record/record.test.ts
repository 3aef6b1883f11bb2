import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canaries } from '../../canaries';
import { commandLine, folderOf, startSandbox } from '../command-line';
import { bodyOf, open, sendRaw, startRecorder, startService } from './upstream';

const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/books': {
      get: { summary: 'List the books', responses: answersWith({ type: 'array', items: book() }) },
      post: {
        summary: 'Add a book',
        requestBody: { required: true, content: { 'application/json': { schema: book() } } },
        responses: { ...answersWith(book(), 201), 400: { description: 'It is wrong.' } },
      },
    },
    '/books/{bookId}': {
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { summary: 'Read a book', responses: { ...answersWith(book()), 404: { description: 'None.' } } },
      delete: { summary: 'Remove a book', responses: { 204: { description: 'Done.' } } },
    },
  },
});

function book(): unknown {
  return {
    type: 'object',
    required: ['id', 'title'],
    properties: {
      id: { type: 'integer', readOnly: true },
      title: { type: 'string' },
      language: { type: 'string', enum: ['en', 'de'] },
    },
  };
}

function answersWith(schema: unknown, status = 200): Record<string, unknown> {
  return { [status]: { description: 'Done.', content: { 'application/json': { schema } } } };
}

const files = {
  'library.json': description,
  'rulebook.json': JSON.stringify({ services: { library: { description: './library.json' } } }),
};

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

describe('rulebook record', () => {
  it('checks a story on the way, and writes a file that passes against a fresh sandbox', async () => {
    const folder = folderOf(files);
    const sandbox = await startSandbox(['--free-ports', '--folder', folder, '--service', 'library']);
    const recorder = await startRecorder(['--to', sandbox.ready.endpoints[0]!.baseUrl], files);
    const created = (await (
      await fetch(`${recorder.url}/books`, json('POST', { title: 'Emma', language: 'en' }))
    ).json()) as { readonly id: number };
    await fetch(`${recorder.url}/books`, json('POST', { title: 'Again', language: 'de' }));
    await fetch(`${recorder.url}/books`);
    await fetch(`${recorder.url}/books/${created.id}`);
    await fetch(`${recorder.url}/books/${created.id}`, { method: 'DELETE' });
    await fetch(`${recorder.url}/books/${created.id}`);
    const { code, out, error } = await recorder.end();
    await sandbox.end();
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^201 POST \/books {2}\d+ ms {2}Add a book\n/);
    expect(out).toContain('6 exchanges recorded. rec.http has 5 requests, rec.har has all, with secrets masked.');
    const written = readFileSync(join(recorder.folder, 'rec.http'), 'utf8');
    expect(written).toContain('# @name add-a-book\nPOST /books\n');
    expect(written).toContain('GET /books/{{add-a-book.response.body.$.id}}\n');
    expect(written).toContain('?? $.title == "Emma"\n');
    expect(written).toContain(
      '?? status == 201\n?? header content-type includes application/json\n?? matches description',
    );
    expect(written).not.toContain('Again');
    expect(await commandLine(['check', 'rec.http'], { cwd: recorder.folder })).toMatchObject({ code: 0 });
    const run = await commandLine(['run', '--sandbox', '--all', '--yes', 'rec.http'], { cwd: recorder.folder });
    expect(run.error + run.out).not.toContain('Failed');
    expect(run.code).toBe(0);
  });

  it('names what contradicts the description, of requests and responses, and ends with 1', async () => {
    const service = await startService((_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{"id":"one","title":"Emma"}');
    });
    const recorder = await startRecorder(['--to', service, '--service', 'library.json'], {
      'library.json': description,
    });
    await fetch(`${recorder.url}/books/7?colour=red`);
    const { code, out, error } = await recorder.end();
    expect(out).toContain('request: warning: The query parameter `colour` is not described');
    expect(out).toContain('response: information: `id` is described as an integer');
    expect(error).toContain('2 findings in what was recorded');
    expect(code).toBe(1);
    const written = readFileSync(join(recorder.folder, 'rec.http'), 'utf8');
    expect(written).toContain(`@base = ${service}\n`);
    expect(written).toContain('GET {{base}}/books/7?colour=red');
    expect(written).not.toContain('matches description');
  });

  it('writes no secret into a file or a line', async () => {
    const service = await startService((message, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Set-Cookie', `sid=${canaries.setCookie}; HttpOnly`);
      response.end(JSON.stringify(message.url === '/login' ? { token: canaries.answered } : { name: 'x' }));
    });
    const recorder = await startRecorder(['--to', service]);
    await fetch(`${recorder.url}/login`, json('POST', { user: 'ann', password: canaries.formPassword }));
    await fetch(`${recorder.url}/me?access_token=${canaries.parameter}`, {
      headers: {
        Authorization: `Bearer ${canaries.answered}`,
        'X-Api-Key': canaries.apiKeyHeader,
        Cookie: `sid=${canaries.setCookie}; other=${canaries.cookie}`,
        'X-Trace': `for ${canaries.answered}`,
      },
    });
    await fetch(`${recorder.url}/other/${canaries.answered}`, {
      headers: { Authorization: `Bearer ${canaries.bearer}` },
    });
    const { out, error } = await recorder.end();
    const read = (name: string) => readFileSync(join(recorder.folder, name), 'utf8');
    for (const text of [out, error, read('rec.http'), read('rec.har')]) expect(text).not.toContain('cnry');
    expect(read('rec.http')).toContain('Bearer {{post-login.response.body.$.token}}');
    expect(JSON.parse(read('rec.har'))).toMatchObject({ log: { entries: [{}, {}, {}] } });
  });

  it('changes nothing on the way: bytes, order and spelling of fields, codings', async () => {
    const heads: (readonly string[])[] = [];
    const packed = gzipSync('{"a":1}');
    const service = await startService((message, response) => {
      heads.push([message.method ?? '', message.url ?? '', ...message.rawHeaders]);
      message.resume();
      response.sendDate = false;
      response.writeHead(200, 'Fine', [
        ...['X-One', '1', 'x-ONE', '2', 'Content-Encoding', 'gzip', 'Content-Type', 'application/json'],
        ...['Content-Length', String(packed.length), 'Location', 'http://elsewhere.example/a'],
      ]);
      response.end(packed);
    });
    const recorder = await startRecorder(['--to', `${service}/v1/`]);
    const { host } = new URL(service);
    const got = await sendRaw(
      recorder.url,
      `PATCH /a%2Fb?x=%20&x HTTP/1.1\r\nhOsT: ${new URL(recorder.url).host}\r\nX-b: 1\r\nx-A: 2\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nContent-Length: 2\r\n\r\nhi`,
    );
    expect(heads).toEqual([
      [
        'PATCH',
        '/v1/a%2Fb?x=%20&x',
        'hOsT',
        host,
        'X-b',
        '1',
        'x-A',
        '2',
        'Content-Length',
        '2',
        'Connection',
        'keep-alive',
      ],
    ]);
    expect(got.split('\r\n\r\n')[0]).toBe(
      `HTTP/1.1 200 Fine\r\nX-One: 1\r\nx-ONE: 2\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: ${packed.length}\r\nLocation: http://elsewhere.example/a\r\nConnection: close`,
    );
    expect(got.endsWith(packed.toString('latin1'))).toBe(true);
    const { code } = await recorder.end();
    expect(code).toBe(0);
    const { log } = JSON.parse(readFileSync(join(recorder.folder, 'rec.har'), 'utf8')) as {
      readonly log: { readonly entries: readonly { readonly response: { readonly content: unknown } }[] };
    };
    expect(log.entries[0]?.response.content).toMatchObject({ text: '{"a":1}' });
  });

  it('hands on each piece when it arrives', async () => {
    let go = (): void => undefined;
    const service = await startService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      go = () => response.end('data: 2\n\n');
    });
    const recorder = await startRecorder(['--to', service]);
    const response = await open(`${recorder.url}/events`);
    const [first] = (await once(response, 'data')) as [Buffer];
    // The service has not ended its response yet.
    expect(first.toString()).toBe('data: 1\n\n');
    go();
    expect(await bodyOf(response)).toBe('data: 2\n\n');
    expect((await recorder.end()).code).toBe(0);
  });

  it('says that a service does not answer, and records the others', async () => {
    const service = await startService((message, response) => {
      if (message.url === '/ok') response.end('fine');
      else if (message.url === '/half') {
        response.writeHead(200, { 'Content-Length': '10' });
        response.write('half');
        setTimeout(() => response.destroy(), 30);
      } else message.socket.destroy();
    });
    const recorder = await startRecorder(['--to', service]);
    const none = await fetch(`${recorder.url}/none`);
    expect(none.status).toBe(502);
    expect(await none.text()).toMatch(/^rulebook record: http:\/\/127\.0\.0\.1:\d+ gave no response\. /);
    await expect(fetch(`${recorder.url}/half`).then((one) => one.text())).rejects.toThrow();
    expect(await (await fetch(`${recorder.url}/ok`)).text()).toBe('fine');
    const { code, out, error } = await recorder.end();
    expect(error).toContain('GET /none is not recorded: ');
    expect(error).toContain('GET /half is not recorded: the service ended its response too early');
    expect(out).toContain('1 exchange recorded. rec.http has 1 request,');
    expect(code).toBe(0);
  });

  it('keeps a part of a long body and says so, and hands on all of it', async () => {
    const service = await startService((message, response) => {
      message.pipe(response);
    });
    const recorder = await startRecorder(['--to', service, '--max-body', '1kb']);
    const body = 'x'.repeat(300_000);
    const back = await fetch(`${recorder.url}/echo`, { method: 'POST', body });
    expect(await back.text()).toBe(body);
    const { error } = await recorder.end();
    expect(error).toContain('the body is left out, because it is longer than what is kept: 300000 bytes');
    expect(readFileSync(join(recorder.folder, 'rec.har'), 'utf8')).not.toContain('xxx');
  });

  it('hands on a connection that becomes one of WebSocket, in both directions, and a refusal of it', async () => {
    const service = await startService(
      (_, response) => {
        response.writeHead(426).end();
      },
      (message, socket) => {
        if (message.url === '/no') {
          socket.end('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n');
          return;
        }
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
        socket.on('data', (chunk: Buffer) => socket.end(`back: ${chunk.toString()}`));
      },
    );
    const recorder = await startRecorder(['--to', service]);
    const refused = await sendRaw(
      recorder.url,
      `GET /no HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const passed = await sendRaw(
      recorder.url,
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello`,
    );
    expect(passed).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\nback: hello$/);
    expect(refused).toMatch(/^HTTP\/1\.1 426 /);
    expect((await recorder.end()).error).toContain('GET /ws (websocket) goes through and is not recorded');
  });

  it.each([
    ['the name of another machine', 'GET / HTTP/1.1\r\nHost: pages.example\r\nConnection: close\r\n\r\n', '421'],
    [
      'a page of another machine',
      'GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://pages.example\r\nConnection: close\r\n\r\n',
      '403',
    ],
    ['a whole URL', 'GET http://localhost/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', '400'],
    ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n', '405'],
  ])('refuses %s, and sends nothing', async (_, bytes, status) => {
    let count = 0;
    const service = await startService((__, response) => {
      count += 1;
      response.end();
    });
    const recorder = await startRecorder(['--to', service]);
    expect(await sendRaw(recorder.url, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await recorder.end();
    expect(count).toBe(0);
    expect(existsSync(join(recorder.folder, 'rec.http'))).toBe(false);
  });

  it.each([
    ['itself', ['--to', 'http://localhost:39187', '--port', '39187'], 'is the address of this recorder itself'],
    ['no URL', ['--to', 'ftp://a.example'], 'is neither a URL of http or https nor an endpoint'],
    ['a password', ['--to', 'http://a:b@a.example'], 'must hold no user name and password'],
    ['another kind of file', ['--to', 'http://a.example', '--output', 'a.txt'], 'let it end with .http'],
    [
      'a file that is there',
      ['--to', 'http://a.example', '--output', 'kept.http'],
      'kept.http exists, and is not replaced',
    ],
    [
      'a folder that cannot be written',
      ['--to', 'http://a.example', '--output', 'kept.http/a.http'],
      'kept.http/a.http: cannot be written',
    ],
  ])('refuses %s before it listens', async (_, args, message) => {
    const cwd = folderOf({ 'kept.http': 'GET /' });
    const { code, error, out } = await commandLine(['record', ...args], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
  });

  it('ends after a number of requests, and by a time', async () => {
    const service = await startService((_, response) => {
      response.end('a');
    });
    const recorder = await startRecorder(['--to', service, '--count', '1']);
    await fetch(`${recorder.url}/a/1`);
    const { out } = await recorder.end();
    expect(out).toContain('1 exchange recorded.');
    const timed = await commandLine(['record', '--to', service, '--for', '0.2'], { cwd: recorder.folder });
    expect(timed.code).toBe(0);
    expect(timed.error).toContain('nothing was recorded, so nothing is written');
  });
});
