import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../packages/engine/src/index';
import type { Operation } from '../../packages/catalogue/src/operation';
import type { WireRequest, WireResponse } from '../../packages/sandbox/src/index';
import { stepHost } from '../../services/code-hosting/play/host';
import { createHostState } from '../../services/code-hosting/play/seed';
import { createClusterPair, stepCluster } from '../../services/search-cluster-play/cluster/cluster';
import { queryLanguages } from '../../packages/queries/src/index';
import { notPlayed, played } from './not-played';

const root = join(import.meta.dirname, '../..');

const operations = createEngine().catalogue.services.flatMap((service) => service.operations);
const input = {
  ...{ now: 0, baseUrl: 'http://sandbox' },
  randomText: (length: number) => 'x'.repeat(length),
  queries: () => queryLanguages,
};
const values = new Map([
  ['owner', 'octocat'],
  ['repo', 'hello-world'],
]);

/** Whether a handler answers the operation with this method, well or badly; what is wrong with the request does not matter. */
function isPlayed({ service, path }: Operation, method: string): boolean {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '1');
  const request: WireRequest = { method, target, headers: [['Authorization', 'Bearer b']], body: '' };
  const { response } =
    service === 'search-cluster'
      ? stepCluster(createClusterPair('b'), 'cluster', request, input, () => [])
      : stepHost(createHostState('b'), request, input, () => []);
  return response.status !== 501;
}

describe('the operations of both services', () => {
  it('are played, with each of their methods, except those that are listed with a reason', () => {
    const found = operations.filter((operation) => operation.methods.some((method) => !isPlayed(operation, method)));
    expect(found.map(({ id }) => id).sort()).toEqual(Object.keys(notPlayed).sort());
  });

  it('are played if a document describes them', () => {
    const listed = operations.filter(({ id }) => Object.hasOwn(notPlayed, id));
    expect(listed.filter(({ provenance }) => provenance.kind === 'documented').map(({ id }) => id)).toEqual([]);
    expect(listed).toHaveLength(Object.keys(notPlayed).length);
    expect(operations.filter(({ provenance }) => provenance.kind === 'documented').length).toBeGreaterThanOrEqual(30);
  });

  it('are named in docs/sandbox.md, those that are played and those that are not', () => {
    const page = readFileSync(join(root, 'docs/sandbox.md'), 'utf8').replace(/\s+/g, ' ');
    const wordsOf = (id: string) => notPlayed[id]?.page ?? played[id] ?? played[id.split('.', 2).join('.')];
    const missing = operations.flatMap(({ id }) => {
      const words = wordsOf(id);
      if (words === undefined)
        return [`\`played\` of test/sandbox/not-played.ts has no words of docs/sandbox.md for ${id}.`];
      return page.includes(words) ? [] : [`docs/sandbox.md does not name ${id}: it lacks the words "${words}".`];
    });
    expect(missing).toEqual([]);
  });

  it.each([
    ['POST /_security/apikey', 'PUT /_security/api_key'],
    ['GET /logs/_serch', 'GET /{index}/_search'],
    ['GET /logs/_maping', 'GET /{index}/_mapping'],
    ['GET /logs/_mapings', 'GET /{index}/_mappings'],
    ['GET /_snapshots/backup', 'GET /_snapshot/{repository}'],
    ['POST /copy/_ccr/pause', 'POST /{follower_index}/_ccr/pause_follow'],
    ['GET /_node', 'GET /_nodes'],
    ['PATCH /repos/octocat/hello-world/hook/1', 'PATCH /repos/{owner}/{repo}/hooks/{hook_id}'],
    ['GET /repos/octocat/hello-world/hooks/1/delivery', 'GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries'],
    ['GET /hooks', 'GET /repos/{owner}/{repo}/hooks'],
  ])('that are meant by an unknown path are named: %s', (line, expected) => {
    const [method = '', target = ''] = line.split(' ');
    const request: WireRequest = { method, target, headers: [['Authorization', 'Bearer b']], body: '' };
    const { response } = /repos|hooks/.test(target)
      ? stepHost(createHostState('b'), request, input, () => [])
      : stepCluster(createClusterPair('b'), 'cluster', request, input, () => []);
    expect(response.status).toBe(statusOf(method, target));
    const [, nearest = ''] = /The nearest known operation is ([A-Z]+ [^."]+)\./.exec(response.body) ?? [];
    expect(nearest.slice(nearest.indexOf(' '))).toBe(expected.slice(expected.indexOf(' ')));
  });

  // A path of two words was a type of documents once, which takes POST; one of one word with `_` in front cannot be an index.
  function statusOf(method: string, target: string): number {
    if (/repos|hooks/.test(target)) return 404;
    return method !== 'POST' && target.split('/').length === 3 ? 405 : 400;
  }

  it.each([
    'POST /_security/_query/user',
    'POST /_security/api_key/x/_clear_cache',
    'POST /_snapshot/backup/one/_mount',
    'GET /logs/_stats',
    'GET /_cluster/state',
    'GET /_security/user/joe',
    'HEAD /_security/user/joe',
    'GET /_cat/nodes',
    'POST /_reindex/x:1/_rethrottle',
    'POST /logs/_rollover',
    'GET /logs/_termvectors/1',
    'GET /repos/octocat/hello-world/issues',
    'PATCH /repos/octocat/hello-world',
    'GET /orgs/octo/teams',
    'GET /user/repos',
  ])('of the service that are not played are answered so: %s', (line) => {
    const response = answerTo(line);
    expect(
      response.status,
      'If the catalogue now describes this path, or the sandbox plays it, list another request here, and see what docs/sandbox.md says of it.',
    ).toBe(501);
    expect(response.body).toMatch(/Not implemented: the sandbox does not play/);
    const body = JSON.parse(response.body) as { readonly error?: { readonly type: string }; readonly message?: string };
    expect(body.error?.type ?? body.message).toMatch(/^unsupported_operation_exception$|^Not Implemented$/);
  });

  it('are answered as the service does where a path or a method is unknown', () => {
    expect(JSON.parse(answerTo('GET /_nothing/here/again').body)).toMatchObject({
      error: 'no handler found for uri [/_nothing/here/again] and method [GET]',
      status: 400,
    });
    const other = answerTo('PATCH /logs/_mapping');
    expect(other.status).toBe(405);
    expect(JSON.parse(other.body)).toMatchObject({
      error: expect.stringMatching(/^Incorrect HTTP method for uri/) as string,
    });
    expect(answerTo('GET /nothing/here').status).toBe(405);
    expect(answerTo('GET /repos/octocat/hello-world/nothing').status).toBe(404);
  });
});

function answerTo(line: string): WireResponse {
  const [method = '', target = ''] = line.split(' ');
  const request: WireRequest = { method, target, headers: [['Authorization', 'Bearer b']], body: '' };
  return /^\/(?:repos|orgs|user)\b/.test(target)
    ? stepHost(createHostState('b'), request, input, () => []).response
    : stepCluster(createClusterPair('b'), 'cluster', request, input, () => []).response;
}
