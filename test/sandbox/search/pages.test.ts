import { describe, expect, it } from 'vitest';
import { exportClusters, importClusters } from '../../../services/search-cluster-play/export';
import { changeOfClusters } from '../../../services/search-cluster-play/change';
import { createClusterPair, stepCluster } from '../../../services/search-cluster-play/cluster/cluster';
import { ann, playCluster as playUsers, users } from '../cluster/play-users';
import { playBooks, type ClusterPlay } from '../cluster/play-indices';
import { checkFor, createPlay, stepFirstCluster, type Played } from '../play';

const minute = 60_000;

function playNumbers(count: number): ClusterPlay {
  const documents = Array.from({ length: count }, (_, at) => [String(at + 1), { pages: at + 1 }] as const);
  return playBooks({}, Object.fromEntries(documents));
}

interface Hits {
  readonly total: { readonly value: number };
  readonly hits: readonly { readonly _id: string; readonly sort?: readonly number[] }[];
}

const hitsOf = ({ body }: Played) => (body.hits as unknown as Hits).hits;
const idsIn = (played: Played) => hitsOf(played).map(({ _id }) => _id);
const typeIn = ({ status, body }: Played) => [status, (body.error as unknown as { readonly type: string }).type];

describe('a scroll', () => {
  it('reads a search page by page, as the documents were when it began', () => {
    const play = playNumbers(5);
    const first = play.send('POST /books/_search?scroll=1m', { size: 2, sort: [{ pages: 'desc' }] });
    expect(idsIn(first)).toEqual(['5', '4']);
    const id = String(first.body._scroll_id);
    play.send('DELETE /books/_doc/1');
    play.send('PUT /books/_doc/9', { pages: 0 });
    const second = play.send('POST /_search/scroll', { scroll_id: id, scroll: '1m' });
    expect(idsIn(second)).toEqual(['3', '2']);
    expect(second.body).toMatchObject({ _scroll_id: id, hits: { total: { value: 5 } }, _shards: { failed: 0 } });
    expect(idsIn(play.send(`GET /_search/scroll?scroll_id=${id}`))).toEqual(['1']);
    expect(idsIn(play.send(`POST /_search/scroll/${id}`))).toEqual([]);
    expect(play.send('DELETE /_search/scroll', { scroll_id: [id] }).body).toEqual({ succeeded: true, num_freed: 1 });
    expect(typeIn(play.send('POST /_search/scroll', { scroll_id: id }))).toEqual([
      404,
      'search_context_missing_exception',
    ]);
    expect(play.send('DELETE /_search/scroll', { scroll_id: id }).status).toBe(404);
  });

  it('ends by the clock of the sandbox, and each page can keep it open', () => {
    const play = playNumbers(3);
    const id = String(play.send('POST /_search?scroll=1m', { size: 1 }).body._scroll_id);
    play.pass(minute - 1);
    expect(play.send('POST /_search/scroll', { scroll_id: id, scroll: '2m' }).status).toBe(200);
    play.pass(2 * minute - 1);
    expect(play.send('POST /_search/scroll', { scroll_id: id }).status).toBe(200);
    play.pass(1);
    expect(play.send('POST /_search/scroll', { scroll_id: id }).status).toBe(404);
  });

  it('reads slices, which together are everything', () => {
    const play = playNumbers(20);
    const slices = [0, 1, 2].map((id) =>
      idsIn(play.send('POST /books/_search?scroll=1m', { size: 100, slice: { id, max: 3 } })),
    );
    expect(slices.flat().sort()).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1)).sort());
    expect(slices.every((some) => some.length > 0 && some.length < 20)).toBe(true);
    expect(play.send('POST /books/_search', { slice: { id: 0, max: 2 } }).status).toBe(400);
    expect(play.send('POST /books/_search?scroll=1m', { slice: { id: 2, max: 2 } }).status).toBe(400);
  });

  it.each([
    ['size=0', {}],
    ['', { from: 1 }],
    ['scroll=2d', {}],
    ['scroll=soon', {}],
  ])('is refused with what it cannot have: %s %j', (query, body) => {
    const play = playNumbers(1);
    const line = query.startsWith('scroll') ? query : `scroll=1m&${query}`;
    expect(play.send(`POST /books/_search?${line}`, body).status).toBe(400);
  });

  it('is open for whoever opened it, and shows what they may see', () => {
    const reader = {
      password: 'p',
      roles: { r: { indices: [{ names: ['books'], privileges: ['read'], query: '{"term":{"pages":2}}' }] } },
    };
    const check = checkFor('search-cluster');
    const play = createPlay(createClusterPair('boot', { ...users, reader }), stepFirstCluster, check, 'Bearer boot');
    for (const pages of [1, 2, 2]) play.send('POST /books/_doc', { pages });
    const basic = `Basic ${Buffer.from('reader:p').toString('base64')}`;
    const first = play.send('POST /books/_search?scroll=1m', { size: 1 }, basic);
    expect(first.body).toMatchObject({ hits: { total: { value: 2 } } });
    const next = { scroll_id: first.body._scroll_id };
    expect(play.send('POST /_search/scroll', next).status).toBe(404);
    expect(play.send('POST /_search/scroll', next, basic).status).toBe(200);
    expect(play.send('POST /books/_pit?keep_alive=1m', undefined, ann).status).toBe(403);
  });

  it('counts against a limit', () => {
    let state = playNumbers(1).state();
    const send = (line: string) => {
      const [method = '', target = ''] = line.split(' ');
      const request = { method, target, headers: [['Authorization', 'Bearer boot']] as const, body: '' };
      let texts = 0;
      const input = { now: 0, randomText: () => `${target}${String(opened)}-${String(texts++)}`, baseUrl: '' };
      const step = stepCluster(state, 'cluster', request, input, () => []);
      ({ state } = step);
      return step.response;
    };
    let opened = 0;
    for (; opened < 500; opened++) expect(send('POST /books/_search?scroll=1m').status).toBe(200);
    expect(send('POST /books/_search?scroll=1m')).toMatchObject({
      status: 429,
      body: expect.stringContaining('too_many_scroll_contexts_exception') as string,
    });
    expect(JSON.parse(send('DELETE /_search/scroll/_all').body)).toMatchObject({ num_freed: 500 });
    expect(send('POST /books/_search?scroll=1m').status).toBe(200);
  });

  it('is in no export, and in no state file', () => {
    const play = playNumbers(2);
    const before = play.state();
    play.send('POST /books/_search?scroll=1m', { size: 1 });
    expect(play.state()).not.toBe(before);
    expect(changeOfClusters(before, play.state())).toBeUndefined();
    const exported = exportClusters(play.state());
    expect(exported.cluster).not.toHaveProperty('openSearches');
    expect(exportClusters(importClusters(exported))).toEqual(exported);
  });
});

