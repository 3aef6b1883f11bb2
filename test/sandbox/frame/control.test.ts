import { describe, expect, it } from 'vitest';
import { sandbox } from '../whole-sandbox';
import { playSandbox, usedSandbox } from './control-play';

const hooks = '/repos/octocat/hello-world/hooks';

describe('a control request', () => {
  it.each(['cluster', 'leader', 'host'] as const)('is taken by the %s', (server) => {
    const { status, body } = playSandbox().send(server, 'GET /_sandbox');
    expect(status).toBe(200);
    const requests = (body.requests as { request: string }[]).map(({ request }) => request);
    expect(requests).toEqual(
      expect.arrayContaining([
        'GET /_sandbox',
        'POST /_sandbox/reset',
        'GET /_sandbox/clock',
        'POST /_sandbox/clock',
        'GET /_sandbox/faults',
        'POST /_sandbox/faults',
        'DELETE /_sandbox/faults',
        'GET /_sandbox/state',
        'PUT /_sandbox/state',
      ]),
    );
  });

  it.each([
    ['none', ''],
    ['a wrong one', 'Bearer nonsense'],
    ['that of the code host', 'Bearer host-credential'],
    ['an unknown scheme', 'Basic cluster-credential'],
  ])('needs the credential of its server, not %s', (_, Authorization) => {
    const { send, state } = playSandbox();
    const before = state();
    const answer = send('cluster', 'POST /_sandbox/reset', undefined, { Authorization });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('cluster-credential');
    expect(state()).toBe(before);
  });

  it('is not open to an API key, whatever the key may do', () => {
    const { send } = playSandbox();
    const { encoded } = send('cluster', 'POST /_security/api_key', { name: 'all' }).body;
    const Authorization = `ApiKey ${String(encoded)}`;
    expect(send('cluster', 'GET /_sandbox/state', undefined, { Authorization }).status).toBe(401);
  });

  it('that is unknown is answered with those that are known', () => {
    const { status, body } = playSandbox().send('cluster', 'GET /_sandbox/klock');
    expect(status).toBe(404);
    expect(body).toMatchObject({ cause: expect.stringContaining('/_sandbox/clock') as string });
  });

  it('with another method is answered with those that are known', () => {
    const { status, body } = playSandbox().send('cluster', 'PATCH /_sandbox/clock');
    expect(status).toBe(400);
    expect(body).toMatchObject({ cause: expect.stringContaining('GET and POST, not PATCH') as string });
  });

  it('is read also with a slash at the end, and as HEAD', () => {
    expect(playSandbox().send('cluster', 'GET /_sandbox/').status).toBe(200);
    expect(playSandbox().send('cluster', 'HEAD /_sandbox/clock').status).toBe(200);
  });

  it('is not a prefix of other paths', () => {
    expect(playSandbox().send('cluster', 'GET /_sandboxes').body).toHaveProperty('error');
  });

  it.each([
    ['POST /_sandbox/clock', '{', 'not valid JSON'],
    ['POST /_sandbox/clock', undefined, 'object with'],
    ['POST /_sandbox/clock', [], 'object with'],
    ['POST /_sandbox/clock', {}, 'exactly one'],
    ['POST /_sandbox/clock', { advance: '1d', release: true }, 'exactly one'],
    ['POST /_sandbox/clock', { advance: 5 }, '`advance` must be a time value'],
    ['POST /_sandbox/clock', { advance: '5 fortnights' }, '`advance` must be a time value'],
    ['POST /_sandbox/clock', { advance: '99999999d' }, 'end of 9999'],
    ['POST /_sandbox/clock', { set: 'tomorrow' }, '`set` must be a date'],
    ['POST /_sandbox/clock', { set: '2026-02-30' }, '`set` must be a date'],
    ['POST /_sandbox/clock', { set: '1960-01-01' }, '1970'],
    ['POST /_sandbox/clock', { release: 'yes' }, '`release` must be `true`'],
    ['POST /_sandbox/clock', { rewind: '1d' }, '`rewind` is not a known member'],
    ['POST /_sandbox/faults', {}, '`fault` must be'],
    ['POST /_sandbox/faults', 'null', 'object with'],
    ['POST /_sandbox/faults', { fault: 'explode' }, '`fault` must be'],
    ['POST /_sandbox/faults', { fault: 'delay' }, '`delay` must be a time value'],
    ['POST /_sandbox/faults', { fault: 'delay', delay: '1h' }, 'at most'],
    ['POST /_sandbox/faults', { fault: 'drop', delay: '1s' }, '`delay` is only for'],
    ['POST /_sandbox/faults', { fault: 'status' }, '`status` must be'],
    ['POST /_sandbox/faults', { fault: 'status', status: 42 }, '`status` must be'],
    ['POST /_sandbox/faults', { fault: 'cut', status: 500 }, '`status` is only for'],
    ['POST /_sandbox/faults', { fault: 'cut', server: 'moon' }, '`server` must be'],
    ['POST /_sandbox/faults', { fault: 'cut', method: 'G T' }, '`method` must be'],
    ['POST /_sandbox/faults', { fault: 'cut', path: 'repos' }, '`path` must begin'],
    ['POST /_sandbox/faults', { fault: 'cut', times: 0 }, '`times` must be'],
    ['POST /_sandbox/faults', { fault: 'cut', times: 1.5 }, '`times` must be'],
    ['POST /_sandbox/faults', { fault: 'cut', paht: '/x' }, '`paht` is not a known member'],
    ['DELETE /_sandbox/faults?id=7', undefined, 'no fault with the id 7'],
    ['PUT /_sandbox/state', undefined, 'must be an export'],
    ['PUT /_sandbox/state', { schema: 99 }, 'schema 99; this sandbox reads the schema 1'],
    ['PUT /_sandbox/state', { hello: 1 }, 'no number as its `schema`'],
    ['PUT /_sandbox/state', [], 'must be a JSON object'],
    ['PUT /_sandbox/state', { schema: 1 }, 'seed must be an object'],
    ['POST /_sandbox/reset', { sure: true }, 'takes no body'],
  ])('%s with %j is refused with cause and example, and changes nothing', (line, body, cause) => {
    const { send, state } = usedSandbox();
    const before = state();
    const answer = send('host', line, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      status: 400,
      cause: expect.stringContaining(cause) as string,
      example: { request: expect.stringContaining(line.split('?')[0]!) as string },
    });
    expect(state()).toBe(before);
  });

  it('shows examples that work', () => {
    const { send } = usedSandbox();
    const { requests } = send('host', 'GET /_sandbox').body as unknown as {
      requests: { request: string; body?: unknown }[];
    };
    for (const { request, body } of requests) {
      // A whole export is too long for an example.
      if (request.startsWith('PUT ')) continue;
      expect([request, send('host', request, body).status]).toEqual([request, expect.toSatisfy((code) => code < 300)]);
    }
  });
});

