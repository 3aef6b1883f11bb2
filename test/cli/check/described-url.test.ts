import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../command-line';

const description = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: { '/books': { get: { summary: 'List the books', responses: { 200: { description: 'All.' } } } } },
};

let folder: string;
let server: Server;
let origin: string;
const asked: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-url-'));
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const isThere = url === '/v3/api-docs' || url === '/books';
    response.writeHead(isThere ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(url === '/v3/api-docs' ? JSON.stringify(description) : '[]');
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('a description at a URL of this machine', () => {
  it('is described and imported', async () => {
    const described = await commandLine(['describe', `${origin}/v3/api-docs`], { cwd: folder });
    expect(described.out).toContain('List the books');
    expect(described.out).toContain(`Source:      OpenAPI 3.1, ${origin}/v3/api-docs`);
    const imported = await commandLine(['import', `${origin}/v3/api-docs`, '--base-url', origin], { cwd: folder });
    expect([imported.code, imported.out]).toEqual([0, expect.stringContaining('GET {{baseUrl}}/books')]);
  });

  it('is found at the usual places', async () => {
    asked.length = 0;
    const { code, out } = await commandLine(['describe', origin], { cwd: folder });
    expect([code, out]).toEqual([0, expect.stringContaining('Books 1')]);
    expect(asked).toEqual(['/openapi.json', '/v3/api-docs']);
  });

  it('tests its service', async () => {
    const args = ['test', `${origin}/v3/api-docs`, '--endpoint', origin];
    const { code, out } = await commandLine(args, { cwd: folder });
    expect([code, out]).toEqual([0, expect.stringContaining('no finding')]);
  });

  it('is refused with the reason where it is not there', async () => {
    const { code, error } = await commandLine(['describe', `${origin}/none`], { cwd: folder });
    expect([code, error]).toEqual([2, expect.stringContaining('/none answered with status 404')]);
  });
});

describe('a description at a URL elsewhere', () => {
  it.each(['describe', 'import', 'test'])('is not fetched by %s without --fetch', async (command) => {
    const { code, error } = await commandLine([command, 'http://books.invalid/openapi.json'], { cwd: folder });
    expect([code, error]).toEqual([2, expect.stringContaining('add --fetch')]);
  });

  it('is fetched where it is wanted', async () => {
    const args = ['describe', 'http://books.invalid/openapi.json', '--fetch'];
    const { code, error } = await commandLine(args, { cwd: folder });
    expect([code, error]).toEqual([2, expect.stringContaining('cannot be fetched')]);
  });

  it('is fetched from an endpoint of rulebook.json', async () => {
    const configuration = { endpoints: { books: { baseUrl: 'http://books.invalid/v1' } } };
    writeFileSync(join(folder, 'rulebook.json'), JSON.stringify(configuration));
    const { error } = await commandLine(['import', 'http://books.invalid/openapi.json'], { cwd: folder });
    expect(error).toContain('cannot be fetched');
  });

  it('is never fetched with a user name in its URL', async () => {
    const { error } = await commandLine(['describe', 'http://ada:lovelace@127.0.0.1/a', '--fetch'], { cwd: folder });
    expect(error).toContain('without user name');
    expect(error).not.toContain('lovelace');
  });
});

describe('rulebook test without --endpoint', () => {
  it('tests at the endpoint of the service, and hides a credential that was written out', async () => {
    const schema = { type: 'array', items: { type: 'integer' }, minItems: 1 };
    const content = { 'application/json': { schema } };
    const listed = {
      ...description,
      paths: { '/books': { get: { responses: { 200: { description: 'All.', content } } } } },
    };
    writeFileSync(join(folder, 'books.json'), JSON.stringify(listed));
    const configuration = {
      services: { books: { description: './books.json' } },
      endpoints: { here: { service: 'books', baseUrl: origin } },
    };
    writeFileSync(join(folder, 'rulebook.json'), JSON.stringify(configuration));
    const args = ['test', 'books', '--header', 'Authorization: Bearer not-a-real-one', '--format', 'json'];
    const { code, out } = await commandLine(args, { cwd: folder });
    expect(code).toBe(1);
    const [finding] = (JSON.parse(out) as { findings: { file: string }[] }).findings;
    const text = readFileSync(join(folder, finding!.file), 'utf8');
    expect(text).toContain('Authorization: Bearer {{token}}');
    expect(text).not.toContain('not-a-real-one');
    const { out: words } = await commandLine(args.slice(0, -2), { cwd: folder });
    expect(words).toMatch(/^GET \/books: \d+ findings?$/m);
  });

  it('says that there is none', async () => {
    writeFileSync(
      join(folder, 'rulebook.json'),
      JSON.stringify({ services: { books: { description: './books.json' } } }),
    );
    const { code, error } = await commandLine(['test', 'books'], { cwd: folder });
    expect([code, error]).toEqual([2, expect.stringContaining('name one with --endpoint')]);
  });
});
