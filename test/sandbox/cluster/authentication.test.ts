import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../../packages/text/src/base64';
import { ann, basic, keyOf, playCluster } from './play-users';

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

  it.each([
    [{ authorization: '' }, 'The request carries no credential.'],
    [{ authorization: 'Bearer other' }, 'The bearer token is not valid.'],
    [{ authorization: 'Digest abc' }, 'The credential must be `Bearer <token>`'],
    [{ authorization: 'boot' }, 'The credential must be `Bearer <token>`'],
    [{ authorization: 'Basic %%%' }, 'The credential must be the base64 form of user, colon and password.'],
    [{ authorization: basic('ann', 'x') }, 'There is no user with this name and password.'],
    [{ authorization: 'ApiKey %%%' }, 'The API key must be the base64 form of id, colon and secret.'],
    [{ authorization: `ApiKey ${encodeBase64('a:b')}` }, 'There is no API key with this id and secret.'],
  ])('learn why %j is refused', ({ authorization }, reason) => {
    const { status, text } = playCluster().send('GET /', undefined, authorization);
    expect([status, text]).toEqual([401, expect.stringContaining(reason)]);
  });

  it('are not let in by a key that has ended, or with another secret', () => {
    const play = playCluster();
    const made = play.send('PUT /_security/api_key', { name: 'k', expiration: '1m' }, ann);
    const id = String(made.body.id);
    const sent = (key: string) => play.send('GET /', undefined, key);
    const key = `ApiKey ${String(made.body.encoded)}`;
    expect(sent(key.replace('ApiKey', 'apikey')).status).toBe(200);
    expect(sent(`ApiKey ${encodeBase64(`${id}:other`)}`).text).toContain(
      'There is no API key with this id and secret.',
    );
    play.pass(60_000);
    expect(sent(key).text).toContain('The API key has expired.');
    play.send('DELETE /_security/api_key', { ids: [id] });
    expect(sent(key).text).toContain('The API key has been invalidated.');
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
