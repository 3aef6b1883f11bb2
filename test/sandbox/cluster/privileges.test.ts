import { describe, expect, it } from 'vitest';
import { searchCluster } from '../../../engine/src/services/search-cluster/catalogue/service';
import {
  clusterPrivilegeActions,
  indexPrivilegeActions,
} from '../../../engine/src/services/search-cluster/catalogue/security/privilege-actions';
import {
  operationPrivileges,
  privilegeOf,
} from '../../../engine/src/services/search-cluster/catalogue/security/operation-privileges';
import {
  clusterPrivileges,
  indexPrivileges,
} from '../../../engine/src/services/search-cluster/catalogue/security/privileges';
import {
  hasNamedPrivilege,
  mayOnIndex,
  reachOnCluster,
  type Caller,
} from '../../../engine/src/services/search-cluster/sandbox/cluster/privileges';
import { encodeBase64 } from '../../../engine/src/text/base64';
import { createClusterPair } from '../../../engine/src/services/search-cluster/sandbox/cluster/cluster';
import { checkFor, createPlay, stepFirstCluster } from '../play';

const check = checkFor('search-cluster');
const users = {
  ann: { password: 'ann:pass', roles: { keys: { cluster: ['manage_own_api_key', 'monitor'] } } },
  bob: { password: 'b', roles: {} },
};

function playCluster() {
  return createPlay(createClusterPair('boot', users), stepFirstCluster, check, 'Bearer boot');
}

const basic = (name: string, password: string) => `Basic ${encodeBase64(`${name}:${password}`)}`;
const ann = basic('ann', 'ann:pass');

function keyOf(play: ReturnType<typeof playCluster>, descriptor?: unknown, authorization?: string): string {
  const body = { name: 'k', ...(descriptor !== undefined && { role_descriptors: { r: descriptor } }) };
  const made = play.send('PUT /_security/api_key', body, authorization);
  expect(made.status).toBe(200);
  return `ApiKey ${String(made.body.encoded)}`;
}

function user(...roles: readonly object[]): Caller {
  return { kind: 'user', name: 'u', by: 'password', roles: { ...roles } };
}

describe('users', () => {
  it('authenticate by name and password, the administrator by the credential of the sandbox', () => {
    const play = playCluster();
    expect(play.send('GET /_security/_authenticate', undefined, basic('elastic', 'boot')).body).toMatchObject({
      username: 'elastic',
      authentication_type: 'realm',
    });
    expect(play.send('GET /_security/_authenticate', undefined, ann).body).toMatchObject({
      username: 'ann',
      roles: ['keys'],
    });
  });

  it.each([
    basic('elastic', ''),
    basic('elastic', 'wrong'),
    basic('nobody', 'boot'),
    basic('constructor', 'undefined'),
    basic('', ''),
    `Basic ${encodeBase64('elastic')}`,
    'Basic %%%',
  ])('are refused with %s', (authorization) => {
    const { status, headers, text } = playCluster().send('GET /', undefined, authorization);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toContain('Basic');
    expect(text).not.toContain('boot');
  });

  it('give a key what they may do at that moment, and no more than that later', () => {
    const play = playCluster();
    const everything = keyOf(play, undefined, ann);
    const wider = keyOf(play, { cluster: ['all'], indices: [{ names: ['*'], privileges: ['all'] }] }, ann);
    const promoted = { password: 'ann:pass', roles: { super: { cluster: ['all'] } } };
    play.change((state) => ({ ...state, cluster: { ...state.cluster, users: { ann: promoted } } }));
    for (const key of [everything, wider]) {
      expect(play.send('GET /', undefined, key).status).toBe(200);
      expect(play.send('GET /_snapshot', undefined, key).status).toBe(403);
    }
    expect(play.send('GET /_snapshot', undefined, ann).status).toBe(200);
    play.change((state) => ({ ...state, cluster: { ...state.cluster, users: {} } }));
    expect(play.send('GET /', undefined, everything).status).toBe(200);
  });
});