describe('reset', () => {
  it('forgets everything, and keeps credentials', () => {
    const { send, state } = usedSandbox();
    send('cluster', 'POST /_sandbox/clock', { advance: '400d' });
    expect(send('leader', 'POST /_sandbox/reset').status).toBe(200);
    expect(state()).toEqual(playSandbox().state());
    expect(send('host', `GET ${hooks}`).status).toBe(200);
  });
});

describe('the clock', () => {
  const time = (play: ReturnType<typeof playSandbox>) => play.send('cluster', 'GET /_sandbox/clock').body;

  it('goes with the machine, also after it was advanced', () => {
    const play = playSandbox();
    expect(time(play)).toEqual({ now: '2026-05-05T00:00:00.000Z', milliseconds: Date.UTC(2026, 4, 5), stopped: false });
    expect(play.send('cluster', 'POST /_sandbox/clock', { advance: '1d' }).body).toMatchObject({
      now: '2026-05-06T00:00:00.000Z',
    });
    play.passOnMachine(1000);
    expect(time(play)).toMatchObject({ now: '2026-05-06T00:00:01.000Z', stopped: false });
  });

  it('is where it is set, can be advanced there, and goes on when released', () => {
    const play = playSandbox();
    play.send('cluster', 'POST /_sandbox/clock', { set: '2030-01-01T12:00:00+02:00' });
    play.passOnMachine(1000);
    expect(time(play)).toMatchObject({ now: '2030-01-01T10:00:00.000Z', stopped: true });
    play.send('cluster', 'POST /_sandbox/clock', { advance: '90m' });
    expect(time(play)).toMatchObject({ now: '2030-01-01T11:30:00.000Z', stopped: true });
    play.send('cluster', 'POST /_sandbox/clock', { release: true });
    expect(time(play)).toMatchObject({ now: '2026-05-05T00:00:01.000Z', stopped: false });
  });

  it.each([
    ['2030-06-01', '2030-06-01T00:00:00.000Z'],
    ['2030-06-01T10:30', '2030-06-01T10:30:00.000Z'],
    ['2030-06-01 10:30:15.5Z', '2030-06-01T10:30:15.500Z'],
  ])('reads %s as UTC', (set, now) => {
    expect(playSandbox().send('cluster', 'POST /_sandbox/clock', { set }).body).toMatchObject({ now });
  });

  it('lets keys expire', () => {
    const { send } = playSandbox();
    const { encoded } = send('cluster', 'POST /_security/api_key', { name: 'short', expiration: '7d' }).body;
    const asKey = () =>
      send('cluster', 'GET /_security/_authenticate', undefined, { Authorization: `ApiKey ${String(encoded)}` }).status;
    expect(asKey()).toBe(200);
    send('host', 'POST /_sandbox/clock', { advance: '8d' });
    expect(asKey()).toBe(401);
    send('host', 'POST /_sandbox/clock', { release: true });
    expect(asKey()).toBe(200);
  });
});

