import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileDescription, createSandbox } from '../../../packages/engine/src/api/sandbox/index';
import type { SandboxOptions } from '../../../packages/engine/src/api/sandbox/model';

function create(options: Partial<SandboxOptions> = {}) {
  let count = 0;
  const randomText = (length: number) => String(++count).padStart(length, '0');
  const sandbox = createSandbox({ now: () => Date.UTC(2030, 0, 1), randomText, ...options });
  const send = (server: string, line: string, body?: object) => {
    const [method = '', target = ''] = line.split(' ');
    const { credential } = sandbox.servers.find(({ name }) => name === server) ?? sandbox.servers[0]!;
    const headers = [
      ['Authorization', credential],
      ['Content-Type', 'application/json'],
    ] as const;
    return sandbox.send(server, { method, target, headers, body: body === undefined ? '' : JSON.stringify(body) });
  };
  return { sandbox, send };
}

it('calls its servers as the command line does, and understands the former names', () => {
  const { sandbox, send } = create();
  expect(sandbox.servers.map(({ name }) => name)).toEqual(['sandbox-cluster', 'sandbox-leader', 'sandbox-hub']);
  expect(send('sandbox-cluster', 'GET /').status).toBe(200);
  expect(send('cluster', 'GET /').status).toBe(200);
  expect(() => send('other', 'GET /')).toThrow('sandbox-hub');
});

it('registers snapshot repositories in the folders and at the addresses that it is given', () => {
  const { send } = create({ pathRepo: ['/backups'], allowedUrls: ['https://backups.example.org/*'] });
  const put = (type: string, settings: object) =>
    send('sandbox-cluster', 'PUT /_snapshot/r', { type, settings }).status;
  expect(put('fs', { location: '/backups/a' })).toBe(200);
  expect(put('fs', { location: 'a' })).toBe(200);
  expect(put('fs', { location: '/elsewhere' })).toBe(500);
  expect(put('url', { url: 'https://backups.example.org/a' })).toBe(200);
  expect(create().send('sandbox-cluster', 'PUT /_snapshot/r', { type: 'fs', settings: { location: 'a' } }).status).toBe(
    200,
  );
});

it('begins with a seed, or with a state', () => {
  const { sandbox, send } = create({ seed: '{ "repositories": [{ "name": "me/mine" }] } // mine' });
  expect(send('sandbox-hub', 'GET /repos/me/mine/hooks').status).toBe(200);
  send('sandbox-cluster', 'PUT /logs');
  const later = create({ state: sandbox.exportState() });
  expect(later.send('sandbox-cluster', 'GET /logs').status).toBe(200);
  expect(() => create({ seed: '{ "repositories": 1 }' })).toThrow(RangeError);
  expect(() => create({ state: '{}' })).toThrow(RangeError);
});

it('signs deliveries, and gives no secret away then', () => {
  const hmac: SandboxOptions['hmac'] = (hash, secret, text) => createHmac(hash, secret).update(text).digest('hex');
  const config = { url: 'http://127.0.0.1:9/x', content_type: 'json', secret: 'only for this test' };
  const hooks = 'POST /repos/octocat/hello-world/hooks';
  const [ping] = create({ hmac, seed: '{ "vendor": "github" }' }).send('sandbox-hub', hooks, { config }).deliveries;
  const signature = `sha256=${createHmac('sha256', config.secret).update(ping!.body).digest('hex')}`;
  expect(ping!.headers).toContainEqual(['X-Hub-Signature-256', signature]);
  expect(JSON.stringify(ping)).not.toContain(config.secret);
  expect(create().send('sandbox-hub', hooks, { config }).deliveries[0]).toMatchObject({ secret: config.secret });
});

it('plays faults', () => {
  const { send } = create();
  const fault = (body: object) => send('sandbox-hub', 'POST /_sandbox/faults', body).status;
  expect(fault({ fault: 'status', status: 429 })).toBe(200);
  expect(send('sandbox-hub', 'GET /repos/octocat/hello-world/hooks').status).toBe(429);
  fault({ fault: 'delay', delay: '2s' });
  expect(send('sandbox-hub', 'GET /repos/octocat/hello-world/hooks').fault).toEqual({
    kind: 'delay',
    milliseconds: 2000,
  });
});

it('keeps what it received, outside of its state', () => {
  const { sandbox, send } = create();
  send('sandbox-cluster', 'PUT /logs');
  const { requests } = JSON.parse(send('sandbox-cluster', 'GET /_sandbox/requests').body) as { requests: object[] };
  expect(requests).toMatchObject([{ method: 'PUT', path: '/logs', response: { status: 200 } }]);
  expect(JSON.parse(sandbox.exportState())).not.toHaveProperty('received');
  expect(send('sandbox-cluster', 'POST /_sandbox/expectations', { method: 'PUT', path: '/logs' }).status).toBe(200);
});

