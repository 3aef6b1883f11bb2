import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../../packages/text/src/base64';
import { createClusterPair } from '../../../services/search-cluster-play/cluster/cluster';
import { checkFor, createPlay, stepFirstCluster } from '../play';

const users = {
  ann: { password: 'p', roles: { r: { cluster: ['manage_own_api_key'], run_as: ['bo*'] } } },
  bob: { password: 'p', roles: { r: { cluster: ['monitor', 'manage_own_api_key'] } } },
};
const check = checkFor('search-cluster');
const play = () => createPlay(createClusterPair('boot', users), stepFirstCluster, check, 'Bearer boot');
const ann = `Basic ${encodeBase64('ann:p')}`;
const who = 'GET /_security/_authenticate';
const as = (name: string) => ({ 'es-security-runas-user': name });

type Play = ReturnType<typeof play>;

function keyOf({ send }: Play, descriptors: object, authorization?: string): string {
  const made = send('POST /_security/api_key', { name: 'k', role_descriptors: descriptors }, authorization);
  expect(made.status).toBe(200);
  return `ApiKey ${String(made.body.encoded)}`;
}

describe('a request on behalf of a user', () => {
  it('has what that user has, and nothing of its caller', () => {
    const { send } = play();
    expect(send(who, undefined, ann, as('bob')).body).toMatchObject({ username: 'bob' });
    expect(send('GET /', undefined, ann).status).toBe(403);
    expect(send('GET /', undefined, ann, as('bob')).status).toBe(200);
    expect(send('GET /_snapshot', undefined, 'Bearer boot', as('bob')).status).toBe(403);
  });

  it('makes keys of that user', () => {
    const one = play();
    const made = one.send('POST /_security/api_key', { name: 'k' }, ann, as('bob'));
    expect(one.state().cluster.keys.get(String(made.body.id))).toMatchObject({ owner: 'bob' });
  });

  it.each([
    ['a user without the right', `Basic ${encodeBase64('bob:p')}`, 'ann'],
    ['a user with the right for others', ann, 'elastic'],
    ['anybody, for a user who is not there', 'Bearer boot', 'nobody'],
    ['anybody, for a member of every object', 'Bearer boot', 'constructor'],
  ])('is refused to %s', (_, authorization, name) => {
    const { status, body } = play().send(who, undefined, authorization, as(name));
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ type: 'security_exception', reason: expect.stringContaining(name) as string });
  });

  it('needs the right of the key and that of its owner', () => {
    const one = play();
    const right = { r: { run_as: ['bob', 'elastic'] } };
    expect(one.send(who, undefined, keyOf(one, right), as('elastic')).body).toMatchObject({ username: 'elastic' });
    const key = keyOf(one, right, ann);
    expect(one.send(who, undefined, key, as('bob')).status).toBe(200);
    expect(one.send(who, undefined, key, as('elastic')).status).toBe(403);
    expect(one.send(who, undefined, keyOf(one, { r: { cluster: ['all'] } }), as('bob')).status).toBe(403);
  });

  it('is none with an empty name', () => {
    expect(play().send(who, undefined, ann, as(' ')).body).toMatchObject({ username: 'ann' });
  });
});

describe('a body that is nested without end', () => {
  it.each([
    ['POST /_security/api_key', '"name":"k","metadata":', ''],
    ['PUT /_snapshot/a', '"type":"fs","settings":{"location":"x","more":', '}'],
  ])('is refused by %s', (line, before, after) => {
    for (const depth of [500, 3000, 100_000]) {
      const deep = '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
      const { status, text } = play().send(line, `{${before}${deep}}${after}`);
      expect(status).toBe(400);
      expect(text).toContain('too deeply');
    }
  });
});

describe('a key that is restricted to workflows', () => {
  it('is refused with the reason, whatever it asks', () => {
    const one = play();
    const restriction = { workflows: ['search_application_query'] };
    const key = keyOf(one, { r: { cluster: ['all'], indices: [{ names: ['*'], privileges: ['all'] }], restriction } });
    for (const line of [who, 'GET /', 'PUT /books', 'POST /_search', 'GET /nowhere']) {
      const { status, text } = one.send(line, undefined, key);
      expect([line, status]).toEqual([line, 403]);
      expect(text).toContain('search_application_query');
    }
  });
});