describe('faults', () => {
  it('answer with a status as often as asked, and keep the request from the service', () => {
    const { send, state } = playSandbox();
    send('cluster', 'POST /_sandbox/faults', { fault: 'status', status: 503, method: 'post', times: 2 });
    const create = () => send('cluster', 'POST /_security/api_key', { name: 'k' });
    const first = create();
    expect(first.status).toBe(503);
    expect(first.headers).toMatchObject({ 'retry-after': '1', 'x-elastic-product': 'Elasticsearch' });
    expect(first.body).toMatchObject({ status: 503, error: { type: 'sandbox_fault' } });
    expect(send('cluster', 'GET /_security/_authenticate').status).toBe(200);
    expect(create().status).toBe(503);
    expect(state().clusters.cluster.keys.size).toBe(0);
    expect(create().status).toBe(200);
    expect(send('cluster', 'GET /_sandbox/faults').body).toEqual({ faults: [] });
  });

  it('answer in the form of the code host', () => {
    const { send } = playSandbox();
    send('host', 'POST /_sandbox/faults', { fault: 'status', status: 429 });
    const { status, headers, body } = send('host', `GET ${hooks}`);
    expect({ status, wait: headers['retry-after'] }).toEqual({ status: 429, wait: '1' });
    expect(body).toHaveProperty('message');
  });

  it('have no body for a status that has none', () => {
    const { send } = playSandbox();
    send('host', 'POST /_sandbox/faults', { fault: 'status', status: 204 });
    expect(send('host', `GET ${hooks}`)).toMatchObject({ status: 204, text: '' });
  });

  it.each([
    [{ path: '/repos/*' }, true],
    [{ path: '*/hooks' }, true],
    [{ path: '/repos/*/hello-world/*' }, true],
    [{ path: '*' }, true],
    [{}, true],
    [{ path: hooks }, true],
    [{ path: '/repos/*/hello-world' }, false],
    [{ path: '/repos' }, false],
    [{ path: '/repos/octocat/hello-world/hooks*s' }, false],
    [{ server: 'host' }, true],
    [{ server: 'cluster' }, false],
    [{ method: 'GET' }, true],
    [{ method: 'DELETE' }, false],
  ])('for %j meet a list of webhooks: %s', (where, isMet) => {
    const { send } = playSandbox();
    send('host', 'POST /_sandbox/faults', { fault: 'status', status: 500, ...where });
    expect(send('host', `GET ${hooks}?per_page=5`).status).toBe(isMet ? 500 : 200);
  });

  it('that delay or cut leave the work done', () => {
    const { send, state } = playSandbox();
    send('cluster', 'POST /_sandbox/faults', { fault: 'delay', delay: '2s' });
    send('cluster', 'POST /_sandbox/faults', { fault: 'cut' });
    const create = () => send('cluster', 'POST /_security/api_key', { name: 'k' }).result.fault;
    expect([create(), create(), create()]).toEqual([{ kind: 'delay', milliseconds: 2000 }, { kind: 'cut' }, undefined]);
    expect(state().clusters.cluster.keys.size).toBe(3);
  });

  it('that drop keep the request from the service', () => {
    const { send, state } = playSandbox();
    send('cluster', 'POST /_sandbox/faults', { fault: 'drop' });
    expect(send('cluster', 'POST /_security/api_key', { name: 'k' }).result.fault).toEqual({ kind: 'drop' });
    expect(state().clusters.cluster.keys.size).toBe(0);
  });

  it('are removed one by one, or all', () => {
    const { send } = playSandbox();
    const add = () => send('host', 'POST /_sandbox/faults', { fault: 'drop' }).body.id;
    expect([add(), add(), add()]).toEqual([1, 2, 3]);
    send('host', 'DELETE /_sandbox/faults?id=2');
    const ids = () => (send('host', 'GET /_sandbox/faults').body.faults as { id: number }[]).map(({ id }) => id);
    expect(ids()).toEqual([1, 3]);
    send('host', 'DELETE /_sandbox/faults');
    expect(ids()).toEqual([]);
  });

  it.each([
    [{ times: 2 }, [500, 500, 200, 200, 200, 200, 200, 200]],
    [{ after: 1, times: 2 }, [200, 500, 500, 200, 200, 200, 200, 200]],
    [{ skip: 1, count: 2 }, [200, 500, 500, 200, 200, 200, 200, 200]],
    [{ every: 3 }, [200, 200, 500, 200, 200, 500, 200, 200]],
    [{ every: 1 }, [500, 500, 500, 500, 500, 500, 500, 500]],
    [{ every: 2, after: 1, times: 2 }, [200, 200, 500, 200, 500, 200, 200, 200]],
  ])('for %j apply to the requests that they name', (which, expected) => {
    const { send } = playSandbox();
    send('host', 'POST /_sandbox/faults', { fault: 'status', status: 500, ...which });
    expect(expected.map(() => send('host', `GET ${hooks}`).status)).toEqual(expected);
  });

  it('are added as a list, of which the first applies', () => {
    const { send } = playSandbox();
    const status = (code: number, more = {}) => ({ fault: 'status', status: code, ...more });
    const answer = send('host', 'POST /_sandbox/faults', [status(503), status(429, { after: 1 }), status(500)]);
    expect(answer.body).toMatchObject({ faults: [{ id: 1 }, { id: 2, after: 1 }, { id: 3 }] });
    expect([1, 2, 3, 4].map(() => send('host', `GET ${hooks}`).status)).toEqual([503, 429, 500, 200]);
    const before = send('host', 'GET /_sandbox/faults').body;
    send('host', 'POST /_sandbox/faults', [status(503), { fault: 'explode' }]);
    expect(send('host', 'GET /_sandbox/faults').body).toEqual(before);
  });

  it('meet no control request', () => {
    const { send } = playSandbox();
    send('host', 'POST /_sandbox/faults', { fault: 'status', status: 500, times: 1000 });
    expect(send('host', 'GET /_sandbox/faults').status).toBe(200);
  });

  it('with many stars are compared at once', () => {
    const { send } = playSandbox();
    send('host', 'POST /_sandbox/faults', { fault: 'drop', path: `/${'*a'.repeat(900)}b` });
    expect(send('host', `GET /${'a'.repeat(8000)}`).status).toBe(404);
  });
});

