import { describe, expect, it } from 'vitest';
import { type StepInput, type StepResult, type WireRequest } from '../../../packages/sandbox/src/index';
import { createSandboxStore } from '../../../packages/node/src/sandbox/sandbox-store';
import { createClusterPair, stepCluster } from '../../../services/search-cluster-play/cluster/cluster';
import type { ClusterPair } from '../../../services/search-cluster-play/cluster/model';

const input: StepInput = { now: 0, randomText: (length) => 'x'.repeat(length), baseUrl: 'http://sandbox' };
const headers: WireRequest['headers'] = [
  ['Authorization', 'Bearer b'],
  ['Content-Type', 'application/json'],
];
const request = (line: string, body: unknown): WireRequest => {
  const [method = '', target = ''] = line.split(' ');
  return { method, target, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const step = (state: ClusterPair, wire: WireRequest) => stepCluster(state, 'cluster', wire, input, () => []);

/** A cluster with so many documents. */
function filled(count: number): ClusterPair {
  const lines = Array.from({ length: count }, (_, id) => `{"index":{"_id":"${id}"}}\n{"text":"word${id} and more"}\n`);
  return step(createClusterPair('b'), request('POST /logs/_bulk', lines.join(''))).state;
}

const patterns = Array.from({ length: 110 }, (_, at) => ({ wildcard: { text: `*${at}*none` } }));
const long = { query: { bool: { should: [...patterns, { match: { text: 'word7' } }] } } };

/** Resumes a step until it is answered, and counts how often. */
function finish(begun: StepResult<ClusterPair>, state: ClusterPair) {
  let current = begun;
  let turns = 0;
  while (current.pending) {
    expect(current.pending.task).toEqual({ kind: 'pause' });
    turns++;
    current = current.pending.resume(state, {}, input);
  }
  return { turns, response: current.response, state: current.state };
}

describe('a long search', () => {
  const state = filled(2000);

  it.each([
    ['POST /logs/_search', long],
    ['POST /logs/_count', long],
    ['POST /_msearch', `{}\n${JSON.stringify(long)}\n{"index":"logs"}\n${JSON.stringify(long)}\n`],
  ])('gives others their turn: %s', (line, body) => {
    const { turns, response } = finish(step(state, request(line, body)), state);
    // 2,000 documents times 111 clauses, in turns of 20,000.
    expect(turns).toBeGreaterThan(5);
    expect(turns).toBeLessThan(100);
    expect(response.status).toBe(200);
    expect(response.body).toMatch(/"count":1\b|"value":1\b/);
  });

  it('sees the documents of its beginning, and keeps what others change', () => {
    const begun = step(state, request('POST /logs/_search', long));
    const changed = step(state, request('DELETE /logs/_doc/7', '')).state;
    const { response, state: end } = finish(begun, changed);
    expect(response.body).toMatch(/"value":1\b/);
    expect(end).toBe(changed);
  });

  it('of few clauses or documents is answered at once', () => {
    expect(step(state, request('POST /logs/_search', { query: { match: { text: 'word7' } } })).pending).toBeUndefined();
  });

  it('lets a later request be answered before it', async () => {
    const store = createSandboxStore<ClusterPair>({ initial: state, record: (same) => same });
    const order: string[] = [];
    const send = async (name: string, wire: WireRequest) => {
      const { response } = await store.answer((current, one) => step(current, one), wire, '');
      order.push(`${name} ${response.status}`);
    };
    await Promise.all([
      send('search', request('POST /logs/_search', long)),
      send('read', request('GET /logs/_doc/7', '')),
    ]);
    expect(order).toEqual(['read 200', 'search 200']);
  });
});
