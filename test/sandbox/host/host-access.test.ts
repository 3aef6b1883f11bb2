import { describe, expect, it } from 'vitest';
import { stepHost } from '../../../services/code-hosting/play/host';
import { type HostSeed, createHostState } from '../../../services/code-hosting/play/seed';
import { checkFor, createPlay } from '../play';

const check = checkFor('code-hosting');
const hooks = '/repos/octocat/hello-world/hooks';
const config = { url: 'http://127.0.0.1:1/hook' };

function playHost(seed: HostSeed = {}, neighbour: readonly string[] = []) {
  return createPlay(createHostState('boot', neighbour, seed), stepHost, check, 'Bearer boot');
}

/** A repository with one webhook, and the tokens of a seed. */
function playTokens(tokens: NonNullable<HostSeed['tokens']>, isPrivate = false) {
  const repositories = [
    {
      name: 'octocat/hello-world',
      private: isPrivate,
      collaborators: { Reader: 'read', writer: 'write', boss: 'admin' },
    },
  ] as const;
  const play = playHost({ repositories, tokens });
  play.send(`POST ${hooks}`, { config });
  return play;
}

const operations = {
  list: `GET ${hooks}`,
  get: `GET ${hooks}/1`,
  config: `GET ${hooks}/1/config`,
  deliveries: `GET ${hooks}/1/deliveries`,
  delivery: `GET ${hooks}/1/deliveries/2`,
  ping: `POST ${hooks}/1/pings`,
  test: `POST ${hooks}/1/tests`,
  create: `POST ${hooks}`,
  update: `PATCH ${hooks}/1`,
  'update-config': `PATCH ${hooks}/1/config`,
  redeliver: `POST ${hooks}/1/deliveries/2/attempts`,
  delete: `DELETE ${hooks}/1`,
} as const;
type Name = keyof typeof operations;
const reading: readonly Name[] = ['list', 'get', 'config', 'deliveries', 'delivery', 'ping', 'test'];
const writing: readonly Name[] = ['create', 'update', 'update-config', 'redeliver'];

/** Returns the operations that a caller may call, each tried on a sandbox of its own. */
function allowed(token: NonNullable<HostSeed['tokens']>[number], isPrivate = false): readonly string[] {
  return Object.entries(operations).flatMap(([name, line]) => {
    const play = playTokens([{ ...token, token: 'mine' }], isPrivate);
    const body = name === 'create' ? { config: { url: 'http://127.0.0.1:2/' } } : undefined;
    const { status } = play.send(line, body, 'Bearer mine');
    return status < 300 ? [name] : [];
  });
}

describe('a fine-grained token', () => {
  it.each([
    ['read', 'octocat', reading],
    ['write', 'octocat', [...reading, ...writing, 'delete']],
    ['none', 'octocat', []],
    ['write', 'boss', [...reading, ...writing, 'delete']],
    ['write', 'writer', [...reading, ...writing]],
    ['write', 'reader', reading],
    ['write', 'somebody', []],
  ] as const)('with Webhooks: %s of %s may do what both may', (webhooks, user, expected) => {
    expect(allowed({ user, webhooks })).toEqual(expected);
  });

  it('is for the repositories that it names', () => {
    expect(allowed({ user: 'octocat', webhooks: 'read', repositories: ['Octocat/Hello-World'] })).toEqual(reading);
    expect(allowed({ user: 'octocat', webhooks: 'read', repositories: ['octocat/other'] })).toEqual([]);
  });
});

describe('a classic token', () => {
  it.each([
    [['read:repo_hook'], false, reading],
    [['write:repo_hook'], false, [...reading, ...writing]],
    [['admin:repo_hook'], false, [...reading, ...writing, 'delete']],
    [['repo'], true, [...reading, ...writing, 'delete']],
    [['public_repo'], true, []],
    [['gist'], false, []],
    [[], false, []],
  ] as const)('with the scopes %j (private: %j) may do what they say', (scopes, isPrivate, expected) => {
    expect(allowed({ user: 'octocat', scopes }, isPrivate)).toEqual(expected);
  });

  it('with public_repo reaches what the document does not keep for other scopes', () => {
    expect(allowed({ user: 'octocat', scopes: ['public_repo'] })).not.toContain('config');
    expect(allowed({ user: 'octocat', scopes: ['public_repo'] })).toContain('delete');
  });
});

