import { describe, expect, it } from 'vitest';
import type { Played } from '../play';
import { ann, basic, keyOf, playCluster } from './play-users';

const hour = 3_600_000;
const errorIn = ({ status, body }: Played) => [status, (body.error as unknown as { readonly type: string }).type];

/** Makes a key, and returns its id. */
function createKey(play: ReturnType<typeof playCluster>, body: object, authorization?: string): string {
  const made = play.send('POST /_security/api_key', body, authorization);
  expect(made.status, made.text).toBe(200);
  return String(made.body.id);
}

describe('API keys are searched', () => {
  function playKeys() {
    const play = playCluster();
    for (const [name, level] of [
      ['a-1', 'x'],
      ['a-2', 'y'],
      ['b-1', 'x'],
    ] as const) {
      createKey(play, { name, metadata: { level } });
      play.pass(1000);
    }
    createKey(play, { name: 'own', expiration: '1h' }, ann);
    return play;
  }
  const namesIn = ({ body, text }: Played) => {
    expect(body.api_keys, text).toBeDefined();
    return (body.api_keys as unknown as { readonly name: string }[]).map(({ name }) => name);
  };

  it.each([
    [{}, ['a-1', 'a-2', 'b-1', 'own']],
    [{ query: { match_all: {} }, size: 2 }, ['a-1', 'a-2']],
    [{ from: 3 }, ['own']],
    [{ query: { prefix: { name: 'a-' } }, sort: [{ creation: 'desc' }] }, ['a-2', 'a-1']],
    [{ query: { term: { 'metadata.level': 'x' } } }, ['a-1', 'b-1']],
    [{ query: { term: { username: 'ann' } } }, ['own']],
    [{ query: { exists: { field: 'expiration' } } }, ['own']],
    [{ query: { bool: { must_not: [{ wildcard: { name: '*-1' } }] } } }, ['a-2', 'own']],
    [{ query: { term: { invalidated: true } } }, []],
  ])('%j', (body, names) => {
    expect(namesIn(playKeys().send('POST /_security/_query/api_key', body))).toEqual(names);
  });

  it('with counts, orders and groups', () => {
    const play = playKeys();
    const { body } = play.send('GET /_security/_query/api_key?with_limited_by=true', {
      ...{ sort: ['name'], size: 1, aggs: { users: { terms: { field: 'username' } } } },
    });
    expect(body).toMatchObject({
      ...{ total: 4, count: 1, api_keys: [{ name: 'a-1', _sort: ['a-1'], invalidated: false }] },
      aggregations: {
        users: {
          buckets: [
            { key: 'elastic', doc_count: 3 },
            { key: 'ann', doc_count: 1 },
          ],
        },
      },
    });
    expect(body.api_keys?.[0]).toHaveProperty('limited_by');
    const after = { sort: ['name'], search_after: ['a-2'] };
    expect(namesIn(play.send('POST /_security/_query/api_key', after))).toEqual(['b-1', 'own']);
  });

  it('by those who may read them', () => {
    const play = playKeys();
    expect(namesIn(play.send('POST /_security/_query/api_key', {}, ann))).toEqual(['own']);
    const key = keyOf(play, { cluster: ['manage_own_api_key'] });
    expect(namesIn(play.send('POST /_security/_query/api_key', {}, key))).toEqual(['k']);
    expect(play.send('POST /_security/_query/api_key', {}, basic('bob', 'b')).status).toBe(403);
  });

  it.each([{ query: { fuzzy: { name: 'a' } } }, { size: 10_001 }, { from: -1 }, { sort: ['nothing'] }, 'x'])(
    'not like this: %j',
    (body) => {
      expect(playKeys().send('POST /_security/_query/api_key', body).status).toBe(400);
    },
  );
});

