import { describe, expect, it } from 'vitest';
import { compileOpenSearch } from './compile';

const parameters = {
  'things.get::path.id': { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
  'things.get::query.id': { in: 'query', name: 'id', required: true, schema: { type: 'string' } },
  'things.get::query.shape': {
    ...{ in: 'query', name: 'shape', 'x-version-added': '2.7', 'x-version-removed': '3.0' },
    schema: { $ref: '../schemas/things._common.yaml#/components/schemas/Shape' },
  },
};
const get = {
  operationId: 'things.get.0',
  description: 'Returns a thing.',
  'x-version-added': '2.4',
  'x-version-deprecated': '2.19',
  'x-deprecation-message': 'Use a stone.',
  deprecated: true,
  'x-distributions-excluded': ['amazon-managed', 'amazon-serverless'],
  parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  responses: { 200: { description: 'It is there.' } },
};

const compiled = compileOpenSearch(
  new Map<string, unknown>([
    ['_info.yaml', { title: 'OpenSearch API Specification', version: '0.9.0' }],
    [
      '_global_parameters.yaml',
      { components: { parameters: { pretty: { name: 'pretty', in: 'query', schema: { type: 'boolean' } } } } },
    ],
    [
      '_superseded_operations.yaml',
      {
        '/_opendistro/_things/{thing}': { superseded_by: '/_plugins/_things/{thing}', operations: ['GET', 'DELETE'] },
        '/_opendistro/_others': { superseded_by: '/_plugins/_others', operations: ['GET'] },
      },
    ],
    [
      'namespaces/things.yaml',
      { openapi: '3.1.0', paths: { '/_plugins/_things/{id}': { get } }, components: { parameters } },
    ],
    ['namespaces/cat.yaml', { paths: { '/_cat/things': { get: { operationId: 'cat.things.0' } } } }],
    [
      'schemas/things._common.yaml',
      { components: { schemas: { Shape: { type: 'string', enum: ['round', 'flat'] } } } },
    ],
  ]),
);
const [thing, table, former] = compiled.operations;

describe('compileOpenSearch', () => {
  it('puts the parts together', () => {
    expect(compiled).toMatchObject({ title: 'OpenSearch', version: '0.9.0', problems: [] });
    expect(compiled.commonQuery?.map(({ name }) => name)).toEqual(['pretty']);
    expect(thing).toMatchObject({
      ...{ id: 'things.get.0', methods: ['GET'], path: '/_plugins/_things/{id}' },
      pointer: 'namespaces/things.yaml#/paths/~1_plugins~1_things~1{id}/get',
    });
    expect(thing?.query?.at(-1)?.shape).toEqual({ type: 'string', values: { values: ['round', 'flat'] } });
  });

  it('reads versions and deployments', () => {
    expect(thing).toMatchObject({
      ...{ since: '2.4', deprecated: 'Use a stone.', deprecatedSince: '2.19', lackedBy: ['serverless'] },
      query: [{ name: 'id' }, { name: 'shape', since: '2.7', removed: '3.0' }],
    });
  });

  it('requires no parameter of the query whose value is in the path', () => {
    expect(thing?.query?.map(({ name, required }) => [name, required])).toEqual([
      ['id', undefined],
      ['shape', undefined],
    ]);
  });

  it('adds what every table takes', () => {
    expect(table?.query?.map(({ name }) => name)).toContain('size');
  });

  it('keeps former paths of what it describes', () => {
    expect(compiled.operations).toHaveLength(3);
    expect(former).toMatchObject({
      ...{ id: 'things.get.0.superseded', methods: ['GET'], path: '/_opendistro/_things/{thing}' },
      deprecated: 'Use `/_plugins/_things/{thing}`.',
    });
  });

  it('reads anything without an exception', () => {
    for (const tree of [undefined, null, 3, 'a', [], { paths: [] }, { paths: { '/a': 3 } }])
      expect(compileOpenSearch(new Map([['namespaces/a.yaml', tree]])).operations).toEqual([]);
  });
});
