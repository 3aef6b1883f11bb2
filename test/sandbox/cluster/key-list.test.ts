import { describe, expect, it } from 'vitest';
import { inOrderOfCreation, nameOfKey } from '../../../services/search-cluster-play/cluster/keys';
import type { ApiKeyRecord } from '../../../services/search-cluster-play/cluster/model';
import { ann, keyOf, playCluster, users } from './play-users';

describe('creating API keys', () => {
  const create = (body: unknown, authorization?: string) => {
    const play = playCluster({ isLenient: true });
    const key = authorization === undefined ? undefined : keyOf(play, undefined, authorization);
    return play.send('PUT /_security/api_key', body, key);
  };

  it.each([
    ['a list', [], /object/],
    [
      'a lifetime that is none',
      { name: 'k', expiration: 'soon' },
      /not a time value\. Write a whole number and a unit/,
    ],
    ['a lifetime that is a number', { name: 'k', expiration: 5 }, /`expiration` must be a string/],
  ])('is refused with %s, which is said', (_, body, reason) => {
    const { status, text } = create(body);
    expect([status, text]).toEqual([400, expect.stringMatching(reason)]);
  });

  it.each([
    ['no descriptor', { name: 'k' }, 'an explicit role descriptor without privileges'],
    ['privileges', { name: 'k', role_descriptors: { r: { cluster: ['monitor'] } } }, '`cluster` grants privileges'],
  ])('is refused to a key that gives %s', (_, body, reason) => {
    expect([create(body, ann).status, create(body, ann).text]).toEqual([400, expect.stringContaining(reason)]);
    expect(create({ name: 'k', role_descriptors: { r: {} } }, ann).status).toBe(200);
  });

  it('takes an empty body, and a lifetime of null', () => {
    expect(create('').status).toBe(200);
    expect(create({ name: 'k', expiration: null }).body).not.toHaveProperty('expiration');
  });

  it('keeps their order, also at one time, and calls one without a name by its id', () => {
    const key = (id: string, more: object = {}) => ({ id, creation: 0, ...more }) as unknown as ApiKeyRecord;
    const keys = [key('c', { creation: 1 }), key('b', { number: 2 }), key('d', { number: 1 }), key('a')];
    expect(inOrderOfCreation(keys).map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c']);
    expect([nameOfKey(key('a')), nameOfKey(key('a', { name: 'n' }))]).toEqual(['a', 'n']);
  });
});

/** A role descriptor as responses show it. */
const whole = {
  cluster: [],
  indices: [],
  applications: [],
  run_as: [],
  metadata: {},
  transient_metadata: { enabled: true },
};
const shown = ({ keys }: typeof users.ann.roles) => ({ keys: { ...whole, ...keys } });

describe('reading API keys', () => {
  it('returns everything but secrets', () => {
    const play = playCluster();
    const body = {
      name: 'one',
      expiration: '1d',
      metadata: { team: 'x' },
      role_descriptors: { r: { cluster: ['monitor'] } },
    };
    const { body: made } = play.send('PUT /_security/api_key', body, ann);
    const { text, body: answer } = play.send('GET /_security/api_key?with_limited_by');
    expect(answer).toEqual({
      api_keys: [
        {
          id: made.id,
          name: 'one',
          type: 'rest',
          creation: play.now(),
          expiration: play.now() + 86_400_000,
          invalidated: false,
          username: 'ann',
          realm: 'reserved',
          realm_type: 'reserved',
          metadata: { team: 'x' },
          role_descriptors: { r: { ...whole, cluster: ['monitor'] } },
          limited_by: [shown(users.ann.roles)],
        },
      ],
    });
    expect(text).not.toContain(made.api_key);
  });

  it('selects by id, name, user, owner and activity', () => {
    const play = playCluster();
    const named = (name: string, more: object = {}, authorization?: string) =>
      String(play.send('PUT /_security/api_key', { name, ...more }, authorization).body.id);
    const [a, b, c] = [named('ab'), named('ac', {}, ann), named('x', { expiration: '1m' })];
    play.pass(60_000);
    const ids = (query: string, authorization?: string) => {
      const { status, body } = play.send(`GET /_security/api_key${query}`, undefined, authorization);
      const keys = (body as { api_keys?: { id: string }[] }).api_keys;
      return [status, ...(keys ?? []).map(({ id }) => id)];
    };
    expect(ids('')).toEqual([200, a, b, c]);
    expect(ids(`?id=${a}`)).toEqual([200, a]);
    expect(ids('?id=no')).toEqual([404]);
    expect(ids('?name=a*')).toEqual([200, a, b]);
    expect(ids('?username=ann')).toEqual([200, b]);
    expect(ids('?realm_name=no')).toEqual([200]);
    expect(ids('?active_only=true')).toEqual([200, a, b]);
    expect(ids('?owner=true')).toEqual([200, a, c]);
    expect(ids('?owner=true', ann)).toEqual([200, b]);
    expect(ids('?username=ann&realm_name=reserved', ann)).toEqual([200, b]);
    expect(ids('', ann)).toEqual([403]);
    expect(ids(`?id=${a}`, ann)).toEqual([403]);
  });

  it('is open to a key for itself', () => {
    const play = playCluster();
    const made = play.send('PUT /_security/api_key', { name: 'k' }, ann);
    const credential = `ApiKey ${String(made.body.encoded)}`;
    const other = String(play.send('PUT /_security/api_key', { name: 'o' }, ann).body.id);
    expect(play.send(`GET /_security/api_key?id=${String(made.body.id)}`, undefined, credential).status).toBe(200);
    expect(play.send(`GET /_security/api_key?id=${other}`, undefined, credential).status).toBe(403);
    expect(play.send('GET /_security/api_key?owner=true', undefined, credential).status).toBe(403);
  });
});

describe('invalidating API keys', () => {
  it('ends them once, and keeps them in the list', () => {
    const play = playCluster();
    const made = play.send('PUT /_security/api_key', { name: 'k' });
    const ids = [String(made.body.id)];
    expect(play.send('DELETE /_security/api_key', { ids }).body).toEqual({
      invalidated_api_keys: ids,
      previously_invalidated_api_keys: [],
      error_count: 0,
    });
    expect(play.send('GET /', undefined, `ApiKey ${String(made.body.encoded)}`).status).toBe(401);
    expect(play.send('DELETE /_security/api_key', { name: 'k' }).body.previously_invalidated_api_keys).toEqual(ids);
    expect(play.send('GET /_security/api_key').body).toMatchObject({
      api_keys: [{ invalidated: true, invalidation: play.now() }],
    });
  });

  it.each([undefined, '', '{', '[]', 'null', {}, { ids: [] }, { owner: false }, { id: 1 }])(
    'refuses the body %j, and ends none',
    (body) => {
      const play = playCluster();
      const credential = keyOf(play);
      expect(play.send('DELETE /_security/api_key', body).status).toBe(400);
      expect(play.send('GET /', undefined, credential).status).toBe(200);
    },
  );

  it('reaches keys of others only with the wider privilege', () => {
    const play = playCluster();
    const credential = keyOf(play);
    keyOf(play, undefined, ann);
    expect(play.send('DELETE /_security/api_key', { name: 'k' }, ann).status).toBe(403);
    const { body } = play.send('DELETE /_security/api_key', { owner: true }, ann);
    expect(body.invalidated_api_keys).toHaveLength(1);
    expect(play.send('GET /', undefined, credential).status).toBe(200);
  });
});

describe('asking for privileges', () => {
  it('returns each of them', () => {
    const play = playCluster();
    const credential = keyOf(play, {
      cluster: ['manage'],
      indices: [{ names: ['logs-*'], privileges: ['write', 'monitor'] }],
    });
    const asked = {
      cluster: ['monitor', 'manage', 'manage_ccr', 'manage_security', 'all'],
      index: [{ names: ['logs-1', 'other'], privileges: ['index', 'read'] }],
    };
    expect(play.send('POST /_security/user/_has_privileges', asked, credential).body).toEqual({
      username: 'elastic',
      has_all_requested: false,
      cluster: { monitor: true, manage: true, manage_ccr: false, manage_security: false, all: false },
      index: { 'logs-1': { index: true, read: false }, other: { index: false, read: false } },
      application: {},
    });
    expect(play.send('POST /_security/user/_has_privileges', asked).body.has_all_requested).toBe(true);
  });

  it('are returned for every entry, also of several about one index', () => {
    const index = [
      { names: ['logs-1', 'other'], privileges: ['read'] },
      { names: ['logs-1'], privileges: ['index', 'read'] },
    ];
    const play = playCluster();
    const key = keyOf(play, { indices: [{ names: ['logs-*'], privileges: ['read'] }] });
    expect(play.send('POST /_security/user/_has_privileges', { index }, key).body).toMatchObject({
      has_all_requested: false,
      index: { 'logs-1': { read: true, index: false }, other: { read: false } },
    });
  });

  it.each(['', '[]', '{'])('refuses the body %j', (body) => {
    expect(playCluster().send('POST /_security/user/_has_privileges', body).status).toBe(400);
  });
});
