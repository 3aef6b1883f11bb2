import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledDescription, CompiledObject, CompiledShape } from './compiled';
import { compileElasticsearch } from './elasticsearch/compile';

const of = (name: string, ...generics: unknown[]) => {
  const [namespace, short] = name.includes(':') ? name.split(':') : ['_builtins', name];
  return { kind: 'instance_of', type: { namespace, name: short }, ...(generics.length > 0 && { generics }) };
};
const type = (kind: string, name: string, rest: object) => ({
  kind,
  name: { namespace: 'toy', name },
  specLocation: '',
  ...rest,
});
const property = (name: string, value: unknown, rest: object = {}) => ({ name, type: value, required: false, ...rest });
const list = (value: unknown) => ({ kind: 'array_of', value });
const union = (...items: unknown[]) => ({ kind: 'union_of', items });
const map = (value: unknown, singleKey = false) => ({
  kind: 'dictionary_of',
  key: of('string'),
  value,
  singleKey,
});

/** A schema with one endpoint, whose body has the given members. */
function schemaWith(properties: unknown[], types: unknown[] = [], endpoint: object = {}, request: object = {}) {
  return {
    endpoints: [
      {
        name: 'toy.make',
        description: 'Make a toy.\n\nThe toy is made of wood. It lasts. No one reads this sentence.',
        docUrl: 'https://toys.example/make',
        availability: { stack: { since: '8.2.0', stability: 'stable' } },
        urls: [{ path: '/_toy/{name}', methods: ['PUT', 'POST'] }],
        request: { namespace: 'toy', name: 'Request' },
        response: null,
        requestBodyRequired: true,
        ...endpoint,
      },
    ],
    types: [
      type('request', 'Request', {
        path: [property('name', of('toy:Name'), { required: true })],
        query: [],
        body: { kind: 'properties', properties },
        ...request,
      }),
      type('type_alias', 'Name', { type: of('string') }),
      ...types,
    ],
  };
}

/** Compiles the schema and returns the shape of the member `it`, as a file has it: without the members that are undefined. */
function shapeOf(value: unknown, ...types: unknown[]): CompiledShape {
  const compiled = compileElasticsearch(schemaWith([property('it', value)], types));
  const { operations, shapes, problems } = JSON.parse(JSON.stringify(compiled)) as CompiledDescription;
  expect(problems).toEqual([]);
  const body = operations[0]?.body?.shape as CompiledObject;
  const shape = body.fields?.[0]?.shape ?? { type: 'any' };
  return typeof shape === 'number' ? (shapes[shape] ?? shape) : shape;
}

describe('operations', () => {
  it('has one for each form of path, with texts, link and availability', () => {
    const { operations } = compileElasticsearch(
      schemaWith([], [], {
        urls: [
          { path: '/_toy', methods: ['POST'] },
          { path: '/_toy/{name}', methods: ['PUT'] },
        ],
        privileges: { cluster: ['manage'], index: ['read'] },
        deprecation: { version: '9.1.0', description: 'Use stone.' },
      }),
    );
    expect(
      operations.map(({ id, methods, path, pathParameters }) => [id, methods, path, pathParameters?.length]),
    ).toEqual([
      ['toy.make', ['POST'], '/_toy', undefined],
      ['toy.make/name', ['PUT'], '/_toy/{name}', 1],
    ]);
    expect(operations[0]).toMatchObject({
      title: 'Make a toy',
      summary: 'The toy is made of wood. It lasts.',
      link: 'https://toys.example/make',
      since: '8.2.0',
      lackedBy: ['serverless'],
      deprecated: 'Use stone.',
      deprecatedSince: '9.1.0',
      needs: [
        { kind: 'cluster', names: ['manage'] },
        { kind: 'index', names: ['read'], on: [] },
      ],
      tags: ['toy'],
      pointer: '#/endpoints/0',
    });
  });

  it('takes a word for one or several in the path and query, and a flag without a value', () => {
    const { operations, shapes } = compileElasticsearch(
      schemaWith(
        [],
        [type('type_alias', 'Names', { type: union(of('toy:Name'), list(of('toy:Name'))) })],
        {},
        {
          query: [property('names', of('toy:Names')), property('all', of('boolean'))],
        },
      ),
    );
    const [names, all] = operations[0]?.query ?? [];
    expect(shapes[names?.shape as number]).toEqual({ type: 'array', items: { type: 'string' } });
    expect(all).toEqual({ name: 'all', bare: 'true', shape: { type: 'boolean' } });
  });

  it('takes actions and their documents, or lines in turn, from the types of a body of lines', () => {
    const lines = { requestMediaType: ['application/x-ndjson'] };
    const bodyOf = (value: unknown, ...types: unknown[]) =>
      compileElasticsearch(schemaWith([], types, lines, { body: { kind: 'value', value } })).operations[0]?.body;
    const container = type('interface', 'Action', {
      variants: { kind: 'container' },
      properties: ['index', 'update', 'delete'].map((name) => property(name, of('toy:Meta'))),
    });
    const empty = (name: string) => type('interface', name, { properties: [] });
    const actions = bodyOf(
      list(union(of('toy:Action'), of('toy:Change'), of('toy.Request:TDocument'))),
      container,
      empty('Change'),
      empty('Meta'),
    )?.actions;
    expect(actions?.map(({ name, document }) => [name, typeof document])).toEqual([
      ['index', 'object'],
      ['update', 'number'],
      ['delete', 'undefined'],
    ]);
    const pair = type('type_alias', 'Item', { type: union(of('toy:Head'), of('toy:Body')) });
    expect(bodyOf(list(of('toy:Item')), pair, empty('Head'), empty('Body'))?.lines).toHaveLength(2);
    expect(bodyOf(list(of('toy.Request:TDocument')))?.lines).toEqual([{ type: 'any' }]);
  });
});

