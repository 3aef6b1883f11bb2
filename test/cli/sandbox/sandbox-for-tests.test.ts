import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine, folderOf, root, spawnCommandLine, startSandbox, type RunningSandbox } from '../command-line';

type Ready = RunningSandbox['ready'];

/** Resolves as soon as a condition holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 20));
}

async function readyIn(file: string): Promise<Ready> {
  await until(() => existsSync(file));
  return JSON.parse(readFileSync(file, 'utf8')) as Ready;
}

const health = async ({ endpoints }: Ready) =>
  Promise.all(endpoints.map(async ({ baseUrl }) => (await fetch(`${baseUrl}/_sandbox/health`)).status));
const isClosed = ({ endpoints }: Ready) =>
  fetch(endpoints[0]!.baseUrl).then(
    () => false,
    () => true,
  );

it('writes a private file when it is ready, and removes it at the end', async () => {
  const file = join(folderOf({ 'ready.json': 'of a sandbox that was killed' }), 'ready.json');
  const child = spawnCommandLine(['sandbox', '--port', '0', '--ready-file', file, '--unlisted']);
  const ended = new Promise((done) => child.on('close', done));
  await until(() => existsSync(file) && readFileSync(file, 'utf8').startsWith('{'));
  const ready = await readyIn(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(ready).toMatchObject({ ready: true, endpoints: [{ name: 'sandbox-cluster' }, {}, {}] });
  expect(await health(ready)).toEqual([200, 200, 200]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(existsSync(file)).toBe(false);
});

it.each(['its parent', '--parent-pid'])('ends with %s', async (how) => {
  const file = join(folderOf({}), 'ready.json');
  const args = ['sandbox', '--port', '0', '--ready-file', file, '--unlisted'];
  const program = join(root, 'dist/cli.js');
  const start = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([program, ...args])}, { stdio: 'ignore', detached: true }); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['-e', how === 'its parent' ? start : 'setInterval(() => {}, 1000)']);
  if (how !== 'its parent') spawnCommandLine([...args, '--parent-pid', String(other.pid)]).stdout.resume();
  const ready = await readyIn(file);
  other.kill('SIGKILL');
  await until(() => isClosed(ready));
  await until(() => !existsSync(file));
});

it('refuses a ready file that it cannot write', async () => {
  const folder = folderOf({});
  mkdirSync(join(folder, 'taken'));
  const taken = await commandLine(['sandbox', '--port', '0', '--ready-file', join(folder, 'taken')]);
  expect(taken).toMatchObject({ code: 2, error: expect.stringContaining('is not a regular file') as string });
  const missing = await commandLine(['sandbox', '--port', '0', '--ready-file', join(folder, 'none', 'a.json')]);
  expect(missing).toMatchObject({ code: 3, error: expect.stringContaining('cannot be written: ENOENT') as string });
});

it('gives the responses of --replay first, and says nothing of what was recorded', async () => {
  const content = { mimeType: 'application/json', text: '{ "login": "recorded", "token": "a-recorded-token" }' };
  const entry = {
    request: { method: 'GET', url: 'https://api.example.org/user?key=a-recorded-key' },
    response: { status: 200, headers: [], content },
  };
  const entries = [entry, { ...entry, response: { status: 0 } }];
  const folder = folderOf({ 'a.har': JSON.stringify({ log: { entries } }), 'b.har': '{ "secret": "a-recorded-token"' });
  const child = spawnCommandLine(['sandbox', '--port', '0', '--replay', 'a.har', '--unlisted'], { cwd: folder });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  await until(() => out.includes('recorded'));
  expect(out).toContain('1 recorded response of a.har comes first; 1 entry without a response that can be given');
  expect(out).not.toMatch(/a-recorded-/);
  const [, url = '', credential = ''] = /sandbox-hub +(\S+) {2}Authorization: (.*)/.exec(out) ?? [];
  const logins = [0, 1].map(async () => {
    const response = await fetch(`${url}/user?key=a-recorded-key`, { headers: { Authorization: credential } });
    return ((await response.json()) as { login: string }).login;
  });
  expect((await Promise.all(logins)).sort()).toEqual(['octocat', 'recorded']);
  child.kill('SIGTERM');
  const broken = await commandLine(['sandbox', '--port', '0', '--replay', 'b.har'], { cwd: folder });
  expect(broken.code).toBe(2);
  expect(broken.error).toContain('b.har cannot be replayed. It is not a recording');
  expect(broken.error).not.toContain('a-recorded-token');
});

it('makes other ids for each number of --seed-random', async () => {
  const keyFor = async (number: string) => {
    const sandbox = await startSandbox(['--free-ports', '--unlisted', '--seed-random', number]);
    const { baseUrl, credential } = sandbox.ready.endpoints[0]!;
    const headers = { Authorization: credential, 'Content-Type': 'application/json' };
    const response = await fetch(`${baseUrl}/_security/api_key`, { method: 'POST', headers, body: '{ "name": "k" }' });
    const text = await response.text();
    await sandbox.end();
    return text;
  };
  const [first, again, other] = [await keyFor('7'), await keyFor('7'), await keyFor('8')];
  expect(first).toBe(again);
  expect(first).not.toBe(other);
});

it('plays a described service from a seed file', async () => {
  const list = {
    type: 'array',
    items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
  };
  const responses = { 200: { description: 'All', content: { 'application/json': { schema: list } } } };
  const one = { 200: { description: 'One', content: { 'application/json': { schema: list.items } } } };
  const parameters = [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }];
  const folder = folderOf({});
  writeFileSync(
    join(folder, 'pets.json'),
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { responses } }, '/pets/{petId}': { get: { parameters, responses: one } } },
    }),
  );
  writeFileSync(
    join(folder, 'seed.json'),
    '{ "pets": { "resources": { "/pets": [{ "id": 7, "name": "Tom" }], "/pets/9": { "name": "Tim" } } } } // Two',
  );
  const sandbox = await startSandbox(['--free-ports', '--description', 'pets.json', '--seed', 'seed.json'], {
    cwd: folder,
  });
  const { baseUrl } = sandbox.ready.endpoints[0]!;
  expect(await (await fetch(`${baseUrl}/pets`)).json()).toEqual([
    { id: 7, name: 'Tom' },
    { id: 9, name: 'Tim' },
  ]);
  await sandbox.end();
  writeFileSync(join(folder, 'wrong.json'), '{ "pets": {\n  "resources": { "pets": [] } } }');
  const args = ['sandbox', '--free-ports', '--description', 'pets.json', '--seed', 'wrong.json'];
  const wrong = await commandLine(args, { cwd: folder });
  expect(wrong.code).toBe(2);
  expect(wrong.error).toContain('a path without `/` in front: pets, in line 2');
});
