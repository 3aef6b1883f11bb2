import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { library } from '../../sandbox/played/library';
import { commandLine, startSandbox } from '../command-line';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-any-'));
  writeFileSync(join(folder, 'library.json'), JSON.stringify(library));
  const services = { library: { description: './library.json' }, broken: { description: './absent.yaml' } };
  writeFileSync(join(folder, 'rulebook.json'), JSON.stringify({ services }));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function play(args: readonly string[]) {
  const sandbox = await startSandbox(['--free-ports', '--folder', folder, ...args]);
  const server = sandbox.ready.endpoints.at(-1)!;
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers: { Authorization: server.credential, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json().catch(() => undefined)) as unknown };
  };
  return { sandbox, server, send };
}

it('plays a service of rulebook.json alone, and keeps what was created in a state file', async () => {
  const state = join(folder, 'state.json');
  const first = await play(['--service', 'library', '--state', state]);
  expect(first.sandbox.ready.endpoints).toMatchObject([{ name: 'sandbox-library', service: 'library' }]);
  expect(await first.send('POST', '/books', { title: 'Emma' })).toMatchObject({ status: 201, json: { id: 1 } });
  await first.send('POST', '/books', { title: 'Persuasion' });
  await first.send('DELETE', '/books/1');
  await first.sandbox.end();
  const second = await play(['--service', 'library', '--state', state]);
  expect(await second.send('GET', '/books')).toMatchObject({
    json: { total: 1, books: [{ id: 2, title: 'Persuasion' }] },
  });
  expect(await second.send('POST', '/books', { title: 'Ulysses' })).toMatchObject({ json: { id: 3 } });
  await second.sandbox.end();
});

it('plays the description of a file, next to a usual service', async () => {
  const { sandbox, send } = await play(['--service', 'code-hosting', '--description', join(folder, 'library.json')]);
  expect(sandbox.ready.endpoints.map(({ name }) => name)).toEqual(['sandbox-hub', 'sandbox-library']);
  expect((await send('GET', '/settings')).json).toEqual({ days: 28, open: true });
  await sandbox.end();
});

it('plays all services of rulebook.json that can be used, with the usual ones', async () => {
  const { sandbox } = await play(['--own-services']);
  const names = sandbox.ready.endpoints.map(({ name }) => name);
  expect(names).toEqual(['sandbox-cluster', 'sandbox-leader', 'sandbox-hub', 'sandbox-library']);
  await sandbox.end();
});

it.each([
  [['--service', 'absent'], /There is no service "absent" in rulebook\.json\. Known are library, broken, /],
  [['--service', 'broken'], /absent\.yaml cannot be read/],
  [['--description', 'no-such.yaml'], /no-such\.yaml does not exist/],
])('refuses %j', async (args, message) => {
  const { code, error } = await commandLine(['sandbox', '--folder', folder, ...args]);
  expect(code).toBe(2);
  expect(error).toMatch(message);
});
