import { refused } from '@rulebook/sender/refusal';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Authentication, Endpoint } from '@rulebook/engine';
import { agreeInBrowser } from './authorization-code';
import { createTokens, type TokenPorts } from './oauth';
import { createTransport } from '../http/transport';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = { readonly status?: number; readonly body: Readonly<Record<string, unknown>> | string };

/** Starts a token service that records what it is asked. */
async function serve(answer: (path: string, form: URLSearchParams, count: number) => Answer) {
  const asked: { readonly path: string; readonly form: URLSearchParams; readonly authorization: string | undefined }[] =
    [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      asked.push({ path: request.url ?? '', form, authorization: request.headers.authorization });
      const { status = 200, body } = answer(request.url ?? '', form, asked.length);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const endpointOf = (base: string, more: Partial<Authentication> = {}): Endpoint => ({
  name: 'prod',
  service: 'search-cluster',
  baseUrl: 'https://es.example',
  authentication: { type: 'oauth2', tokenUrl: `${base}/token`, clientId: 'jobs', ...more },
});

const portsWith = (more: Partial<TokenPorts> = {}): TokenPorts => ({
  transport: createTransport(),
  now: () => 1_000_000,
  confirmWay: () => Promise.resolve(undefined),
  ...more,
});

const bearer = (token: string, more: object = {}) => ({ access_token: token, token_type: 'Bearer', ...more });

describe('client credentials', () => {
  it('gets a token with the secret of the client, and keeps it while it is valid', async () => {
    let now = 0;
    const { asked, base } = await serve((_, __, count) => ({ body: bearer(`t${count}`, { expires_in: 100 }) }));
    const tokens = createTokens(portsWith({ now: () => now }));
    const endpoint = endpointOf(base, { scopes: ['a', 'b'], audience: 'x' });
    expect(await tokens.tokenFor(endpoint, 's:ecret')).toEqual({ token: 't1' });
    expect(await tokens.tokenFor(endpoint, 's:ecret')).toEqual({ token: 't1' });
    expect(asked).toHaveLength(1);
    expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({
      grant_type: 'client_credentials',
      scope: 'a b',
      audience: 'x',
    });
    expect(Buffer.from(asked[0]?.authorization?.slice(6) ?? '', 'base64').toString()).toBe('jobs:s%3Aecret');
    now = 80_000;
    expect(await tokens.tokenFor(endpoint, 's:ecret')).toEqual({ token: 't2' });
    await tokens.forget(endpoint);
    expect(await tokens.tokenFor(endpoint, 's:ecret')).toEqual({ token: 't3' });
  });

  it('asks once for requests that begin together', async () => {
    const { asked, base } = await serve((_, __, count) => ({ body: bearer(`t${count}`) }));
    const tokens = createTokens(portsWith());
    const both = await Promise.all([tokens.tokenFor(endpointOf(base), 'x'), tokens.tokenFor(endpointOf(base), 'x')]);
    expect(both).toEqual([{ token: 't1' }, { token: 't1' }]);
    expect(asked).toHaveLength(1);
  });

  it('sends the secret in the body, or none, where the endpoint says so', async () => {
    const { asked, base } = await serve(() => ({ body: bearer('t') }));
    await createTokens(portsWith()).tokenFor(endpointOf(base, { clientAuthentication: 'body' }), 'x');
    await createTokens(portsWith()).tokenFor(endpointOf(base, { clientAuthentication: 'none' }), 'x');
    expect(
      asked.map(({ form, authorization }) => [form.get('client_id'), form.get('client_secret'), authorization]),
    ).toEqual([
      ['jobs', 'x', undefined],
      ['jobs', null, undefined],
    ]);
  });

  it('asks for no audience unless the endpoint names one, and anew for another way', async () => {
    const { asked, base } = await serve((_, __, count) => ({ body: bearer(`t${count}`) }));
    const tokens = createTokens(portsWith());
    const endpoint = endpointOf(base);
    expect(await tokens.tokenFor(endpoint, 'x')).toEqual({ token: 't1' });
    expect(asked.map(({ form }) => [form.has('audience'), form.has('scope')])).toEqual([[false, false]]);
    expect(await tokens.tokenFor({ ...endpoint, proxy: 'http://p.example' }, 'x')).toEqual({ token: 't2' });
    expect(await tokens.tokenFor(endpoint, 'x')).toEqual({ token: 't1' });
  });

  it('goes by the connection of the endpoint, and follows no redirect', async () => {
    const sent: unknown[] = [];
    const transport: TokenPorts['transport'] = {
      ...createTransport(),
      send: (...all) => (sent.push(...all), Promise.resolve({ failure: { message: 'not today' } } as never)),
    };
    const connection = { proxy: 'http://p.example' } as never;
    const given = await createTokens(portsWith({ transport, connectionOf: () => connection })).tokenFor(
      endpointOf('http://127.0.0.1:1'),
      'x',
    );
    expect(given).toEqual(refused('no token was given for the endpoint prod: not today'));
    expect(sent).toMatchObject([
      { method: 'POST', url: 'http://127.0.0.1:1/token', body: 'grant_type=client_credentials' },
      { followsRedirects: false, maximumBody: 1_000_000, connection },
    ]);
    await createTokens(portsWith({ transport })).tokenFor(endpointOf('http://127.0.0.1:1'), 'x');
    expect(sent[3]).toEqual({ followsRedirects: false, maximumBody: 1_000_000 });
  });

  it.each<[string, Answer, RegExp]>([
    [
      'refuses',
      { status: 400, body: { error: 'invalid_client', error_description: 'no such client' } },
      /the service says invalid_client \(no such client\)/,
    ],
    ['answers with something else', { body: '<html>' }, /prod: \S/],
    ['gives no token', { body: {} }, /prod: \S/],
    ['fails', { status: 500, body: 'down' }, /prod: \S/],
  ])('says why when the service %s, without the secret', async (_, answer, expected) => {
    const { base } = await serve(() => answer);
    const given = await createTokens(portsWith()).tokenFor(endpointOf(base), 'the-secret');
    expect('cause' in given && given.cause).toMatch(expected);
    expect(JSON.stringify(given)).not.toContain('the-secret');
  });

  it.each(['the=secret', 'the\\u003dsecret', 'the%3Dsecret'])(
    'masks the secret where the service quotes it: %s',
    async (quoted) => {
      const body = `{"error":"invalid_client","error_description":"got cid:${quoted}"}`;
      const { base } = await serve(() => ({ status: 400, body }));
      const given = await createTokens(portsWith()).tokenFor(endpointOf(base), 'the=secret');
      expect(given).toEqual(
        refused(expect.stringContaining('the service says invalid_client (got cid:***)') as string),
      );
    },
  );

  it('does not send the secret over a plain connection to another machine', async () => {
    const endpoint = endpointOf('http://login.example');
    const given = await createTokens(portsWith()).tokenFor(endpoint, 'x');
    expect('cause' in given && given.cause).toMatch(/HTTPS/i);
  });
});

describe('the device flow', () => {
  const device = (base: string): Endpoint =>
    endpointOf(base, { flow: 'device', deviceUrl: `${base}/device`, clientAuthentication: 'none' });
  const begun = {
    device_code: 'd',
    user_code: 'ABCD-1234',
    verification_uri: 'https://login.example/device',
    expires_in: 600,
    interval: 0.01,
  };

  it('shows the code, waits for the user, and renews the token later without asking', async () => {
    let now = 0;
    const stored = new Map<string, string | undefined>();
    const store: TokenPorts['store'] = {
      get: (key) => Promise.resolve(stored.get(key)),
      set: (key, text) => Promise.resolve(void stored.set(key, text)),
    };
    const { asked, base } = await serve((path, form, count) => {
      if (path === '/device') return { body: { ...begun, verification_uri_complete: 'https://login.example/all' } };
      if (form.get('grant_type') === 'refresh_token') return { body: bearer('renewed', { expires_in: 100 }) };
      if (count < 4) return { status: 400, body: { error: 'authorization_pending' } };
      return { body: bearer('first', { expires_in: 100, refresh_token: 'r' }) };
    });
    const shown: string[] = [];
    const showDeviceCode: TokenPorts['showDeviceCode'] = (_, { code, page, completePage }) =>
      void shown.push(`${code} ${page} ${completePage}`);
    const ports = portsWith({ now: () => now, store, showDeviceCode });
    expect(await createTokens(ports).tokenFor(device(base), undefined)).toEqual({ token: 'first' });
    expect(shown).toEqual(['ABCD-1234 https://login.example/device https://login.example/all']);
    now = 90_000;
    expect(await createTokens(ports).tokenFor(device(base), undefined)).toEqual({ token: 'renewed' });
    expect(asked.at(-1)?.form.get('refresh_token')).toBe('r');
    expect(shown).toHaveLength(1);
  });

  it('ends when the user gives up', async () => {
    const { base } = await serve((path) =>
      path === '/device'
        ? { body: { ...begun, interval: 60 } }
        : { status: 400, body: { error: 'authorization_pending' } },
    );
    const tokens = createTokens(portsWith({ showDeviceCode: (_, __, abort) => void setTimeout(abort, 10) }));
    expect(await tokens.tokenFor(device(base), undefined)).toEqual(
      refused('no token was given for the endpoint prod: it was cancelled'),
    );
  });

  it('says so where no one can confirm a code', async () => {
    const { base } = await serve(() => ({ body: begun }));
    const given = await createTokens(portsWith()).tokenFor(device(base), undefined);
    expect('cause' in given && given.cause).toMatch(/no one can be asked/);
  });
});

describe('the flow with a code', () => {
  const withCode = (base: string, more: Partial<Authentication> = {}): Endpoint =>
    endpointOf(base, {
      ...{ flow: 'authorization-code', authorizationUrl: `${base}/authorize?tenant=1`, clientAuthentication: 'none' },
      ...more,
    });
  const open = async (page: string, change: (back: URL) => void = () => undefined): Promise<Response> => {
    const asked = new URL(page).searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'c0de');
    back.searchParams.set('state', asked.get('state') ?? '');
    change(back);
    return fetch(back);
  };

  it('opens the page, takes the code that comes back, proves who asked, and renews the token without the user', async () => {
    let now = 0;
    const pages: URL[] = [];
    const { asked, base } = await serve((_, form) =>
      form.get('grant_type') === 'refresh_token'
        ? { body: bearer('renewed') }
        : { body: bearer('first', { expires_in: 100, refresh_token: 'r' }) },
    );
    const shown: string[] = [];
    const tokens = createTokens(
      portsWith({
        now: () => now,
        openPage: async (_, page) => {
          pages.push(new URL(page));
          const response = await open(page);
          shown.push(`${response.status} ${response.headers.get('content-security-policy')} ${await response.text()}`);
        },
      }),
    );
    const endpoint = withCode(base, { scopes: ['a', 'b'], audience: 'x' });
    expect(await tokens.tokenFor(endpoint, undefined)).toEqual({ token: 'first' });
    const [page] = pages;
    expect(page?.pathname).toBe('/authorize');
    expect(Object.fromEntries(page?.searchParams ?? [])).toMatchObject({
      ...{ tenant: '1', response_type: 'code', client_id: 'jobs', scope: 'a b', audience: 'x' },
      code_challenge_method: 'S256',
    });
    const form = asked[0]?.form;
    const digest = createHash('sha256')
      .update(form?.get('code_verifier') ?? '')
      .digest('base64url');
    expect(page?.searchParams.get('code_challenge')).toBe(digest);
    expect(form?.get('code')).toBe('c0de');
    expect(form?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(shown[0]).toMatch(/^200 default-src 'none' .*You can close this page/);
    now = 90_000;
    expect(await tokens.tokenFor(endpoint, undefined)).toEqual({ token: 'renewed' });
    expect(pages).toHaveLength(1);
  });

  it('opens no page and asks for no code before the whole way is confirmed', async () => {
    const { asked, base } = await serve(() => ({ body: bearer('t') }));
    const opened: string[] = [];
    const openPage: TokenPorts['openPage'] = async (_, page) => {
      opened.push(page);
      await open(page);
    };
    const showDeviceCode = () => void opened.push('code');
    const confirmWay = () => Promise.resolve(refused('you said no'));
    const refusing = createTokens(portsWith({ openPage, showDeviceCode, confirmWay }));
    const device = withCode(base, { flow: 'device', deviceUrl: `${base}/device` });
    for (const endpoint of [withCode(base), device])
      expect(await refusing.tokenFor(endpoint, undefined)).toEqual(
        refused('no token was given for the endpoint prod: you said no'),
      );
    const alone = createTokens({ transport: createTransport(), now: Date.now, openPage, showDeviceCode });
    expect(await alone.tokenFor(withCode(base), undefined)).toEqual(
      refused(expect.stringContaining('no one can be asked here') as string),
    );
    expect([opened, asked]).toEqual([[], []]);
  });

  it('takes no code of another page', async () => {
    const { asked, base } = await serve(() => ({ body: bearer('t') }));
    const statuses: number[] = [];
    const openPage: TokenPorts['openPage'] = async (_, page) => {
      const wrong = await open(page, (back) => {
        back.searchParams.set('state', 'other');
        back.searchParams.set('code', 'evil');
      });
      const elsewhere = await open(page, (back) => {
        back.pathname = '/other';
      });
      statuses.push(wrong.status, elsewhere.status, (await open(page)).status);
    };
    expect(await createTokens(portsWith({ openPage })).tokenFor(withCode(base), undefined)).toEqual({ token: 't' });
    expect(statuses).toEqual([404, 404, 200]);
    expect(asked[0]?.form.get('code')).toBe('c0de');
  });

  it('says what the service or the user refuses, and where no one can be asked', async () => {
    const { base } = await serve(() => ({ body: bearer('t') }));
    const problemOf = async (openPage?: TokenPorts['openPage'], more: Partial<Authentication> = {}) => {
      const ports = openPage === undefined ? portsWith() : portsWith({ openPage });
      const given = await createTokens(ports).tokenFor(withCode(base, more), undefined);
      return 'cause' in given ? given.cause : '';
    };
    const refuse: TokenPorts['openPage'] = async (_, page) => {
      await open(page, (back) => {
        back.searchParams.delete('code');
        back.searchParams.set('error', 'access_denied');
      });
    };
    expect(await problemOf(refuse)).toMatch(/the service says access_denied$/);
    expect(
      await problemOf((_, __, abort) => {
        abort();
      }),
    ).toMatch(/it was cancelled$/);
    expect(await problemOf()).toMatch(/no one can be asked here$/);
    const { port } = new URL(base);
    expect(await problemOf(refuse, { redirectUrl: `http://127.0.0.1:${port}/callback` })).toMatch(
      /another program uses it$/,
    );
    const foreign: TokenPorts['openPage'] = async (_, page) => {
      await open(page, (back) => {
        back.searchParams.set('iss', 'https://evil.example');
      });
    };
    expect(await problemOf(foreign)).toMatch(/iss/);
  });

  it('takes a code only from the origin that was asked for it, also where the token URL has another origin', async () => {
    const { asked, base } = await serve(() => ({ body: bearer('t') }));
    const page = base.replace('127.0.0.1', 'localhost');
    const withIssuer = async (iss: string | undefined, authorizationUrl: string) => {
      const openPage: TokenPorts['openPage'] = async (_, opened) => {
        await open(opened, (back) => {
          if (iss !== undefined) back.searchParams.set('iss', iss);
        });
      };
      return createTokens(portsWith({ openPage })).tokenFor(withCode(base, { authorizationUrl }), undefined);
    };
    const unasked = refused(expect.stringContaining('"iss"') as string);
    // The origin of the token URL does not name the page's issuer.
    for (const iss of [base, `${base}/realm`, 'https://evil.example', 'none'])
      expect(await withIssuer(iss, `${page}/authorize`)).toEqual(unasked);
    expect(asked).toEqual([]);
    for (const iss of [page, `${page}/realm`, undefined])
      expect(await withIssuer(iss, `${page}/authorize`)).toEqual({ token: 't' });
    expect(await withIssuer(`${base}/realm`, `${base}/authorize`)).toEqual({ token: 't' });
    expect(asked).toHaveLength(4);
  });

  it('asks the user anew when the service does not renew the token, and not when it cannot be reached', async () => {
    let [now, pages] = [0, 0];
    let refusal: Answer = { status: 503, body: 'not now' };
    const { base } = await serve((_, form) =>
      form.get('grant_type') === 'refresh_token'
        ? refusal
        : { body: bearer(`t${pages}`, { expires_in: 100, refresh_token: 'r' }) },
    );
    const openPage: TokenPorts['openPage'] = async (_, page) => {
      pages++;
      await open(page);
    };
    const tokens = createTokens(portsWith({ now: () => now, openPage }));
    expect(await tokens.tokenFor(withCode(base), undefined)).toEqual({ token: 't1' });
    now = 90_000;
    expect(await tokens.tokenFor(withCode(base), undefined)).toHaveProperty('cause');
    expect(pages).toBe(1);
    refusal = { status: 400, body: { error: 'invalid_grant' } };
    expect(await tokens.tokenFor(withCode(base), undefined)).toEqual({ token: 't2' });
    expect(pages).toBe(2);
  });

  it('takes what another window has renewed: a refresh token is used once', async () => {
    let now = 0;
    const used: (string | null)[] = [];
    const { base } = await serve((_, form) => {
      if (form.get('grant_type') !== 'refresh_token')
        return { body: bearer('first', { expires_in: 100, refresh_token: 'r1' }) };
      used.push(form.get('refresh_token'));
      return { body: bearer(`renewed ${used.length}`, { expires_in: 100, refresh_token: `r${used.length + 1}` }) };
    });
    const kept = new Map<string, string>();
    const store: TokenPorts['store'] = {
      get: (key) => Promise.resolve(kept.get(key)),
      set: (key, text) => Promise.resolve(text === undefined ? void kept.delete(key) : void kept.set(key, text)),
    };
    const ports = portsWith({ now: () => now, store, openPage: async (_, page) => void (await open(page)) });
    const [one, other] = [createTokens(ports), createTokens(ports)];
    const endpoint = withCode(base);
    expect(await one.tokenFor(endpoint, undefined)).toEqual({ token: 'first' });
    expect(await other.tokenFor(endpoint, undefined)).toEqual({ token: 'first' });
    now = 90_000;
    expect(await one.tokenFor(endpoint, undefined)).toEqual({ token: 'renewed 1' });
    expect(await other.tokenFor(endpoint, undefined)).toEqual({ token: 'renewed 1' });
    now = 180_000;
    expect(await other.tokenFor(endpoint, undefined)).toEqual({ token: 'renewed 2' });
    expect(await one.tokenFor(endpoint, undefined)).toEqual({ token: 'renewed 2' });
    expect(used).toEqual(['r1', 'r2']);
  });

  it('ends when no one agrees in time, and takes the path of the redirect that the service knows', async () => {
    const { asked, base } = await serve(() => ({ body: bearer('t') }));
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const redirectUrl = `http://127.0.0.1:${port}/signed/in`;
    const tokens = createTokens(portsWith({ openPage: async (_, page) => void (await open(page)) }));
    expect(await tokens.tokenFor(withCode(base, { redirectUrl }), undefined)).toEqual({ token: 't' });
    expect(asked[0]?.form.get('redirect_uri')).toBe(redirectUrl);
    const late = agreeInBrowser(
      {
        ...{
          endpoint: withCode(base),
          server: { issuer: base },
          client: { client_id: 'jobs' },
          prove: () => undefined,
        },
        ...{ parameters: {}, options: {}, openPage: () => undefined },
      },
      10,
    );
    await expect(late).rejects.toThrow('no one has agreed in the browser in time');
  });
});
