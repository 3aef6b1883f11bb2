import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startLibrary, type Intercept } from './library-server';

const description = join(import.meta.dirname, 'library.json');

async function library(intercept?: Intercept) {
  const started = await startLibrary(undefined, intercept);
  onTestFinished(started.close);
  return started;
}

it('says that a service refuses the caller, and what is not tested for that', async () => {
  const { url } = await library(() => ({ status: 401 }));
  const cwd = folderOf({});
  const args = ['test', description, '--endpoint', url, '--report', 'results.xml'];
  const { code, out, error } = await commandLine(args, { cwd });
  expect(code).toBe(3);
  expect(error).toContain('the service refused all requests that need a credential; send one with --header');
  expect(out).toContain('  GET /shelves/{shelfId}: it needs what POST /shelves creates: status 401\n');
  expect(out).toContain('  POST /shelves: status 401\n');
  const report = readFileSync(join(cwd, 'results.xml'), 'utf8');
  expect(report).toContain('tests="10" failures="0" errors="0" skipped="10"');
});

it('waits where there are too many requests, and leaves nothing behind', async () => {
  let allowed = 15;
  const service = await library(() =>
    allowed-- > 0 ? undefined : ((allowed = 15), { status: 429, headers: { 'retry-after': '0' } }),
  );
  const { code, out } = await commandLine(['test', description, '--endpoint', service.url], { cwd: folderOf({}) });
  expect(out).not.toContain('429');
  expect(out).toContain('10 operations, ');
  expect(out).toContain(': no finding');
  expect(code).toBe(0);
  expect(service.size()).toBe(0);
});

it('ends when the service has ended, with the request that it did not answer', async () => {
  const { url } = await library((_, received) => (received === 60 ? 'end' : undefined));
  const cwd = folderOf({});
  const { code, out } = await commandLine(['test', description, '--endpoint', url], { cwd });
  expect(out.match(/^FOUND .*/gm)).toEqual([expect.stringMatching(/receives no response\.$/)]);
  expect(out).toContain('The tests ended before all was tested: the service no longer answers.');
  expect(out).toContain('It could not be sent again, since the service no longer answers.');
  expect(code).toBe(1);
});

it('does not report as left what fell with the item around it', async () => {
  const service = await library();
  const all = JSON.parse(readFileSync(description, 'utf8')) as { paths: Record<string, Record<string, unknown>> };
  delete all.paths['/shelves/{shelfId}/books/{bookId}']?.delete;
  const cwd = folderOf({ 'library.json': JSON.stringify(all) });
  const { out } = await commandLine(['test', 'library.json', '--endpoint', service.url], { cwd });
  expect(out).not.toContain('Created and not removed');
  expect(out).toContain(': no finding');
  expect(service.size()).toBe(0);
});

it('takes errors that are pages, 422 for a wrong body and 410 for a removed item', async () => {
  const removed = new Set<string>();
  const service = await library(({ method = '', url = '' }) => {
    if (removed.has(url)) return { status: 410, headers: { 'content-type': 'text/html' }, text: '<h1>Gone</h1>' };
    if (method === 'DELETE') removed.add(url);
    return undefined;
  });
  const { code, out } = await commandLine(['test', description, '--endpoint', service.url], { cwd: folderOf({}) });
  expect(out).toContain(': no finding');
  expect(code).toBe(0);
});

it('counts the operations that it did not reach', async () => {
  const { url } = await library();
  const args = [
    'test',
    description,
    '--endpoint',
    url,
    '--only',
    '* /shelves',
    '--only',
    'POST *',
    '--max-requests',
    '1',
  ];
  const { out } = await commandLine(args, { cwd: folderOf({}) });
  expect(out).toContain('Not tested:\n  3 operations, since the tests ended before\n');
});
