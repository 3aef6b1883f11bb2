import { describe, expect, it } from 'vitest';
import { exportClusters } from '../../../services/search-cluster-play/export';
import { isClusters } from '../../../services/search-cluster-play/form';
import { createClusterPair } from '../../../services/search-cluster-play/cluster/cluster';
import { checkFor, createPlay, stepFirstCluster } from '../play';
import { basic } from './play-users';
import { playBooks } from './play-indices';

const books = () => playBooks({}, { 1: { pages: 1 }, 2: { pages: 2, title: 'Two' }, 3: { pages: 3 } });

describe('several documents', () => {
  it('are read in one request, in the order in which they are named', () => {
    const play = books();
    const docs = [{ _id: '2', _source: ['title'] }, { _id: 'x' }, { _index: 'nowhere', _id: 1 }];
    expect(play.send('POST /books/_mget', { docs }).body.docs).toMatchObject([
      { _index: 'books', _id: '2', found: true, _version: 1, _source: { title: 'Two' } },
      { _index: 'books', _id: 'x', found: false },
      { _index: 'nowhere', _id: '1', error: { type: 'index_not_found_exception' } },
    ]);
    expect(play.send('GET /books/_mget?_source=false', { ids: ['3', '1'] }).body.docs).toMatchObject([
      { _id: '3', found: true },
      { _id: '1', found: true },
    ]);
    expect(play.send('POST /_mget', { docs: [{ _index: 'books', _id: '1' }] }).status).toBe(200);
    for (const body of [{}, { docs: [] }, { docs: [{ _id: '1' }] }, { docs: [{ _index: 'books' }] }, { ids: ['1'] }]) {
      expect(play.send('POST /_mget', body).status, JSON.stringify(body)).toBe(400);
    }
  });

  it('are shown to whom they may be shown', () => {
    const entry = { names: ['seen'], privileges: ['read'], field_security: { grant: ['open'] } };
    const reader = { password: 'p', roles: { r: { indices: [entry] } } };
    const check = checkFor('search-cluster');
    const play = createPlay(createClusterPair('boot', { reader }), stepFirstCluster, check, 'Bearer boot');
    play.send('PUT /seen/_doc/1', { open: 1, closed: 2 });
    play.send('PUT /hidden/_doc/1', { open: 1 });
    const docs = ['seen', 'hidden'].map((_index) => ({ _index, _id: '1' }));
    expect(play.send('POST /_mget', { docs }, basic('reader', 'p')).body.docs).toMatchObject([
      { found: true, _source: { open: 1 } },
      { error: { type: 'security_exception' } },
    ]);
    expect(play.send('GET /hidden/_mget', { ids: ['1'] }, basic('reader', 'p')).status).toBe(403);
  });
});

describe('a copy of documents', () => {
  it('writes what a query finds into another index', () => {
    const play = books();
    const source = { index: ['books'], query: { range: { pages: { gte: 2 } } }, _source: ['pages'] };
    const copied = play.send('POST /_reindex', { source, dest: { index: 'copy' } });
    expect(copied.body).toMatchObject({
      total: 2,
      created: 2,
      updated: 0,
      batches: 1,
      version_conflicts: 0,
      failures: [],
    });
    expect(play.send('GET /copy/_doc/2').body._source).toEqual({ pages: 2 });
    expect(play.send('POST /_reindex', { source, dest: { index: 'copy' } }).body).toMatchObject({
      created: 0,
      updated: 2,
    });
    expect(
      play.send('POST /_reindex', { max_docs: 1, source: { index: 'books' }, dest: { index: 'one' } }).body.total,
    ).toBe(1);
    expect(play.send('POST /_reindex', { source: { index: 'empty*' }, dest: { index: 'none' } }).body.total).toBe(0);
    expect(play.send('HEAD /none').status).toBe(404);
  });

  it('keeps what is there already, if it only creates', () => {
    const play = books();
    play.send('PUT /copy/_doc/2', { own: true });
    const body = { source: { index: 'books' }, dest: { index: 'copy', op_type: 'create' } };
    const stopped = play.send('POST /_reindex', body);
    expect(stopped.status).toBe(409);
    expect(stopped.body).toMatchObject({ created: 1, version_conflicts: 1, failures: [{ id: '2', status: 409 }] });
    const done = play.send('POST /_reindex', { ...body, conflicts: 'proceed' });
    expect(done.body).toMatchObject({ created: 1, version_conflicts: 2, failures: [] });
    expect(play.send('GET /copy/_doc/2').body._source).toEqual({ own: true });
  });

  it.each([
    [{ source: { index: 'nowhere' }, dest: { index: 'copy' } }, 404],
    [{ source: { index: 'books' }, dest: { index: 'books' } }, 400],
    [{ source: { index: 'books' } }, 400],
    [{ source: {}, dest: { index: 'copy' } }, 400],
    [{ source: { index: 'books' }, dest: { index: 'Bad Name' } }, 400],
    [{ source: { index: 'books' }, dest: { index: 'copy', pipeline: 'p' } }, 400],
    [{ source: { index: 'books', query: { nothing: {} } }, dest: { index: 'copy' } }, 400],
    [{ source: { index: 'books', remote: { host: 'http://o:1' } }, dest: { index: 'copy' } }, 501],
    [{ source: { index: 'books' }, dest: { index: 'copy' }, script: { source: 'x' } }, 501],
  ])('is refused when it cannot be made: %j', (body, status) => {
    const play = books();
    const before = play.state();
    expect(play.send('POST /_reindex', body).status).toBe(status);
    expect(play.state()).toBe(before);
  });

  it('needs privileges on both indices', () => {
    const entry = (names: string, privilege: string) => ({ names: [names], privileges: [privilege] });
    const roles = (...indices: object[]) => ({ password: 'p', roles: { r: { indices } } });
    const usersOf = {
      both: roles(entry('a', 'read'), entry('b', 'create_index'), entry('b', 'write')),
      reader: roles(entry('a', 'read')),
      writer: roles(entry('b', 'all')),
    };
    const play = createPlay(
      createClusterPair('boot', usersOf),
      stepFirstCluster,
      checkFor('search-cluster'),
      'Bearer boot',
    );
    play.send('PUT /a/_doc/1', {});
    const body = { source: { index: 'a' }, dest: { index: 'b' } };
    const statusOf = (name: string) => play.send('POST /_reindex', body, basic(name, 'p')).status;
    expect(['reader', 'writer', 'both'].map(statusOf)).toEqual([403, 403, 200]);
  });
});

