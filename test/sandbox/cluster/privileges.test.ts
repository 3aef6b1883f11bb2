import { describe, expect, it } from 'vitest';
import { searchCluster } from '../../../services/search-cluster/facts/service';
import {
  clusterPrivilegeActions,
  indexPrivilegeActions,
} from '../../../services/search-cluster/facts/security/privilege-actions';
import { operationPrivileges, privilegeOf } from '../../../services/search-cluster/facts/security/operation-privileges';
import { clusterPrivileges, indexPrivileges } from '../../../services/search-cluster/facts/security/privileges';
import {
  hasNamedPrivilege,
  isWithoutPrivileges,
  mayOnIndex,
  mayOnSomeIndex,
  mayRunAs,
  reachOnCluster,
  workflowsOf,
  type Caller,
} from '../../../services/search-cluster-play/cluster/privileges';
import { ann, basic, keyOf, playCluster } from './play-users';

function user(...roles: readonly object[]): Caller {
  return { kind: 'user', name: 'u', by: 'password', roles: { ...roles } };
}

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
  /** They close what only the caller has. */
  const own = [
    'search-cluster.search.scroll.clear',
    'search-cluster.search.scroll.clear-one',
    'search-cluster.search.point-in-time.close',
  ];
  /** Each of the actions, or what the body names, is asked for by itself. */
  const byItem = [
    'search-cluster.bulk',
    'search-cluster.search.several-anywhere',
    'search-cluster.document.several-anywhere',
    'search-cluster.document.reindex',
    'search-cluster.alias.change',
  ];

  /** Without a setting, the service does not even ask who sends the request. */
  const bodies: Readonly<Record<string, unknown>> = {
    'search-cluster.settings.put': { persistent: { 'search.max_buckets': 5 } },
  };

  it.each(
    searchCluster.operations.filter(({ id }) => ![...open, ...own, ...byItem].includes(id)).map((one) => [one.id, one]),
  )('is refused to a user without privileges: %s', (id, { methods, path }) => {
    const play = playCluster();
    play.send('PUT /some', {});
    const line = `${methods[0]!} ${path.replaceAll(/\{\w*index\}/g, 'some').replaceAll(/\{\w+\}/g, 'x')}`;
    const { status } = play.send(line, bodies[id], basic('bob', 'b'));
    const hint = 'Say which privilege it needs in services/search-cluster/facts/security/operation-privileges.ts';
    if (status !== 501) expect(status, hint).toBe(403);
  });
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
    ['logs-1,-other,o*', 404],
    ['logs-*,-other,o*', 200],
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

describe('a privilege by its name', () => {
  it('includes others', () => {
    const caller = user({ cluster: ['manage_api_key', 'manage_ccr'] });
    for (const name of ['manage_own_api_key', 'manage_api_key', 'grant_api_key', 'read_ccr']) {
      expect(hasNamedPrivilege(caller, name), name).toBe(true);
    }
    for (const name of ['monitor', 'manage', 'all', 'manage_security', 'unheard_of']) {
      expect(hasNamedPrivilege(caller, name), name).toBe(false);
    }
  });

  it.each([
    ['cluster:monitor/*', 'cluster:monitor/state', true],
    ['cluster:monitor/*', 'cluster:admin/state', false],
    ['all', 'cluster:admin/state', true],
    ['manage_own_api_key', 'cluster:admin/xpack/security/api_key/*', false],
  ])('%s includes the pattern of actions %s: %s', (granted, asked, expected) => {
    expect(hasNamedPrivilege(user({ cluster: [granted] }), asked)).toBe(expected);
  });

  it('on an index is that of an entry which covers it, whatever else is in the list', () => {
    const indices = [null, 5, { names: ['logs-*'], privileges: ['read'] }];
    const reader = user({ indices });
    expect([hasNamedPrivilege(reader, 'read', 'logs-1'), hasNamedPrivilege(reader, 'read', 'other')]).toEqual([
      ...[true, false],
    ]);
    expect(hasNamedPrivilege(reader, 'write', 'logs-1')).toBe(false);
    expect(hasNamedPrivilege(user(null as never, { indices: 5 }), 'read', 'logs-1')).toBe(false);
  });
});

describe('a role descriptor', () => {
  it.each([
    [{}, true],
    [{ cluster: [], indices: [], run_as: null, metadata: { a: 1 } }, true],
    [{ global: {} }, true],
    [{ global: { application: {} } }, false],
    [{ cluster: ['monitor'] }, false],
    [{ cluster: 'monitor' }, false],
    [{ indices: [{ names: ['a'], privileges: ['read'] }] }, false],
    [{ run_as: ['a'] }, false],
    [null, false],
    [[], false],
  ])('%j grants nothing: %s', (descriptor, expected) => {
    expect(isWithoutPrivileges(descriptor)).toBe(expected);
  });

  it('grants an action on its own keys, or on all', () => {
    const action = 'cluster:admin/xpack/security/api_key/invalidate';
    const reach = (...roles: readonly object[]) => reachOnCluster(user(...roles), action);
    expect(reach({ cluster: ['manage_own_api_key'] })).toBe('own');
    expect(reach({ cluster: ['manage_own_api_key'] }, { cluster: ['manage_api_key'] })).toBe('all');
    expect(reach({ cluster: ['monitor'] }, null as never)).toBeUndefined();
    const key = (own: object, owner?: object): Caller =>
      ({ kind: 'key', key: { roleDescriptors: own, ...(owner && { limitedBy: owner }) } }) as never;
    const [all, own] = [{ r: { cluster: ['all'] } }, { r: { cluster: ['manage_own_api_key'] } }];
    expect(reachOnCluster(key(all, own), action)).toBe('own');
    expect(reachOnCluster(key({}, all), action)).toBe('all');
    expect(reachOnCluster(key(all), action)).toBeUndefined();
    expect(reachOnCluster(key(all, {}), action)).toBeUndefined();
  });

  it('grants an action on some index only where it names one', () => {
    const some = (...indices: readonly unknown[]) => mayOnSomeIndex(user({ indices }), 'indices:data/read/search');
    expect(some({ names: ['a'], privileges: ['read'] })).toBe(true);
    expect(some({ names: [], privileges: ['read'] })).toBe(false);
    expect(some({ names: ['a'], privileges: ['write'] })).toBe(false);
    expect(some(null, 'read')).toBe(false);
  });

  it('lets act as the users that it names, and restricts a key to workflows', () => {
    expect(
      ['ann', 'annie', 'bob'].map((name) => mayRunAs(user({ run_as: ['ann*'] }, { run_as: 'bob' }), name)),
    ).toEqual([...[true, true, true]]);
    expect(mayRunAs(user({ run_as: ['ann'] }, null as never), 'bob')).toBe(false);
    const restricted = { a: { restriction: { workflows: ['one'] } }, b: { restriction: 5 }, c: null };
    expect(workflowsOf({ kind: 'key', key: { roleDescriptors: restricted } } as never)).toEqual(['one']);
    expect(workflowsOf(user({ restriction: { workflows: ['one'] } }))).toEqual([]);
  });
});