describe('a deterministic sandbox', () => {
  const run = () => {
    const { send, state } = playSandbox({ isDeterministic: true });
    const made = ['a', 'b'].map((name) => send('cluster', 'POST /_security/api_key', { name, expiration: '1d' }).text);
    send('host', `POST ${hooks}`, { config: { url: 'http://127.0.0.1:9/' } });
    return { made, state: state() };
  };

  it('does the same twice', () => {
    expect(run()).toEqual(run());
    const { made } = run();
    expect(made[0]).not.toBe(made[1]);
  });

  it('begins anew after a reset', () => {
    const { send } = playSandbox({ isDeterministic: true });
    const create = () => send('cluster', 'POST /_security/api_key', { name: 'a' }).text;
    const first = create();
    expect(create()).not.toBe(first);
    send('cluster', 'POST /_sandbox/reset');
    expect(create()).toBe(first);
  });

  it('goes on after an export and import as if nothing had happened', () => {
    const { send, state } = playSandbox({ isDeterministic: true });
    send('cluster', 'POST /_security/api_key', { name: 'a' });
    const read = sandbox.readStateText(sandbox.writeState(state()));
    const copy = playSandbox({}, 'state' in read ? read.state : undefined);
    const create = (play: typeof send) => play('cluster', 'POST /_security/api_key', { name: 'b' }).text;
    expect(create(copy.send)).toBe(create(send));
  });
});