describe('endpoints of one path', () => {
  const word = (name: string) => type('enum', name, { members: [{ name: name.toLowerCase() }] });
  const endpoint = (name: string, parameter: string) => ({
    name: `toy.put_${name.toLowerCase()}`,
    urls: [{ path: `/_toy/{${parameter}}`, methods: ['PUT'] }],
    request: { namespace: 'toy', name: `Put${name}` },
    response: null,
  });
  const request = (name: string, kind: unknown, ...further: unknown[]) =>
    type('request', `Put${name}`, {
      path: [],
      query: [],
      body: { kind: 'properties', properties: [property('kind', kind, { required: true }), ...further] },
    });

  it('are distinguished by the member that has one value in each', () => {
    const { operations } = compileElasticsearch({
      endpoints: [endpoint('Any', 'name'), endpoint('Car', 'car_name'), endpoint('Doll', 'doll_name')],
      types: [
        request('Any', of('string')),
        request('Car', of('toy:Car'), property('wheels', of('_types:integer'))),
        request('Doll', of('toy:Doll')),
        word('Car'),
        word('Doll'),
      ],
    });
    expect(operations[0]?.body?.shape).toMatchObject({
      type: 'switch',
      on: 'kind',
      cases: { car: { fields: [{ name: 'kind' }, { name: 'wheels' }] }, doll: { fields: [{ name: 'kind' }] } },
      otherwise: { fields: [{ name: 'kind', shape: { type: 'string' } }] },
    });
    expect(operations[1]?.body?.shape).toMatchObject({ type: 'object' });
  });

  it('stay as they are without such a member', () => {
    const { operations } = compileElasticsearch({
      endpoints: [endpoint('Any', 'name'), endpoint('Car', 'car_name')],
      types: [request('Any', of('string')), request('Car', of('string'))],
    });
    expect(operations.map(({ body }) => body?.shape)).toMatchObject([{ type: 'object' }, { type: 'object' }]);
  });
});

