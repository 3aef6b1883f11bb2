import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SandboxState } from '../../../packages/sandbox/src/index';
import { describeFileError } from '../../../packages/node/src/sandbox/folder-problem';
import { createFolderTasks, createTemporaryFolder } from '../../../packages/node/src/sandbox/folder-tasks';
import { startSandboxListener } from '../../../packages/node/src/sandbox/sandbox-listener';
import { createSandboxStore } from '../../../packages/node/src/sandbox/sandbox-store';
import { sandbox } from '../whole-sandbox';
import { checkFor } from '../play';
import { repositoryFormat as format } from '../../../services/search-cluster-play/repositories/folder-format';

/** A `path.repo` next to which lies what must not be touched. */
function machine(allowHosts: readonly string[] = []) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'rulebook-folders-')));
  onTestFinished(() => {
    rmSync(place, { recursive: true, force: true });
  });
  const root = join(place, 'repo');
  const outside = join(place, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  write(join(outside, 'indices', 'mine', 'file'), 'untouched');
  return { root, outside, perform: createFolderTasks({ roots: [root], allowHosts }) };
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

function treeOf(folder: string): readonly string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort();
}

function indexFile(ids: readonly string[], uuid = 'own-id'): string {
  const indices = Object.fromEntries(ids.map((id) => [`of-${id}`, { id, snapshots: [], shard_generations: [] }]));
  return JSON.stringify({ uuid, snapshots: [], indices });
}

describe('verifying a folder', () => {
  it('makes it, leaves only its index, and gives it an id that stays', async () => {
    const { root, perform } = machine();
    const location = join(root, 'deep', 'er');
    expect(await perform({ kind: 'verify-folder', format, location, uuid: 'first' })).toEqual({ uuid: 'first' });
    expect(readdirSync(location)).toEqual(['index-0']);
    expect(await perform({ kind: 'verify-folder', format, location, uuid: 'second' })).toEqual({ uuid: 'first' });
    expect(await perform({ kind: 'read-folder', format, location })).toEqual({ uuid: 'first' });
  });

  it('gives no index to a folder that has data already', async () => {
    const { root, perform } = machine();
    write(join(root, 'old', 'indices', 'a', 'b'), 'data');
    expect(await perform({ kind: 'verify-folder', format, location: join(root, 'old'), uuid: 'u' })).toEqual({
      uuid: 'u',
    });
    expect(readdirSync(join(root, 'old'))).toEqual(['indices']);
  });

  it('makes the folder of `path.repo` itself', async () => {
    const { root, perform } = machine();
    rmSync(root, { recursive: true });
    expect(await perform({ kind: 'verify-folder', format, location: root, uuid: 'u' })).toEqual({ uuid: 'u' });
  });

  it.each([
    ['a path outside', (root: string) => join(root, '..', 'outside')],
    ['steps upwards', (root: string) => `${root}/x/../../outside`],
    ['a folder whose name only begins alike', (root: string) => `${root}-more`],
    ['a relative path', () => 'repo/x'],
    ['a NUL byte', (root: string) => `${root}/a\0b`],
    ['the root of the machine', () => '/'],
  ])('refuses %s and writes nothing', async (_, location) => {
    const { root, outside, perform } = machine();
    const before = treeOf(join(root, '..'));
    for (const kind of ['verify-folder', 'read-folder', 'clean-folder'] as const) {
      expect(await perform({ kind, format, location: location(root), uuid: 'u' })).toHaveProperty('problem');
    }
    expect(treeOf(join(root, '..'))).toEqual(before);
    expect(readFileSync(join(outside, 'indices', 'mine', 'file'), 'utf8')).toBe('untouched');
  });

  it('refuses links that lead out, at any depth and also broken ones', async () => {
    const { root, outside, perform } = machine();
    const before = treeOf(outside);
    symlinkSync(outside, join(root, 'link'));
    symlinkSync(join(outside, 'new'), join(root, 'broken'));
    symlinkSync(join(root, 'circle'), join(root, 'circle'));
    mkdirSync(join(root, 'in'));
    symlinkSync('../../outside', join(root, 'in', 'relative'));
    for (const name of ['link', 'link/x/y', 'broken', 'broken/x', 'circle', 'in/relative', 'in/relative/x']) {
      for (const kind of ['verify-folder', 'read-folder', 'clean-folder'] as const) {
        expect(await perform({ kind, format, location: join(root, name), uuid: 'u' }), name).toHaveProperty('problem');
      }
    }
    expect(treeOf(outside)).toEqual(before);
  });

  it('follows links that stay within', async () => {
    const { root, perform } = machine();
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    expect(await perform({ kind: 'verify-folder', format, location: join(root, 'link', 'x'), uuid: 'u' })).toEqual({
      uuid: 'u',
    });
    expect(readdirSync(join(root, 'real', 'x'))).toEqual(['index-0']);
  });

  it('reports a file instead of the folder, and a broken index', async () => {
    const { root, perform } = machine();
    write(join(root, 'file'), '');
    expect(
      (await perform({ kind: 'verify-folder', format, location: join(root, 'file'), uuid: 'u' })).problem,
    ).toContain('not a folder');
    write(join(root, 'broken', 'index-7'), '{"uuid":');
    expect(
      (await perform({ kind: 'verify-folder', format, location: join(root, 'broken'), uuid: 'u' })).problem,
    ).toContain('index-7');
    expect(readdirSync(join(root, 'broken'))).toEqual(['index-7']);
  });

  // No one may make folders there, not even who may do everything else.
  it.runIf(process.platform === 'linux')('reports a file system that refuses to write', async () => {
    const perform = createFolderTasks({ roots: ['/sys/kernel'], allowHosts: [] });
    const { problem } = await perform({ kind: 'verify-folder', format, location: '/sys/kernel/rulebook', uuid: 'u' });
    expect(problem).toMatch(/no permission|read-only/);
  });

  it.each([
    ['ENOSPC', 'no space left'],
    ['EACCES', 'no permission'],
    ['EROFS', 'read-only'],
    ['EMFILE', '(EMFILE)'],
  ])('says %s in words, without a path', (code, words) => {
    const text = describeFileError(Object.assign(new Error(`${code}: /secret/path`), { code }));
    expect(text).toContain(words);
    expect(text).not.toContain('secret');
  });
});

