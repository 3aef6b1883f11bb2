import { describe, expect, it } from 'vitest';
import type { MachineTask } from '../../../packages/sandbox/src/index';
import { playClusters } from './repository-play';
import { repositoryFormat as format } from '../../../services/search-cluster-play/repositories/folder-format';

const fs = (location: string, more: object = {}) => ({ type: 'fs', settings: { location, ...more } });
const url = (text: string) => ({ type: 'url', settings: { url: text } });

describe('registering', () => {
  it.each(['PUT', 'POST'])('by %s verifies the folder and makes the repository known', async (method) => {
    const play = playClusters();
    expect(await play.send(`${method} /_snapshot/one`, fs('one', { compress: true }))).toMatchObject({
      status: 200,
      body: { acknowledged: true },
    });
    expect(play.tasks).toEqual([
      { kind: 'verify-folder', location: '/mnt/a/one', uuid: expect.any(String) as string, format },
    ]);
    const { body } = await play.send('GET /_snapshot/one');
    expect(body).toEqual({
      one: { type: 'fs', uuid: expect.any(String) as string, settings: { location: 'one', compress: 'true' } },
    });
  });

  it('lists no snapshots of a repository, since none are taken', async () => {
    const play = playClusters();
    await play.send('PUT /_snapshot/one', fs('one'));
    const none = { snapshots: [], total: 0, remaining: 0 };
    for (const all of ['_all', '*', 'daily-*,-x'])
      expect(await play.send(`GET /_snapshot/one/${all}`)).toMatchObject({ status: 200, body: none });
    expect(await play.send('GET /_snapshot/one/first')).toMatchObject({
      status: 404,
      body: { error: { type: 'snapshot_missing_exception' } },
    });
    expect((await play.send('GET /_snapshot/two/_all')).status).toBe(404);
  });

  it('asks nothing with verify=false', async () => {
    const play = playClusters();
    expect((await play.send('PUT /_snapshot/one?verify=false', fs('one'))).status).toBe(200);
    expect(play.tasks).toEqual([]);
  });

  it('takes the id that the folder has already', async () => {
    const play = playClusters({}, () => ({ uuid: 'of-the-folder' }));
    await play.send('PUT /_snapshot/one', fs('one'));
    expect((await play.send('GET /_snapshot/one')).body.one).toMatchObject({ uuid: 'of-the-folder' });
  });

  it('takes new settings in place of the old ones, and keeps the id', async () => {
    const play = playClusters();
    await play.send('PUT /_snapshot/one', fs('one', { compress: false }));
    const before = play.state().clusters.cluster.repositories.get('one');
    await play.send('PUT /_snapshot/one', fs('one', { readonly: true }));
    expect(play.state().clusters.cluster.repositories.get('one')).toEqual({
      ...before,
      settings: { location: 'one', readonly: true },
    });
    await play.send('PUT /_snapshot/one', fs('two'));
    expect(play.state().clusters.cluster.repositories.get('one')?.uuid).not.toBe(before?.uuid);
  });

  it.each(['DELETE /_snapshot/one', 'POST /_snapshot/one/_verify', 'POST /_snapshot/one/_cleanup'])(
    '%s is refused with a body',
    async (line) => {
      const play = playClusters();
      await play.send('PUT /_snapshot/one', fs('one'));
      expect(await play.send(line, {})).toMatchObject({
        status: 400,
        body: { error: { type: 'illegal_argument_exception' } },
      });
      expect((await play.send(line)).status).toBe(200);
    },
  );

  it('says why the verification failed; the repository stays, as it does on servers', async () => {
    const play = playClusters({}, () => ({ problem: 'There is no space left.' }));
    const { status, body, text } = await play.send('PUT /_snapshot/one', fs('one'));
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { error: { type: 'repository_verification_exception' } },
    });
    expect(text).toContain('There is no space left. The repository stays registered');
    expect((await play.send('GET /_snapshot/one')).status).toBe(200);
  });

  it.each([
    ['a folder outside', fs('/etc/x')],
    ['a NUL byte', fs('a\0b')],
    ['an address that is not allowed', url('https://elsewhere.example.org/x')],
    ['a file URL outside', url('file:/etc')],
    ['a delegate outside', { type: 'source', settings: { delegate_type: 'fs', location: '/etc' } }],
    ['an unknown type', { type: 'tape', settings: {} }],
  ])('is refused for %s, also unverified, and nothing is kept or touched', async (_, body) => {
    const play = playClusters();
    const answer = await play.send('PUT /_snapshot/one?verify=false', body);
    expect(answer).toMatchObject({ status: 500, body: { error: { type: 'repository_exception' } } });
    expect(answer.body.error).not.toHaveProperty('rule');
    expect(play.tasks).toEqual([]);
    expect(play.state().clusters.cluster.repositories.size).toBe(0);
  });

  it.each([
    ['no body', undefined, 400],
    ['blanks', ' ', 400],
    ['no type', {}, 400],
    ['a key twice', '{"type":"fs","settings":{"location":"one","location":"two"}}', 400],
    ['no location', { type: 'fs', settings: {} }, 500],
    ['steps upwards', fs('../x'), 500],
    ['settings that are none', { type: 'fs', settings: 'one' }, 400],
    ['a word for a flag', { type: 'fs', settings: { location: 'one', compress: 'on' } }, 500],
    ['a size without a unit', { type: 'fs', settings: { location: 'one', chunk_size: 10 } }, 500],
    ['files that are too small', { type: 'fs', settings: { location: 'one', chunk_size: '4b' } }, 500],
    ['no snapshots', { type: 'fs', settings: { location: 'one', max_number_of_snapshots: 0 } }, 500],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['broken JSON', '{"type"', 400],
  ])('is refused for %s', async (_, body, status) => {
    expect((await playClusters().send('PUT /_snapshot/one', body)).status).toBe(status);
  });

  it('knows names that objects inherit as names like any other', async () => {
    const play = playClusters();
    expect((await play.send('GET /_snapshot/constructor')).status).toBe(404);
    await play.send('PUT /_snapshot/__proto__', fs('one'));
    expect((await play.send('GET /_snapshot/__proto__')).status).toBe(200);
    expect((await play.send('DELETE /_snapshot/__proto__')).status).toBe(200);
    expect((await play.send('GET /_snapshot/__proto__')).status).toBe(404);
  });

  it('says that it cannot access ftp, jar and foreign storage', async () => {
    const play = playClusters();
    for (const body of [url('jar:file:/x.jar!/'), { type: 's3', settings: { bucket: 'b' } }]) {
      const { status, headers } = await play.send('PUT /_snapshot/far', body);
      expect(status).toBe(200);
      expect(headers.warning).toMatch(/^299 .*nothing was verified/);
    }
    expect(play.tasks).toEqual([]);
    expect((await play.send('POST /_snapshot/far/_cleanup')).status).toBe(500);
  });
});

