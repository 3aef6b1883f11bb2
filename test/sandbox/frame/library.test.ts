import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSandbox } from '../../../engine/src/api/sandbox/create-sandbox';
import type { SandboxOptions } from '../../../engine/src/api/sandbox/model';

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
