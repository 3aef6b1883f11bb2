import { createPrivateKey } from 'node:crypto';
import { createServer, type ServerOptions } from 'node:https';
import { describe, expect, it } from 'vitest';
import type { ConnectionOptions, SendOptions } from '../../../../packages/sender/src/plan/index';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { createSelfSigned } from '../../../certificate';
import { listen, serve } from './loopback-server';
import { socksProxy, tunnelProxy } from './proxy-servers';

const ofServer = createSelfSigned();
const ofClient = createSelfSigned();
const authorities = [ofServer.cert];
const clientCertificate = { certificate: ofClient.cert, key: ofClient.key };

/** Serves "hello" and the name of the client, with TLS; returns the URL. */
async function serveTls(more: ServerOptions = {}): Promise<string> {
  const server = createServer({ ...ofServer, ...more }, (_, response) => response.end('hello'));
  return `https://127.0.0.1:${await listen(server)}/`;
}

const wantsCertificate: ServerOptions = { requestCert: true, rejectUnauthorized: true, ca: [ofClient.cert] };

async function get(url: string, connection: ConnectionOptions | undefined, more: SendOptions = {}) {
  return createTransport().send({ method: 'GET', url, headers: [] }, { ...(connection && { connection }), ...more });
}

async function failure(url: string, connection?: ConnectionOptions): Promise<string> {
  const result = await get(url, connection);
  if ('response' in result) throw new Error(`Unexpected answer ${result.response.status}.`);
  expect(result.failure.kind).toMatch(/^(?:tls|reset)$/);
  return result.failure.message;
}

describe('own authorities', () => {
  it('are trusted in addition to the others, for this connection only', async () => {
    const url = await serveTls();
    expect(await get(url, { authorities })).toMatchObject({ response: { body: 'hello' } });
    expect(await failure(url)).toMatch(/not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*`ca`.*"insecure": true/);
    expect(await failure(url, { authorities: [ofClient.cert] })).toContain('not trusted');
  });

  it('are not asked about the names in a certificate', async () => {
    const url = (await serveTls()).replace('127.0.0.1', 'localhost');
    expect(await failure(url, { authorities })).toContain('is for another host');
  });

  it('share no connection with requests that do not trust them', async () => {
    const url = await serveTls();
    const transport = createTransport({ keepsConnections: true });
    const request = { method: 'GET', url, headers: [] };
    const connection = { authorities };
    expect(await transport.send(request, { connection })).toHaveProperty('response');
    expect(await transport.send(request, {})).toHaveProperty('failure');
    const again = await transport.send(request, { connection });
    expect('response' in again && again.response.timing).not.toHaveProperty('connect');
    transport.close();
  });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a client certificate over %s', (maxVersion) => {
  it('is presented to the endpoint', async () => {
    const url = await serveTls({ ...wantsCertificate, maxVersion });
    expect(await get(url, { authorities, clientCertificate })).toMatchObject({ response: { body: 'hello' } });
  });

  it('is asked for when it is missing, and named when it is not accepted', async () => {
    const url = await serveTls({ ...wantsCertificate, maxVersion });
    expect(await failure(url, { authorities })).toMatch(/wants a client certificate/);
    const other = { certificate: ofServer.cert, key: ofServer.key };
    expect(await failure(url, { authorities, clientCertificate: other })).toMatch(/does not accept the client cert/);
  });
});

describe('the key of a client certificate', () => {
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' } as const;
  const locked = createPrivateKey(ofClient.key).export(cipher).toString();

  it('may need a passphrase', async () => {
    const url = await serveTls(wantsCertificate);
    const withPassphrase = (passphrase?: string): ConnectionOptions => ({
      authorities,
      clientCertificate: { certificate: ofClient.cert, key: locked, ...(passphrase !== undefined && { passphrase }) },
    });
    expect(await get(url, withPassphrase('open sesame'))).toMatchObject({ response: { body: 'hello' } });
    for (const wrong of ['s3cret', undefined]) {
      const message = await failure(url, withPassphrase(wrong));
      expect(message).toContain('passphrase of the key of the client certificate is missing or wrong');
      expect(message).not.toContain('s3cret');
    }
  });

  it('must belong to the certificate, and both must be PEM', async () => {
    const url = await serveTls(wantsCertificate);
    const other = { certificate: ofClient.cert, key: ofServer.key };
    expect(await failure(url, { clientCertificate: other })).toContain('do not belong together');
    for (const one of ['certificate', 'key']) {
      const broken = { ...clientCertificate, [one]: 'rubbish' };
      expect(await failure(url, { clientCertificate: broken })).toContain('PEM');
    }
  });
});