describe('a browser', () => {
  it.each(['cluster', 'leader', 'host'] as const)('reads what the %s is', (server) => {
    const { status, headers, text } = playSandbox().send(server, 'GET /', undefined, {
      Authorization: '',
      Accept: 'text/html,application/xhtml+xml',
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain('/_sandbox');
    expect(text).not.toContain('-credential');
  });

  it('reads nothing more', () => {
    const { send } = playSandbox();
    expect(send('host', `GET ${hooks}`, undefined, { Authorization: '', Accept: 'text/html' }).status).toBe(404);
  });
});

it('fails the second of three requests, with header fields and a body of its own', () => {
  const { send } = playSandbox();
  const list = 'GET /repos/octocat/hello-world/hooks';
  const body = { message: 'slow down' };
  const given = { fault: 'status', status: 429, headers: { 'retry-after': '30' }, body, after: 1 };
  const control = { Authorization: 'Bearer host-credential' };
  expect(send('host', 'POST /_sandbox/faults', given, control)).toMatchObject({
    status: 200,
    body: { after: 1, times: 1 },
  });
  const seen = [1, 2, 3].map(() => send('host', list, undefined, control));
  expect(seen.map(({ status }) => status)).toEqual([200, 429, 200]);
  expect(seen[1]).toMatchObject({ body, headers: { 'retry-after': '30' } });
});

it.each([
  [{ fault: 'drop', headers: { a: 'b' } }, 'only for the fault'],
  [{ fault: 'status', status: 500, headers: { a: 'b\nc' } }, 'plain text'],
  [{ fault: 'status', status: 500, headers: { 'Content-Length': '1' } }, 'plain text'],
  [{ fault: 'drop', after: -1 }, '`after` must be'],
  [{ fault: 'drop', every: 0 }, '`every` must be'],
  [{ fault: 'drop', repeat: 2 }, '`repeat` is not a known member of a fault. Use fault, delay, status, headers'],
  [[{ fault: 'drop' }, { fault: 'explode' }], 'Fault 2 of the list: `fault` must be'],
  [[1], 'Fault 1 of the list: The body must be'],
])('refuses the fault %j', (fault, cause) => {
  const control = { Authorization: 'Bearer host-credential' };
  expect(playSandbox().send('host', 'POST /_sandbox/faults', fault, control)).toMatchObject({
    status: 400,
    body: { cause: expect.stringContaining(cause) as string },
  });
});
