import { describe, expect, it } from 'vitest';
import { sandboxParts } from '../../../packages/services/src/sandbox-parts';
import type { Service } from '../../../packages/catalogue/src/service';
import { isText, isWhole, objectWith, optional } from '../../../packages/sandbox/src/control/form';
import { createSandbox, type SandboxPart, type SandboxSeed } from '../../../packages/sandbox/src/index';
import { answer, result } from '../../../packages/sandbox/src/wire';

interface ShopState {
  readonly bootstrap: string;
  readonly orders: number;
  readonly greeting?: string;
}

const shop: Service = {
  id: 'shop',
  title: 'Shop',
  operations: [],
  headers: [],
  commonQuery: [],
  defaultScheme: 'Bearer',
  servers: [{ name: 'till', endpoint: 'sandbox-shop', title: 'till', summary: 'a till', portOffset: 3 }],
};

/** A service that counts orders, and opens at noon. */
const shopPart: SandboxPart<ShopState> = {
  service: shop,
  member: 'shop',
  credential: 'shopCredential',
  seedForms: { greeting: optional(isText) },
  seedFile: {
    forms: { greeting: optional(isText) },
    contradiction: ({ greeting }) => (greeting === 'closed' ? 'greeting must welcome a user' : undefined),
    seedOf: (members) => members,
  },
  longestBody: 1000,
  examplePath: '/orders/*',
  create: (seed) => shopOf(seed, 0),
  adopt: ({ orders }, seed) => shopOf(seed, orders),
  step: (state, { request, server, check }) =>
    check(request).length > 0
      ? result(state, answer(422, { refused: true }))
      : result({ ...state, orders: state.orders + 1 }, answer(201, { order: state.orders + 1, server })),
  failure: (status, reason, type) => answer(status, { shop: reason, type }),
  wake: {
    next: ({ orders }) => (orders === 0 ? undefined : 1000),
    step: (state) => ({ state: { ...state, orders: 0 }, effects: [] }),
  },
  record: (state) => ({ ...state, orders: -1 }),
  controlRequests: [
    {
      method: 'POST',
      path: '/_sandbox/sale',
      summary: 'Begins a sale.',
      elsewhere: 'A sale is in the shop.',
      play: ({ state }) => result({ ...state, orders: 100 }, answer(200, { sale: true })),
    },
  ],
  form: objectWith<ShopState>({ bootstrap: isText, orders: isWhole, greeting: optional(isText) }),
};

function shopOf(seed: SandboxSeed, orders: number): ShopState {
  const { shopCredential, greeting } = seed as unknown as { shopCredential: string; greeting?: string };
  return { bootstrap: shopCredential, orders, ...(greeting !== undefined && { greeting }) };
}

const sandbox = createSandbox([...sandboxParts, shopPart]);

function play(initial = sandbox.createState(sandbox.freshSeed((length) => 'c'.repeat(length)))) {
  let state = initial;
  return {
    state: () => state,
    shop: () => (state as unknown as { readonly shop: ShopState }).shop,
    send(server: string, line: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
      const [method = '', target = ''] = line.split(' ');
      const credential = `Bearer ${sandbox.credentialOf(state.seed, server)}`;
      const request = {
        method,
        target,
        headers: Object.entries({ Authorization: credential, ...headers }).filter(([, text]) => text !== ''),
        body: body === undefined ? '' : JSON.stringify(body),
      };
      const input = { now: 0, randomText: (length: number) => 'r'.repeat(length), baseUrl: 'http://sandbox' };
      const checks = {
        shop: () => (target.includes('wrong') ? [{ rule: 'r', message: 'm' }] : []),
      };
      const step = sandbox.step(state, server, request, input, checks);
      state = step.state;
      return step.response;
    },
  };
}

