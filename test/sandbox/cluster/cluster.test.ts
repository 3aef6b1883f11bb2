import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';
import { encodeBase64 } from '../../../packages/text/src/base64';
import { createClusterPair } from '../../../services/search-cluster-play/cluster/cluster';
import { checkFor, createPlay, stepFirstCluster } from '../play';

const check = checkFor('search-cluster');
const day = 86_400_000;

function playCluster() {
  return createPlay(createClusterPair('boot'), stepFirstCluster, check, 'Bearer boot');
}

function createKey(play: ReturnType<typeof playCluster>, body: unknown, authorization?: string) {
  const answer = play.send('PUT /_security/api_key', body, authorization);
  return { ...answer, credential: `ApiKey ${String(answer.body.encoded)}` };
}

describe('authentication', () => {
  it.each([
    ['nothing', ''],
    ['a wrong token', 'Bearer nope'],
    ['an unknown scheme', 'Digest abc'],
    ['no credential behind the scheme', 'Bearer'],
    ['text that is not base64', 'ApiKey %%%'],
    ['base64 without a colon', `ApiKey ${encodeBase64('abc')}`],
    ['an unknown key', `ApiKey ${encodeBase64('abc:def')}`],
    ['the name of an inherited member', `ApiKey ${encodeBase64('constructor:x')}`],
    ['the name of the prototype', `ApiKey ${encodeBase64('__proto__:undefined')}`],
    ['base64 that is not UTF-8', 'ApiKey //79'],
  ])('answers 401 to %s', (_, authorization) => {
    const { status, body, headers } = playCluster().send('GET /_security/_authenticate', undefined, authorization);
    expect(status).toBe(401);
    expect(body).toMatchObject({
      status: 401,
      error: { type: 'security_exception', root_cause: [{ type: 'security_exception' }] },
    });
    expect(headers['www-authenticate']).toContain('ApiKey');
  });

  it('never repeats the credential in a response', () => {
    expect(playCluster().send('GET /', undefined, 'Bearer tell-nobody').text).not.toContain('tell-nobody');
  });

  it('knows the administrator', () => {
    expect(playCluster().send('GET /_security/_authenticate').body).toMatchObject({
      username: 'elastic',
      enabled: true,
    });
  });

  it('refuses a key with a secret of another one', () => {
    const play = playCluster();
    const a = createKey(play, { name: 'a' });
    const b = createKey(play, { name: 'b' });
    const mixed = `ApiKey ${encodeBase64(`${String(a.body.id)}:${String(b.body.api_key)}`)}`;
    expect(play.send('GET /_security/_authenticate', undefined, mixed).status).toBe(401);
  });
});