describe('an API key is updated', () => {
  it('in its descriptors, metadata and expiration, by the user who owns it', () => {
    const play = playCluster();
    const id = createKey(play, { name: 'k', metadata: { a: 1 } }, ann);
    const roles = { r: { cluster: ['monitor'] } };
    expect(play.send(`PUT /_security/api_key/${id}`, { role_descriptors: roles }, ann).body).toEqual({ updated: true });
    expect(play.send(`PUT /_security/api_key/${id}`, { role_descriptors: roles }, ann).body).toEqual({
      updated: false,
    });
    expect(play.send(`PUT /_security/api_key/${id}`, undefined, ann).body).toEqual({ updated: false });
    const more = { metadata: { b: 2 }, expiration: '1h' };
    expect(play.send(`PUT /_security/api_key/${id}`, more, ann).body).toEqual({ updated: true });
    expect(play.send(`GET /_security/api_key?id=${id}`).body.api_keys).toMatchObject([
      { name: 'k', metadata: { b: 2 }, expiration: play.now() + hour, role_descriptors: roles },
    ]);
    play.pass(hour);
    expect(errorIn(play.send(`PUT /_security/api_key/${id}`, more, ann))).toEqual([400, 'illegal_argument_exception']);
  });

  it('so that it may do what the descriptors say from then on', () => {
    const play = playCluster();
    const made = play.send('POST /_security/api_key', { name: 'k', role_descriptors: { r: { cluster: ['monitor'] } } });
    const key = `ApiKey ${String(made.body.encoded)}`;
    expect(play.send('GET /_cluster/health', undefined, key).status).toBe(200);
    play.send(`PUT /_security/api_key/${String(made.body.id)}`, {
      role_descriptors: { r: { cluster: ['manage_ccr'] } },
    });
    expect(play.send('GET /_cluster/health', undefined, key).status).toBe(403);
  });

  it('by no one else, and not with what its creation refuses', () => {
    const play = playCluster();
    const id = createKey(play, { name: 'k' }, ann);
    const line = `PUT /_security/api_key/${id}`;
    expect(errorIn(play.send(line, {}))).toEqual([404, 'resource_not_found_exception']);
    expect(play.send('PUT /_security/api_key/nothing', {}, ann).status).toBe(404);
    expect(play.send(line, {}, keyOf(play, { cluster: ['all'] })).status).toBe(400);
    expect(play.send(line, { name: 'other' }, ann).status).toBe(400);
    expect(play.send(line, { metadata: { _a: 1 } }, ann).body).toMatchObject({ error: { rule: 'reserved-key' } });
    expect(play.send(line, { expiration: 'soon' }, ann).status).toBe(400);
    expect(play.send(line, { role_descriptors: { r: { clusters: ['all'] } } }, ann).status).toBe(400);
    play.send('DELETE /_security/api_key', { ids: [id] });
    expect(play.send(line, {}, ann).status).toBe(400);
    expect(play.send(line, {}, basic('bob', 'b')).status).toBe(403);
  });

  it('with others, each by itself', () => {
    const play = playCluster();
    const [first, second] = [createKey(play, { name: 'a' }), createKey(play, { name: 'b', metadata: { x: 1 } })];
    const foreign = createKey(play, { name: 'c' }, ann);
    const body = { ids: [first, second, foreign, 'nothing'], metadata: { x: 1 } };
    expect(play.send('POST /_security/api_key/_bulk_update', body).body).toMatchObject({
      ...{ updated: [first], noops: [second] },
      errors: { count: 2, details: { [foreign]: { type: 'resource_not_found_exception' }, nothing: {} } },
    });
    expect(play.send('POST /_security/api_key/_bulk_update', { ids: first }).body).toEqual({
      updated: [],
      noops: [first],
    });
    expect(play.send('POST /_security/api_key/_bulk_update', { metadata: {} }).status).toBe(400);
  });
});

describe('an API key is granted', () => {
  it('to a user whose password or token the request has', () => {
    const play = playCluster();
    const grant = { grant_type: 'password', username: 'ann', password: 'ann:pass', api_key: { name: 'for-ann' } };
    const made = play.send('POST /_security/api_key/grant', grant);
    expect(made.body).toMatchObject({ name: 'for-ann' });
    const key = `ApiKey ${String(made.body.encoded)}`;
    expect(play.send('GET /_security/_authenticate', undefined, key).body).toMatchObject({ username: 'ann' });
    const byToken = { grant_type: 'access_token', access_token: 'boot', api_key: { name: 'root' } };
    expect(play.send('POST /_security/api_key/grant', byToken).status).toBe(200);
  });

  it.each([
    [{}, 400],
    [{ grant_type: 'password', username: 'ann', password: 'wrong', api_key: { name: 'x' } }, 401],
    [{ grant_type: 'password', username: 'ann', password: 'ann:pass' }, 400],
    [{ grant_type: 'access_token', access_token: 'boot', api_key: { name: 'x', metadata: { _a: 1 } } }, 400],
  ])('not like this: %j', (body, status) => {
    expect(playCluster().send('POST /_security/api_key/grant', body).status).toBe(status);
  });
});