describe('reading and unregistering', () => {
  async function three() {
    const play = playClusters();
    for (const name of ['my-a', 'my-b', 'other']) await play.send(`PUT /_snapshot/${name}`, fs(name));
    return play;
  }
  it.each([
    ['/_snapshot', ['my-a', 'my-b', 'other']],
    ['/_snapshot/_all', ['my-a', 'my-b', 'other']],
    ['/_snapshot/*', ['my-a', 'my-b', 'other']],
    ['/_snapshot/my-*', ['my-a', 'my-b']],
    ['/_snapshot/my-a,other', ['my-a', 'other']],
    ['/_snapshot/my-*,-my-a', ['my-b']],
    ['/_snapshot/none*', []],
  ])('GET %s names %j', async (path, names) => {
    const { status, body } = await (await three()).send(`GET ${path}`);
    expect({ status, names: Object.keys(body) }).toEqual({ status: 200, names });
  });

  it.each(['GET /_snapshot/no', 'GET /_snapshot/my-a,no', 'DELETE /_snapshot/no', 'DELETE /_snapshot/none*'])(
    '%s is 404',
    async (line) => {
      const play = await three();
      expect(await play.send(line)).toMatchObject({
        status: 404,
        body: { error: { type: 'repository_missing_exception' } },
      });
      expect(Object.keys((await play.send('GET /_snapshot')).body)).toHaveLength(3);
    },
  );

  it.each([
    ['my-a', ['my-b', 'other']],
    ['my-*', ['other']],
    ['*', []],
  ])('DELETE %s leaves %j and touches no data', async (names, left) => {
    const play = await three();
    const before = play.tasks.length;
    expect((await play.send(`DELETE /_snapshot/${names}`)).body).toEqual({ acknowledged: true });
    expect(Object.keys((await play.send('GET /_snapshot')).body)).toEqual(left);
    expect(play.tasks).toHaveLength(before);
  });

  it('is of one cluster', async () => {
    const play = await three();
    expect((await play.send('GET /_snapshot', undefined, { server: 'leader' })).body).toEqual({});
  });
});

