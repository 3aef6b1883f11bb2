import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';
import { detectDescription } from '../../../../packages/description/src/openapi/detect';
import { compileSchema, describe1 } from './compile-schema';
import { triesOf } from '../../../sample';

/** Returns an object that is nested so deeply, made without recursion. */
function nested(depth: number, wrap: (inner: object) => object): object {
  let value: object = { type: 'string' };
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

describe('hostile descriptions', () => {
  it.each([
    ['items', (items: object) => ({ type: 'array', items })],
    ['allOf', (inner: object) => ({ allOf: [inner] })],
    ['oneOf', (inner: object) => ({ oneOf: [inner, { type: 'integer' }] })],
    ['properties', (inner: object) => ({ type: 'object', properties: { a: inner } })],
    ['additionalProperties', (inner: object) => ({ type: 'object', additionalProperties: inner })],
  ])('nested 100,000 levels deep in %s', (_title, wrap) => {
    const { problems } = compileSchema(nested(100_000, wrap));
    expect(problems.some((problem) => problem.includes('are not checked'))).toBe(true);
  });

  it('nested deeply in alternatives that lend each other their members', () => {
    const wrap = (inner: object) => ({ anyOf: [{ properties: { a: inner } }, { properties: { b: {} } }] });
    expect(compileSchema(nested(1_000, wrap)).pool.length).toBeLessThan(2_000);
  });

  it('nested deeply through references', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `S${index}`,
        { type: 'array', items: { $ref: `#/components/schemas/S${index + 1}` } },
      ]),
    );
    const { pool } = compileSchema({ $ref: '#/components/schemas/S0' }, { schemas });
    expect(pool).toHaveLength(20_000);
  });

  it('whose schemas extend each other in circles', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = {
      A: { allOf: [ref('B'), ref('A')], oneOf: [ref('A'), ref('B')] },
      B: { anyOf: [ref('A'), ref('C')], allOf: [ref('C')] },
      C: { oneOf: [ref('B'), ref('C')], discriminator: { propertyName: 'kind' } },
    };
    for (const name of Object.keys(schemas)) expect(compileSchema(ref(name), { schemas }).shape).toBeDefined();
  });

  it('with alternatives that multiply', () => {
    const options = () => Array.from({ length: 8 }, (_, index) => ({ properties: { [`p${index}`]: {} } }));
    const { problems } = compileSchema({
      type: 'object',
      allOf: Array.from({ length: 12 }, () => ({ oneOf: options() })),
    });
    expect(problems.join('\n')).toContain('too many alternatives');
  });

  it('whose tree is a graph, as aliases of YAML make one', () => {
    let shared: object = { type: 'string' };
    for (let level = 0; level < 60; level++)
      shared = { type: 'object', properties: { a: shared, b: shared, c: shared } };
    const { pool } = compileSchema(shared);
    expect(pool.length).toBeLessThan(200);
    const loop: Record<string, unknown> = { type: 'object' };
    loop['properties'] = { a: loop };
    loop['example'] = loop;
    expect(compileSchema(loop).shape).toBeDefined();
  });

  it('with many members are read whole', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    const { shape } = compileSchema({ type: 'object', properties });
    expect(typeof shape === 'object' && shape.type === 'object' ? shape.fields : []).toHaveLength(20_000);
  });

  it('with names of built-in properties', () => {
    const tree: unknown = JSON.parse(
      JSON.stringify(
        describe1({ $ref: '#/components/schemas/constructor' }, { schemas: { constructor: { type: 'integer' } } }),
      ).replaceAll('"/a"', '"/__proto__"'),
    );
    const compiled = compileOpenApi(tree);
    expect(compiled.operations).toMatchObject([{ path: '/__proto__', body: { shape: { type: 'integer' } } }]);
  });

  it('of any wrong types', () => {
    const keys = fc.constantFrom(
      ...[
        '$ref',
        'type',
        'properties',
        'items',
        'allOf',
        'oneOf',
        'anyOf',
        'enum',
        'const',
        'required',
        'discriminator',
        'propertyName',
      ],
      ...[
        'mapping',
        'parameters',
        'schema',
        'content',
        'application/json',
        'in',
        'name',
        'responses',
        'requestBody',
        'get',
        'post',
        '/a/{b}',
      ],
      ...[
        'examples',
        'example',
        'value',
        'security',
        'servers',
        'url',
        'additionalProperties',
        'default',
        '200',
        'style',
        'description',
      ],
      ...[
        'components',
        'schemas',
        'paths',
        '__proto__',
        'minimum',
        'pattern',
        'summary',
        'tags',
        'nullable',
        'readOnly',
        'patternProperties',
      ],
    );
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(
        'object',
        'array',
        'string',
        'query',
        'path',
        '#',
        '#/paths',
        '#/components/schemas/a',
        'b',
        null,
        true,
        false,
        1,
        -1,
        '',
      ),
      fc.string({ maxLength: 5 }),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', maxDepth: 7 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.constantFrom('3.0.0', '3.1.0', '3.2.0', '2.0'),
        tree,
        tree,
        tree,
        (version, paths, a, components) => {
          const head = version === '2.0' ? { swagger: version } : { openapi: version };
          const compiled = compileOpenApi({
            ...head,
            info: a,
            paths: { '/a/{b}': { get: paths, post: a } },
            components,
            definitions: components,
          });
          expect(compiled.operations.length).toBeLessThanOrEqual(2);
          JSON.stringify(compiled);
        },
      ),
      { numRuns: triesOf(1_500) },
    );
  });
});

describe('detectDescription', () => {
  it.each([
    [{ openapi: '3.0.3' }, 'openapi-3.0'],
    [{ openapi: 3.1 }, 'openapi-3.1'],
    [{ openapi: '3.2.0' }, 'openapi-3.2'],
    [{ swagger: '2.0' }, 'swagger-2.0'],
    [{ swagger: 2 }, 'swagger-2.0'],
    [{ endpoints: [], types: [] }, 'elasticsearch-schema'],
  ])('%j', (tree, kind) => {
    expect(detectDescription(tree)).toEqual({ kind });
  });

  const known = 'A description must be OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0, or the compiled schema of Elasticsearch.';
  it.each([
    [[], `${known} This file does not hold an object.`],
    [{}, `${known} This file has neither \`openapi\` nor \`swagger\` with a version.`],
    [{ openapi: '4.0.0' }, `${known} The version of this one is \`4.0.0\`.`],
    [{ swagger: '1.2' }, `${known} The version of this one is \`1.2\`.`],
    [{ asyncapi: '2.0.0' }, `${known} This one is an AsyncAPI document.`],
    [{ overlay: '1.0.0' }, `${known} This one is an overlay of another one.`],
  ])('%j', (tree, message) => {
    expect(detectDescription(tree)).toEqual({ message });
    expect(compileOpenApi(tree)).toMatchObject({
      operations: [],
      problems: [{ severity: 'error', message, pointer: '#' }],
    });
  });
});
