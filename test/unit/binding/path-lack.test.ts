import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { Endpoint } from '../../../packages/checker/src/binding/model';
import type { Version } from '../../../packages/catalogue/src/facts';
import { createCatalogues } from '../../../packages/description/src/catalogues';
import { catalogue as documented } from '../../../packages/services/src/registry';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { loadPublished } from './published';

const catalogue = createCatalogues(documented, loadPublished)({});

function matchOf(line: string, { vendor = 'elasticsearch', version = '8.19.0' as Version | '' } = {}) {
  const endpoint: Endpoint = {
    name: 'e',
    service: 'search-cluster',
    baseUrl: 'http://e.example',
    ...(vendor !== '' && { vendor }),
    ...(version === '' ? {} : { version }),
  };
  const block = parseBlock(`# @endpoint e\n${line}\n`, undefined, () => false);
  const match = bindBlock(block, { endpoints: [endpoint], defaults: {} }, catalogue)?.match;
  if (match?.kind !== 'none') return match?.kind;
  return match.lack && `${match.lack.isTooShort ? 'ends with' : 'has'} ${match.lack.segment.text}`;
}

describe('a path that a described product does not have', () => {
  it.each([
    ['GET /_ccr/none', 'has none'],
    ['PUT /_doc/1', 'has _doc'],
    ['GET /items/_doc/1/2', 'has 2'],
    ['GET /_ccr', 'ends with _ccr'],
    ['PUT /items/_create', 'ends with _create'],
    ['PUT /items/_create/', 'ends with _create'],
    ['GET /items/orders', 'has orders'],
    ['POST /items-*/_search/scroll', 'has scroll'],
    ['POST /items', 'other-method'],
    ['PATCH /items', 'other-method'],
  ])('%s is found', (line, expected) => expect(matchOf(line)).toBe(expected));

  it.each([
    ['GET /_plugin_of_mine', undefined],
    ['GET /items/_plugin_of_mine', undefined],
    ['GET /_ccr/{{name}}', undefined],
    ['GET /{{path}}/_cat/none', undefined],
    ['GET /items', 'operation'],
    ['PUT /items/_create/1', 'operation'],
    ['GET /items/_serch', 'near'],
  ])('%s is not', (line, expected) => expect(matchOf(line)).toBe(expected));

  it('is not found where the description says nothing of vendor or version', () => {
    const line = 'GET /_ccr/none';
    expect(matchOf(line, { version: '7.17.0' })).toBeUndefined();
    expect(matchOf(line, { version: '9.5.0' })).toBeUndefined();
    expect(matchOf(line, { version: '99.0.0' })).toBeUndefined();
    expect(matchOf(line, { vendor: 'opensearch' })).toBeUndefined();
    expect(matchOf(line, { vendor: 'none' })).toBeUndefined();
  });

  it('is found where a version says which product it is', () => {
    expect(matchOf('GET /_ccr/none', { vendor: '' })).toBe('has none');
    expect(matchOf('GET /_ccr/none', { vendor: '', version: '2.11.0' })).toBeUndefined();
  });

  it.each(['POST /items', 'PATCH /items'])('%s of a name is found without a version', (line) => {
    expect(matchOf(line, { version: '' })).toBe('other-method');
    expect(matchOf(line, { vendor: '', version: '' })).toBe('other-method');
    expect(matchOf(line, { vendor: '', version: '2.11.0' })).toBeUndefined();
    expect(matchOf(line, { vendor: 'none', version: '' })).toBeUndefined();
  });

  it.each(['', 'elasticsearch'])(
    'is found behind a name without a version, too (vendor %j), but not below a word, nor what plugins add',
    (vendor) => {
      const at = { vendor, version: '' } as const;
      expect(matchOf('GET /items/orders', at)).toBe('has orders');
      for (const path of [
        '/_plugin_of_mine',
        '/_plugin_of_mine/a',
        '/items/_plugin_of_mine',
        '/_plugins/_ism/policies',
        '/_opendistro/_sql',
        '/_ccr/none',
        '/_query/dataset/access_logs',
        '/_doc/1',
      ])
        expect(matchOf(`GET ${path}`, at)).toBeUndefined();
    },
  );

  it.each(['', '2.11.0', '3.0.0'] as const)('is another method of a name at OpenSearch %s, and no path', (version) => {
    const at = { vendor: 'opensearch', version };
    expect(matchOf('PATCH /items', at)).toBe('other-method');
    for (const path of ['/_plugins/_of/mine', '/_cluster/none', '/items/_plugin_of_mine'])
      expect(matchOf(`GET ${path}`, at)).toBeUndefined();
  });
});
