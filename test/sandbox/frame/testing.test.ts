import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../packages/node/src/testing/start-sandbox';
import type { SandboxOptions, TestSandbox } from '../../../packages/node/src/testing/model';

const pets = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Pets' } },
    schemas: {
      Pet: { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    },
  },
  security: [{ key: [] }],
  paths: {
    '/pets': {
      get: {
        responses: {
          200: {
            description: 'All',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: {
          201: {
            description: 'Made',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
    '/pets/{petId}': {
      get: {
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'One',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
  },
});

let running: TestSandbox | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(options: SandboxOptions = { services: [{ name: 'pets', text: pets }] }) {
  const sandbox = await startSandbox(options);
  running = sandbox;
  const call = async (line: string, body?: unknown, service = 'pets', more: Record<string, string> = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const response = await fetch(`${sandbox.url(service)}${path}`, {
      method,
      headers: { Authorization: sandbox.credential(service), 'Content-Type': 'application/json', ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as unknown,
    };
  };
  return { sandbox, call };
}

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-testing-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

describe('startSandbox', () => {
  it('plays a description, and remembers', async () => {
    const { sandbox, call } = await start();
    expect(sandbox.endpoints).toMatchObject([{ name: 'sandbox-pets', service: 'pets' }]);
    const made = await call('POST /pets', { name: 'Tom' });
    expect(made.status).toBe(201);
    expect((await call('GET /pets')).body).toEqual([made.body]);
  });

  it('plays the usual services where none is named', async () => {
    const { sandbox, call } = await start({});
    expect(sandbox.endpoints.map(({ name }) => name)).toEqual(['sandbox-cluster', 'sandbox-leader', 'sandbox-hub']);
    expect((await call('GET /user', undefined, 'code-hosting')).status).toBe(200);
    expect(sandbox.url('search-cluster')).toBe(sandbox.url('sandbox-cluster'));
    expect(() => sandbox.url('other')).toThrow(/no service other. Use search-cluster, sandbox-cluster/);
  });

  it('takes names of rulebook.json, and paths from the folder', async () => {
    const folder = folderOf({
      'pets.json': pets,
      'rulebook.json': JSON.stringify({ services: { animals: { description: 'pets.json' } } }),
    });
    const { sandbox } = await start({ services: ['animals', './pets.json', 'code-hosting'], folder });
    expect(sandbox.endpoints.map(({ service }) => service).sort()).toEqual(['animals', 'code-hosting', 'pets']);
  });

  it.each<[SandboxOptions, string]>([
    [{ services: ['nonsense'] }, 'There is no service "nonsense"'],
    [{ services: ['./missing.yaml'] }, 'missing.yaml does not exist'],
    [{ services: [{ name: 'pets', text: 'no: description' }] }, 'The description of pets cannot be used'],
    [{ services: [{ name: 'My Pets', text: pets }] }, 'not a name of a service'],
    [{ seed: { nonsense: 1 } }, '`seed` cannot be used as a seed'],
    [{ state: '{}' }, 'The given state cannot be loaded'],
    [{ seed: 'missing.json' }, 'missing.json cannot be read'],
    [{ replay: 'missing.har' }, 'missing.har cannot be read'],
    [{ webhooksTo: ['ftp://127.0.0.1/'] }, 'not an http or https URL'],
    [{ webhooksTo: ['https://example.org/hook'] }, 'to this machine only, not to example.org'],
  ])('rejects %j', async (options, message) => {
    await expect(start(options)).rejects.toThrow(message);
  });

  it('gives an upload back, byte for byte', async () => {
    const file = { content: { '*/*': {} } };
    const photo = { put: { requestBody: file, responses: { 204: {} } }, get: { responses: { 200: file } } };
    const { paths, ...rest } = JSON.parse(pets) as { readonly paths: object };
    const text = JSON.stringify({ ...rest, security: [], paths: { ...paths, '/photo': photo } });
    const { sandbox } = await start({ services: [{ name: 'pets', text }] });
    const url = `${sandbox.url('pets')}/photo`;
    for (const bytes of [
      [0xff, 0xfe, 0, 13, 10],
      [0xef, 0xbb, 0xbf, 0x61],
      [0xef, 0xbf, 0xbd],
    ]) {
      const headers = { 'Content-Type': 'image/png' };
      const put = await fetch(url, { method: 'PUT', headers, body: Uint8Array.from(bytes) });
      expect(put.status).toBe(204);
      const read = await fetch(url);
      expect([...new Uint8Array(await read.arrayBuffer())]).toEqual(bytes);
      expect(read.headers.get('content-type')).toBe('image/png');
    }
    expect(sandbox.requests({ method: 'PUT' })).toHaveLength(3);
  });

  it('delivers the webhooks of a description', async () => {
    const receiver = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void receiver.close());
    await once(receiver, 'listening');
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } };
    const text = JSON.stringify({
      ...(JSON.parse(pets) as object),
      webhooks: { newPet: { post: { requestBody: body } } },
    });
    const webhooksTo = [`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/pets`];
    const { call } = await start({ services: [{ name: 'pets', text }], webhooksTo });
    const arrival = once(receiver, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const made = await call('POST /pets', { name: 'Tom' });
    const [request, response] = await arrival;
    expect([request.method, request.url, request.headers['x-sandbox-webhook']]).toEqual(['POST', '/pets', 'newPet']);
    expect(await json(request)).toEqual(made.body);
    response.end();
  });

  it('begins with a seed, and takes its credentials alone', async () => {
    const seed = { pets: { resources: { '/pets': [{ id: 7, name: 'Tom' }] }, credentials: ['right-key'] } };
    const { call } = await start({ services: [{ name: 'pets', text: pets }], seed });
    expect((await call('GET /pets/7')).body).toEqual({ id: 7, name: 'Tom' });
    const as = async (key: string) =>
      (await call('GET /pets', undefined, 'pets', { Authorization: '', ...(key !== '' && { 'X-Pets': key }) })).status;
    expect([await as('right-key'), await as('wrong-key'), await as('')]).toEqual([200, 401, 401]);
  });

  it('begins with an export', async () => {
    const { sandbox, call } = await start();
    await call('POST /pets', { name: 'Tom' });
    const state = JSON.stringify((await call('GET /_sandbox/state')).body);
    await sandbox.close();
    const later = await start({ services: [{ name: 'pets', text: pets }], state });
    expect((await later.call('GET /pets')).body).toMatchObject([{ name: 'Tom' }]);
  });

  it('does the same for the same number, and something else for another one', async () => {
    const key = async (options: SandboxOptions) => {
      const { sandbox, call } = await start(options);
      const { body } = await call('POST /_security/api_key', { name: 'k' }, 'search-cluster');
      const now = sandbox.clock.now().toISOString();
      await sandbox.close();
      return JSON.stringify([body, now]);
    };
    const [first, again, other] = [
      await key({ deterministic: true }),
      await key({ seedRandom: 1 }),
      await key({ seedRandom: 2 }),
    ];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(await key({ seedRandom: 2 })).toBe(other);
  });

  it('gives recorded responses first', async () => {
    const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '[{"id":1}]' } };
    const entries = [{ request: { method: 'GET', url: 'https://pets.example.org/pets' }, response }];
    const folder = folderOf({ 'a.har': JSON.stringify({ log: { entries } }) });
    const { sandbox, call } = await start({ services: [{ name: 'pets', text: pets }], replay: 'a.har', folder });
    const list = async () => (await call('GET /pets')).body;
    expect([await list(), await list()]).toEqual([[{ id: 1 }], []]);
    sandbox.reset();
    expect(await list()).toEqual([{ id: 1 }]);
  });
});

describe('a sandbox for tests', () => {
  it('is reset, and restored as often as wanted', async () => {
    const { sandbox, call } = await start();
    const names = async () => ((await call('GET /pets')).body as readonly { name: string }[]).map(({ name }) => name);
    await call('POST /pets', { name: 'a' });
    const one = sandbox.snapshot();
    sandbox.clock.set('2030-01-01');
    for (let again = 0; again < 2; again++) {
      await call('POST /pets', { name: 'b' });
      expect(await names()).toEqual(['a', 'b']);
      sandbox.restore(one);
      expect(await names()).toEqual(['a']);
      expect(sandbox.clock.now().getFullYear()).not.toBe(2030);
    }
    sandbox.fault({ fault: 'status', status: 500 });
    sandbox.reset();
    expect(sandbox.requests()).toEqual([]);
    expect(await names()).toEqual([]);
    expect(() => {
      sandbox.restore({ kind: 'snapshot' });
    }).toThrow('another sandbox');
  });

  it('has a clock', async () => {
    const { sandbox } = await start();
    expect(sandbox.clock.set(new Date('2030-01-01T00:00:00Z')).toISOString()).toBe('2030-01-01T00:00:00.000Z');
    expect(sandbox.clock.advance('90m').toISOString()).toBe('2030-01-01T01:30:00.000Z');
    expect(sandbox.clock.release().getFullYear()).not.toBe(2030);
    expect(() => sandbox.clock.advance('soon')).toThrow('`advance` must be a time value');
  });

  it('has faults', async () => {
    const { sandbox, call } = await start({});
    const status = async () => (await call('GET /user', undefined, 'code-hosting')).status;
    sandbox.fault([
      { fault: 'status', status: 429, headers: { 'Retry-After': '7' }, service: 'code-hosting', after: 1 },
      { fault: 'status', status: 503, service: 'search-cluster' },
    ]);
    expect([await status(), await status(), await status()]).toEqual([200, 429, 200]);
    sandbox.clearFaults();
    expect((await call('GET /', undefined, 'search-cluster')).status).toBe(200);
    sandbox.fault({ fault: 'drop' });
    await expect(status()).rejects.toThrow();
    expect(() => {
      sandbox.fault({ fault: 'delay', delay: 'long' });
    }).toThrow('`delay` must be a time value');
  });

  it('shows what it received, and compares it', async () => {
    const { sandbox, call } = await start();
    await call('POST /pets?x=1', { name: 'Tom' });
    await call('GET /pets', undefined, 'pets', { Authorization: '', 'X-Pets': 'a-key-of-pets' });
    expect(sandbox.requests({ method: 'GET' })).toMatchObject([
      { path: '/pets', headers: { 'x-pets': '***' }, response: { status: 200 } },
    ]);
    expect(JSON.stringify(sandbox.requests())).not.toContain(sandbox.credential('pets').slice(7));
    const made = { service: 'pets', method: 'POST', path: '/pets', body: { name: 'Tom' } };
    expect(sandbox.expectRequest(made)).toMatchObject([{ query: { x: '1' } }]);
    expect(sandbox.expectRequest({ headers: { 'X-Pets': 'a-key-of-pets' } })).toHaveLength(1);
    expect(() => sandbox.expectRequest({ ...made, body: { name: 'Tim' } })).toThrow(
      'Expected 1 request (POST /pets), received none.\nThe nearest other request is POST /pets, which differs:\n  /name of the body is "Tom", not "Tim"',
    );
    expect(() => sandbox.expectRequest({ ...made, times: 2 })).toThrow('Expected 2 requests (POST /pets), received 1.');
    expect(sandbox.expectRequest({ method: 'DELETE', times: 0 })).toEqual([]);
  });

  it('frees its ports and folders when it is closed', async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('rulebook-repositories'));
    const before = folders();
    const { sandbox, call } = await start({});
    const made = folders().filter((name) => !before.includes(name));
    await call('GET /', undefined, 'search-cluster');
    await Promise.all([sandbox.close(), sandbox.close()]);
    await expect(fetch(sandbox.url('search-cluster'))).rejects.toThrow();
    expect(made.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([]);
  });
});
