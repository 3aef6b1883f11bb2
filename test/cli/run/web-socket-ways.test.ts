import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createSelfSigned } from '../../certificate';
import { commandLine, folderOf, spawnCommandLine } from '../command-line';

const certificate = createSelfSigned(['chat.example', '127.0.0.1']);
const noProxy = { HTTP_PROXY: '', HTTPS_PROXY: '', NO_PROXY: '', http_proxy: '', https_proxy: '', no_proxy: '' };
const message = 'hi\n=== wait-for-server\n';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server that answers each message with an echo, and pings its clients. */
async function startEcho(isEncrypted: boolean) {
  const shaken: (string | undefined)[] = [];
  const server = isEncrypted ? createTlsServer(certificate) : createServer();
  const sockets = new WebSocketServer({ server });
  let pongs = 0;
  sockets.on('connection', (socket, { url }) => {
    shaken.push(url);
    socket.on('error', () => undefined);
    socket.on('pong', () => pongs++);
    socket.on('message', (data: Buffer) => {
      // The answer comes behind the proof that the client is still there.
      socket.once('pong', () => {
        socket.send(`echo ${data.toString()}`);
      });
      socket.ping();
    });
  });
  onTestFinished(() => {
    for (const one of sockets.clients) one.terminate();
  });
  const port = await listen(server);
  return { shaken, port, pongs: () => pongs };
}

/** A proxy whose tunnels all lead to one port of this machine. */
async function startProxy(target: number, isRefusing = false) {
  const seen: string[] = [];
  const proxy = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end();
  });
  proxy.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    if (isRefusing) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const tunnel = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  return { seen, place: `127.0.0.1:${await listen(proxy)}` };
}

const foreign = (url: string, members: object = {}) =>
  JSON.stringify({ services: { own: {} }, endpoints: { chat: { service: 'own', baseUrl: url, ...members } } });

describe('a WebSocket connection over TLS', () => {
  it('trusts the authority of its endpoint, and no other', async () => {
    const { port, shaken } = await startEcho(true);
    const run = (members: object, text = `# @endpoint chat\nWEBSOCKET /chat\n\n${message}`) =>
      commandLine(['run', 'a.http'], {
        cwd: folderOf({
          'a.http': text,
          'ca.pem': certificate.cert,
          'rulebook.json': foreign(`https://127.0.0.1:${port}`, members),
        }),
        env: noProxy,
      });
    const refused = await run({});
    expect({ code: refused.code, error: refused.error }).toEqual({
      code: 3,
      error: expect.stringMatching(/certificate.*not trusted.*--cacert/s) as unknown,
    });
    expect(shaken).toEqual([]);
    for (const text of [undefined, `WEBSOCKET wss://127.0.0.1:${port}/chat\n\n${message}`]) {
      const { code, out, error } = await run({ ca: './ca.pem' }, text);
      expect({ code, error, isEchoed: out.includes('echo hi') }).toMatchObject({ code: 0, isEchoed: true });
    }
    expect(shaken).toEqual(['/chat', '/chat']);
  });

  it('is explained, recorded and refused by `rulebook curl` as what it is', async () => {
    const { port, pongs } = await startEcho(true);
    const cwd = folderOf({ 'a.http': `# @insecure\nWEBSOCKET wss://127.0.0.1:${port}/chat?a=1\n\n${message}` });
    const run = (args: readonly string[]) => commandLine(args, { cwd, env: noProxy });
    expect((await run(['explain', 'a.http'])).out).toContain(`WEBSOCKET wss://127.0.0.1:${port}/chat?a=1\n`);
    const curl = await run(['curl', 'a.http']);
    expect(curl.error).toContain('it opens a WebSocket connection');
    expect({ code: curl.code, out: curl.out }).toEqual({ code: 3, out: '' });
    const { code } = await run(['run', 'a.http', '--yes', '--har', 'a.har', '--report', 'a.html']);
    expect(code).toBe(0);
    const { log } = JSON.parse(readFileSync(join(cwd, 'a.har'), 'utf8')) as { log: { entries: object[] } };
    expect(log.entries).toEqual([
      expect.objectContaining({
        request: expect.objectContaining({ method: 'GET', url: `wss://127.0.0.1:${port}/chat?a=1` }) as unknown,
        response: expect.objectContaining({ status: 101 }) as unknown,
        _resourceType: 'websocket',
        _webSocketMessages: [
          { type: 'send', time: expect.any(Number) as unknown, opcode: 1, data: 'hi' },
          { type: 'receive', time: expect.any(Number) as unknown, opcode: 1, data: 'echo hi' },
        ],
      }),
    ]);
    expect(readFileSync(join(cwd, 'a.html'), 'utf8')).toContain(`wss://127.0.0.1:${port}/chat`);
    expect(pongs()).toBe(1);
  });
});

describe('a WebSocket connection behind a proxy', () => {
  it.each([
    ['ws', 'HTTP_PROXY'],
    ['wss', 'HTTPS_PROXY'],
  ])('goes through a tunnel (%s)', async (scheme, name) => {
    const { port, shaken } = await startEcho(scheme === 'wss');
    const { seen, place } = await startProxy(port);
    const cwd = folderOf({
      'a.http': `WEBSOCKET ${scheme}://chat.example:9443/chat\n\n${message}`,
      'ca.pem': certificate.cert,
    });
    const env = { ...noProxy, [name]: `http://user:pw@${place}`, NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') };
    const { code, out, error } = await commandLine(['run', 'a.http'], { cwd, env });
    expect({ code, error }).toMatchObject({ code: 0 });
    expect(out).toContain('echo hi');
    expect(seen).toEqual(['CONNECT chat.example:9443 Basic dXNlcjpwdw==']);
    expect(shaken).toEqual(['/chat']);
  });

  it('says that the proxy refuses it', async () => {
    const { port } = await startEcho(false);
    const { place } = await startProxy(port, true);
    const cwd = folderOf({ 'a.http': `WEBSOCKET ws://chat.example/chat\n\n${message}` });
    const { code, error } = await commandLine(['run', 'a.http'], { cwd, env: { ...noProxy, HTTP_PROXY: place } });
    expect(code).toBe(3);
    expect(error).toMatch(/proxy.*403/s);
  });
});

it('ends a WebSocket connection by Ctrl-C with what came', async () => {
  const { port } = await startEcho(false);
  const cwd = folderOf({
    'a.http': `WEBSOCKET ws://127.0.0.1:${port}/\n\nhi\n=== wait-for-server\n=== wait-for-server\n`,
  });
  const child = spawnCommandLine(['run', 'a.http'], { cwd, env: noProxy });
  let out = '';
  const ended = new Promise<number | null>((done) => child.on('close', done));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
    if (out.includes('echo hi')) child.kill('SIGINT');
  });
  expect(await ended).not.toBe(0);
  expect(out).toContain('echo hi');
});