describe('cluster privileges', () => {
  it.each([
    ['monitor_snapshot', 'GET /_snapshot', true],
    ['create_snapshot', 'GET /_snapshot/_all', true],
    ['manage', 'GET /_snapshot', true],
    ['all', 'GET /_snapshot', true],
    ['cluster:admin/repository/*', 'GET /_snapshot', true],
    ['cluster:admin/repository/get', 'GET /_snapshot', true],
    ['monitor', 'GET /_snapshot', false],
    ['manage_security', 'GET /_snapshot', false],
    ['none', 'GET /_snapshot', false],
    ['manage_saml', 'GET /_snapshot', false],
    ['monitor_snapshot', 'DELETE /_snapshot/none*', false],
    ['create_snapshot', 'POST /_snapshot/x/_verify', false],
    ['create_snapshot', 'POST /_snapshot/x/_cleanup', false],
    ['manage', 'POST /_snapshot/x/_cleanup', true],
    ['monitor', 'GET /_nodes', true],
    ['monitor', 'GET /_cluster/health', true],
    ['manage_own_api_key', 'GET /_nodes', false],
    ['manage', 'GET /_security/api_key', false],
    ['manage_security', 'GET /_security/api_key', true],
    ['read_security', 'GET /_security/api_key', true],
    ['manage_own_api_key', 'GET /_security/api_key', false],
    ['none', 'GET /_security/_authenticate', true],
  ])('%s lets a key send %s: %s', (privilege, line, isAllowed) => {
    const play = playCluster();
    const { status, text } = play.send(line, undefined, keyOf(play, { cluster: [privilege] }));
    expect(status === 403).toBe(!isAllowed);
    if (!isAllowed) expect(text).toMatch(/security_exception.*privilege \[\w+\].* is needed/);
  });

  it('of unknown names are refused, as servers do', () => {
    const body = { name: 'k', role_descriptors: { r: { cluster: ['unheard_of'] } } };
    const { status, text } = playCluster().send('PUT /_security/api_key', body);
    expect(status).toBe(400);
    expect(text).toContain('unknown-value');
  });

  it('are refused before the request is looked at', () => {
    const play = playCluster();
    expect(play.send('PUT /_snapshot/x', '{', keyOf(play, { cluster: ['monitor'] })).status).toBe(403);
  });

  it('all have an entry that names known privileges only', () => {
    const names = (set: typeof clusterPrivileges) => set.values.map(({ value }) => value);
    expect(names(clusterPrivileges)).toEqual(expect.arrayContaining(Object.keys(clusterPrivilegeActions)));
    expect(names(indexPrivileges)).toEqual(expect.arrayContaining(Object.keys(indexPrivilegeActions)));
  });

  it('are named for operations that exist', () => {
    const ids = new Set(searchCluster.operations.map(({ id }) => id));
    expect(Object.keys(operationPrivileges).filter((id) => !ids.has(`search-cluster.${id}`))).toEqual([]);
  });

  it('that operations name grant the operations', () => {
    const needed = searchCluster.operations.flatMap((operation) => privilegeOf(operation) ?? []);
    expect(needed.length).toBeGreaterThan(40);
    for (const {
      kind: scope,
      names: [name],
      action,
    } of needed) {
      const caller = user({ cluster: [name], indices: [{ names: ['i'], privileges: [name] }] });
      const isGranted = scope === 'cluster' ? reachOnCluster(caller, action) : mayOnIndex(caller, action, 'i');
      expect(isGranted, `${name} for ${action}`).toBeTruthy();
    }
  });
});

describe('every operation that is played', () => {
  /** Everybody may ask who one is, and what one may do. */
  const open = ['search-cluster.authenticate', 'search-cluster.has-privileges'];
  /** Each of its actions is asked for by itself. */
  const byItem = ['search-cluster.bulk', 'search-cluster.search.several-anywhere'];

  it.each(searchCluster.operations.filter(({ id }) => ![...open, ...byItem].includes(id)).map((one) => [one.id, one]))(
    'is refused to a user without privileges: %s',
    (_, { methods, path }) => {
      const play = playCluster();
      play.send('PUT /some', {});
      const line = `${methods[0]!} ${path.replaceAll(/\{\w*index\}/g, 'some').replaceAll(/\{\w+\}/g, 'x')}`;
      const { status } = play.send(line, undefined, basic('bob', 'b'));
      const hint =
        'Say which privilege it needs in engine/src/services/search-cluster/catalogue/security/operation-privileges.ts';
      if (status !== 501) expect(status, hint).toBe(403);
    },
  );
});

