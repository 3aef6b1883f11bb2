import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../unit/platform/http/loopback-server';
import { commandLine, folderOf } from '../command-line';

const hook = {
  type: 'object',
  required: ['url'],
  properties: {
    id: { type: 'integer', readOnly: true },
    url: { type: 'string' },
    name: { type: 'string' },
    secret: { type: 'string' },
  },
};
const content = (schema: unknown) => ({ description: 'a', content: { 'application/json': { schema } } });
const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/hooks': {
      get: { responses: { 200: content({ type: 'array', items: hook }) } },
      post: { requestBody: content(hook), responses: { 201: content(hook) } },
    },
    '/hooks/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: content(hook), 404: { description: 'b' } } },
      put: { requestBody: content(hook), responses: { 200: content(hook) } },
      delete: { responses: { 204: { description: 'c' } } },
    },
  },
};

interface Item {
  readonly id: number;
  readonly [name: string]: unknown;
}

/** Serves one hook, which `PUT` replaces as a whole; with `closes`, no change gets a response. */
async function serveShop(first: Item, closes = false) {
  const shop = { item: first as Item | undefined, changes: [] as string[] };
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'GET') shop.changes.push(`${request.method} ${request.url}`);
      if (request.method !== 'GET' && closes) return request.socket.destroy();
      if (request.method === 'PUT')
        shop.item = { id: first.id, ...(JSON.parse(Buffer.concat(chunks).toString()) as object) };
      const shown = request.url === '/hooks' ? [shop.item] : shop.item;
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown));
      return undefined;
    });
  });
  const cwd = folderOf({
    'shop.json': JSON.stringify(description),
    'rulebook.json': JSON.stringify({
      services: { shop: { description: './shop.json' } },
      endpoints: { shop: { service: 'shop', baseUrl: url } },
    }),
    'a.http': 'PUT /hooks/1\n\n{ "url": "https://new.example", "name": "b" }\n',
  });
  const run = (...args: readonly string[]) => commandLine(args, { cwd });
  return { shop, cwd, run, textOf: (name: string) => readFileSync(join(cwd, name), 'utf8') };
}

const apply = ['apply', 'a.http', '--endpoint', 'shop', '--yes', '--skip-rehearsal', '--undo-file', 'u.http'];

describe('a `PUT` that takes the place of all that was there', () => {
  it('is undone as a whole, also what the file does not name', async () => {
    const before = { id: 1, url: 'https://new.example', name: 'a' };
    const { shop, run, textOf } = await serveShop(before);
    const { code } = await run(...apply);
    expect(code).toBe(0);
    expect(shop.item).toMatchObject({ name: 'b' });
    expect(textOf('u.http')).toContain('"url": "https://new.example"');
    await run('undo', 'u.http', '--yes', '--skip-rehearsal', '--undo-file', 'r.http');
    expect(shop.item).toEqual(before);
  });

  it('asks for the secret that it would take away, and keeps it out of the undo file and the reports', async () => {
    const { shop, run, textOf } = await serveShop({
      ...{ id: 1, url: 'https://old.example/?token=canary-token-77', name: 'a', secret: 'canary-secret-77' },
    });
    const asked = await run(...apply);
    expect(asked.code).toBe(3);
    expect(asked.out).toContain('The undo file asks for `secret` of /hooks/1, which is secret.');
    expect(shop.changes).toEqual([]);
    const done = await run(...apply, '--accept-losses');
    expect(done.code).toBe(0);
    const undo = textOf('u.http');
    expect(undo).toContain('give it with --var of_1_secret=VALUE');
    const json = await run('plan', 'a.http', '--endpoint', 'shop', '--format', 'json');
    expect(asked.out + done.out + undo + json.out).not.toContain('canary');
    expect(asked.out).toContain('"https://old.example/?token=***" at the endpoint');
    const missing = await run('undo', 'u.http', '--yes', '--skip-rehearsal');
    expect(missing.error).toContain('the variable `of_1_url` has no value');
    const values = ['of_1_secret=canary-secret-77', 'of_1_url=https://old.example/?token=canary-token-77'];
    const vars = values.flatMap((value) => ['--var', value]);
    await run('undo', 'u.http', '--yes', '--skip-rehearsal', '--accept-losses', ...vars);
    expect(shop.item).toMatchObject({ secret: 'canary-secret-77', name: 'a' });
  });

  it('names a file with blanks so that a shell takes it', async () => {
    const { run } = await serveShop({ id: 1, url: 'https://new.example', name: 'a' });
    const { out } = await run(...apply.slice(0, -1), 'un do.http');
    expect(out).toContain('Undo it with: rulebook undo "un do.http"\n');
  });

  it('says that a request may have been carried out, whose response did not come', async () => {
    const { run } = await serveShop({ id: 1, url: 'https://new.example', name: 'a' }, true);
    const { code, error } = await run(...apply);
    expect(code).toBe(3);
    expect(error).toContain(
      'stopped: 0 of 1 request succeeded. The service may have carried out PUT /hooks/1. Undo it',
    );
  });
});

describe('a file that undoes', () => {
  it.each([
    ['u.txt', 'use a name that ends with .http'],
    ['none/u.http', 'there is no folder none; create it'],
    ['a.http', 'there is a file of this name, which is kept'],
  ])('cannot be %s, which is said before anything is asked', async (name, words) => {
    const { shop, run } = await serveShop({ id: 1, url: 'https://new.example', name: 'a' });
    const { code, error, out } = await run('apply', 'a.http', '--endpoint', 'shop', '--yes', '--undo-file', name);
    expect(error).toContain(words);
    expect({ code, out, changes: shop.changes }).toEqual({ code: 2, out: '', changes: [] });
  });
});

describe('an endpoint of which nothing can be read', () => {
  const answers: readonly (readonly [string, number, string, string])[] = [
    ['refuses the credential', 401, '{}', 'it responds with 401; check its credential'],
    ['leads elsewhere', 302, '', 'it responds with 302, which leads elsewhere; check its base URL'],
    ['shows a page', 200, '<html></html>', 'it responds with 200 and no JSON; check its base URL'],
  ];

  it.each(answers)('%s: no command succeeds', async (_, status, body, words) => {
    const url = await serve((_request, response) => {
      response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end(body);
    });
    const endpoints = { here: { service: 'search-cluster', baseUrl: url } };
    const cwd = folderOf({ 'a.http': 'PUT /first\n', 'rulebook.json': JSON.stringify({ endpoints }) });
    const here = ['--endpoint', 'here', '--retries', '0'];
    for (const command of [
      ['plan', 'a.http'],
      ['apply', 'a.http', '--yes'],
      ['pull', '--into', 'have'],
    ]) {
      const { code, error } = await commandLine([...command, ...here], { cwd });
      expect(error).toContain(`nothing of the endpoint here could be read: ${words}`);
      expect(code).toBe(3);
    }
    expect(existsSync(join(cwd, 'have'))).toBe(false);
  });

  it('fails: no command succeeds', async () => {
    const url = await serve((_request, response) => void response.writeHead(503).end('{}'));
    const endpoints = { here: { service: 'search-cluster', baseUrl: url } };
    const cwd = folderOf({ 'a.http': 'PUT /first\n', 'rulebook.json': JSON.stringify({ endpoints }) });
    for (const command of [
      ['plan', 'a.http'],
      ['apply', 'a.http', '--yes'],
    ]) {
      const { code, error } = await commandLine([...command, '--endpoint', 'here', '--retries', '0'], { cwd });
      expect(error).toContain('the endpoint here cannot be read: it responds to /first with 503, so try again later');
      expect(code).toBe(3);
    }
  });
});
