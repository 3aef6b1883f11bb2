import { describe, expect, it } from 'vitest';
import { sandboxParts } from '../../../packages/services/src/sandbox-parts';
import { play, type Server } from './real-servers-play';

// What Elasticsearch 8.19.21 and 9.5.3 and OpenSearch 3.9.0 answer to the media types of clients; `npm run oracle -- crossed` asks them.

const own = 'application/vnd.elasticsearch+json';
const of = (version: number): string => `${own}; compatible-with=${String(version)}`;
const json = 'application/json';
const older = 'application/json; charset=UTF-8';
type Types = Readonly<Record<string, string>>;
const both = (type: string): Types => ({ Accept: type, 'Content-Type': type });
const body = (type: string): Types => ({ 'Content-Type': type });

const cases: readonly (readonly [Server, string, Types, number, string])[] = [
  ['8.19', 'GET', {}, 200, json],
  ['8.19', 'GET', { Accept: '*/*' }, 200, json],
  ['8.19', 'GET', { Accept: 'text/plain' }, 200, json],
  ['8.19', 'GET', { Accept: own }, 200, own],
  ['8.19', 'GET', { Accept: of(7) }, 200, `${own};compatible-with=7`],
  ['8.19', 'GET', { Accept: of(9) }, 400, json],
  // Servers read no list, which is what the client of version 9 sends.
  ['8.19', 'GET', { Accept: `${of(9)},text/plain` }, 200, json],
  ['8.19', 'GET', { Accept: `${json}; compatible-with=8` }, 200, `${json};compatible-with=8`],
  ['9.5', 'GET', { Accept: of(9) }, 200, `${own};compatible-with=9`],
  ['9.5', 'GET', { Accept: of(7) }, 400, json],
  ['opensearch', 'GET', { Accept: of(8) }, 200, older],
  ['8.19', 'PUT', body(json), 201, json],
  ['8.19', 'PUT', body(own), 201, own],
  ['8.19', 'PUT', both(of(8)), 201, `${own};compatible-with=8`],
  ['8.19', 'PUT', both(of(9)), 400, json],
  ['8.19', 'PUT', body(of(8)), 400, json],
  ['8.19', 'PUT', { Accept: of(8), 'Content-Type': json }, 400, json],
  ['8.19', 'PUT', { Accept: of(8), 'Content-Type': of(9) }, 400, json],
  ['8.19', 'PUT', { 'Content-Type': '' }, 406, json],
  ['9.5', 'PUT', { Accept: of(9), 'Content-Type': of(8) }, 400, json],
  ['9.5', 'PUT', both(of(8)), 201, `${own};compatible-with=8`],
  ['9.5', 'PUT', body('text/plain'), 406, json],
  ['opensearch', 'PUT', body(json), 201, older],
  ['opensearch', 'PUT', body(own), 406, older],
  ['opensearch', 'PUT', both(of(8)), 406, older],
  ['opensearch', 'PUT', { Accept: of(8), 'Content-Type': json }, 201, older],
];

describe('the media types of clients', () => {
  it.each(cases)('%s, %s with %j: %i in %s', (server, method, headers, status, type) => {
    const isWrite = method === 'PUT';
    const [line, sent] = isWrite ? ['PUT /i/_doc/1', { x: 1 }] : ['GET /_cluster/health', undefined];
    const response = play(server).send(line, sent, 'Bearer boot', headers);
    expect([response.status, response.headers['content-type']]).toEqual([status, type]);
  });

  it('are judged when there is a handler', () => {
    const key = ['POST /_security/api_key', { name: 'k' }, 'Bearer boot', both(of(8))] as const;
    const { status, text } = play('opensearch').send(...key);
    expect([status, text]).toEqual([400, expect.stringContaining('no handler found')]);
  });
});

describe('an error that a fault injects', () => {
  const part = sandboxParts.find((one) => one.service.id === 'search-cluster')!;

  it.each([
    ['elasticsearch', json, 'Elasticsearch'],
    ['opensearch', json, undefined],
  ] as const)('of %s is in %s, of product %s', (clusterProduct, type, product) => {
    const { headers } = part.failure(503, 'It is full.', 'sandbox_fault', { clusterProduct });
    const fields = new Map(headers);
    expect([fields.get('Content-Type'), fields.get('X-Elastic-Product')]).toEqual([type, product]);
  });
});

describe('types of errors', () => {
  const wrong = { mappings: { properties: { count: { type: 'integer' } } } };

  it.each([
    ['8.19', 'document_parsing_exception'],
    ['opensearch', 'mapper_parsing_exception'],
  ] as const)('%s says %s of a document, also in a bulk', (server, type) => {
    const cluster = play(server);
    cluster.send('PUT /i', wrong);
    expect(cluster.send('PUT /i/_doc/1', { count: 'many' }).body).toMatchObject({ error: { type } });
    const lines = '{"index":{"_id":"1"}}\n{"count":"many"}\n{"index":{"_id":"2"}}\n{"count":1}\n';
    const { items } = cluster.send('POST /i/_bulk', lines).body as { readonly items?: readonly unknown[] };
    expect(items).toMatchObject([{ index: { status: 400, error: { type } } }, { index: { status: 201 } }]);
  });

  it('in documents stay as they were written', () => {
    const cluster = play('opensearch');
    const document = { error: { type: 'document_parsing_exception' } };
    cluster.send('PUT /i/_doc/1?refresh=true', document);
    const found = cluster.send('POST /_mget', { docs: [{ _index: 'i', _id: '1' }] }).body;
    expect(found).toMatchObject({ docs: [{ _source: document }] });
  });
});