describe('a point in time', () => {
  const open = (play: ClusterPlay, target = 'books') => String(play.send(`POST /${target}/_pit?keep_alive=1m`).body.id);

  it('is searched as the documents were, and is closed', () => {
    const play = playNumbers(3);
    const id = open(play);
    play.send('DELETE /books');
    const found = play.send('POST /_search', {
      pit: { id, keep_alive: '2m' },
      query: { range: { pages: { gte: 2 } } },
    });
    expect(found.body.pit_id).toBe(id);
    expect(idsIn(found)).toEqual(['2', '3']);
    play.pass(2 * minute - 1);
    expect(play.send('GET /_search', { pit: { id } }).status).toBe(200);
    expect(play.send('DELETE /_pit', { id }).body).toEqual({ succeeded: true, num_freed: 1 });
    expect(typeIn(play.send('POST /_search', { pit: { id } }))).toEqual([404, 'search_context_missing_exception']);
  });

  it('is read to the end with search_after, through equal values and several indices', () => {
    const play = playNumbers(4);
    for (const pages of [1, 1, 2]) play.send('POST /more/_doc', { pages });
    const id = open(play, 'books,more');
    const pages: string[] = [];
    let after: readonly number[] | undefined;
    for (;;) {
      const found = play.send('POST /_search', {
        ...{ pit: { id }, size: 2, sort: [{ pages: 'asc' }] },
        ...(after && { search_after: after }),
      });
      const hits = hitsOf(found);
      if (hits.length === 0) break;
      pages.push(...hits.map(({ _id }) => _id));
      after = hits[hits.length - 1]!.sort;
      expect(after).toHaveLength(2);
    }
    expect(new Set(pages).size).toBe(7);
    expect(pages).toHaveLength(7);
    expect(play.send('POST /_search', { pit: { id }, sort: '_shard_doc' }).status).toBe(200);
  });

  it.each([
    ['POST /books/_search', { pit: { id: 'x' } }, 400],
    ['POST /_search', { pit: {} }, 400],
    ['POST /_search', { pit: { id: 'x' } }, 404],
    ['POST /books/_pit', undefined, 400],
    ['POST /nowhere/_pit?keep_alive=1m', undefined, 404],
    ['DELETE /_pit', {}, 400],
    ['DELETE /_pit', { id: 'x' }, 400],
    ['DELETE /_pit', { id: 'x'.repeat(40) }, 404],
  ])('is refused when something is wrong: %s %j', (line, body, status) => {
    expect(playNumbers(1).send(line, body).status).toBe(status);
  });

  it('can be searched by several searches in one request', () => {
    const play = playNumbers(2);
    const id = open(play);
    const lines = `{}\n${JSON.stringify({ pit: { id } })}\n{"index":"books"}\n{}\n`;
    const { body } = play.send('POST /_msearch', lines, undefined, { 'Content-Type': 'application/x-ndjson' });
    expect(body.responses).toMatchObject([{ status: 200, pit_id: id }, { status: 200 }]);
  });
});

it('needs a user of the cluster', () => {
  expect(playUsers().send('POST /_search/scroll', { scroll_id: 'x' }, '').status).toBe(401);
});