describe('corrections', () => {
  it('hold where the schema says otherwise than servers behave', () => {
    const { commonQuery } = compileElasticsearch({
      endpoints: [],
      types: [
        {
          kind: 'interface',
          name: { namespace: '_spec_utils', name: 'CommonQueryParameters' },
          properties: [property('pretty', of('boolean'))],
        },
      ],
    });
    expect(commonQuery?.map(({ name }) => name)).toEqual(['pretty', 'format']);
  });

  it('hold where a member is required in certain cases only, and where one is missing', () => {
    const content = {
      kind: 'interface',
      name: { namespace: 'inference._types', name: 'ContentObject' },
      properties: ['type', 'text', 'file'].map((name) => property(name, of('string'), { required: true })),
    };
    const { fields = [] } = shapeOf(of('inference._types:ContentObject'), content) as CompiledObject;
    expect(fields.map(({ name, required }) => `${name} ${required === true}`)).toEqual([
      'type true',
      'text false',
      'file false',
    ]);
    const script = {
      kind: 'interface',
      name: { namespace: '_types', name: 'StoredScript' },
      properties: [property('source', of('string'), { required: true })],
    };
    expect(shapeOf(of('_types:StoredScript'), script)).toMatchObject({
      fields: [{ name: 'source', required: true }, { name: 'params' }],
    });
  });

  it('hold where servers refuse what lacks a member, or one of several', () => {
    const action = {
      kind: 'interface',
      name: { namespace: 'indices.update_aliases', name: 'AddAction' },
      properties: ['index', 'indices', 'alias', 'aliases'].map((name) => property(name, of('string'))),
    };
    expect(shapeOf(of('indices.update_aliases:AddAction'), action)).toMatchObject({
      constraints: [
        { rule: 'member-count', options: { minimum: 1, fields: ['index', 'indices'] } },
        { rule: 'member-count', options: { minimum: 1, fields: ['alias', 'aliases'] } },
      ],
    });
  });
});

describe('types', () => {
  it('inherits members and replaces the parameters of generic types', () => {
    const base = type('interface', 'Base', {
      generics: [{ namespace: 'toy.Base', name: 'T' }],
      properties: [property('low', of('toy.Base:T')), property('name', of('string'))],
    });
    const range = type('interface', 'Range', {
      inherits: { type: { namespace: 'toy', name: 'Base' }, generics: [of('_types:integer')] },
      properties: [property('name', of('boolean'))],
    });
    expect(shapeOf(of('toy:Range'), base, range)).toMatchObject({
      name: 'range',
      fields: [
        { name: 'low', shape: { type: 'integer' } },
        { name: 'name', shape: { type: 'boolean' } },
      ],
    });
  });

  it('distinguishes by a tag, and takes the default where the tag is absent', () => {
    const tagged = (name: string, tag: string) =>
      type('interface', name, {
        properties: [property('kind', { kind: 'literal_value', value: tag }, { required: true })],
      });
    const alias = type('type_alias', 'Toy', {
      type: union(of('toy:Car'), of('toy:Doll')),
      variants: { kind: 'internal_tag', tag: 'kind', defaultTag: 'doll' },
    });
    const shape = shapeOf(of('toy:Toy'), alias, tagged('Car', 'car'), tagged('Doll', 'doll'));
    expect(shape).toMatchObject({
      type: 'switch',
      on: 'kind',
      of: 'self',
      otherwise: { type: 'object', isOpen: true },
    });
    expect(shape).toHaveProperty('cases.car');
    const { absent, cases } = shape as { readonly absent: number; readonly cases: Record<string, number> };
    expect(absent).toBe(cases['doll']);
  });

  it('takes a shortcut, words that are flags too, maps and further members', () => {
    const short = type('interface', 'Text', {
      shortcutProperty: 'source',
      properties: [property('source', of('string')), property('lang', of('string'))],
    });
    expect(shapeOf(of('toy:Text'), short)).toMatchObject({
      type: 'choice',
      options: [{ type: 'string' }, { type: 'object' }],
    });
    const flag = type('enum', 'Refresh', { members: ['true', 'false', 'later'].map((name) => ({ name })) });
    expect(shapeOf(of('toy:Refresh'), flag)).toMatchObject({
      type: 'choice',
      options: [{ values: { values: ['true', 'false', 'later'] } }, { type: 'boolean' }],
    });
    expect(shapeOf(map(of('boolean')))).toMatchObject({ entries: { keyName: 'name', shape: { type: 'boolean' } } });
    const further = type('interface', 'Open', {
      behaviors: [
        { type: { namespace: '_spec_utils', name: 'AdditionalProperties' }, generics: [of('string'), of('boolean')] },
      ],
      properties: [property('own', of('string'))],
    });
    expect(shapeOf(of('toy:Open'), further)).toMatchObject({
      fields: [{ name: 'own' }],
      entries: { shape: { type: 'boolean' } },
    });
  });

  it('takes one member of a container and of a map with a single key', () => {
    const container = (rest: object, ...extra: unknown[]) =>
      type('interface', 'Query', {
        variants: { kind: 'container', ...rest },
        properties: [property('word', of('string')), property('phrase', of('string')), ...extra],
      });
    const one = { rule: 'member-count', options: { minimum: 1, maximum: 1 } };
    expect(shapeOf(of('toy:Query'), container({}))).toMatchObject({ constraints: [one] });
    const neighbour = property('aggregations', of('string'), { containerProperty: true, aliases: ['aggs'] });
    expect(shapeOf(of('toy:Query'), container({}, neighbour))).toMatchObject({
      constraints: [{ rule: 'member-count', options: { maximum: 1, besides: ['aggregations', 'aggs'] } }],
    });
    expect(shapeOf(map(of('string'), true))).toMatchObject({ constraints: [one] });
    expect(shapeOf(map(of('string')))).not.toHaveProperty('constraints');
  });

  it('reads times and sizes', () => {
    expect(shapeOf(of('_types:Duration'))).toMatchObject({ options: [{ format: 'time-value' }, { type: 'integer' }] });
    expect(shapeOf(of('_types:ByteSize'))).toMatchObject({ options: [{ format: 'byte-size' }, { type: 'integer' }] });
  });

  it('resolves types that contain themselves, without end', () => {
    const tree = type('interface', 'Tree', { properties: [property('children', list(of('toy:Tree')))] });
    const { operations, shapes } = compileElasticsearch(schemaWith([property('it', of('toy:Tree'))], [tree]));
    expect(operations).toHaveLength(1);
    expect(shapes[0]).toMatchObject({ fields: [{ name: 'children', shape: { type: 'array', items: 0 } }] });
    const nest = type('interface', 'Nest', {
      generics: [{ namespace: 'toy.Nest', name: 'T' }],
      properties: [property('inner', of('toy:Nest', list(of('toy.Nest:T'))))],
    });
    const { problems } = compileElasticsearch(schemaWith([property('it', of('toy:Nest', of('string')))], [nest]));
    expect(problems[0]?.message).toContain('without end');
  });
});

