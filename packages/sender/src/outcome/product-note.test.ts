import { describe, expect, it } from 'vitest';
import { productNote } from './product-note';

const root = (version: object, tagline: string) => ({
  headers: [['content-type', 'application/json']] as const,
  body: JSON.stringify({ name: 'n', cluster_name: 'c', version, tagline }),
});
const openSearch = root(
  { distribution: 'opensearch', number: '3.9.0' },
  'The OpenSearch Project: https://opensearch.org/',
);
const elasticsearch = root({ number: '9.5.3-SNAPSHOT' }, 'You Know, for Search');
const to = (vendor?: string, baseUrl = 'https://search.example.org') => ({
  ...{ name: 'prod', service: 'search-cluster', baseUrl },
  ...(vendor !== undefined && { vendor }),
});

describe('productNote', () => {
  it('says that a server is of another product than the endpoint', () => {
    const advice =
      'This server is OpenSearch 3.9.0. Write "vendor": "opensearch", "version": "3.9.0" into the endpoint prod in rulebook.json, so that its description is used.';
    expect(productNote(to(), openSearch)).toEqual([advice]);
    expect(productNote(to('elasticsearch'), openSearch)).toEqual([advice]);
    expect(productNote(to('opensearch'), elasticsearch)).toEqual([
      expect.stringContaining(
        'This server is Elasticsearch 9.5.3. Write "vendor": "elasticsearch", "version": "9.5.3"',
      ),
    ]);
  });

  it('sees a header field of any response', () => {
    const response = { headers: [['X-Elastic-Product', 'Elasticsearch']] as const, body: '{}' };
    expect(productNote(to('opensearch'), response)).toEqual([
      expect.stringContaining('This server is Elasticsearch. Write "vendor": "elasticsearch" into'),
    ]);
    expect(productNote(to(), response)).toEqual([]);
  });

  it.each([
    ['the endpoint says it', to('OpenSearch'), openSearch],
    ['it is the usual one', to(), elasticsearch],
    ['no description is wanted', to('none'), openSearch],
    ['no endpoint is known', undefined, openSearch],
    ['it is the sandbox', to(undefined, 'http://127.0.0.1:9200'), { ...openSearch, body: '' }],
    ['the response says nothing', to(), { headers: [], body: '{"version":{"number":"3.9.0"}}' }],
    ['the response is no JSON', to(), { headers: [], body: '{' }],
    ['the service has one product', { ...to(), service: 'code-hosting' }, openSearch],
  ])('is silent where %s', (_, endpoint, response) => {
    expect(productNote(endpoint, response)).toEqual([]);
  });
});
