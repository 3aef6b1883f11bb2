import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from '../command-line';

const runtime = mkdtempSync(join(tmpdir(), 'rulebook-runtime-'));
const env = { XDG_RUNTIME_DIR: runtime };
const folder = join(runtime, 'rulebook');

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(['--free-ports'], { env });
});
afterAll(async () => {
  await sandbox.end();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(runtime, { recursive: true });
});

const who = 'GET /_security/_authenticate\n';

describe('a sandbox in another terminal', () => {
  it('is found by run, with its credentials', async () => {
    const { code, out, error } = await commandLine(['run', 'a.http'], { cwd: folderOf({ 'a.http': who }), env });
    expect(error).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('HTTP/1.1 200 OK');
    for (const { credential } of sandbox.ready.endpoints) expect(out).not.toContain(credential.slice('Bearer '.length));
  });

  it('is found by event', async () => {
    const { code, error } = await commandLine(['event', 'push'], { cwd: folderOf({}), env });
    expect({ code, error }).toEqual({ code: 0, error: '' });
  });

  it('is found on the endpoints that rulebook.json gives the same names', async () => {
    const configuration = {
      endpoints: { 'sandbox-cluster': { service: 'search-cluster', baseUrl: 'http://localhost:9270' } },
    };
    const files = { 'a.http': who, 'rulebook.json': JSON.stringify(configuration) };
    expect((await commandLine(['run', 'a.http'], { cwd: folderOf(files), env })).code).toBe(0);
  });

  it('does not come before what the environment says', async () => {
    const closed = { ...env, RULEBOOK_ENDPOINT_SANDBOX_CLUSTER: 'http://127.0.0.1:1' };
    const { code, error } = await commandLine(['run', 'a.http'], { cwd: folderOf({ 'a.http': who }), env: closed });
    expect(code).toBe(3);
    expect(error).toContain('127.0.0.1:1');
  });

  it('gives nothing to an endpoint of its name elsewhere', async () => {
    const configuration = {
      endpoints: { 'sandbox-cluster': { service: 'search-cluster', baseUrl: 'http://sandbox.invalid:9270' } },
    };
    const files = { 'a.http': who, 'rulebook.json': JSON.stringify(configuration) };
    const { code, error } = await commandLine(['run', 'a.http'], { cwd: folderOf(files), env });
    expect(code).toBe(3);
    expect(error).toContain('sandbox.invalid');
  });

  it('keeps its file private', () => {
    const [name = ''] = readdirSync(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });
});

it('has no file when it is not listed, and other credentials at each start', async () => {
  const own = mkdtempSync(join(tmpdir(), 'rulebook-runtime-'));
  onTestFinished(() => {
    rmSync(own, { recursive: true });
  });
  const other = await startSandbox(['--free-ports', '--unlisted'], { env: { XDG_RUNTIME_DIR: own } });
  expect(existsSync(join(own, 'rulebook')) ? readdirSync(join(own, 'rulebook')) : []).toEqual([]);
  const known = sandbox.ready.endpoints.map(({ credential }) => credential);
  expect(other.ready.endpoints.filter(({ credential }) => known.includes(credential))).toEqual([]);
  await other.end();
});

describe('a file that cannot be trusted', () => {
  /** Writes a runtime file as a sandbox of this process would, and changes one thing about it. */
  async function foundWith(change: (place: { folder: string; file: string }) => void, baseUrl?: string) {
    const own = mkdtempSync(join(tmpdir(), 'rulebook-runtime-'));
    onTestFinished(() => {
      rmSync(own, { recursive: true });
    });
    const place = { folder: join(own, 'rulebook'), file: join(own, 'rulebook', 'sandbox-1.json') };
    mkdirSync(place.folder, { mode: 0o700 });
    const endpoints = sandbox.ready.endpoints.map((endpoint) => ({
      ...endpoint,
      baseUrl: baseUrl ?? endpoint.baseUrl,
    }));
    const content = { pid: process.pid, started: Date.now(), endpoints };
    writeFileSync(place.file, JSON.stringify(content), { mode: 0o600 });
    change(place);
    const { code } = await commandLine(['run', 'a.http'], {
      cwd: folderOf({ 'a.http': who }),
      env: { XDG_RUNTIME_DIR: own },
    });
    return { isFound: code === 0, place };
  }

  it('is a good one to begin with', async () => {
    expect((await foundWith(() => undefined)).isFound).toBe(true);
  });

  it.each<[string, (place: { folder: string; file: string }) => void]>([
    [
      'others can read the file',
      ({ file }) => {
        chmodSync(file, 0o644);
      },
    ],
    [
      'others can write into the folder',
      ({ folder }) => {
        chmodSync(folder, 0o777);
      },
    ],
    [
      'it is no JSON',
      ({ file }) => {
        writeFileSync(file, '{');
      },
    ],
  ])('because %s', async (_, change) => {
    expect((await foundWith(change)).isFound).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)('because it belongs to someone else', async () => {
    const { chownSync } = await import('node:fs');
    expect(
      (
        await foundWith(({ file }) => {
          chownSync(file, 1234, 1234);
        })
      ).isFound,
    ).toBe(false);
  });

  it('because it leads away from this machine', async () => {
    expect((await foundWith(() => undefined, 'http://sandbox.invalid:9270')).isFound).toBe(false);
  });

  it('because its process has ended; then it is removed', async () => {
    const { isFound, place } = await foundWith(({ file }) => {
      writeFileSync(file, JSON.stringify({ pid: 4_194_300, started: 1, endpoints: sandbox.ready.endpoints }));
    });
    expect(isFound).toBe(false);
    expect(existsSync(place.file)).toBe(false);
  });

  it('because no one listens there any more', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    expect((await foundWith(() => undefined, `http://127.0.0.1:${port}`)).isFound).toBe(false);
  });
});

describe('without a sandbox', () => {
  it('the message names both ways to one', async () => {
    const { code, error } = await commandLine(['run', 'a.http'], {
      cwd: folderOf({
        'a.http': who,
        'rulebook.json': JSON.stringify({
          endpoints: { 'sandbox-cluster': { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' } },
        }),
      }),
    });
    expect(code).toBe(3);
    expect(error).toMatch(/`rulebook sandbox`.*--sandbox/);
  });

  it('run --sandbox starts one and ends it', async () => {
    const other = { XDG_RUNTIME_DIR: join(runtime, 'other') };
    const cwd = folderOf({ 'a.http': who });
    const { code, out } = await commandLine(['run', '--sandbox', 'a.http', '--format', 'json'], { cwd, env: other });
    expect(code).toBe(0);
    const { requests } = JSON.parse(out) as { requests: { url: string }[] };
    await expect(fetch(requests[0]!.url)).rejects.toThrow();
    expect(existsSync(join(other.XDG_RUNTIME_DIR, 'rulebook'))).toBe(false);
  });

  it.each([
    ['one service', ['dev'], 0],
    ['several that have the path', ['dev', 'hub'], 3],
  ] as const)('run --sandbox plays the own service where rulebook.json has endpoints of %s', async (_, names, code) => {
    const known = { dev: 'users', hub: 'code-hosting' };
    const endpoints = names.map((name) => [name, { service: known[name], baseUrl: `https://${name}.example` }]);
    const user = { type: 'object', required: ['own'], properties: { own: { type: 'string', const: 'yes' } } };
    const answer = { responses: { 200: { description: 'ok', content: { 'application/json': { schema: user } } } } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const api = {
      openapi: '3.1.0',
      info: { title: 'Users', version: '1' },
      paths: { '/users/{id}': { get: { parameters: [id], ...answer } }, '/users/me': { get: answer } },
    };
    const cwd = folderOf({
      'rulebook.json': JSON.stringify({
        services: { users: { description: 'api.json' } },
        endpoints: Object.fromEntries(endpoints),
      }),
      'api.json': JSON.stringify(api),
      'a.http': '### seven\nGET /users/7\n\n### me\nGET /users/me\n',
    });
    const run = await commandLine(['run', '--all', '--sandbox', 'a.http'], { cwd, env });
    expect(run.code).toBe(code);
    if (code === 0) expect(run.out.match(/"own": "yes"/g)).toHaveLength(2);
    else expect(run.error).toContain('fits the endpoints sandbox-hub and sandbox-users; choose one with `# @endpoint');
  });

  it('run --sandbox sends to the first server of a service, as the check and the explanation say', async () => {
    const cwd = folderOf({ 'a.http': 'GET /_cluster/health\n' });
    const { out } = await commandLine(['run', '--sandbox', 'a.http'], { cwd, env });
    expect(out).toContain('"cluster_name": "sandbox-cluster"');
  });

  it('run --sandbox sends nothing elsewhere', async () => {
    const configuration = {
      endpoints: { prod: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' } },
      defaults: { 'search-cluster': 'prod' },
    };
    const cwd = folderOf({
      'rulebook.json': JSON.stringify(configuration),
      'a.http': `### default\n${who}\n### named\n# @endpoint prod\n${who}\n### absolute\nGET http://127.0.0.1:1/x\n`,
    });
    const { code, error } = await commandLine(['run', '--all', '--sandbox', 'a.http'], { cwd, env });
    expect(code).toBe(3);
    expect(error).toMatch(/\n +3 +1 +1 +0 +2 .*\n.*named: it goes to the endpoint prod.*\n.*absolute: it goes to/);
    expect(error).toContain('write its path alone, without host and endpoint');
  });
});
