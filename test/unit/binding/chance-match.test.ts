import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions, type Endpoint } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

const engine = createEngine({ loadDescription: createDescriptionLoader(() => undefined) });
const cluster: Endpoint = { name: 'own', service: 'search-cluster', baseUrl: 'http://localhost:9200' };
const findingsOf = (text: string, context: Partial<CheckOptions['context']> = {}) =>
  engine
    .check(engine.openFile(text), { context: { endpoints: [], defaults: {}, ...context }, severities: {} })
    .findings.flat()
    .flatMap(({ rule }) => (rule === 'unknown-query-parameter' ? [rule] : []));

describe('a path without a word of the operation', () => {
  it.each([
    'GET /anything?q=1',
    'GET /anything?dev=1\nAuthorization: Bearer x',
    'GET {{host}}/anything?dev=1',
    'GET http://other.example/anything?dev=1',
    'GET /anything?dev=1\n\n{ "a": 1 }',
    '# @endpoint unknown\nGET /anything?dev=1',
  ])('may be of any service, so its query is not compared: %s', (text) => {
    expect(findingsOf(text)).toEqual([]);
  });

  it.each([
    'GET /anything?dev=1&ignore_unavailable=true',
    'GET /anything?ignore_unavalable=true',
    '# @target 8.12.0\nGET /anything?dev=1',
    'GET /anything/_settings?dev=1',
  ])('is of the service that something else names: %s', (text) => {
    expect(findingsOf(text)).not.toEqual([]);
  });

  it('is of the service of a configured endpoint, and not of one of the sandbox', () => {
    const context = (endpoint: Endpoint) => ({
      endpoints: [endpoint],
      defaults: { [endpoint.service]: endpoint.name },
    });
    expect(findingsOf('GET /anything?dev=1', context(cluster))).not.toEqual([]);
    const sandbox = context({ ...cluster, isBuiltIn: true });
    expect(findingsOf('GET /anything?dev=1', sandbox)).toEqual([]);
    expect(findingsOf('# @endpoint own\nGET /anything?dev=1', sandbox)).not.toEqual([]);
  });
});
