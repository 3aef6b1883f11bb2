import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../unit/platform/http/loopback-server';
import { commandLine, folderOf } from '../command-line';

const content = (schema: unknown) => ({ description: 'a', content: { 'application/json': { schema } } });
const text = { type: 'string' };
const thing = { type: 'object', properties: { label: text, size: { type: 'integer' } } };
const around = { type: 'object', properties: { found: { type: 'boolean' }, owner: text, inner: thing, version: text } };
const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { 200: content(around), 404: { description: 'b' } } },
      put: { requestBody: content(thing), responses: { 200: { description: 'd' } } },
      delete: { responses: { 204: { description: 'c' } } },
    },
  },
};

const files = {
  'remove.http': 'DELETE /things/one\n',
  'change.http': 'PUT /things/one\n\n{ "label": "b" }\n',
  'other.http': 'PUT http://127.0.0.1:1/things/one\n\n{ "label": "b" }\n',
};

/** Serves a thing below a member of its own, and a watch in the way of a search cluster. */
async function serveThing() {
  const changes: string[] = [];
  const inner = { label: 'a', size: 1 };
  const watch = { trigger: { schedule: { interval: '10m' } }, actions: { log: { logging: { text: 'x' } } } };
  const url = await serve((request, response) => {
    if (request.method !== 'GET') changes.push(`${request.method} ${request.url}`);
    const shown = request.url?.startsWith('/_watcher') === true ? { found: true, _id: 'w', watch } : undefined;
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(shown ?? { found: true, owner: 'o', inner, version: '1' }));
  });
  const cwd = folderOf({
    ...files,
    'watch.http': 'DELETE /_watcher/watch/w\n',
    'later.http': 'PUT /_watcher/watch/w\n\n{ "trigger": { "schedule": { "interval": "1h" } } }\n',
    'shop.json': JSON.stringify(description),
    'rulebook.json': JSON.stringify({
      services: { shop: { description: './shop.json' } },
      endpoints: {
        shop: { service: 'shop', baseUrl: url },
        cluster: { service: 'search-cluster', vendor: 'elasticsearch', version: '9.5', baseUrl: url },
      },
    }),
  });
  const run = (...args: readonly string[]) => commandLine(args, { cwd });
  return { changes, run, textOf: (name: string) => readFileSync(join(cwd, name), 'utf8') };
}

const apply = (file: string, endpoint = 'shop') =>
  ['apply', file, '--endpoint', endpoint, '--yes', '--skip-rehearsal', '--undo-file', 'u.http'] as const;

describe('what a service shows in another form than a request has it', () => {
  it('is not stored empty by the undo file, and its loss is said', async () => {
    const { changes, run, textOf } = await serveThing();
    const asked = await run(...apply('remove.http'));
    expect(asked.out).toContain(
      '/things/one does not come back: the endpoint shows nothing of it where a request has it.',
    );
    expect(asked.code).toBe(3);
    expect(changes).toEqual([]);
    await run(...apply('remove.http'), '--accept-losses');
    expect(changes).toEqual(['DELETE /things/one']);
    expect(textOf('u.http')).not.toContain('PUT /');
  });

  it('is not changed', async () => {
    const { changes, run } = await serveThing();
    const { out } = await run(...apply('change.http'));
    expect(out).toContain('Left out:\n  /things/one: no member of it could be compared');
    expect(changes).toEqual([]);
  });

  it('makes `plan` say that nothing could be compared', async () => {
    const { run } = await serveThing();
    const { out, error, code } = await run('plan', 'change.http', '--endpoint', 'shop');
    expect(out).toContain('label: not known, since the service does not show it');
    expect(out).toContain('Nothing could be compared.');
    expect(error).toContain('nothing could be compared with the endpoint shop');
    expect(code).toBe(4);
  });
});

describe('a watch', () => {
  it('is stored as a whole by the undo file, once its loss is accepted', async () => {
    const { changes, run, textOf } = await serveThing();
    const asked = await run(...apply('watch.http', 'cluster'));
    expect(asked.out).toContain('/_watcher/watch/w loses its state');
    expect(asked.code).toBe(3);
    expect(changes).toEqual([]);
    await run(...apply('watch.http', 'cluster'), '--accept-losses');
    expect(changes).toEqual(['DELETE /_watcher/watch/w']);
    expect(textOf('u.http')).toContain('"interval": "10m"');
    expect(textOf('u.http')).toContain('"text": "x"');
  });

  it('is compared', async () => {
    const { run } = await serveThing();
    const { out, code } = await run('plan', 'later.http', '--endpoint', 'cluster');
    expect(out).toContain('trigger.schedule.interval: "1h" in the file, "10m" at the endpoint');
    expect(code).toBe(1);
  });
});

it('says that all requests go elsewhere, and that nothing was compared', async () => {
  const { run } = await serveThing();
  const { out, error, code } = await run('plan', 'other.http', '--endpoint', 'shop');
  expect(out).toContain('0 resources.\n1 request went elsewhere and was not compared.');
  expect(error).toContain(
    'nothing was compared with the endpoint shop: all that the files send goes to another service or host (1 request)',
  );
  expect(code).toBe(4);
});