describe('work in the background', () => {
  it.each([
    ['POST /_reindex', { source: { index: 'books' }, dest: { index: 'copy' } }, { total: 3, created: 3 }],
    ['POST /books/_delete_by_query', { query: { match_all: {} } }, { total: 3, deleted: 3 }],
    ['POST /books/_update_by_query', {}, { total: 3, updated: 3 }],
  ])('has a task with its result: %s', (line, body, response) => {
    const play = books();
    const { task } = play.send(`${line}?wait_for_completion=false`, body).body;
    expect(play.send(`GET /_tasks/${String(task)}`).body).toMatchObject({ completed: true, response });
    expect(play.send('GET /_tasks').body).toEqual({ nodes: {} });
    expect(play.send('GET /_tasks/x:1').status).toBe(404);
    expect(isClusters(JSON.parse(JSON.stringify(exportClusters(play.state()))), '')).toBeUndefined();
  });

  it('is remembered for a while', () => {
    const play = books();
    const start = () => String(play.send('POST /books/_update_by_query?wait_for_completion=false', {}).body.task);
    const [first, ...more] = Array.from({ length: 101 }, start);
    expect(play.send(`GET /_tasks/${first!}`).status).toBe(404);
    expect(play.send(`GET /_tasks/${more[0]!}`).status).toBe(200);
  });
});

describe('a table', () => {
  it('is text for people, with the columns that they ask for', () => {
    const play = books();
    play.send('PUT /b');
    const lines = play.send('GET /_cat/indices?v&s=index:desc&h=index,docs.count,p').text;
    expect(lines).toBe('index docs.count pri\nbooks          3   1\nb              0   1\n');
    expect(play.send('GET /_cat/indices/b?h=i').text).toBe('b\n');
    expect(play.send('GET /_cat/indices').text).toMatch(/^green open books \S+ 1 1 3 0 \d+b \d+b \d+b\n/);
    expect(play.send('GET /_cat/count/books?h=count').text).toBe('3\n');
    expect(play.send('GET /_cat/count').headers['content-type']).toMatch(/^text\/plain/);
    expect(play.send('GET /_cat/health?v&ts=false').text).toMatch(
      /^cluster +status .*\nsandbox-cluster green +1 +1 +2 +2/,
    );
    expect(play.send('GET /_cat/health?help').text).toContain('node.total');
    expect(play.send('GET /_cat/indices/nowhere').status).toBe(404);
    expect(play.send('GET /_cat/indices?format=yaml').status).toBe(400);
  });

  it('is JSON for programs, and shows what the caller may see', () => {
    const watcher = { password: 'p', roles: { r: { indices: [{ names: ['a'], privileges: ['monitor'] }] } } };
    const check = checkFor('search-cluster');
    const play = createPlay(createClusterPair('boot', { watcher }), stepFirstCluster, check, 'Bearer boot');
    for (const name of ['a', 'b']) play.send(`PUT /${name}`);
    expect(play.send('GET /_cat/indices?format=json', undefined, basic('watcher', 'p')).body).toMatchObject([
      { health: 'green', status: 'open', index: 'a', pri: '1', 'docs.count': '0' },
    ]);
    const accept = { Accept: 'application/json' };
    expect(play.send('GET /_cat/count', undefined, undefined, accept).body).toMatchObject([{ count: '0' }]);
    expect(play.send('GET /_cat/health', undefined, basic('watcher', 'p')).status).toBe(403);
  });
});
