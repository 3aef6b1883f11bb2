import { describe, expect, it } from 'vitest';
import { createReceivedRequests } from '../../../packages/sandbox/src/control/received';
import { playSandbox } from './control-play';

const hooks = '/repos/octocat/hello-world/hooks';
const hook = { config: { url: 'http://127.0.0.1:9/hook', content_type: 'json', secret: 'a-secret-of-the-hook' } };

function play(received = createReceivedRequests()) {
  const { send, state } = playSandbox({}, undefined, received);
  const shown = (query = '', server = 'host') =>
    send(server, `GET /_sandbox/requests${query}`).body.requests as readonly Record<string, unknown>[];
  const expected = (body: object, server = 'host') => send(server, 'POST /_sandbox/expectations', body);
  return { send, state, shown, expected };
}

describe('GET /_sandbox/requests', () => {
  it('shows what the called server received, with the response', () => {
    const { send, shown } = play();
    send('host', `POST ${hooks}?a=1&b=x%20y&a=2`, hook);
    send('cluster', 'GET /_cluster/health');
    expect(shown()).toEqual([
      {
        server: 'sandbox-hub',
        time: '2026-05-05T00:00:00.000Z',
        method: 'POST',
        path: hooks,
        query: { a: ['1', '2'], b: 'x y' },
        headers: { authorization: 'Bearer ***', 'content-type': 'application/json' },
        body: { config: { url: 'http://127.0.0.1:9/hook', content_type: 'json', secret: '***' } },
        response: expect.objectContaining({ status: expect.any(Number) as number }) as object,
      },
    ]);
    expect(shown('', 'cluster')).toHaveLength(1);
  });

  it('selects by method and path', () => {
    const { send, shown } = play();
    for (const line of [`GET ${hooks}`, `GET ${hooks}/1?x=y`, `DELETE ${hooks}/1`]) send('host', line);
    expect(shown('?method=get')).toHaveLength(2);
    expect(shown(`?path=${encodeURIComponent('/repos/*/hooks/*')}`)).toHaveLength(2);
    expect(shown('?method=DELETE&path=*/hooks/1')).toHaveLength(1);
    expect(send('host', 'GET /_sandbox/requests?methods=GET').status).toBe(400);
    expect(send('host', 'GET /_sandbox/requests?format=xml').status).toBe(400);
  });

  it('shows the scheme of a credential, and an unknown one as a part of it', () => {
    const { send, shown } = play();
    for (const Authorization of ['token abcdefgh', 'Other abcdefgh', 'Basic YTpiYmJi', 'Bearer'])
      send('host', `GET ${hooks}`, undefined, { Authorization });
    expect(shown().map(({ headers }) => (headers as Record<string, string>).authorization)).toEqual([
      'token ***',
      '***',
      'Basic ***',
      '***',
    ]);
  });

  it('shows no secret, wherever it occurs', () => {
    const { send } = play();
    send('host', `POST ${hooks}`, hook);
    const { encoded } = send('cluster', 'POST /_security/api_key', { name: 'k' }).body;
    send('cluster', `GET /books/_search?q=${String(encoded)}&api_key=my-own-key-12`, undefined, {
      Authorization: `ApiKey ${String(encoded)}`,
      'X-Api-Key': 'header-key-345',
      'X-Note': 'header-key-345 and host-credential',
    });
    for (const format of ['json', 'har']) {
      const text = ['host', 'cluster'].map((server) => send(server, `GET /_sandbox/requests?format=${format}`).text);
      const secrets = ['host-credential', 'cluster-credential', 'a-secret-of-the-hook', 'my-own-key-12'];
      for (const secret of [...secrets, 'header-key-345', String(encoded)]) expect(text.join()).not.toContain(secret);
    }
  });

  it('is a recording with format=har', () => {
    const { send } = play();
    send('host', `POST ${hooks}?a=b`, hook);
    const { log } = send('host', 'GET /_sandbox/requests?format=har').body as {
      log: { version: string; entries: { request: object; response: object }[] };
    };
    expect(log.version).toBe('1.2');
    expect(log.entries[0]).toMatchObject({
      request: { method: 'POST', url: `http://sandbox${hooks}?a=b`, queryString: [{ name: 'a', value: 'b' }] },
      response: { content: { mimeType: 'application/json; charset=utf-8' } },
    });
  });

  it('holds no control request, is emptied, and is not in the state', () => {
    const { send, shown, state } = play();
    send('host', 'GET /_sandbox');
    expect(shown()).toEqual([]);
    send('host', `GET ${hooks}`);
    send('cluster', 'GET /');
    send('host', 'DELETE /_sandbox/requests');
    expect([shown(), shown('', 'cluster').length]).toEqual([[], 1]);
    send('host', `GET ${hooks}`);
    send('host', 'POST /_sandbox/reset');
    expect([shown(), shown('', 'cluster')]).toEqual([[], []]);
    expect(Object.keys(state().control)).toEqual(['clock', 'faults', 'nextFault']);
  });

  it('keeps the last 1,000, and 10 MB', () => {
    const received = createReceivedRequests();
    const request = (target: string, body = '') => ({ method: 'GET', target, headers: [], body });
    const response = { status: 200, headers: [], body: '' };
    for (let number = 1; number <= 1500; number++)
      received.add({ server: 's', time: 0, request: request(`/${number}`) })({ response });
    expect(received.all().map((one) => one.request.target)).toHaveLength(1000);
    expect(received.all()[0]?.request.target).toBe('/501');
    for (const name of ['a', 'b', 'c']) {
      const answered = received.add({ server: 's', time: 0, request: request(`/${name}`, 'x'.repeat(3_000_000)) });
      answered({ response: { ...response, body: 'y'.repeat(1_500_000) } });
    }
    expect(received.all().map((one) => one.request.target)).toEqual(['/b', '/c']);
    received.add({ server: 's', time: 0, request: request('/long', 'x'.repeat(11_000_000)) })({ response });
    expect(received.all()).toEqual([]);
  });

  it('shows the fault that was injected', () => {
    const { send, shown } = play();
    send('host', 'POST /_sandbox/faults', [{ fault: 'cut' }, { fault: 'status', status: 418 }]);
    send('host', `GET ${hooks}`);
    send('host', `GET ${hooks}`);
    expect(shown()).toMatchObject([{ fault: 'cut' }, { response: { status: 418 } }]);
  });
});