describe('who may not', () => {
  it('is refused with the status that the operation lists', () => {
    const play = playTokens([{ token: 'mine', user: 'reader', webhooks: 'write' }]);
    const created = play.send(`POST ${hooks}`, { config }, 'Bearer mine');
    expect(created).toMatchObject({ status: 403, body: { message: 'Forbidden' } });
    expect(created.text).toContain('needs write');
    expect(play.send(`DELETE ${hooks}/1`, undefined, 'Bearer mine')).toMatchObject({ status: 404 });
  });

  it('does not learn of a private repository', () => {
    const play = playTokens([{ token: 'mine', user: 'somebody', webhooks: 'write' }], true);
    const there = play.send('GET /repos/octocat/hello-world', undefined, 'Bearer mine');
    const not = play.send('GET /repos/octocat/nothing-here', undefined, 'Bearer mine');
    expect(there.status).toBe(404);
    expect(there.text.replace('hello-world', 'nothing-here')).toBe(not.text);
    expect(play.send(`POST ${hooks}`, { config }, 'Bearer mine').status).toBe(404);
  });
});

describe('a seed', () => {
  it('without anything has an owner, a collaborator, a stranger and tokens that read', () => {
    const play = playHost();
    const statuses = ['', '-collaborator', '-reader', '-classic', '-stranger', '-nobody'].map(
      (name) => play.send(`GET ${hooks}`, undefined, `Bearer boot${name}`).status,
    );
    expect(statuses).toEqual([200, 200, 200, 200, 404, 401]);
    expect(play.send(`POST ${hooks}`, { config }, 'Bearer boot-reader').status).toBe(403);
    expect(play.send(`POST ${hooks}`, { config }, 'token boot-collaborator').status).toBe(201);
  });

  it('gives its own credential to the owner of the first repository, who administers those next to it', () => {
    const play = playHost({ repositories: ['Acme/Shop', 'other/thing'] }, ['late/comer', 'ACME/shop']);
    expect(play.send('GET /user').body).toMatchObject({ login: 'Acme' });
    expect(play.send('GET /repos/acme/shop').body).toMatchObject({
      full_name: 'Acme/Shop',
      permissions: { admin: true, push: true, pull: true },
    });
    expect(play.send('GET /repos/other/thing').body).toMatchObject({ permissions: { admin: false, push: false } });
    expect(play.send('GET /repos/late/comer/hooks').status).toBe(200);
    expect(play.send('GET /repos/other/thing/hooks').status).toBe(404);
  });

  it('says whether there are other accounts than those it lists', () => {
    expect(playHost().send('GET /users/anybody').body).toMatchObject({ login: 'anybody' });
    const closed = playHost({ users: ['octocat'], tokens: [] });
    expect(closed.send('GET /users/OctoCat').body).toMatchObject({ login: 'octocat', type: 'User' });
    expect(closed.send('GET /users/anybody').status).toBe(404);
  });
});

describe('clients find their way', () => {
  it.each([
    ['GET /', '', 200],
    ['HEAD /', '', 200],
    ['GET /user', 'Bearer boot', 200],
    ['GET /repos/OCTOCAT/hello-world/', '', 200],
    ['GET /repos/octocat/hello-world/branches', 'Bearer boot', 501],
    ['GET /repos/octocat', 'Bearer boot', 404],
    ['POST /user', 'Bearer boot', 501],
    ['GET /users/constructor', 'Bearer boot', 200],
    ['GET /repos/__proto__/constructor', 'Bearer boot', 404],
  ])('%s with %j', (line, authorization, status) => {
    expect(playHost().send(line, undefined, authorization).status).toBe(status);
  });

  it('answers HEAD with the head of GET', () => {
    const play = playHost();
    const { headers, status } = play.send(`GET ${hooks}`);
    expect(play.send(`HEAD ${hooks}`)).toMatchObject({ headers, status });
  });
});

describe('requests', () => {
  it('are counted only where the seed says so', () => {
    const before = playHost();
    const { headers } = before.send(`GET ${hooks}`);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('are refused beyond the limit, until the hour is over', () => {
    const play = playHost({ requestsPerHour: 2 });
    expect(play.send(`GET ${hooks}`).headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-used': '1',
      'x-ratelimit-reset': String(play.now() / 1000 + 3600),
    });
    play.pass(600_000);
    expect(play.send('GET /user').headers['x-ratelimit-remaining']).toBe('0');
    const refused = play.send(`POST ${hooks}`, { config });
    expect(refused).toMatchObject({ status: 403, effects: [], headers: { 'retry-after': '3000' } });
    expect(play.state().hooks.records.size).toBe(0);
    // Others have a limit of their own.
    expect(play.send(`GET ${hooks}`, undefined, 'Bearer boot-collaborator').status).toBe(200);
    play.pass(3_000_000);
    expect(play.send(`GET ${hooks}`)).toMatchObject({ status: 200, headers: { 'x-ratelimit-used': '1' } });
  });

  it('without a token have a smaller limit', () => {
    const play = playHost({ requestsPerHour: 5000 });
    expect(play.send('GET /', undefined, '').headers).toMatchObject({ 'x-ratelimit-limit': '60' });
  });
});