describe('creating a key', () => {
  it.each(['PUT', 'POST'])('gives a credential that authenticates the next request, by %s', (method) => {
    const play = playCluster();
    const { status, body } = play.send(`${method} /_security/api_key`, { name: 'käse 🧀' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['api_key', 'encoded', 'id', 'name']);
    expect(body.encoded).toBe(Buffer.from(`${String(body.id)}:${String(body.api_key)}`).toString('base64'));
    const who = play.send('GET /_security/_authenticate', undefined, `ApiKey ${String(body.encoded)}`);
    expect(who.body).toMatchObject({
      authentication_type: 'api_key',
      api_key: { id: body.id, name: 'käse 🧀' },
    });
  });

  it('returns the expiration only when one was requested, and ends the key then', () => {
    const play = playCluster();
    const { body, credential } = createKey(play, { name: 'short', expiration: '1d' });
    expect(body.expiration).toBe(play.now() + day);
    play.pass(day - 1);
    expect(play.send('GET /_security/_authenticate', undefined, credential).status).toBe(200);
    play.pass(1);
    expect(play.send('GET /_security/_authenticate', undefined, credential).status).toBe(401);
  });

  it.each([
    ['90s', 90_000],
    ['10ms', 10],
    ['1500micros', 1],
    ['2h', 7_200_000],
    [' 5m', 300_000],
    [' 5s ', 5000],
  ])('understands the time value %j', (expiration, milliseconds) => {
    const play = playCluster();
    expect(createKey(play, { name: 'k', expiration }).body.expiration).toBe(play.now() + milliseconds);
  });

  it('is the same thing without a body and without a name, to the checker too', () => {
    const findings = (text: string) =>
      checkText(`POST /_security/api_key\n${text}`)
        .filter(({ finding }) => finding.isRefused)
        .map(({ finding: { severity, message } }) => ({ severity, message }));
    const [missing] = findings('');
    expect(missing).toMatchObject({ severity: 'hint' });
    expect(findings('\n{}\n')).toEqual([missing]);
    const play = playCluster();
    const refusal = (body?: unknown) => play.send('POST /_security/api_key', body).body.error as unknown;
    expect(refusal()).toMatchObject({ type: 'parse_exception', reason: missing?.message });
    expect(refusal({})).toMatchObject({ type: 'illegal_argument_exception', reason: missing?.message });
  });

  it('reads a single value back as the list that it stands for', () => {
    const play = playCluster();
    const role = { index: [{ names: 'logs-*', privileges: ['read'] }] };
    createKey(play, { name: 'k', role_descriptors: { r: role } });
    expect(play.send('GET /_security/api_key').body).toMatchObject({
      api_keys: [
        {
          role_descriptors: {
            r: { indices: [{ names: ['logs-*'], privileges: ['read'] }] },
          },
        },
      ],
    });
  });

  it('keeps a snapshot of the permissions, and the descriptors that narrow them', () => {
    const play = playCluster();
    const { body } = createKey(play, { name: 'all' });
    const kept = play.state().cluster.keys.get(String(body.id));
    expect(kept?.roleDescriptors).toEqual({});
    expect(kept?.limitedBy).toMatchObject({ superuser: { cluster: ['all'] } });
  });

  it.each([
    ['no JSON', '{"name"', 'malformed-json'],
    [
      'a required field that is missing',
      { role_descriptors: { r: { indices: [{ names: ['a'] }] } } },
      'required-field',
    ],
    ['a wrong type', { name: 1 }, 'wrong-type'],
    ['a reserved key', { metadata: { _mine: 1 } }, 'reserved-key'],
  ])('refuses %s with the rule that says so', (_, body, rule) => {
    const play = playCluster();
    const answer = play.send('PUT /_security/api_key', body);
    expect(answer).toMatchObject({ status: 400, body: { status: 400, error: { rule } } });
    expect(play.state().cluster.keys.size).toBe(0);
  });

  it.each(['null', '[]', '"text"', '1'])('refuses a body that is %s', (body) => {
    expect(playCluster().send('PUT /_security/api_key', body).status).toBe(400);
  });

  it.each(['tomorrow', '1w', '1.5d', '', '1M'])('refuses the expiration %j', (expiration) => {
    expect(createKey(playCluster(), { name: 'k', expiration }).status).toBe(400);
  });

  it('takes a body of deep nesting without falling over', () => {
    const deep = `{"metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`;
    expect([200, 400]).toContain(playCluster().send('PUT /_security/api_key', deep).status);
  });
});

describe('what a key may do', () => {
  const descriptor = (cluster: readonly string[]) => ({ name: 'k', role_descriptors: { r: { cluster } } });

  it.each([
    [['manage_own_api_key'], 400],
    [['manage_api_key'], 400],
    [['monitor'], 403],
  ])('with the cluster privileges %j, creating a privileged key answers %i', (cluster, status) => {
    const play = playCluster();
    const parent = createKey(play, descriptor(cluster));
    expect(createKey(play, descriptor(['monitor']), parent.credential).status).toBe(status);
  });

  it.each([
    ['no descriptors', {}],
    ['an empty map', { role_descriptors: {} }],
    ['privileges', { role_descriptors: { r: { cluster: ['all'] } } }],
    ['one of two with privileges', { role_descriptors: { a: {}, b: { run_as: ['x'] } } }],
  ])('refuses a derived key with %s', (_, body) => {
    const play = playCluster();
    const parent = createKey(play, { name: 'parent' });
    const answer = createKey(play, { name: 'child', ...body }, parent.credential);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { rule: 'privileged-derived-key' } });
  });

  it('makes a derived key that can authenticate and nothing more', () => {
    const play = playCluster();
    const parent = createKey(play, { name: 'parent' });
    const child = createKey(play, { name: 'child', role_descriptors: { none: {} } }, parent.credential);
    expect(child.status).toBe(200);
    expect(play.send('GET /_security/_authenticate', undefined, child.credential).status).toBe(200);
    expect(play.send('GET /', undefined, child.credential).status).toBe(403);
    expect(createKey(play, { name: 'x', role_descriptors: { none: {} } }, child.credential).status).toBe(403);
  });

  it('lets only those read the cluster who may', () => {
    const play = playCluster();
    expect(play.send('GET /').body).toHaveProperty('version.number');
    expect(play.send('GET /', undefined, createKey(play, descriptor(['monitor'])).credential).status).toBe(200);
    expect(play.send('GET /', undefined, createKey(play, descriptor(['manage_ilm'])).credential).status).toBe(403);
  });
});

describe('other requests', () => {
  it.each([
    ['GET /_security/api_keys', 405],
    ['GET /_snapshots', 400],
    ['PUT /logs/_unknown/word', 400],
    ['DELETE /_security/api_key/x', 405],
    ['GET /%zz', 400],
    ['PATCH /_security/api_key', 405],
    ['GET //', 400],
  ])('answers %s with %i', (line, status) => {
    expect(playCluster().send(line)).toMatchObject({ status, body: { status } });
  });

  it('names the nearest operation that it knows', () => {
    expect(playCluster().send('PUT /_security/api_keys').text).toContain('PUT /_security/api_key.');
  });

  it('indents the response when asked to', () => {
    expect(playCluster().send('GET /_security/_authenticate?pretty').text).toContain('\n  "username"');
  });
});