describe('a sandbox of a list of services', () => {
  it('has the servers of all of them, in the order of their ports', () => {
    expect(sandbox.servers.map(({ name, service }) => `${name} ${service}`)).toEqual([
      'cluster search-cluster',
      'leader search-cluster',
      'host code-hosting',
      'till shop',
    ]);
    expect(sandbox.servers.at(-1)).toMatchObject({ endpoint: 'sandbox-shop', longestBody: 1000 });
    expect(createSandbox([shopPart]).servers.map(({ name }) => name)).toEqual(['till']);
  });

  it('passes each request to the service of the server, with its rules', () => {
    const { send, shop: state } = play();
    expect(send('till', 'POST /orders')).toMatchObject({ status: 201, body: '{"order":1,"server":"till"}' });
    expect(send('till', 'POST /wrong').status).toBe(422);
    expect(send('host', 'GET /repos/octocat/hello-world/hooks').status).toBe(200);
    expect(send('leader', 'GET /').status).toBe(200);
    expect(state().orders).toBe(1);
  });

  it('controls it like the others: credential, faults, own requests, reset, welcome page', () => {
    const { send, shop: state } = play();
    expect(send('till', 'GET /_sandbox', undefined, { Authorization: 'Bearer other' }).status).toBe(401);
    expect(send('till', 'GET /_sandbox').body).toContain('"POST /_sandbox/sale"');
    expect(send('cluster', 'POST /_sandbox/sale').body).toContain('A sale is in the shop.');
    expect(send('till', 'POST /_sandbox/sale').status).toBe(200);
    expect(state().orders).toBe(100);
    expect(send('cluster', 'POST /_sandbox/faults', { fault: 'status', status: 503, server: 'till' }).status).toBe(200);
    expect(send('till', 'POST /orders')).toMatchObject({
      status: 503,
      body: expect.stringContaining('"shop":') as string,
    });
    expect(send('till', 'POST /_sandbox/faults', { fault: 'drop', server: 'nowhere' }).body).toContain(
      'cluster, leader, host, till',
    );
    expect(send('till', 'POST /_sandbox/reset').status).toBe(200);
    expect(state().orders).toBe(0);
    expect(send('till', 'GET /', undefined, { Accept: 'text/html', Authorization: '' }).body).toContain('plays a till');
    expect(sandbox.answerUnheard('till', 413, 'long')).toMatchObject({
      status: 413,
      body: expect.stringContaining('long') as string,
    });
  });

  it('wakes it when it has something to do, and records what its deliveries brought', () => {
    const { send, state } = play();
    expect(sandbox.nextWake(state(), 5)).toBeUndefined();
    send('till', 'POST /orders');
    expect(sandbox.nextWake(state(), 5)).toBe(1000);
    expect(sandbox.wake(state(), { now: 1000 }).state).toMatchObject({ shop: { orders: 0 } });
    const outcome = { hook: 1, delivery: 1, status: 200, statusText: 'OK', duration: 0 };
    const heard = { ...outcome, requestHeaders: [], responseHeaders: [], responseBody: '' };
    expect(sandbox.record(state(), heard, { service: 'shop' })).toMatchObject({ shop: { orders: -1 } });
    expect(sandbox.record(state(), heard, { service: 'nobody' })).toBe(state());
  });

  it('exports it, describes its changes and reads both again', () => {
    const { send, state } = play();
    const before = state();
    const whole = sandbox.writeState(before);
    send('till', 'POST /orders');
    const line = sandbox.describeChange(before, state());
    expect(line).toBe('{"in":{"shop":{"in":{"orders":{"set":1}}}}}');
    expect(sandbox.readStateText(`${whole}\n${line}\n`)).toEqual({ state: state() });
    const broken = { ...(JSON.parse(whole) as object), shop: { bootstrap: 'b', orders: 'two' } };
    expect(sandbox.readState(broken)).toEqual({
      cause: 'It is not the state of a sandbox: shop/orders must be a whole number.',
    });
    const { body } = send('till', 'GET /_sandbox/state?redacted');
    expect(JSON.parse(body)).toMatchObject({ shop: { bootstrap: '********', orders: 1 } });
  });

  it('continues a state in which the service was not played yet', () => {
    const former = createSandbox(sandboxParts);
    const seed = former.freshSeed(() => 'old');
    const read = sandbox.readStateText(former.writeState(former.createState(seed)));
    if ('cause' in read) throw new Error(read.cause);
    const own = { ...sandbox.freshSeed(() => 'new'), ...seed };
    const adopted = sandbox.adoptState(read.state, own);
    expect(play(adopted).shop()).toEqual({ bootstrap: 'new', orders: 0 });
    expect(adopted.host.bootstrap).toBe('old');
  });

  it('reads its members of a seed file', () => {
    const read = sandbox.readSeedFile('{ "greeting": "hello", "vendor": "github" }');
    expect(read).toEqual({ seed: { greeting: 'hello', host: { vendor: 'github' } } });
    expect(sandbox.readSeedFile('{ "greeting": "closed" }')).toHaveProperty('cause', expect.stringContaining('line 1'));
    expect(sandbox.readSeedFile('{ "greting": "hello" }')).toHaveProperty(
      'cause',
      expect.stringContaining('greting is not a known member'),
    );
  });
});
