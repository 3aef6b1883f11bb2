import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampled, triesOf } from '../../sample';
import { commandLine, folderOf, startSandbox, type RunningSandbox } from '../command-line';

type Members = Readonly<Record<string, never>>;

async function call({ ready }: RunningSandbox, server: 0 | 1 | 2, line: string, body?: unknown) {
  const { baseUrl, credential } = ready.endpoints[server]!;
  const [method = '', target = ''] = line.split(' ');
  const answer = await fetch(`${baseUrl}${target}`, {
    method,
    headers: { Authorization: credential, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Members };
}

const newKey = 'POST /_security/api_key';

describe('rulebook sandbox --state', () => {
  it('keeps every change that it answered, also when it is killed at once', async () => {
    const folder = folderOf({});
    const state = join(folder, 'state.json');
    const first = await startSandbox(['--free-ports', '--state', state]);
    expect(statSync(state).mode & 0o077).toBe(0);
    const names = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    const made = await Promise.all(names.map((name) => call(first, 0, newKey, { name })));
    expect(made.map(({ status }) => status)).toEqual(names.map(() => 200));
    await first.kill('SIGKILL');

    const second = await startSandbox(['--free-ports', '--state', state]);
    expect(second.ready.endpoints.map(({ credential }) => credential)).toEqual(
      first.ready.endpoints.map(({ credential }) => credential),
    );
    const { body } = await call(second, 2, 'GET /_sandbox/state');
    const kept = JSON.stringify(body);
    for (const { body: key } of made) expect(kept).toContain(key['id']);
    expect(await second.end()).toBe(0);
  });

  it.each([
    ['no JSON', '{"schema":1,'],
    ['an empty file', ''],
    ['another schema', '{"schema":7}'],
    ['another document', '{"schema":1,"hello":[]}'],
  ])('names a file that is %s, and leaves it as it is', async (_, text) => {
    const folder = folderOf({ 'state.json': text });
    const path = join(folder, 'state.json');
    const { code, out, error } = await commandLine(['sandbox', '--free-ports', '--state', path]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(`${path} cannot be loaded, and was not changed.`);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('names a folder that does not exist', async () => {
    const path = join(folderOf({}), 'nowhere', 'state.json');
    const { code, error } = await commandLine(['sandbox', '--free-ports', '--state', path]);
    expect(code).toBe(3);
    expect(error).toContain(`${path} cannot be written: ENOENT`);
  });

  it('lets one sandbox at a time have the file', async () => {
    const state = join(folderOf({}), 'state.json');
    const first = await startSandbox(['--free-ports', '--state', state]);
    await call(first, 0, newKey, { name: 'kept' });
    const { code, out, error } = await commandLine(['sandbox', '--free-ports', '--state', state]);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(error).toMatch(/state\.json is in use by the process \d+/);
    expect((await call(first, 0, newKey, { name: 'later' })).status).toBe(200);
    expect(await first.end()).toBe(0);
    expect(readdirSync(dirname(state))).toEqual(['state.json']);
    const next = await startSandbox(['--free-ports', '--state', state]);
    expect(JSON.stringify((await call(next, 0, 'GET /_security/api_key')).body)).toContain('later');
    await next.end();
  });

  it('keeps snapshot repositories next to the file', async () => {
    const state = join(folderOf({}), 'state.json');
    const start = () => startSandbox(['--free-ports', '--state', state]);
    const first = await start();
    const backup = { type: 'fs', settings: { location: 'backup' } };
    expect((await call(first, 0, 'PUT /_snapshot/one', backup)).status).toBe(200);
    await first.end();
    expect(readdirSync(`${state}.repositories`)).toEqual(['backup']);
    const second = await start();
    expect((await call(second, 0, 'POST /_snapshot/one/_verify')).status).toBe(200);
    expect((await call(second, 0, 'GET /_snapshot/one')).body).toMatchObject({ one: backup });
    await second.end();
    expect(readdirSync(`${state}.repositories`)).toEqual(['backup']);
  });

  it('takes an import that is longer than other requests may be', async () => {
    const sandbox = await startSandbox(['--free-ports', '--max-body', '1mb']);
    await call(sandbox, 0, newKey, { name: 'long', metadata: { text: 'x'.repeat(900_000) } });
    await call(sandbox, 0, newKey, { name: 'long', metadata: { text: 'y'.repeat(900_000) } });
    const { body } = await call(sandbox, 0, 'GET /_sandbox/state');
    expect((await call(sandbox, 0, 'PUT /_sandbox/state', body)).status).toBe(200);
    expect((await call(sandbox, 0, newKey, { name: 'longer', metadata: { text: 'z'.repeat(1_100_000) } })).status).toBe(
      413,
    );
    await sandbox.end();
  });
});

describe('rulebook sandbox --deterministic', () => {
  it('gives the same answers in every run', async () => {
    const run = async () => {
      const sandbox = await startSandbox(['--free-ports', '--deterministic']);
      const answers = [
        await call(sandbox, 0, newKey, { name: 'a', expiration: '1d' }),
        await call(sandbox, 0, 'GET /_sandbox/clock'),
      ];
      const credentials = sandbox.ready.endpoints.map(({ credential }) => credential);
      await sandbox.end();
      return { answers, credentials };
    };
    const [one, other] = await Promise.all([run(), run()]);
    expect(one).toEqual(other);
    expect(new Set(one.credentials).size).toBe(2);
  });
});

describe('rulebook sandbox --seed', () => {
  it('begins with what the file says', async () => {
    const folder = folderOf({ 'seed.json': '{\n  // The team.\n  "repositories": ["acme/shop"],\n}' });
    const sandbox = await startSandbox(['--free-ports', '--seed', join(folder, 'seed.json')]);
    expect((await call(sandbox, 2, 'GET /repos/acme/shop/hooks')).status).toBe(200);
    await sandbox.end();
  });

  it.each([
    ['{ "repositories": [', /cannot be used as a seed. It is not valid JSON/],
    ['{ "repositories": ["acme"] }', /cannot be used as a seed.*acme|repositories\/0/],
    ['{ "repozitories": [] }', /repozitories/],
    ['[]', /object/],
  ])('names what is wrong with %s', async (text, message) => {
    const folder = folderOf({ 'seed.json': text });
    const { code, error } = await commandLine(['sandbox', '--free-ports', '--seed', join(folder, 'seed.json')]);
    expect(code).toBe(2);
    expect(error).toMatch(message);
  });

  it('names a file that does not exist', async () => {
    const path = join(folderOf({}), 'none.json');
    const { code, error } = await commandLine(['sandbox', '--free-ports', '--seed', path]);
    expect(code).toBe(2);
    expect(error).toContain(`${path} does not exist`);
    expect(existsSync(path)).toBe(false);
  });
});

describe('rulebook sandbox --host', () => {
  it.each([['0.0.0.0'], ['::'], ['192.168.1.1'], ['example.com'], ['']])(
    'refuses %j without --allow-remote',
    async (host) => {
      const { code, error } = await commandLine(['sandbox', '--free-ports', '--host', host]);
      expect(code).toBe(2);
      expect(error).toContain('--allow-remote');
    },
  );

  it('refuses known credentials where others can reach it', async () => {
    const { code, error } = await commandLine([
      ...['sandbox', '--free-ports', '--host', '0.0.0.0', '--allow-remote', '--deterministic'],
    ]);
    expect(code).toBe(2);
    expect(error).toContain('--deterministic');
  });

  it.each([
    [['--host', 'localhost'], /^http:\/\/localhost:\d+$/],
    [['--host', '[::1]'], /^http:\/\/\[::1\]:\d+$/],
    [['--host', '0.0.0.0', '--allow-remote'], /^http:\/\/127\.0\.0\.1:\d+$/],
  ])('takes %j', async (args, url) => {
    const sandbox = await startSandbox(['--free-ports', ...args]);
    expect(sandbox.ready.endpoints[0]!.baseUrl).toMatch(url);
    expect((await call(sandbox, 0, 'GET /_security/_authenticate')).status).toBe(200);
    await sandbox.end();
  });
});

describe('rulebook sandbox --help', () => {
  it('names every option and where control is described', async () => {
    const { code, out } = await commandLine(['sandbox', '--help']);
    expect(code).toBe(0);
    for (const name of [
      'state',
      'max-body',
      'seed',
      'deterministic',
      'path-repo',
      'allowed-url',
      'host',
      'allow-remote',
    ]) {
      expect(out).toContain(`--${name}`);
    }
    expect(out).toContain('GET /_sandbox');
  });
});

describe('a sandbox that is killed again and again', () => {
  it(`loses nothing that it answered ${sampled}`, async () => {
    const state = join(folderOf({}), 'state.json');
    const answered = new Set<string>();
    let count = 0;
    for (let round = 0; round < triesOf(24); round++) {
      const sandbox = await startSandbox(['--free-ports', '--state', state]);
      const { body } = await call(sandbox, 0, 'GET /_sandbox/state');
      for (const name of answered) expect(JSON.stringify(body)).toContain(name);
      let isRunning = true;
      const writers = Array.from({ length: 4 }, async () => {
        while (isRunning) {
          const name = `name-${count++}-`;
          const line = count % 2 === 0 ? newKey : `PUT /logs/_doc/${name}`;
          const { status } = await call(sandbox, 0, line, { name });
          if (status < 300) answered.add(name);
        }
      });
      const all = Promise.allSettled(writers);
      while (answered.size < (round + 1) * 15) await new Promise(setImmediate);
      await sandbox.kill('SIGKILL');
      isRunning = false;
      await all;
    }
    const last = await startSandbox(['--free-ports', '--state', state]);
    const { body } = await call(last, 0, 'GET /_sandbox/state');
    for (const name of answered) expect(JSON.stringify(body)).toContain(name);
    expect(await last.end()).toBe(0);
    // A sandbox that was stopped leaves one text, as all sandboxes before wrote it.
    expect(() => JSON.parse(readFileSync(state, 'utf8')) as unknown).not.toThrow();
  });

  it.each([
    [['--state', '/dev/full'], /not a regular file/],
    [['--path-repo', '/no/such/folder'], /--path-repo \/no\/such\/folder does not exist/],
    [['--path-repo', '/etc/passwd'], /is not a folder/],
  ])('is none with %j', async (args, message) => {
    const { code, error } = await commandLine(['sandbox', '--free-ports', ...args]);
    expect(code).toBe(2);
    expect(error).toMatch(message);
  });
});
