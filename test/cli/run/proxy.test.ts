import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server as SocketServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createSelfSigned } from '../../certificate';
import { commandLine, folderOf } from '../command-line';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listen(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  stops.push(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy whose tunnels all lead to one port of this machine; `seen` says what it was asked for. */
async function startProxy(seen: string[], target: number): Promise<string> {
  const proxy = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('through the proxy');
  });
  proxy.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    const tunnel = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  return `127.0.0.1:${await listen(proxy)}`;
}

/** A service under the name `service.example`, with a certificate of its own. */
async function startService() {
  const certificate = createSelfSigned(['service.example']);
  const port = await listen(
    createTlsServer(certificate, (request, response) => response.end(`hello ${request.url ?? ''}`)),
  );
  return { port, certificate };
}

function send(target: string, env: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) {
  const cwd = folderOf({ 'a.http': `GET ${target}\n`, ...files });
  const trusted: Record<string, string> =
    files['ca.pem'] === undefined ? {} : { NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') };
  const none = { HTTP_PROXY: '', HTTPS_PROXY: '', NO_PROXY: '', http_proxy: '', https_proxy: '', no_proxy: '' };
  return commandLine(['run', 'a.http', '--all'], { cwd, env: { ...none, ...env, ...trusted } });
}

describe('rulebook run behind a proxy', () => {
  it.each(['HTTPS_PROXY', 'https_proxy'])(
    'reaches an https service by a tunnel, and verifies it (%s)',
    async (name) => {
      const { port, certificate } = await startService();
      const seen: string[] = [];
      const proxy = await startProxy(seen, port);
      const { code, out, error } = await send(
        'https://service.example:9243/x',
        { [name]: `http://user:pw@${proxy}` },
        { 'ca.pem': certificate.cert },
      );
      expect(error).toBe('');
      expect(out).toContain('hello /x');
      expect(code).toBe(0);
      expect(seen).toEqual(['CONNECT service.example:9243 Basic dXNlcjpwdw==']);
    },
  );

  it('does not trust a certificate of another name behind the tunnel', async () => {
    const { port, certificate } = await startService();
    const proxy = await startProxy([], port);
    const { code, error } = await send(
      'https://other.example/x',
      { HTTPS_PROXY: proxy },
      { 'ca.pem': certificate.cert },
    );
    expect(error).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(code).toBe(3);
  });

  it('hands an http request over whole', async () => {
    const seen: string[] = [];
    const proxy = await startProxy(seen, 0);
    const { code, out } = await send('http://service.example/x', { HTTP_PROXY: proxy });
    expect(out).toContain('through the proxy');
    expect(code).toBe(0);
    expect(seen).toEqual(['GET http://service.example/x']);
  });

  it('does not use it for hosts of NO_PROXY', async () => {
    const seen: string[] = [];
    const proxy = await startProxy(seen, 0);
    // No one listens there; what matters is who is asked.
    const { code } = await send('http://service.example/x', { HTTP_PROXY: proxy, NO_PROXY: 'a, .example' });
    expect(code).toBe(3);
    expect(seen).toEqual([]);
  });

  it('says that a SOCKS4 proxy is not supported', async () => {
    const { code, error } = await send('http://service.example/x', { ALL_PROXY: 'socks4://127.0.0.1:1080' });
    expect(error).toContain('is a socks4 proxy');
    expect(code).toBe(3);
  });
});
