import { describe, expect, it } from 'vitest';
import { createClusterPair } from '../../../services/search-cluster-play/cluster/cluster';
import { checkFor, createPlay, stepFirstCluster, type Played } from '../play';
import { basic } from './play-users';
import { playCluster } from './play-indices';

const errorIn = ({ status, body }: Played) => [status, (body.error as unknown as { readonly type: string }).type];
const add = (index: string, alias: string, more: object = {}) => ({ add: { index, alias, ...more } });

function playIndices(...names: readonly string[]) {
  const play = playCluster();
  for (const name of names) play.send(`PUT /${name}`);
  return play;
}

describe('aliases', () => {
  it('are given, read, looked for and removed', () => {
    const play = playIndices('logs-1', 'logs-2', 'other');
    expect(play.send('PUT /logs-*/_alias/logs').body).toEqual({ acknowledged: true, errors: false });
    expect(play.send('POST /logs-1/_aliases/first', { routing: 'a' }).status).toBe(200);
    const first = { index_routing: 'a', search_routing: 'a' };
    expect(play.send('GET /_alias').body).toEqual({
      'logs-1': { aliases: { logs: {}, first } },
      'logs-2': { aliases: { logs: {} } },
      other: { aliases: {} },
    });
    expect(play.send('GET /_alias/f*').body).toEqual({ 'logs-1': { aliases: { first } } });
    expect(play.send('GET /logs-2/_alias').body).toEqual({ 'logs-2': { aliases: { logs: {} } } });
    expect(play.send('GET /logs/_alias/first').body).toEqual({ 'logs-1': { aliases: { first } } });
    expect(play.send('GET /_alias/first,nothing')).toMatchObject({
      status: 404,
      body: { error: 'alias [nothing] missing', status: 404, 'logs-1': { aliases: { first } } },
    });
    expect(['logs', 'f*', 'nothing'].map((name) => play.send(`HEAD /_alias/${name}`).status)).toEqual([200, 200, 404]);
    expect(play.send('HEAD /logs-2/_alias/first').status).toBe(404);
    expect(play.send('DELETE /logs-1/_alias/first').status).toBe(200);
    expect(errorIn(play.send('DELETE /logs-1/_alias/first'))).toEqual([404, 'aliases_not_found_exception']);
  });

  it('are changed together, or not at all', () => {
    const play = playIndices('new', 'old');
    play.send('PUT /old/_alias/now');
    const actions = [{ remove: { index: 'old', alias: 'now' } }, add('new', 'now')];
    expect(play.send('POST /_aliases', { actions }).status).toBe(200);
    expect(play.send('GET /_alias/now').body).toEqual({ new: { aliases: { now: {} } } });
    const before = play.state();
    for (const [broken, status] of [
      [add('nowhere', 'now'), 404],
      [add('new', 'old'), 400],
      [add('new', 'Big Name'), 400],
      [{ remove: { index: 'new', alias: 'x', must_exist: true } }, 404],
      [{ add: { index: 'new' } }, 400],
      [{ move: { index: 'new', alias: 'x' } }, 400],
      [{ remove_index: { index: 'now' } }, 400],
      ['add', 400],
    ] as const) {
      expect(play.send('POST /_aliases', { actions: [add('old', 'x'), broken] }).status, JSON.stringify(broken)).toBe(
        status,
      );
      expect(play.state()).toBe(before);
    }
    const swap = [{ remove_index: { index: 'old' } }, { add: { indices: ['new'], aliases: ['old', 'older'] } }];
    expect(play.send('POST /_aliases', { actions: swap }).status).toBe(200);
    expect(play.send('GET /old').body).toHaveProperty('new');
    expect(play.send('POST /_aliases', { actions: [] }).status).toBe(400);
  });

  it('lead writes to the one index that is for them', () => {
    const play = playIndices('a', 'b');
    play.send('POST /_aliases', { actions: [add('a', 'both'), add('b', 'both')] });
    expect(play.send('PUT /both/_doc/1', {}).status).toBe(400);
    expect(play.send('POST /_aliases', { actions: [add('b', 'both', { is_write_index: true })] }).status).toBe(200);
    expect(play.send('PUT /both/_doc/1', {}).body._index).toBe('b');
    const lines = '{"index":{"_index":"both","_id":"2"}}\n{}\n';
    play.send('POST /_bulk', lines, undefined, { 'Content-Type': 'application/x-ndjson' });
    expect(play.send('POST /both/_count').body.count).toBe(2);
    const second = play.send('POST /_aliases', { actions: [add('a', 'both', { is_write_index: true })] });
    expect(errorIn(second)).toEqual([500, 'illegal_state_exception']);
    play.send('POST /_aliases', { actions: [add('a', 'reading', { is_write_index: false })] });
    expect(play.send('PUT /reading/_doc/1', {}).status).toBe(400);
  });

  it('filter what is searched through them', () => {
    const play = playIndices('books');
    for (const pages of [1, 2, 3]) play.send(`PUT /books/_doc/${pages}`, { pages });
    play.send('PUT /books/_alias/long', { filter: { range: { pages: { gte: 2 } } } });
    play.send('PUT /books/_alias/first', { filter: { term: { pages: 1 } } });
    const count = (names: string) => play.send(`POST /${names}/_count`).body.count;
    expect(['books', 'long', 'first', 'first,long', 'long,books'].map(count)).toEqual([3, 2, 1, 3, 3]);
    expect(play.send('GET /long/_doc/1').status).toBe(200);
    const { id } = play.send('POST /long/_pit?keep_alive=1m').body;
    expect(play.send('POST /_search', { pit: { id } }).body).toMatchObject({ hits: { total: { value: 2 } } });
    expect(play.send('POST /long/_delete_by_query', { query: { match_all: {} } }).body.deleted).toBe(2);
    expect(play.send('GET /_cat/aliases?v').text).toBe(
      'alias index filter routing.index routing.search is_write_index\nlong  books *      -             -              -\nfirst books *      -             -              -\n',
    );
  });

  it('come with a new index, whose name no alias may have', () => {
    const play = playIndices('a');
    const made = play.send('PUT /b', { aliases: { all: { routing: '1' }, own: {} } });
    expect(made.status).toBe(200);
    expect(play.send('GET /b').body).toMatchObject({ b: { aliases: { all: { search_routing: '1' } } } });
    expect(errorIn(play.send('PUT /c', { aliases: { a: {} } }))).toEqual([400, 'invalid_alias_name_exception']);
    expect(errorIn(play.send('PUT /own'))).toEqual([400, 'invalid_index_name_exception']);
    expect(errorIn(play.send('PUT /d', { aliases: { _d: {} } }))).toEqual([400, 'invalid_alias_name_exception']);
    expect(play.send('PUT /e', { aliases: { f: { is_write_index: 'maybe' } } }).status).toBe(200);
  });

  it('need privileges on what they name', () => {
    const roles = { r: { indices: [{ names: ['mine*'], privileges: ['manage'] }] } };
    const reader = { r: { indices: [{ names: ['mine'], privileges: ['view_index_metadata'] }] } };
    const play = createPlay(
      createClusterPair('boot', { owner: { password: 'p', roles }, reader: { password: 'p', roles: reader } }),
      stepFirstCluster,
      checkFor('search-cluster'),
      'Bearer boot',
    );
    play.send('PUT /mine');
    play.send('PUT /theirs', { aliases: { secret: {} } });
    const owner = basic('owner', 'p');
    expect(play.send('PUT /mine/_alias/mine-too', undefined, owner).status).toBe(200);
    expect(play.send('PUT /mine/_alias/free', undefined, owner).status).toBe(403);
    expect(play.send('POST /_aliases', { actions: [add('theirs', 'mine-2')] }, owner).status).toBe(403);
    expect(play.send('GET /_alias', undefined, basic('reader', 'p')).body).toEqual({
      mine: { aliases: { 'mine-too': {} } },
    });
    expect(play.send('DELETE /mine/_alias/mine-too', undefined, basic('reader', 'p')).status).toBe(403);
  });
});