const order = {
  type: 'object',
  required: ['item'],
  properties: { id: { type: 'integer', readOnly: true }, item: { type: 'string' } },
};
const shop = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: 'order.json' } } } },
        responses: {
          201: { description: 'The order.', content: { 'application/json': { schema: { $ref: 'order.json' } } } },
        },
      },
    },
    '/orders/{orderId}': {
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: {
          200: { description: 'An order.', content: { 'application/json': { schema: { $ref: 'order.json' } } } },
        },
      },
    },
  },
});
const read = (path: string) => (path === 'order.json' ? JSON.stringify(order) : undefined);

it.each([
  ['its text', { name: 'shop', text: shop, read }],
  ['what was compiled of it', { name: 'shop', compiled: compileDescription(shop, read) }],
])('plays a service by %s, with memory', (_, service) => {
  const { sandbox, send } = create({
    services: [service],
    seed: '{ "shop": { "resources": { "/orders/9": { "item": "tea" } } } }',
  });
  expect(sandbox.servers).toMatchObject([{ name: 'sandbox-shop', service: 'shop' }]);
  expect(send('shop', 'POST /orders', { item: 'a cup' })).toMatchObject({
    status: 201,
    body: '{"id":1,"item":"a cup"}',
  });
  expect(send('shop', 'GET /orders/1').body).toBe('{"id":1,"item":"a cup"}');
  expect(send('shop', 'GET /orders/9').body).toBe('{"id":9,"item":"tea"}');
  expect(send('shop', 'POST /orders', {}).status).toBe(400);
  expect(send('shop', 'GET /orders/2').status).toBe(404);
  const later = create({ services: [service], state: sandbox.exportState() });
  expect(later.send('shop', 'GET /orders/1').status).toBe(200);
  const lenient = create({ services: [service], isLenient: true });
  expect(lenient.send('shop', 'POST /orders', {}).status).toBe(201);
});

it('plays services with and without a description at once, and says what cannot be played', () => {
  const { sandbox, send } = create({ services: ['search-cluster', { name: 'shop', text: shop, read }] });
  const names = ['sandbox-cluster', 'sandbox-leader', 'sandbox-shop'];
  expect(sandbox.servers.map(({ name }) => name)).toEqual(names);
  expect(send('sandbox-cluster', 'GET /').status).toBe(200);
  expect(() => create({ services: ['shop'] })).toThrow('"shop" needs a description');
  expect(() => create({ services: [{ name: 'Shop', text: shop }] })).toThrow('small letters');
  expect(() => create({ services: [{ name: 'shop', text: 'no description' }] })).toThrow(RangeError);
  expect(() => create({ services: [{ name: 'shop', compiled: '{}' }] })).toThrow('compile it again');
  expect(() =>
    create({
      services: [
        { name: 'a', text: shop },
        { name: 'a', text: shop },
      ],
    }),
  ).toThrow('Two services');
});

describe('the published descriptions', () => {
  const loadDescription = (file: string) => {
    try {
      return String(brotliDecompressSync(readFileSync(`dist/descriptions/${file}.br`)));
    } catch {
      return undefined;
    }
  };
  const template = { index_patterns: ['logs-*'], data_stream: {} };
  const lines = ['PUT /_index_template/logs', 'PUT /_data_stream/logs-a', 'GET /_security/user', 'GET /_ilm/policy'];

  it('let the sandbox play what only they know', () => {
    const { send } = create({ loadDescription });
    for (const line of lines)
      expect([
        line,
        send('sandbox-cluster', line, line.startsWith('PUT /_index') ? template : undefined).status,
      ]).toEqual([line, 200]);
    expect(send('sandbox-cluster', 'PUT /_security/role/a', { cluster: ['nonsense'] }).status).toBe(400);
    expect(send('sandbox-cluster', 'GET /_nodes/hot_threads').body).toContain('Not implemented');
    expect(send('sandbox-hub', 'GET /repos/octocat/hello-world/branches').status).toBe(501);
  });

  it('are those of the product that the state was made as', () => {
    const { seed, ...others } = JSON.parse(create().sandbox.exportState()) as { readonly seed: object };
    const state = JSON.stringify({ ...others, seed: { ...seed, clusterProduct: 'opensearch' } });
    const { send } = create({ loadDescription, state });
    expect(send('sandbox-cluster', 'GET /_plugins/_security/api/roles').status).toBe(200);
    expect(send('sandbox-cluster', 'GET /_ilm/policy').status).toBe(400);
  });

  it('are missed where they are not given, and the response says how to give them', () => {
    const { send } = create();
    for (const line of lines) expect([line, send('sandbox-cluster', line).status]).toEqual([line, 501]);
    expect(send('sandbox-cluster', 'GET /_data_stream').body).toContain('loadDescription');
  });
});