describe('the name that the certificate proves', () => {
  const foreign = createSelfSigned(['evil.example']);
  const ownName = createSelfSigned(['localhost', 'shop.localhost']);

  /** Serves with TLS under a name of this machine; `seen` gets the names that clients ask for. */
  async function serveNamed(certificate: ServerOptions, seen: string[] = []): Promise<number> {
    const server = createServer(
      {
        ...certificate,
        SNICallback: (name, done) => {
          seen.push(name);
          done(null);
        },
      },
      ({ headers }, response) => response.end(headers.host),
    );
    return listen(server);
  }

  it.each(['Host', 'hOsT'])('is that of the URL, whatever %s says, on each way', async (name) => {
    const port = await serveNamed(foreign);
    const tunnels = [
      `http://${await tunnelProxy(port, { seen: [] })}`,
      `socks5://${await socksProxy(port, { seen: [] })}`,
    ];
    const request = { method: 'GET', url: `https://localhost:${port}/`, headers: [[name, 'evil.example']] as const };
    const kept = createTransport({ keepsConnections: true });
    const send = (options: SendOptions, more: object = {}) =>
      createTransport().send({ ...request, ...more }, { connection: { authorities: [foreign.cert] }, ...options });
    const wrongName = { failure: { kind: 'tls', message: expect.stringContaining('is for another host') as string } };
    for (const proxy of tunnels)
      expect(await send({ connection: { authorities: [foreign.cert], proxy } })).toMatchObject(wrongName);
    expect(await send({})).toMatchObject(wrongName);
    expect(await send({ http2: true })).toMatchObject(wrongName);
    expect(await send({}, { channel: [] })).toMatchObject(wrongName);
    expect(await kept.send(request, { connection: { authorities: [foreign.cert] } })).toMatchObject(wrongName);
    kept.close();
  });

  it('is asked for by the host of the URL, and the field is sent as it is', async () => {
    const seen: string[] = [];
    const port = await serveNamed(ownName, seen);
    const transport = createTransport({ keepsConnections: true });
    for (const host of ['evil.example', 'shop.example', undefined]) {
      const headers = host === undefined ? [] : [['Host', host] as const];
      const request = { method: 'GET', url: `https://localhost:${port}/`, headers };
      const connection = { authorities: [ownName.cert] };
      expect(await transport.send(request, { connection })).toMatchObject({
        response: { body: host ?? `localhost:${port}` },
      });
    }
    transport.close();
    expect([...new Set(seen)]).toEqual(['localhost']);
  });

  it('may be below `localhost`, which is looked up nowhere and goes through no proxy', async () => {
    const seen: string[] = [];
    const port = await serveNamed(ownName, seen);
    const transport = createTransport({ proxies: { https: 'http://127.0.0.1:1' } });
    const request = { method: 'GET', url: `https://shop.localhost:${port}/`, headers: [] };
    expect(await transport.send(request, { connection: { authorities: [ownName.cert] } })).toMatchObject({
      response: { body: `shop.localhost:${port}` },
    });
    expect(seen).toEqual(['shop.localhost']);
  });
});

describe('the connection of an endpoint', () => {
  it('presents its certificate to no other origin', async () => {
    let given: unknown;
    const other = createServer({ ...ofServer, requestCert: true, rejectUnauthorized: false }, (request, response) => {
      given = (request.socket as unknown as { getPeerCertificate(): object }).getPeerCertificate();
      response.end('other');
    });
    const location = `https://127.0.0.1:${await listen(other)}/`;
    const server = createServer(ofServer, (_, response) => response.writeHead(302, { Location: location }).end());
    const url = `https://127.0.0.1:${await listen(server)}/`;
    expect(await failure(url, { authorities, clientCertificate })).toContain('not trusted');
    expect(given).toBeUndefined();
  });

  it('goes through its own proxy, or through none', async () => {
    const seen: string[] = [];
    const url = await serveTls();
    const port = Number(new URL(url).port);
    const http = `http://${await tunnelProxy(port, { seen })}`;
    const socks = `socks5://${await socksProxy(port, { seen })}`;
    for (const proxy of [http, socks]) {
      expect(await get(url, { authorities, proxy })).toMatchObject({ response: { body: 'hello' } });
    }
    expect(seen).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
    const plain = await serve((_, response) => response.end('direct'));
    const transport = createTransport({ proxies: { http } });
    const request = { method: 'GET', url: plain, headers: [] };
    expect(await transport.send(request, { connection: { proxy: 'none' } })).toMatchObject({
      response: { body: 'direct' },
    });
    expect(await transport.send(request, { connection: { proxy: 'socks4://x:1' } })).toMatchObject({
      failure: { message: expect.stringMatching(/socks4 proxy.*`proxy` of the endpoint/) },
    });
    expect(await transport.send(request, { connection: { proxy: 'http://127.0.0.1:1' } })).toMatchObject({
      failure: { message: expect.stringMatching(/through a proxy.*`proxy` of the endpoint/) },
    });
  });

  it('takes the user and password of its proxy from the settings of the system', async () => {
    const seen: string[] = [];
    const url = await serveTls();
    const proxy = await tunnelProxy(Number(new URL(url).port), { seen });
    const transport = createTransport({ proxies: { https: `http://me:pw@${proxy}` } });
    const connection = { authorities, proxy: `http://${proxy}` };
    expect(await transport.send({ method: 'GET', url, headers: [] }, { connection })).toHaveProperty('response');
    expect(seen[0]).toMatch(/ Basic bWU6cHc=$/);
  });
});
