import { describe, expect, it } from 'vitest';
import type { PreparedRequest, ResponseObserver, SendOptions } from '../../../../packages/sender/src/plan/index';
import { headersAfter, headersFor, redirectOf, type Hop } from '../../../../packages/node/src/http/redirects';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { serve } from './loopback-server';

const answer = (status: number, location?: string) => ({
  status,
  headers: location === undefined ? [] : ([['LOCATION', location]] as const),
});

function hop(method: string, more: Partial<Hop> = {}): Hop {
  return {
    url: new URL('https://h.example/base/x'),
    method,
    headers: [],
    body: undefined,
    isElsewhere: false,
    ...more,
  };
}

/** Returns what is sent next, or why nothing is. */
function step(from: Hop, status: number, location = '/y'): string | undefined {
  const redirect = redirectOf(from, answer(status, location));
  if (redirect === undefined || 'reason' in redirect) return redirect?.reason;
  const { method, url, body, isElsewhere } = redirect.next;
  return [method, url.href, body, isElsewhere ? 'elsewhere' : undefined].filter(Boolean).join(' ');
}

const here = 'https://h.example/y';
const other = 'https://other.example/y';

describe('redirectOf', () => {
  it.each([
    // Reading requests, also to another origin.
    ['GET', 301, '/y', `GET ${here}`],
    ['GET', 302, 'y?z', 'GET https://h.example/base/y?z'],
    ['GET', 303, '/y', `GET ${here}`],
    ['GET', 307, '/y', `GET ${here}`],
    ['HEAD', 303, '/y', `HEAD ${here}`],
    ['OPTIONS', 308, '/y', `OPTIONS ${here}`],
    ['GET', 302, other, `GET ${other} elsewhere`],
    ['GET', 302, 'HTTPS://H.EXAMPLE:443/y', `GET ${here}`],
    ['GET', 302, 'https://user:pw@h.example/y', `GET ${here}`],
    ['GET', 302, 'http://h.example/y', 'GET http://h.example/y elsewhere'],
    // Requests that may change something.
    ['POST', 303, '/y', `GET ${here}`],
    ['DELETE', 303, other, `GET ${other} elsewhere`],
    ['POST', 307, '/y', `POST ${here}`],
    ['DELETE', 308, '/y', `DELETE ${here}`],
    ['get', 308, '/y', `get ${here}`],
    ['POST', 308, other, 'it leads to another origin, and the request may change something'],
    ['DELETE', 307, 'http://h.example/y', 'it leads to another origin, and the request may change something'],
    ['POST', 301, '/y', '301 leaves open whether POST or GET is meant, and the request may change something'],
    ['PUT', 302, '/y', '302 leaves open whether PUT or GET is meant, and the request may change something'],
  ])('%s, %i to %s: %s', (method, status, location, wanted) => {
    expect(step(hop(method), status, location)).toBe(wanted);
  });

  it('sends a body again within the origin only', () => {
    expect(step(hop('PUT', { body: '{}' }), 307)).toBe(`PUT ${here} {}`);
    expect(step(hop('GET', { body: '{}' }), 302)).toBe(`GET ${here} {}`);
    expect(step(hop('GET', { body: '{}' }), 302, other)).toBe('it leads to another origin, and the request has a body');
    expect(step(hop('POST', { body: '{}' }), 303, other)).toBe(`GET ${other} elsewhere`);
  });

  it('gives nothing confidential to a connection without TLS', () => {
    const confidential = hop('GET', { headers: [['X-Api-Key', 'k']] });
    expect(step(confidential, 302, 'http://h.example/')).toMatch(/from https to http/);
    expect(step(hop('POST', { body: 'x' }), 303, 'http://h.example/')).toMatch(/from https to http/);
    expect(step(confidential, 302, other)).toBe(`GET ${other} elsewhere`);
  });

  it.each([200, 201, 300, 304, 305, 400])('is not in a %i', (status) => {
    expect(step(hop('GET'), status)).toBeUndefined();
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'http://', 'http://['])('does not follow %s', (location) => {
    expect(step(hop('GET'), 302, location)).toBe('its address is not a URL of http or https');
  });

  it.each(['https://h.example:444/', '//other.example/', '\\\\other.example/', 'https://h.example@other.example/'])(
    'knows that %s is elsewhere, and so is everything behind it',
    (location) => {
      expect(step(hop('GET'), 302, location)).toMatch(/elsewhere$/);
      expect(step(hop('GET', { isElsewhere: true }), 302, '/y')).toMatch(/elsewhere$/);
    },
  );

  it('needs to know where to', () => {
    expect(redirectOf(hop('GET'), answer(302))).toBeUndefined();
  });
});

