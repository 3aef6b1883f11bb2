import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { PreparedRequest } from '../../../../packages/sender/src/plan/index';
import { createTransport } from '../../../../packages/node/src/http/transport';

/** What RFC 7616 (section 3.4) computes, written down once more and held to the examples of its section 3.9. */
function expectedResponse(
  fields: Readonly<Record<string, string>>,
  given: {
    readonly user: string;
    readonly password: string;
    readonly method: string;
    readonly body?: string;
  },
): string {
  const { realm = '', nonce = '', uri = '', nc = '', cnonce = '', qop, algorithm = 'MD5' } = fields;
  const kind = algorithm.startsWith('SHA-256') ? 'sha256' : algorithm.startsWith('SHA-512-256') ? 'sha512-256' : 'md5';
  const h = (text: string) => createHash(kind).update(text).digest('hex');
  const first = h(`${given.user}:${realm}:${given.password}`);
  const a1 = algorithm.endsWith('-sess') ? h(`${first}:${nonce}:${cnonce}`) : first;
  const a2 = h(`${given.method}:${uri}${qop === 'auth-int' ? `:${h(given.body ?? '')}` : ''}`);
  return h(qop === undefined ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}`);
}

const mufasa = { user: 'Mufasa', password: 'Circle of Life', method: 'GET' };
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server that challenges with a header field, and accepts only the right answer. */
async function serve(
  challenges: (count: number) => string | string[],
  user: string,
  password: string,
  wornOut = false,
) {
  const seen: (string | undefined)[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { authorization, method = '' } = { ...request.headers, method: request.method };
      seen.push(authorization);
      const fields = Object.fromEntries(
        [...(authorization ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', a, b]) => [
          name,
          a ?? b ?? '',
        ]),
      );
      const isRight = fields['response'] === expectedResponse(fields, { user, password, method, body });
      const isStale = wornOut && authorization !== undefined && fields['nonce'] !== `n${seen.length - 1}`;
      if (!isRight || isStale || fields['uri'] !== request.url) {
        response.writeHead(401, { 'WWW-Authenticate': challenges(seen.length) });
        response.end('who are you?');
      } else response.end(`welcome ${body}`);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createTransport();
  const send = async (more: Partial<PreparedRequest> = {}) => {
    const texts: string[] = [];
    const request = {
      method: 'GET',
      url: `${base}/dir/index.html?a=b`,
      headers: [],
      credentialScope: base,
      digest: { user, password: 'right' },
      ...more,
    } satisfies PreparedRequest;
    const outcome = await transport.send(request, {}, undefined, { onText: (text) => texts.push(text) });
    if ('failure' in outcome) throw new Error(outcome.failure.message);
    return { status: outcome.response.status, body: outcome.response.body, texts };
  };
  return { seen, send };
}

describe('digest authentication', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('is tested by a computation that gives the example of the RFC for %s', (algorithm, response) => {
    const fields = {
      algorithm,
      realm: 'http-auth@example.org',
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      uri: '/dir/index.html',
      nc: '00000001',
      cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
      qop: 'auth',
    };
    expect(expectedResponse(fields, mufasa)).toBe(response);
  });

  it.each([
    ['without a quality of protection', 'Digest realm="r", nonce="n"'],
    ['with MD5', 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5, opaque="o"'],
    ['with SHA-256', 'Digest qop="auth,auth-int", algorithm=SHA-256, realm="a, b", nonce="n=="'],
    ['with SHA-512-256', 'Digest qop="auth", algorithm=SHA-512-256, realm="r", nonce="n"'],
    ['with a session', 'Digest realm="r", nonce="n", qop=auth, algorithm=MD5-sess'],
    ['of the body', 'Digest realm="r", nonce="n", qop="auth-int", algorithm=SHA-256'],
    ['next to another scheme', 'Basic realm="x", Digest realm="r", nonce="n", qop="auth"'],
  ])('answers a challenge %s', async (_, challenge) => {
    const { send, seen } = await serve(() => challenge, 'ci', 'right');
    const answer = await send({ method: 'PUT', body: '{"a":1}' });
    expect(answer).toEqual({ status: 200, body: 'welcome {"a":1}', texts: ['welcome {"a":1}'] });
    expect(seen).toHaveLength(2);
    expect(seen[0]).toBeUndefined();
  });

  it('takes the strongest of several challenges, and answers the next request at once', async () => {
    const challenge = ['MD5', 'SHA-256'].map((name) => `Digest realm="r", nonce="n", qop="auth", algorithm=${name}`);
    const { send, seen } = await serve(() => challenge, 'ci', 'right');
    await send();
    expect((await send()).status).toBe(200);
    expect(seen).toHaveLength(3);
    expect(seen[1]).toContain('algorithm=SHA-256');
    expect(seen[1]).toContain('nc=00000001');
    expect(seen[2]).toContain('nc=00000002');
  });

  it('answers again when the nonce has become stale', async () => {
    const { send, seen } = await serve(
      (count) => `Digest realm="r", nonce="n${count}", qop="auth"`,
      'ci',
      'right',
      true,
    );
    await send();
    expect((await send()).status).toBe(200);
    // Without a response, with the first nonce, with the first one again, and with the next one.
    expect(seen.map((one) => /nonce="(n\d)"/.exec(one ?? '')?.[1])).toEqual([undefined, 'n1', 'n1', 'n3']);
  });

  it('gives up after one response when the password is wrong, and shows what the service says', async () => {
    const { send, seen } = await serve((count) => `Digest realm="r", nonce="n${count}", qop="auth"`, 'ci', 'other');
    expect(await send()).toEqual({ status: 401, body: 'who are you?', texts: ['who are you?'] });
    expect(seen).toHaveLength(2);
  });

  it('answers no challenge that it does not know', async () => {
    const { send, seen } = await serve(() => 'Digest realm="r", nonce="n", algorithm=SHA-1', 'ci', 'right');
    expect((await send()).status).toBe(401);
    expect(seen).toEqual([undefined]);
  });

  it('never sends the password', async () => {
    const { send, seen } = await serve(() => 'Digest realm="r", nonce="n", qop="auth"', 'ci', 'right');
    await send();
    expect(seen.join()).not.toContain('right');
  });
});