describe('verifying and cleaning up', () => {
  it('names the node that succeeded', async () => {
    const play = playClusters();
    await play.send('PUT /_snapshot/one?verify=false', fs('one'));
    const nodes = Object.keys((await play.send('GET /_nodes')).body.nodes ?? {});
    expect((await play.send('POST /_snapshot/one/_verify')).body).toEqual({
      nodes: { [nodes[0]!]: { name: 'sandbox-cluster-node' } },
    });
    expect(play.tasks).toMatchObject([{ kind: 'verify-folder' }]);
  });

  it.each<[string, object, MachineTask]>([
    ['a read-only folder', fs('one', { readonly: true }), { kind: 'read-folder', location: '/mnt/a/one', format }],
    ['readonly as text', fs('one', { readonly: 'true' }), { kind: 'read-folder', location: '/mnt/a/one', format }],
    ['a file URL', url('file:/mnt/a/one'), { kind: 'read-folder', location: '/mnt/a/one', format }],
    ['an http URL', url('http://localhost:9/one'), { kind: 'probe-url', url: 'http://localhost:9/one' }],
  ])('only reads %s, and refuses to clean it up', async (_, body, task) => {
    const play = playClusters();
    await play.send('PUT /_snapshot/one', body);
    expect(play.tasks).toEqual([task]);
    const { status, text } = await play.send('POST /_snapshot/one/_cleanup');
    expect(status).toBe(400);
    expect(text).toContain('read-only');
    expect(play.tasks).toHaveLength(1);
  });

  it('reports what was cleaned up', async () => {
    const play = playClusters({}, ({ kind }) => (kind === 'clean-folder' ? { deletedBytes: 20, deletedBlobs: 5 } : {}));
    await play.send('PUT /_snapshot/one', fs('one'));
    expect((await play.send('POST /_snapshot/one/_cleanup')).body).toEqual({
      results: { deleted_bytes: 20, deleted_blobs: 5 },
    });
    expect((await play.send('POST /_snapshot/two/_cleanup')).status).toBe(404);
  });

  it('goes on with the state of the time when the machine has answered', async () => {
    const play = playClusters({}, async ({ kind }) => {
      if (kind === 'verify-folder') await play.send('DELETE /_snapshot/one');
      return { uuid: 'late' };
    });
    expect((await play.send('PUT /_snapshot/one', fs('one'))).status).toBe(200);
    expect((await play.send('GET /_snapshot')).body).toEqual({});
  });
});

describe('two clusters with one folder', () => {
  const onLeader = { server: 'leader' as const };

  it('have one writer: the second must read only', async () => {
    const play = playClusters();
    await play.send('PUT /_snapshot/one', fs('shared'));
    const second = await play.send('PUT /_snapshot/two', fs('/mnt/a/./shared'), onLeader);
    expect(second.status).toBe(400);
    expect(second.text).toMatch(/\[cluster\] writes .*readonly/);
    expect((await play.send('PUT /_snapshot/two', fs('shared', { readonly: true }), onLeader)).status).toBe(200);
    const { cluster, leader } = play.state().clusters;
    expect(leader.repositories.get('two')?.uuid).toBe(cluster.repositories.get('one')?.uuid);
  });

  it('hand the writing over', async () => {
    const play = playClusters();
    await play.send('PUT /_snapshot/one', fs('shared'));
    await play.send('PUT /_snapshot/one', fs('shared', { readonly: true }));
    expect((await play.send('PUT /_snapshot/two', fs('shared'), onLeader)).status).toBe(200);
    expect((await play.send('PUT /_snapshot/one', fs('shared'))).status).toBe(400);
    await play.send('DELETE /_snapshot/two', undefined, onLeader);
    expect((await play.send('PUT /_snapshot/one', fs('shared'))).status).toBe(200);
  });
});