describe('index privileges', () => {
  const on = (names: unknown, privileges: unknown, more: object = {}) =>
    user({ indices: [{ names, privileges, ...more }] });
  const search = 'indices:data/read/search';

  it.each([
    [['logs'], 'logs', true],
    ['logs', 'logs', true],
    [['logs-*'], 'logs-1', true],
    [['logs-*'], 'log', false],
    [['log?'], 'logs', true],
    [['*'], 'anything', true],
    [['*'], '.security-7', false],
    [['.security-7'], '.security-7', true],
    [['/logs-[0-9]+/'], 'logs-12', true],
    [['/logs-[0-9]+/'], 'logs-x', false],
    [['/logs/'], 'logs-1', false],
    [['/[/'], '[', false],
    [['/(a+)+/'], 'aaaa', true],
    [[], 'logs', false],
    [null, 'logs', false],
    [[1, {}], '1', false],
  ])('on %j cover %j: %s', (names, index, isCovered) => {
    expect(mayOnIndex(on(names, ['read']), search, index)).toBe(isCovered);
  });

  it('on a pattern cover restricted indices with the flag', () => {
    expect(mayOnIndex(on(['*'], ['read'], { allow_restricted_indices: true }), search, '.security-7')).toBe(true);
  });

  it.each([
    ['read', 'indices:data/read/get', true],
    ['read', 'indices:data/write/delete', false],
    ['write', 'indices:data/write/delete', true],
    ['index', 'indices:data/write/index:op_type/index', true],
    ['index', 'indices:data/write/delete', false],
    ['create_doc', 'indices:data/write/index:op_type/create', true],
    ['create_doc', 'indices:data/write/index:op_type/index', false],
    ['manage', 'indices:admin/delete', true],
    ['manage', 'indices:data/read/search', false],
    ['delete_index', 'indices:admin/delete', true],
    ['ALL', 'indices:admin/delete', true],
    ['indices:data/read/*', 'indices:data/read/search', true],
    ['*', 'indices:data/read/search', true],
  ])('%s grants %s: %s', (privilege, action, isGranted) => {
    expect(mayOnIndex(on(['i'], [privilege]), action, 'i')).toBe(isGranted);
  });

  it('are read from the older member name, too', () => {
    expect(mayOnIndex(user({ index: [{ names: ['i'], privileges: ['read'] }] }), search, 'i')).toBe(true);
  });

  it('are those of the key and of its owner together', () => {
    const play = playCluster();
    const send = (line: string, authorization: string, body?: unknown) => play.send(line, body, authorization).status;
    expect(send('PUT /logs-1', 'Bearer boot', {})).toBe(200);
    expect(send('PUT /other', 'Bearer boot', {})).toBe(200);
    const reader = keyOf(play, { indices: [{ names: ['logs-*'], privileges: ['read', 'view_index_metadata'] }] });
    expect(send('GET /logs-1/_mapping', reader)).toBe(200);
    expect(send('GET /logs-1,other/_mapping', reader)).toBe(403);
    expect(send('GET /other/_mapping', reader)).toBe(403);
    expect(send('GET /logs-*/_mapping', reader)).toBe(200);
    for (const pattern of ['_all', '*']) {
      expect(Object.keys(play.send(`GET /${pattern}/_mapping`, undefined, reader).body)).toEqual(['logs-1']);
    }
    expect(send('GET /logs-1/_doc/1', reader)).toBe(404);
    expect(send('GET /other/_doc/1', reader)).toBe(403);
    expect(send('DELETE /logs-1', reader)).toBe(403);
    expect(send('PUT /logs-2', reader, {})).toBe(403);
    expect(send('GET /logs-*/_search', reader)).toBe(200);
    expect(send('GET /_search', reader)).toBe(200);
    expect(send('POST /_all/_close', reader)).toBe(403);
    const beyond = keyOf(play, { indices: [{ names: ['*'], privileges: ['all'] }] }, ann);
    expect(send('GET /logs-1/_mapping', beyond)).toBe(403);
  });

  it.each([
    ['_all', 200],
    ['*', 200],
    ['logs-1,', 200],
    ['logs-1,*', 200],
    ['o*', 200],
    ['logs-1,-other,o*', 200],
    ['al*', 200],
    ['other,-other', 403],
    ['alias', 403],
    ['logs-*,alias', 403],
    ['', 400],
  ])('are not got round by the path /%s, which finds the permitted part at most', (names, expected) => {
    const play = playCluster();
    play.send('PUT /logs-1', {});
    play.send('PUT /other', { aliases: { alias: {} } });
    play.send('PUT /logs-1/_doc/1?refresh=true', { text: 'shown' });
    play.send('PUT /other/_doc/1?refresh=true', { text: 'hidden' });
    const reader = keyOf(play, { indices: [{ names: ['logs-*'], privileges: ['read'] }] });
    const { status, text } = play.send(`GET /${names}/_search`, undefined, reader);
    expect(status).toBe(expected);
    expect(text).not.toContain('hidden');
    expect(text.includes('shown')).toBe(expected === 200 && !/^(?:o|al)\*$/.test(names));
  });

  it.each([
    ['manage_leader_index', 'POST /logs-1/_ccr/forget_follower'],
    ['manage_follow_index', 'PUT /logs-1/_ccr/follow'],
    ['manage_follow_index', 'POST /logs-1/_ccr/unfollow'],
  ])('as %s are asked for on the index that %s names', (privilege, line) => {
    const play = playCluster();
    play.send('PUT /logs-1', {});
    const sentWith = (names: string) =>
      play.send(line, undefined, keyOf(play, { indices: [{ names: [names], privileges: [privilege] }] }));
    expect(sentWith('other').status).toBe(403);
    expect(sentWith('other').text).toContain('logs-1');
    expect(sentWith('logs-1').status).not.toBe(403);
  });

  it('are asked for a first name with a hyphen, too, which leaves nothing out', () => {
    const play = playCluster();
    play.send('PUT /other', {});
    const reader = keyOf(play, { indices: [{ names: ['logs-*'], privileges: ['read'] }] });
    expect(play.send('GET /-other/_search', undefined, reader).status).toBe(403);
    expect(play.send('GET /-other,*/_search', undefined, reader).status).toBe(403);
  });

  it('that are had nowhere refuse the lines of a bulk request, not the request', () => {
    const play = playCluster();
    const { status, body } = play.send('POST /_bulk', '{ "create": { "_index": "some" } }\n{}\n', basic('bob', 'b'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ errors: true, items: [{ create: { status: 403 } }] });
    expect(play.send('POST /some/_bulk', '{ "create": {} }\n{}\n', basic('bob', 'b')).status).toBe(403);
  });

  it('that are had nowhere refuse a pattern, too', () => {
    const play = playCluster();
    play.send('PUT /logs-1', {});
    const writer = keyOf(play, { indices: [{ names: ['logs-*'], privileges: ['create_doc'] }] });
    for (const path of ['/_search', '/_all/_search', '/none*/_count']) {
      expect(play.send(`GET ${path}`, undefined, writer).status).toBe(403);
    }
  });

  it('by the name of an alias show its index to patterns', () => {
    const play = playCluster();
    play.send('PUT /other', { aliases: { alias: {} } });
    play.send('PUT /other/_doc/1?refresh=true', { text: 'shown' });
    const reader = keyOf(play, { indices: [{ names: ['alias'], privileges: ['read'] }] });
    const total = (path: string) =>
      (play.send(`GET ${path}`, undefined, reader).body as { hits?: { total: { value: number } } }).hits?.total.value;
    expect([total('/_search'), total('/al*/_search'), total('/o*/_search')]).toEqual([1, 1, 0]);
  });

  it('on an index that a write makes must let it be made', () => {
    const play = playCluster();
    const write = (authorization: string) => play.send('PUT /new/_doc/1', {}, authorization).status;
    expect(write(keyOf(play, { indices: [{ names: ['new'], privileges: ['index'] }] }))).toBe(403);
    expect(play.state().cluster.indices.entries()).toEqual([]);
    expect(write(keyOf(play, { indices: [{ names: ['new'], privileges: ['index', 'auto_configure'] }] }))).toBe(201);
  });

  it('are asked for each action of a bulk request by itself', () => {
    const play = playCluster();
    play.send('PUT /logs-1', {});
    play.send('PUT /secret', {});
    const creator = keyOf(play, { indices: [{ names: ['logs-*'], privileges: ['create_doc'] }] });
    const lines = [
      { create: { _index: 'logs-1', _id: '1' } },
      {},
      { create: { _index: 'secret', _id: '1' } },
      {},
      { index: { _index: 'logs-1', _id: '2' } },
      {},
      { delete: { _index: 'logs-1', _id: '1' } },
    ];
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    for (const path of ['/_bulk', '/logs-1/_bulk']) {
      const { status, body: answer } = play.send(`POST ${path}`, body, creator);
      const items = (answer as { items?: Record<string, { status: number; error?: { type: string } }>[] }).items ?? [];
      expect(status).toBe(200);
      expect(items.map((item) => Object.values(item)[0]?.status)).toEqual([
        path === '/_bulk' ? 201 : 409,
        403,
        403,
        403,
      ]);
      expect(items[1]?.create?.error?.type).toBe('security_exception');
    }
    expect(play.state().cluster.indices.get('secret')?.documents.size).toBe(0);
    expect(play.send('POST /secret/_bulk', body, creator).status).toBe(403);
  });
});

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
          role_descriptors: body.role_descriptors,
          limited_by: [users.ann.roles],
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

  it.each([undefined, '', '{', '[]', 'null', {}, { ids: 'x' }, { owner: false }, { id: 1 }])(
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
      cluster: { monitor: true, manage: true, manage_ccr: true, manage_security: false, all: false },
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

  it('knows what includes what', () => {
    const caller = user({ cluster: ['manage_api_key', 'manage_ccr'] });
    for (const name of ['manage_own_api_key', 'manage_api_key', 'grant_api_key', 'read_ccr']) {
      expect(hasNamedPrivilege(caller, name), name).toBe(true);
    }
    for (const name of ['monitor', 'manage', 'all', 'manage_security', 'unheard_of']) {
      expect(hasNamedPrivilege(caller, name), name).toBe(false);
    }
  });
});