describe('headersAfter', () => {
  const request: PreparedRequest = {
    method: 'POST',
    url: 'https://h.example/',
    headers: [
      ['Authorization', 'Bearer a'],
      ['cookie', 'a=b'],
      ['X-Own', 'key'],
      ['X-From-Variable', 'value'],
      ['X-Api-Key', 'k'],
      ['Host', 'h.example'],
      ['Accept', '*/*'],
      ['content-type', 'application/json'],
      ['Content-Encoding', 'gzip'],
    ],
    body: '{}',
    credentialField: 'x-own',
    secretFields: ['X-From-Variable'],
  };
  const names = (ofObserver: Hop['headers'] | undefined, body: string | undefined, isElsewhere: boolean) =>
    headersAfter(request, ofObserver, { body, isElsewhere }).map(([name]) => name);

  it('are all of them within the origin', () => {
    expect(names(undefined, '{}', false)).toHaveLength(9);
  });

  it('are without those of a body that is left out', () => {
    expect(names(undefined, undefined, false).join()).not.toMatch(/content/i);
  });

  it('hold no credential elsewhere, but the cookies of the new origin', () => {
    expect(names(undefined, undefined, true)).toEqual(['Accept']);
    expect(names([['Cookie', 'of=there'], ...request.headers.slice(2)], undefined, true)).toEqual(['Cookie', 'Accept']);
  });
});

describe('following redirects', () => {
  const send = async (request: PreparedRequest, options: SendOptions = {}, observer: ResponseObserver = {}) => {
    const result = await createTransport().send(request, options, undefined, observer);
    if ('failure' in result) throw new Error(result.failure.message);
    return result.response;
  };

  it('leaves the credentials behind for good, and brings no certificate exception', async () => {
    const seen: string[] = [];
    let back = '';
    const there = await serve((request, response) => {
      seen.push(`there ${request.headers.authorization ?? '-'} ${request.headers['x-kept'] ?? '-'}`);
      response.writeHead(302, { Location: back }).end();
    });
    const base = await serve((request, response) => {
      seen.push(`here ${request.headers.authorization ?? '-'}`);
      if (request.url === '/a') response.writeHead(302, { Location: `${there}/b` }).end();
      else response.end('done');
    });
    back = `${base}/c`;
    const headers = [
      ['Authorization', 'Bearer x'],
      ['X-Kept', '1'],
    ] as const;
    const response = await send({ method: 'GET', url: `${base}/a`, headers });
    expect(response).toMatchObject({ body: 'done', redirects: [`${there}/b`, `${base}/c`] });
    expect(seen).toEqual(['here Bearer x', 'there - 1', 'here -']);
  });

  it('turns a POST into a GET after 303 only, and repeats it after 307', async () => {
    const seen: string[] = [];
    const base = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['content-type'], body].filter(Boolean).join(' '));
        const status = Number(request.url?.slice(1));
        if (status > 0) response.writeHead(status, { Location: '/end' });
        response.end();
      });
    });
    const post = (status: number) =>
      send({ method: 'POST', url: `${base}/${status}`, headers: [['Content-Type', 'text/plain']], body: 'hello' });
    await post(303);
    await post(307);
    expect(await post(302)).toMatchObject({ status: 302, unfollowed: expect.stringContaining('POST or GET') });
    expect(seen).toEqual([
      'POST /303 text/plain hello',
      'GET /end',
      'POST /307 text/plain hello',
      'POST /end text/plain hello',
      'POST /302 text/plain hello',
    ]);
  });

  it('ends in a circle, and on a way without end', async () => {
    const circle = await serve((request, response) =>
      response.writeHead(302, { Location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    const response = await send({ method: 'GET', url: `${circle}/a`, headers: [] });
    expect(response).toMatchObject({ status: 302, redirects: { length: 10 } });
    expect(response.unfollowed).toBe('the redirects lead in a circle');
    const on = await serve((request, response) => response.writeHead(302, { Location: `${request.url}x` }).end());
    expect((await send({ method: 'GET', url: `${on}/a`, headers: [] })).unfollowed).toMatch(/^10 redirects were/);
  });

  it('shows the redirect itself on request', async () => {
    const base = await serve((_, response) => response.writeHead(302, { Location: '/b' }).end());
    const response = await send({ method: 'GET', url: base, headers: [] }, { followsRedirects: false });
    expect(response.unfollowed).toBe('the request asks for the redirect itself');
  });
});

describe('headersFor', () => {
  const headers = [
    ['authorization', 'Bearer x'],
    ['Accept', '*/*'],
  ] as const;
  const names = (url: string, scope: string | undefined) =>
    headersFor(new URL(url), headers, scope).map(([name]) => name);

  it.each([
    ['https://h.example/base', 'https://h.example/base'],
    ['https://h.example/base/', 'https://h.example/base'],
    ['https://h.example/base', 'https://h.example/base//'],
    ['https://h.example/base/a/../b', 'https://H.example:443/base/'],
    ['https://h.example/base/x', 'https://h.example'],
    ['https://other.example/', undefined],
  ])('keep the credential at %s for %s', (url, scope) => {
    expect(names(url, scope)).toEqual(['authorization', 'Accept']);
  });

  it.each([
    ['https://h.example/', 'https://h.example/base'],
    ['https://h.example/basement', 'https://h.example/base'],
    ['https://h.example/base/../x', 'https://h.example/base'],
    ['https://h.example/base/%2e%2e/x', 'https://h.example/base'],
    ['https://h.example/base\\..\\x', 'https://h.example/base'],
    ['http://h.example/base', 'https://h.example/base'],
    ['https://h.example:444/base', 'https://h.example/base'],
    ['https://other.example/base', 'https://h.example/base'],
    ['https://h.example/base', 'no URL'],
  ])('leave it out at %s for %s', (url, scope) => {
    expect(names(url, scope)).toEqual(['Accept']);
  });
});
