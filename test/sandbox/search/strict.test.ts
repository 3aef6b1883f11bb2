import { describe, expect, it } from 'vitest';
import { stepHost } from '../../../services/code-hosting/play/host';
import { createHostState } from '../../../services/code-hosting/play/seed';
import { createClusterPair } from '../../../services/search-cluster-play/cluster/cluster';
import { checkFor, createPlay, stepFirstCluster } from '../play';

const cluster = (isLenient: boolean) =>
  createPlay(createClusterPair('b'), stepFirstCluster, checkFor('search-cluster', isLenient), 'Bearer b', isLenient);
const host = (isLenient: boolean) =>
  createPlay(createHostState('b'), stepHost, checkFor('code-hosting', isLenient), 'Bearer b');

const hooks = 'POST /repos/octocat/hello-world/hooks';
const role = (descriptor: object) => ({ name: 'k', role_descriptors: { r: descriptor } });

describe('what the real service is known to refuse', () => {
  it.each<[string, unknown, string]>([
    ['POST /_security/api_key', { name: 'k', expires: '1d' }, 'unknown-field'],
    ['POST /_security/api_key', role({ clusters: ['all'] }), 'unknown-field'],
    [
      'POST /_security/api_key',
      role({ indices: [{ names: ['a'], privileges: ['read'], qery: '{}' }] }),
      'unknown-field',
    ],
    ['POST /_security/api_key', role({ cluster: ['alll'] }), 'unknown-value'],
    ['POST /_security/api_key', role({ indices: [{ names: ['a'], privileges: ['reed'] }] }), 'unknown-value'],
    ['POST /_security/api_key', {}, 'required-field'],
    ['POST /_security/api_key', { name: '_k' }, 'forbidden-affix'],
    ['PUT /Logs', {}, 'unsuitable-text'],
    ['PUT /new', { mapings: {} }, 'unknown-field'],
    ['PUT /new', { mappings: { properties: { a: { type: 'flattened', ignore_abov: 1 } } } }, 'unknown-field'],
    ['PUT /logs/_doc/1?refresh=maybe', {}, 'unknown-value'],
    ['POST /logs/_search', { querry: { match_all: {} } }, 'unknown-field'],
    ['POST /logs/_search', { agregations: {} }, 'unknown-field'],
    ['POST /logs/_search', { query: { bool: { musst: [] } } }, 'unknown-field'],
    ['POST /logs/_search', { query: { term: { a: { value: 1, bost: 3 } } } }, 'unknown-field'],
    ['POST /logs/_count', { querry: {} }, 'unknown-field'],
    ['POST /logs/_search', { foo: 1 }, 'unknown-field'],
    ['GET /logs/_search?foo=1', undefined, 'unknown-query-parameter'],
    ['POST /_security/api_key?foo', { name: 'k' }, 'unknown-query-parameter'],
    ['POST /_security/api_key', undefined, 'missing-body'],
    ['POST /_security/api_key', { name: null }, 'wrong-type'],
  ])('is refused by the cluster: %s %j', (line, body, rule) => {
    const play = cluster(false);
    play.send('PUT /logs', {});
    const { status, body: answer } = play.send(line, body);
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({
      rule,
      type: expect.any(String) as string,
      reason: expect.any(String) as string,
    });
  });

  it.each<[string, unknown]>([
    ['PUT /_snapshot/r?timeout=soon', { type: 'fs', settings: { location: 'r' } }],
    ['PUT /logs/_doc/1?timeout=soon', {}],
    ['PUT /logs/_doc/1?timeout=', {}],
  ])('is refused by the cluster as the real one words it: %s', (line, body) => {
    const play = cluster(false);
    const { status, body: answer } = play.send(line, body);
    expect(status).toBe(400);
    const value = line.split('=')[1] ?? '';
    expect(answer.error).toMatchObject({
      type: 'illegal_argument_exception',
      reason: `failed to parse setting [timeout] with value [${value}] as a time value`,
    });
  });

  it.each<[unknown, string]>([
    [{ events: ['pusch'], config: { url: 'http://127.0.0.1:9/x' } }, 'unknown-value'],
    [{ event: ['push'], config: { url: 'http://127.0.0.1:9/x' } }, 'unknown-field'],
    [{ actve: false, config: { url: 'http://127.0.0.1:9/x' } }, 'unknown-field'],
    [{ config: {} }, 'required-field'],
    [{ config: { url: 'http://127.0.0.1:9/a b' } }, 'unsuitable-text'],
    [{ config: { url: 'http://127.0.0.1:9/x', secrt: 'x' } }, 'unknown-field'],
    [{ config: { url: 'http://127.0.0.1:9/x', content_type: 'xml' } }, 'unknown-value'],
  ])('is refused by the code host: %j', (body, rule) => {
    const { status, body: answer } = host(false).send(hooks, body);
    expect({ status, rule: answer.rule }).toEqual({ status: 422, rule });
  });

  it('is refused by the code host in updates and grants', () => {
    const play = host(false);
    play.send(hooks, { config: { url: 'http://127.0.0.1:9/x' } });
    const refusal = (line: string, body: unknown) => {
      const { status, body: answer } = play.send(line, body);
      return [status, answer.rule as unknown];
    };
    const hook = '/repos/octocat/hello-world/hooks/1';
    expect(refusal(`PATCH ${hook}`, { actve: false })).toEqual([422, 'unknown-field']);
    expect(refusal(`PATCH ${hook}/config`, { secrt: 'x' })).toEqual([422, 'unknown-field']);
    const grant = 'PUT /projects/1/collaborators/hubot';
    expect(refusal(grant, { permission: 'bogus' })).toEqual([422, 'unknown-value']);
    expect(refusal(grant, { permission: 'read' })).toEqual([204, undefined]);
    // A name that resembles none is ignored by the service.
    expect(refusal(`PATCH ${hook}/config`, { digest: 'x' })).toEqual([200, undefined]);
  });

  it('never makes a key whose name is read back as null', () => {
    const play = cluster(true);
    for (const body of [undefined, {}]) {
      const { status, body: key } = play.send('POST /_security/api_key', body);
      expect({ status, name: key.name }).toEqual({ status: 200, name: expect.any(String) as string });
    }
    const { api_keys: keys } = play.send('GET /_security/api_key').body as unknown as { api_keys: { name: unknown }[] };
    expect(keys.map(({ name }) => typeof name)).toEqual(['string', 'string']);
  });

  it('is refused in each search of several', () => {
    const body = '{"index":"logs"}\n{"querry":{}}\n{"index":"logs"}\n{}\n';
    const search = (isLenient: boolean) => {
      const play = cluster(isLenient);
      play.send('PUT /logs', {});
      return (play.send('POST /_msearch', body).body as { responses?: { status: number; rule?: string }[] }).responses;
    };
    expect(search(false)).toMatchObject([{ status: 400 }, { status: 200 }]);
    expect(search(true)).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it('is not what patterns of actions grant', () => {
    const names = { cluster: ['cluster:monitor/*'], indices: [{ names: ['a'], privileges: ['indices:data/read/*'] }] };
    expect(cluster(false).send('POST /_security/api_key', role(names)).status).toBe(200);
  });

  it('is accepted by a lenient sandbox, which refuses what the documents do', () => {
    expect(cluster(true).send('POST /_security/api_key', { name: 'k', expires: '1d' }).status).toBe(200);
    expect(cluster(true).send('POST /_security/api_key', { name: 5 }).status).toBe(400);
    expect(host(true).send(hooks, { events: ['pusch'], config: { url: 'http://127.0.0.1:9/x' } }).status).toBe(201);
    expect(host(true).send(hooks, { config: { url: 'http://127.0.0.1:9/x', insecure_ssl: '2' } }).status).toBe(422);
  });

  it('leaves out that the public service cannot reach this machine', () => {
    expect(host(false).send(hooks, { config: { url: 'http://localhost:9/x' } }).status).toBe(201);
  });
});

describe('the URL of a webhook', () => {
  const accepted = ['https://example.com', 'http://127.0.0.1:65535/x?y#z', 'http://[::1]:80/', 'HTTP://LOCALHOST/'];
  const wrong = [
    ...['javascript:alert(1)', 'file:///etc/passwd', 'http://', 'http:///x', 'http://localhost:99999/x', 'ftp://a/b'],
    ...['http://localhost:x/', '//localhost/x', 'localhost', 'http://:80/'],
  ];

  it.each(accepted)('can be %s', (url) => {
    expect(host(true).send(hooks, { config: { url } }).status).toBe(201);
  });

  it.each(wrong)('cannot be %s, neither at first nor later', (url) => {
    const play = host(true);
    const refusal = { status: 422, body: { message: 'Validation Failed', rule: 'relative-url' } };
    expect(play.send(hooks, { config: { url } })).toMatchObject(refusal);
    play.send(hooks, { config: { url: accepted[0] } });
    expect(play.send('PATCH /repos/octocat/hello-world/hooks/1', { config: { url } })).toMatchObject(refusal);
    expect(play.send('PATCH /repos/octocat/hello-world/hooks/1/config', { url })).toMatchObject(refusal);
  });
});