describe('reading a folder', () => {
  it('reports that it is missing, and creates nothing', async () => {
    const { root, perform } = machine();
    expect((await perform({ kind: 'read-folder', format, location: join(root, 'x') })).problem).toContain(
      'does not exist',
    );
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('cleaning up', () => {
  it('removes and counts what the newest index file does not name, and nothing else', async () => {
    const { root, perform } = machine();
    const location = join(root, 'one');
    write(join(location, 'index-9'), indexFile(['kept', 'unused']));
    write(join(location, 'index-10'), indexFile(['kept']));
    write(join(location, 'snap-x.dat'), 'snapshot');
    write(join(location, 'indices', 'kept', '0', 'data'), 'referenced');
    write(join(location, 'indices', 'unused', '0', 'data'), '12345');
    write(join(location, 'indices', 'unused', 'meta'), '123');
    write(join(location, 'indices', 'stray'), '1');
    expect(await perform({ kind: 'clean-folder', format, location })).toEqual({ deletedBytes: 9, deletedBlobs: 3 });
    const left = ['index-10', 'index-9', 'indices', 'indices/kept', 'indices/kept/0', 'indices/kept/0/data'];
    expect(treeOf(location)).toEqual([...left, 'snap-x.dat']);
    expect(await perform({ kind: 'clean-folder', format, location })).toEqual({ deletedBytes: 0, deletedBlobs: 0 });
  });

  it('never follows or removes links', async () => {
    const { root, outside, perform } = machine();
    const location = join(root, 'one');
    write(join(location, 'index-0'), indexFile([]));
    write(join(location, 'indices', 'unused', 'data'), '1');
    symlinkSync(outside, join(location, 'indices', 'folder-link'));
    symlinkSync(join(outside, 'indices', 'mine', 'file'), join(location, 'indices', 'unused', 'file-link'));
    expect(await perform({ kind: 'clean-folder', format, location })).toEqual({ deletedBytes: 1, deletedBlobs: 1 });
    expect(readdirSync(join(location, 'indices')).sort()).toEqual(['folder-link', 'unused']);
    expect(readdirSync(join(location, 'indices', 'unused'))).toEqual(['file-link']);
    expect(readFileSync(join(outside, 'indices', 'mine', 'file'), 'utf8')).toBe('untouched');
  });

  it.each([
    [
      'its `indices` is a link',
      (location: string, outside: string) => {
        write(join(location, 'index-0'), indexFile([]));
        symlinkSync(join(outside, 'indices'), join(location, 'indices'));
      },
    ],
    [
      'there is no index file',
      (location: string) => {
        write(join(location, 'indices', 'a', 'b'), '1');
      },
    ],
    [
      'the index file is a link',
      (location: string, outside: string) => {
        write(join(outside, 'index'), indexFile([]));
        write(join(location, 'indices', 'a', 'b'), '1');
        symlinkSync(join(outside, 'index'), join(location, 'index-0'));
      },
    ],
    ...['', 'null', '[]', '{"indices":[]}', '{"indices":{"a":{}}}', '{"indices":{"a":null}}'].map(
      (text): [string, (location: string) => void] => [
        `the index file is ${JSON.stringify(text)}`,
        (location) => {
          write(join(location, 'index-0'), text);
          write(join(location, 'indices', 'a', 'b'), '1');
        },
      ],
    ),
  ])('removes nothing when %s', async (_, prepare: (location: string, outside: string) => void) => {
    const { root, outside, perform } = machine();
    const location = join(root, 'one');
    mkdirSync(location);
    prepare(location, outside);
    const before = treeOf(join(root, '..'));
    expect(await perform({ kind: 'clean-folder', format, location })).toHaveProperty('problem');
    expect(treeOf(join(root, '..'))).toEqual(before);
  });

  it('finds nothing in a folder that was never used', async () => {
    const { root, perform } = machine();
    expect(await perform({ kind: 'clean-folder', format, location: join(root, 'x', 'y') })).toEqual({
      deletedBytes: 0,
      deletedBlobs: 0,
    });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('asking an address', () => {
  async function serve(status: number): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status).end('x');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/repo`, asked };
  }

  it.each([
    [200, true],
    [404, true],
    [500, false],
    [503, false],
  ])('that responses %i is well: %s', async (status, isWell) => {
    const { perform } = machine();
    const { url, asked } = await serve(status);
    expect((await perform({ kind: 'probe-url', url })).problem === undefined).toBe(isWell);
    expect(asked).toEqual(['/repo/index.latest']);
  });

  it('reports when there is no response', async () => {
    const { perform } = machine();
    expect((await perform({ kind: 'probe-url', url: 'http://127.0.0.1:1/' })).problem).toContain('Nothing answers');
  });

  it.each([
    'http://backups.example.com/x',
    'http://127.0.0.1@backups.example.com/',
    'http://10.0.0.1/',
    'ftp://127.0.0.1/',
    'x',
  ])('never asks %s', async (url) => {
    expect(await machine().perform({ kind: 'probe-url', url })).toHaveProperty('problem');
  });
});

describe('a sandbox with folders', () => {
  async function start() {
    const temporary = await createTemporaryFolder('repositories');
    const checks = { 'search-cluster': checkFor('search-cluster'), 'code-hosting': checkFor('code-hosting') };
    const pathRepo = [temporary.folder];
    const store = createSandboxStore<SandboxState>({
      initial: sandbox.createState({ clusterCredential: 'boot', hostCredential: 'boot', repositories: [], pathRepo }),
      record: (state) => state,
      perform: createFolderTasks({ roots: pathRepo, allowHosts: [] }),
    });
    const listener = await startSandboxListener({
      answer: (request, baseUrl) =>
        store.answer((state, wire, input) => sandbox.step(state, 'cluster', wire, input, checks), request, baseUrl),
      port: 0,
    });
    onTestFinished(async () => {
      await listener.stop();
      await store.stop();
      await temporary.remove();
      expect(existsSync(temporary.folder)).toBe(false);
    });
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(listener.baseUrl + path, {
        method,
        headers: { Authorization: 'Bearer boot', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, Record<string, unknown>> };
    };
    return { folder: temporary.folder, send };
  }

  it('registers, verifies, cleans up and forgets, and the data stays', async () => {
    const { folder, send } = await start();
    const settings = { location: 'backup' };
    expect((await send('PUT', '/_snapshot/one', { type: 'fs', settings })).status).toBe(200);
    const { uuid } = (await send('GET', '/_snapshot/one')).body.one!;
    expect(Object.keys((await send('POST', '/_snapshot/one/_verify')).body.nodes!)).toHaveLength(1);
    write(join(folder, 'backup', 'indices', 'lost', 'data'), '1234');
    expect((await send('POST', '/_snapshot/one/_cleanup')).body).toEqual({
      results: { deleted_bytes: 4, deleted_blobs: 1 },
    });
    expect((await send('DELETE', '/_snapshot/one')).status).toBe(200);
    expect(readdirSync(join(folder, 'backup'))).toEqual(['index-0', 'indices']);
    await send('PUT', '/_snapshot/again', { type: 'url', settings: { url: `file:${folder}/backup` } });
    expect((await send('GET', '/_snapshot/again')).body.again!.uuid).toBe(uuid);
  });

  it('answers many requests at once', async () => {
    const { send } = await start();
    const names = Array.from({ length: 20 }, (_, index) => `repository-${index}`);
    const body = { type: 'fs', settings: { location: 'shared' } };
    const answers = await Promise.all(names.map((name) => send('PUT', `/_snapshot/${name}`, body)));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const all = Object.values((await send('GET', '/_snapshot')).body);
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(1);
  });
});