describe('a broken schema', () => {
  it.each([
    ['a missing type', [property('it', of('toy:Nothing'))], 'which the schema lacks'],
    ['an unknown kind', [property('it', { kind: 'magic' })], 'has the kind "magic"'],
    ['no value', [property('it', null)], 'has the kind null'],
  ])('names %s, and goes on', (_case, properties, message) => {
    const { operations, problems } = compileElasticsearch(schemaWith(properties));
    expect(operations).toHaveLength(1);
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message) as string]);
    expect(problems[0]?.pointer).toBe('#/types/0/body/properties/0/type');
  });

  it('does not exhaust the call stack', () => {
    let deep: unknown = of('string');
    for (let depth = 0; depth < 50_000; depth++) deep = list(deep);
    expect(compileElasticsearch(schemaWith([property('it', deep)])).problems[0]?.message).toContain(
      'nested too deeply',
    );
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      type('interface', `T${String(index)}`, { properties: [property('next', of(`toy:T${String(index + 1)}`))] }),
    );
    expect(compileElasticsearch(schemaWith([property('it', of('toy:T0'))], chain)).shapes.length).toBe(20_000);
    const inherited = Array.from({ length: 5_000 }, (_, index) =>
      type('interface', `T${String(index)}`, {
        inherits: { type: { namespace: 'toy', name: `T${String((index + 1) % 5_000)}` } },
        properties: [],
      }),
    );
    expect(compileElasticsearch(schemaWith([property('it', of('toy:T0'))], inherited)).operations).toHaveLength(1);
  });

  it('never throws, whatever it holds', () => {
    const sound = JSON.parse(
      JSON.stringify(schemaWith([property('it', union(of('toy:Name'), map(of('string'))))])),
    ) as object;
    const places: (readonly (string | number)[])[] = [];
    const collect = (value: unknown, path: readonly (string | number)[]): void => {
      places.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key]);
    };
    collect(sound, []);
    fc.assert(
      fc.property(fc.constantFrom(...places.slice(1)), fc.jsonValue({ maxDepth: 3 }), (path, replacement) => {
        const broken = structuredClone(sound) as Record<string, unknown>;
        let parent: Record<string | number, unknown> = broken;
        for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
        parent[path.at(-1) ?? ''] = replacement;
        const compiled = compileElasticsearch(broken);
        expect(JSON.parse(JSON.stringify(compiled))).toBeTypeOf('object');
      }),
      { numRuns: 400 },
    );
    for (const source of [null, [], 'text', 1, {}, { endpoints: 1, types: {} }]) {
      expect(compileElasticsearch(source).operations).toEqual([]);
    }
  });
});