describe('what servers say of aliases', () => {
  it('routes writes as the alias says, and refuses another routing', () => {
    const play = playIndices('logs-1');
    play.send('PUT /logs-1/_alias/routed', { index_routing: 'r' });
    expect(play.send('PUT /routed/_doc/1', { a: 1 }).status).toBe(201);
    expect(play.send('GET /logs-1/_doc/1').body).toMatchObject({ _routing: 'r' });
    expect(errorIn(play.send('PUT /routed/_doc/2?routing=s', { a: 1 }))).toEqual([400, 'illegal_argument_exception']);
  });

  it('resolves the name of an alias to the alias alone', () => {
    const play = playIndices('logs-1');
    play.send('PUT /logs-1/_alias/logs');
    expect(play.send('GET /_resolve/index/logs').body).toMatchObject({
      indices: [],
      aliases: [{ name: 'logs', indices: ['logs-1'] }],
    });
  });

  it('removes only what was there before the request, and keeps no empty filter', () => {
    const play = playIndices('logs-1');
    const actions = [add('logs-1', 'a', { filter: {} }), { remove: { index: '*', alias: '*' } }];
    expect(play.send('POST /_aliases', { actions }).status).toBe(200);
    expect(play.send('GET /_alias').body).toEqual({ 'logs-1': { aliases: { a: {} } } });
  });

  it('does not read whether a single alias is hidden, and takes a name with - in front as a name', () => {
    const play = playIndices('logs-1');
    play.send('PUT /logs-1/_alias/a', { is_hidden: true });
    expect(play.send('GET /_aliases').body).toEqual({ 'logs-1': { aliases: { a: {} } } });
    expect(play.send('GET /_alias/-a').status).toBe(404);
  });
});
