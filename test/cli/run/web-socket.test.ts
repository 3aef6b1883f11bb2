import { createServer, type Server } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { commandLine, folderOf } from '../command-line';

interface Shaken {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly received: string[];
}

type Behave = (socket: WebSocket, received: readonly string[]) => void;

function listening(server: Server): Promise<string> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      done(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** Starts a server that answers each message with an echo, unless it behaves otherwise. */
async function startServer(behave?: Behave) {
  const shaken: Shaken[] = [];
  const server = createServer((_, response) => response.writeHead(404).end('no socket here'));
  const sockets = new WebSocketServer({ server, handleProtocols: (offered) => [...offered][0] ?? false });
  sockets.on('connection', (socket, { url, headers }) => {
    const received: string[] = [];
    shaken.push({ url, headers, received });
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, isBinary) => {
      received.push(isBinary ? data.toString('hex') : data.toString());
      if (behave === undefined) socket.send(`echo ${data.toString()}`);
    });
    behave?.(socket, received);
  });
  const place = await listening(server);
  onTestFinished(() => {
    for (const one of sockets.clients) one.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { shaken, place };
}

async function run(
  text: string,
  place: string,
  {
    args = [],
    files = {},
  }: { readonly args?: readonly string[]; readonly files?: Readonly<Record<string, string>> } = {},
) {
  const folder = folderOf({ 'a.http': text.replaceAll('HOST', place), ...files });
  const ended = await commandLine(['run', 'a.http', '--all', ...args], { cwd: folder });
  return { ...ended, folder };
}

describe('a WebSocket request', () => {
  it('sends its messages in order, waits where they say so, and shows what goes over the connection', async () => {
    const { shaken, place } = await startServer();
    const text = [
      '@room = 7',
      'WEBSOCKET ws://HOST/chat?room={{room}}',
      'X-Own: 1',
      '',
      '{ "say": "{{room}}" }',
      '===',
      'second',
      '=== wait-for-server',
      '=== wait-for-server',
      'third',
      '=== wait-for-server',
    ];
    const { code, out } = await run(text.join('\n'), place);
    expect(shaken).toMatchObject([
      { url: '/chat?room=7', headers: { 'x-own': '1' }, received: ['{ "say": "7" }', 'second', 'third'] },
    ]);
    const shown = out.replace(/^([→←]) [\d:.]+ ?/gm, '$1 ');
    expect(shown).toContain('HTTP/1.1 101 Switching Protocols\n');
    expect(shown).toContain('→ \n{\n  "say": "7"\n}\n→ second\n');
    expect(shown).toMatch(/← echo second\n→ third\n← echo third\n/);
    expect(code).toBe(0);
  });

  it.each(['WS HOST/', 'WSS_ ws://HOST/', 'ws://HOST/', 'GET ws://HOST/'])('is written as %s, too', async (line) => {
    const { shaken, place } = await startServer();
    await run(`${line.replace('WSS_', 'websocket')}\n\nhi\n=== wait-for-server\n`, place);
    expect(shaken).toMatchObject([{ received: ['hi'] }]);
  });

  it('goes to the endpoint of its path, and of its URL, with the credential', async () => {
    const { shaken, place } = await startServer();
    const configuration = {
      services: { own: {} },
      endpoints: { chat: { service: 'own', baseUrl: `http://${place}/v1`, authentication: { type: 'bearer' } } },
    };
    const folder = folderOf({
      'a.http': `# @endpoint chat\nWEBSOCKET /chat\n\nhi\n=== wait-for-server\n###\nWEBSOCKET ws://${place}/v1/chat\n\nhi\n=== wait-for-server\n`,
      'rulebook.json': JSON.stringify(configuration),
    });
    const env = { RULEBOOK_CREDENTIAL_CHAT: 'cr3dential-of-chat' };
    const args = ['run', 'a.http', '--all', '--yes', '--trust-endpoint', 'chat'];
    const { out, error } = await commandLine(args, { cwd: folder, env });
    const authorization = 'Bearer cr3dential-of-chat';
    expect({ shaken, error }).toMatchObject({
      shaken: [
        { url: '/v1/chat', headers: { authorization } },
        { url: '/v1/chat', headers: { authorization } },
      ],
    });
    expect(out).not.toContain('cr3dential');
  });

  it('asks for the subprotocol that it names', async () => {
    const { shaken, place } = await startServer();
    const { code } = await run('WS ws://HOST/\nSec-WebSocket-Protocol: one, two\n\nhi\n=== wait-for-server\n', place);
    expect(shaken).toMatchObject([{ headers: { 'sec-websocket-protocol': 'one,two' } }]);
    expect(code).toBe(0);
  });

  it('sends files, and a value that looks like a separator as a part of its message', async () => {
    const { shaken, place } = await startServer();
    const text = 'WS ws://HOST/\n\n< ./text.txt\n===\n<@ ./text.txt\n===\n{{value}}\n=== wait-for-server\n';
    await run(text, place, { args: ['--var', 'value=a\n===\nb'], files: { 'text.txt': 'file {{value}}' } });
    expect(shaken).toMatchObject([{ received: ['file {{value}}', 'file a\n===\nb', 'a\n===\nb'] }]);
  });

  it('evaluates asserts on the list of received messages', async () => {
    const { place } = await startServer((socket) => {
      socket.send('{ "type": "hello", "big": 12345678901234567890 }');
      socket.send('plain');
      socket.send(Buffer.from([0, 255]));
      socket.close();
    });
    const asserts = [
      'status == 101',
      '$[0].type == hello',
      '$[0].big == 12345678901234567890',
      '$[1] == plain',
      '$[2] == AP8=',
      'body includes hello',
    ];
    const text = `WS ws://HOST/\n\n${asserts.map((one) => `?? ${one}`).join('\n')}\n`;
    const { code, out } = await run(text, place);
    expect(out.match(/^# (?:Passed|Failed).*$/gm)).toEqual(asserts.map((one) => `# Passed: ?? ${one}`));
    expect(code).toBe(0);
  });

  it('ends when nothing comes, which is not a failure unless a message is waited for', async () => {
    const { place } = await startServer(() => undefined);
    const quiet = await run('# @timeout 200 ms\nWS ws://HOST/\n\nhi\n', place);
    expect(quiet).toMatchObject({ code: 0 });
    const waiting = await run('WS ws://HOST/\n\nhi\n=== wait-for-server\nmore\n', place, {
      args: ['--timeout', '0.2'],
    });
    expect(waiting).toMatchObject({ code: 3 });
    expect(waiting.out).toContain('sent nothing more for 0.2 s');
  });

  it('says how the server closed the connection', async () => {
    const { place } = await startServer((socket) => {
      socket.close(4001, 'go away');
    });
    const { code, out } = await run('WS ws://HOST/\n', place);
    expect(out).toContain('# The server closed the connection (4001): go away\n');
    expect(code).toBe(3);
  });

  it('masks the secrets of the request and of the server, in what is shown, in the report and in the recording', async () => {
    const { place } = await startServer((socket) => {
      socket.send('{ "token": "t0ken-of-the-server" }');
      socket.on('message', () => {
        socket.send('you sent s3cret-of-the-file, and t0ken-of-the-server again');
        socket.close(1000, 's3cret-of-the-file');
      });
    });
    const text = 'WS ws://HOST/\n\n{ "password": "s3cret-of-the-file" }\n';
    const { out, folder } = await run(text, place, { args: ['--har', 'a.har', '--report', 'a.html'] });
    const all = [out, readFileSync(join(folder, 'a.har'), 'utf8'), readFileSync(join(folder, 'a.html'), 'utf8')];
    const json = await run(text, place, { args: ['--format', 'json'] });
    for (const one of [...all, json.out]) {
      expect(one).toMatch(/101/);
      expect(one).not.toMatch(/s3cret|t0ken/);
    }
    expect(json.out).toContain('"direction": "received"');
  });
});

describe('a server that opens no connection', () => {
  it('is shown with its status, which is the failure', async () => {
    const server = createServer();
    server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nnot today'));
    const { code, out } = await run('WS ws://HOST/\n\nhi\n', await listening(server));
    server.close();
    expect(out).toMatch(/HTTP\/1\.1 403 Forbidden\n[^]*not today/);
    expect(code).toBe(1);
  });

  it('is not followed elsewhere', async () => {
    const { shaken, place } = await startServer();
    const server = createServer();
    server.on('upgrade', (_, socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: http://${place}/\r\nContent-Length: 0\r\n\r\n`),
    );
    const { code, error, out } = await run('WS ws://HOST/\n\nhi\n', await listening(server));
    server.close();
    expect(shaken).toEqual([]);
    expect(out + error).toContain('a WebSocket connection begins at the URL of its request');
    expect(code).toBe(1);
  });

  it('is named when it responds like any other', async () => {
    const server = createServer((_, response) => response.end('hello'));
    const { code, out } = await run('WS ws://HOST/\n\nhi\n', await listening(server));
    server.closeAllConnections();
    server.close();
    expect(out).toContain('opened no WebSocket connection');
    expect(code).toBe(3);
  });

  it.each([
    ['says nothing', '', 'did not respond within 0.3 s'],
    [
      'has a wrong key',
      'HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n',
      'not a valid handshake',
    ],
  ])('fails when it %s', async (_, response, words) => {
    const server = createRawServer((socket) => socket.on('error', () => undefined).write(response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.close();
    });
    const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, error } = await run('WS ws://HOST/\n\nhi\n', place, { args: ['--timeout', '0.3'] });
    expect(error).toContain(words);
    expect(code).toBe(3);
  });
});

describe('a hostile server', () => {
  it('cannot fill the memory by one message', async () => {
    const { place } = await startServer((socket) => {
      socket.send(Buffer.alloc(100 * 1024 * 1024));
    });
    const { code, out } = await run('WS ws://HOST/\n', place);
    expect(out).toContain('a message of more than 10 MB');
    expect(code).toBe(3);
  });

  it('cannot fill the memory by many messages, and what is left out is said', async () => {
    const { place } = await startServer((socket) => {
      for (let index = 0; index < 55_000; index++) socket.send('');
      socket.close();
    });
    const { code, out } = await run('WS ws://HOST/\n\n?? $[0] == ""\n', place, { args: ['--format', 'json'] });
    expect(JSON.parse(out)).toMatchObject({ requests: [{ response: { isTruncated: true } }] });
    expect(code).toBe(1);
  });

  it('prints no more than people read, and says how many more there are and where', async () => {
    const { place } = await startServer((socket) => {
      for (let index = 0; index < 30; index++) socket.send(`${index} ${'x'.repeat(50_000)}`);
      socket.close();
    });
    const { code, out } = await run('WS ws://HOST/\n', place);
    expect(out.length).toBeLessThan(1_010_000);
    expect(out.match(/^← /gm)).toHaveLength(19);
    expect(out).toContain(
      '# 11 further messages not shown. `--output <file>` saves what was received, as far as it is kept.\n',
    );
    expect(code).toBe(0);
    const folder = folderOf({ 'a.http': `WS ws://${place}/\n` });
    await commandLine(['run', 'a.http', '--output', 'all.json'], { cwd: folder });
    expect(JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'))).toHaveLength(30);
  });

  it('cannot send what is not a message, or leave without a word', async () => {
    const bad = await startServer((socket) => {
      (socket as unknown as { _socket: { write: (bytes: Buffer) => void } })._socket.write(
        Buffer.from([0xff, 0x01, 0]),
      );
    });
    expect((await run('WS ws://HOST/\n', bad.place)).out).toContain('not a valid WebSocket message');
    const closed = await startServer((socket) => {
      socket.send('one');
      setTimeout(() => {
        socket.terminate();
      }, 50);
    });
    const { code, out } = await run('WS ws://HOST/\n', closed.place);
    expect(out).toMatch(/ one\n[^]*broke the connection/);
    expect(code).toBe(3);
  });
});