describe('POST /_sandbox/expectations', () => {
  it.each<[object, string | undefined]>([
    [{ method: 'POST', path: '/repos/*/hooks' }, undefined],
    [{ method: 'POST', path: hooks, body: hook }, undefined],
    [{ body: { config: { content_type: 'json' } } }, undefined],
    [{ query: { a: '1' }, headers: { 'content-type': 'application/json' } }, undefined],
    [{ headers: { authorization: 'Bearer host-credential' } }, undefined],
    [{ method: 'DELETE', times: 0 }, undefined],
    [{ path: '/repos/*', times: 2 }, 'Expected 2 requests (any method /repos/*), received 1.'],
    [{ method: 'POST', times: 0 }, 'Expected 0 requests (POST any path), received 1.\nThese fit:\n  POST /repos/'],
    [{ method: 'PUT', path: hooks }, `  the method is POST, not PUT`],
    [{ path: '/repos/*/hooks/*' }, `  the path is ${hooks}, not /repos/*/hooks/*`],
    [{ query: { a: '2', c: '3' } }, '  the parameter a is "1", not "2"\n  the parameter c is absent, not "3"'],
    [{ body: { config: { content_type: 'form' } } }, '  /config/content_type of the body is "json", not "form"'],
    [{ body: { config: { content_type: 'json' } }, isExact: true }, '  /config/url of the body is "http'],
    [{ body: ['x'] }, '  the body is {"config'],
    [{ headers: { authorization: 'Bearer x' } }, '  the header field authorization differs; its value is not shown'],
    [{ body: { config: { secret: 'y' } } }, '  /config/secret of the body differs; its value is not shown'],
  ])('%j', (body, cause) => {
    const { send, expected } = play();
    send('host', `POST ${hooks}?a=1`, hook);
    const answer = expected(body);
    expect(answer.status).toBe(cause === undefined ? 200 : 409);
    if (cause !== undefined) expect(answer.body.cause).toContain(cause);
    expect(answer.text).not.toContain('a-secret-of-the-hook');
  });

  it('names the nearest of several requests, or that there is none', () => {
    const { send, expected } = play();
    expect(expected({ method: 'GET' }).body.cause).toContain('No other request was received.');
    send('host', 'GET /user');
    send('host', `GET ${hooks}`);
    send('host', 'DELETE /user');
    expect(expected({ method: 'POST', path: hooks }).body.cause).toContain(`GET ${hooks}, which differs`);
  });

  it.each([
    [undefined, 'an object'],
    [{ times: -1 }, 'times must be at least 0'],
    [{ verb: 'GET' }, 'verb is not a known member; use method'],
    [{ query: { a: 1 } }, 'query/a must be a string'],
  ])('refuses %j', (body, cause) => {
    expect(play().send('host', 'POST /_sandbox/expectations', body)).toMatchObject({
      status: 400,
      body: { cause: expect.stringContaining(cause) as string },
    });
  });
});

it('is healthy without a credential', () => {
  const { send } = play();
  expect(send('host', 'GET /_sandbox/health', undefined, { Authorization: '' })).toMatchObject({
    status: 200,
    body: { status: 'ready' },
  });
  expect(send('host', 'DELETE /_sandbox/health', undefined, { Authorization: '' }).status).toBe(401);
});
