import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';
import type { CompiledDescription } from '../../../../packages/description/src/compiled';
import { describe1, problemsOf, type Version } from './compile-schema';
import { serviceOf } from './corpus';

const engine = createEngine({
  onRuleFailure: (rule, error) => {
    throw new Error(`The rule ${rule} threw: ${String(error)}`);
  },
});

/** Returns the rules whose findings a request has. */
function check(compiled: CompiledDescription, request: string): readonly string[] {
  const { options } = serviceOf(compiled);
  return engine
    .check(engine.openFile(`# @endpoint own\n${request}\n`), options)
    .findings.flat()
    .map(({ rule }) => rule);
}

function post(compiled: CompiledDescription, value: unknown): readonly string[] {
  return check(compiled, `POST /a\nContent-Type: application/json\n\n${JSON.stringify(value, null, 1)}`);
}

/** Puts a schema into a member, so that its name is in messages. */
function compiledMember(schema: unknown, version: Version = '3.1.0'): CompiledDescription {
  const schemas = {
    Named: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, size: { type: 'integer' } } },
  };
  return compileOpenApi(describe1({ type: 'object', properties: { m: schema } }, { version, schemas }));
}

const text = { type: 'string' };
const object = { type: 'object', properties: { a: text, b: text } };
const named = { $ref: '#/components/schemas/Named' };

/** Keywords that are checked: a schema, a value that is right, one that is wrong, and the rule that says so. */
const used: readonly (readonly [
  keyword: string,
  schema: unknown,
  right: unknown,
  wrong: unknown,
  rule: string,
  version?: Version,
])[] = [
  ['type', text, 'a', 1, 'wrong-type'],
  ['type, a list', { type: ['string', 'null'] }, null, 1, 'wrong-type'],
  ['nullable', { type: 'string', nullable: true }, null, 1, 'wrong-type', '3.0.3'],
  ['x-nullable', { type: 'string', 'x-nullable': true }, null, 1, 'wrong-type', '2.0'],
  ['nullable next to $ref', { ...named, nullable: true }, null, 1, 'wrong-type', '3.0.3'],
  ['enum', { enum: ['a', 'b'] }, 'a', 'c', 'unknown-value'],
  ['enum of several types', { enum: ['a', 1, null] }, null, 'c', 'unknown-value'],
  ['const', { const: 'a' }, 'a', 'b', 'unknown-value'],
  ['const, a number', { const: 3 }, 3, 4, 'unknown-value'],
  ['x-extensible-enum', { type: 'string', 'x-extensible-enum': ['a'] }, 'c', 1, 'wrong-type'],
  ['multipleOf', { type: 'number', multipleOf: 0.5 }, 1.5, 1.2, 'number-range'],
  ['minimum', { type: 'number', minimum: 1 }, 1, 0, 'number-range'],
  ['maximum', { type: 'number', maximum: 1 }, 1, 2, 'number-range'],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 1 }, 2, 1, 'number-range'],
  ['exclusiveMaximum, a flag', { type: 'number', maximum: 1, exclusiveMaximum: true }, 0, 1, 'number-range', '3.0.3'],
  ['minLength', { type: 'string', minLength: 2 }, 'ab', 'a', 'length-limit'],
  ['maxLength', { type: 'string', maxLength: 1 }, '😀', 'ab', 'length-limit'],
  ['pattern', { type: 'string', pattern: '^a+$' }, 'aa', 'b', 'malformed-text'],
  ['format', { type: 'string', format: 'uuid' }, '123e4567-e89b-12d3-a456-426614174000', 'x', 'malformed-value'],
  ['format that is unknown', { type: 'string', format: 'colour' }, 'x', 1, 'wrong-type'],
  ['items', { type: 'array', items: text }, ['a'], [1], 'wrong-type'],
  ['minItems', { type: 'array', minItems: 1 }, [1], [], 'item-count'],
  ['maxItems', { type: 'array', maxItems: 1 }, [1], [1, 2], 'item-count'],
  ['uniqueItems', { type: 'array', uniqueItems: true }, [1, 2], [1, 1], 'duplicate-item'],
  ['properties', object, { a: 'x' }, { a: 1 }, 'wrong-type'],
  ['required', { ...object, required: ['a'] }, { a: 'x' }, { b: 'x' }, 'required-field'],
  ['additionalProperties: false', { ...object, additionalProperties: false }, { a: 'x' }, { z: 1 }, 'unknown-field'],
  [
    'additionalProperties',
    { ...object, additionalProperties: { type: 'integer' } },
    { z: 1 },
    { z: 'x' },
    'wrong-type',
  ],
  ['additionalProperties: true', { ...object, additionalProperties: true }, { z: 1 }, { a: 1 }, 'wrong-type'],
  ['unevaluatedProperties', { allOf: [object], unevaluatedProperties: false }, { a: 'x' }, { z: 1 }, 'unknown-field'],
  ['patternProperties', { type: 'object', patternProperties: { '^x': text } }, { x1: 'a' }, { x1: 1 }, 'wrong-type'],
  ['minProperties', { ...object, minProperties: 1 }, { a: 'x' }, {}, 'member-count'],
  ['maxProperties', { ...object, maxProperties: 1 }, { a: 'x' }, { a: 'x', b: 'y' }, 'member-count'],
  [
    'not with members together',
    { ...object, not: { required: ['a', 'b'] } },
    { a: 'x' },
    { a: 'x', b: 'y' },
    'member-count',
  ],
  ['dependentRequired', { ...object, dependentRequired: { a: ['b'] } }, { b: 'x' }, { a: 'x' }, 'dependent-field'],
  ['dependencies', { ...object, dependencies: { a: ['b'] } }, { b: 'x' }, { a: 'x' }, 'dependent-field'],
  ['then', { ...object, if: { required: ['a'] }, then: { required: ['b'] } }, { b: 'y' }, { a: 'x' }, 'required-field'],
  ['else', { ...object, if: { required: ['a'] }, else: { required: ['b'] } }, { a: 'x' }, {}, 'required-field'],
  [
    'dependentSchemas',
    { ...object, dependentSchemas: { a: { properties: { b: { minLength: 2 } } } } },
    { b: 'x' },
    { a: 'x', b: 'x' },
    'length-limit',
  ],
  [
    'dependencies by a schema',
    { ...object, dependencies: { a: { required: ['b'] } } },
    { b: 'x' },
    { a: 'x' },
    'required-field',
  ],
  [
    'prefixItems',
    { type: 'array', prefixItems: [text], items: { type: 'integer' } },
    ['a', 1],
    ['a', 'b'],
    'wrong-type',
  ],
  ['items as a list', { type: 'array', items: [text, { type: 'integer' }] }, ['a', 1], [1, 1], 'wrong-type'],
  ['items: false', { type: 'array', prefixItems: [text], items: false }, ['a'], ['a', 'b'], 'item-count'],
  ['additionalItems: false', { type: 'array', items: [text], additionalItems: false }, ['a'], ['a', 1], 'item-count'],
  [
    'unevaluatedItems',
    { type: 'array', allOf: [{ prefixItems: [text] }], unevaluatedItems: false },
    ['a'],
    ['a', 1],
    'item-count',
  ],
  ['contains', { type: 'array', contains: text }, [1, 'a'], [1], 'unmet-condition'],
  ['contains of nothing', { type: 'array', contains: text }, ['a'], [], 'unmet-condition'],
  ['contains a reference', { type: 'array', contains: named }, [1, { kind: 'x' }], [{ size: 1 }], 'unmet-condition'],
  ['minContains', { type: 'array', contains: text, minContains: 2 }, ['a', 'b'], ['a', 1], 'unmet-condition'],
  ['maxContains', { type: 'array', contains: text, maxContains: 1 }, [1, 'a'], ['a', 'b'], 'unmet-condition'],
  [
    'minContains: 0',
    { type: 'array', contains: text, minContains: 0, maxContains: 1, minItems: 1 },
    [1],
    ['a', 'b'],
    'unmet-condition',
  ],
  ['propertyNames', { type: 'object', propertyNames: { pattern: '^x' } }, { x: 1 }, { x: 1, y: 2 }, 'unmet-condition'],
  [
    'propertyNames of a list',
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'integer' } },
    { a: 1 },
    { c: 1 },
    'unmet-condition',
  ],
  [
    'enum next to alternatives of one value each',
    { type: 'integer', enum: [3, 5], oneOf: [{ const: 1 }, { const: 3 }, { const: 5 }] },
    3,
    1,
    'unknown-value',
  ],
  ['allOf', { allOf: [object, { required: ['a'] }] }, { a: 'x' }, { b: 'x' }, 'required-field'],
  ['anyOf', { anyOf: [text, { type: 'integer' }] }, 1, true, 'wrong-type'],
  ['oneOf', { oneOf: [text, { type: 'integer' }] }, 'a', true, 'wrong-type'],
  [
    'oneOf required',
    { ...object, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: 'x' },
    { a: 'x', b: 'x' },
    'member-count',
  ],
  ['$ref', named, { kind: 'x' }, { size: 1 }, 'required-field'],
  ['keywords next to $ref', { ...named, minProperties: 2 }, { kind: 'x', size: 1 }, { kind: 'x' }, 'member-count'],
  ['$anchor', { $ref: '#here', $defs: { A: { $anchor: 'here', type: 'integer' } } }, 1, 'a', 'wrong-type'],
  [
    'discriminator',
    { oneOf: [named], discriminator: { propertyName: 'kind', mapping: { x: 'Named' } } },
    { kind: 'x' },
    { kind: 'y' },
    'unknown-value',
  ],
  ['default: null', { type: 'string', default: null }, null, 1, 'wrong-type'],
  [
    'readOnly',
    { type: 'object', properties: { a: { type: 'integer', readOnly: true }, b: text }, required: ['a'] },
    { b: 'x' },
    { b: 1 },
    'wrong-type',
  ],
];

/** Keywords that are not checked: a schema, a value that is right, and what `rulebook describe` says. */
const unchecked: readonly (readonly [schema: unknown, right: unknown, message: string, version?: Version])[] = [
  [{ ...object, $id: 'https://example.com/s' }, { a: 'x' }, '`$id` is not checked'],
  [{ ...object, $schema: 'http://json-schema.org/draft-04/schema#' }, { a: 'x' }, 'Another dialect of JSON Schema'],
  [{ $dynamicRef: '#x' }, 1, '`$dynamicRef` is not checked'],
  [{ $recursiveRef: '#' }, 1, '`$recursiveRef` is not checked'],
  [{ not: text }, 1, '`not` is not checked'],
  [{ type: 'object', not: { required: ['x'] } }, { x: 1 }, '`not` is not checked'],
  [{ type: 'object', not: { required: ['x', 'y'], minProperties: 3 } }, { x: 1, y: 1 }, '`not` is not checked'],
  [false, 1, 'The schema `false` is not checked'],
  [{ const: true }, true, 'Which boolean is allowed is not checked'],
  [{ const: { a: 1 } }, { a: 1 }, 'Listed values that are objects or lists are not checked'],
  [{ type: 'string', contentSchema: object }, '{}', '`contentSchema` is not checked'],
  [{ type: 'string', pattern: '^(a)\\1$' }, 'a', 'has references to groups'],
  [{ type: 'string', pattern: '[' }, 'a', 'not a regular expression that can be read'],
  [{ type: 'object', patternProperties: { '^(a)\\1$': text } }, { a: 'x' }, 'has references to groups'],
  [
    { ...object, discriminator: { propertyName: 'a', other: 1 } },
    { a: 'x' },
    '`other` is not a member of a discriminator',
  ],
  [{ ...object, extends: {} }, { a: 'x' }, '`extends` is not a member of a schema'],
  [{ type: 'object', properties: { a: { type: 'string', required: true } } }, {}, '`required` must be a list of names'],
  [{ type: 'any' }, 1, '`type` must be one of'],
  [{ ...named, minProperties: 3 }, { kind: 'x' }, 'Next to `$ref`, `minProperties` has no effect', '3.0.3'],
];

describe('a keyword of a schema', () => {
  it.each(used.map((each) => ({ keyword: each[0], each })))('is checked: $keyword', ({ each }) => {
    const [, schema, right, wrong, rule, version] = each;
    const compiled = compiledMember(schema, version);
    expect(problemsOf(compiled)).toEqual([]);
    expect(post(compiled, { m: right })).toEqual([]);
    expect(post(compiled, { m: wrong })).toEqual([rule]);
  });

  it.each(
    unchecked.map(([schema, right, message, version]) => ({
      title: JSON.stringify(schema),
      schema,
      right,
      message,
      version,
    })),
  )('is named: $title', ({ schema, right, message, version }) => {
    const compiled = compiledMember(schema, version);
    expect(problemsOf(compiled).join('\n')).toContain(message);
    expect(problemsOf(compiled).join('\n')).toContain('/properties/m');
    expect(post(compiled, { m: right })).toEqual([]);
  });

  it.each([
    'title',
    'description',
    'default',
    'example',
    'examples',
    'externalDocs',
    'xml',
    '$comment',
    '$dynamicAnchor',
    'contentEncoding',
    'contentMediaType',
    'x-anything',
  ])('says nothing about a value: %s', (keyword) => {
    const compiled = compiledMember({ type: 'string', [keyword]: keyword === 'examples' ? ['x'] : 'x' });
    expect(problemsOf(compiled)).toEqual([]);
    expect(post(compiled, { m: 'y' })).toEqual([]);
  });
});

const list = { type: 'array', items: { type: 'integer' } };
const flags = { type: 'object', properties: { on: { type: 'boolean' } } };
const swagger = 'swagger';

/** Parameters: one, a request that is right, one that is wrong if it is checked, and what is said of it if it is not. */
const parameters: readonly (readonly [
  parameter: Readonly<Record<string, unknown>>,
  right: string,
  outcome: { readonly wrong?: string; readonly rule?: string; readonly says?: string },
  format?: typeof swagger,
])[] = [
  [{ in: 'query', schema: list }, '/a?p=1&p=2', { wrong: '/a?p=x', rule: 'wrong-type' }],
  [{ in: 'query', explode: false, schema: list }, '/a?p=1,2', { wrong: '/a?p=x', rule: 'wrong-type' }],
  [
    { in: 'query', style: 'spaceDelimited', explode: false, schema: list },
    '/a?p=1%202',
    { says: '`spaceDelimited` are not checked' },
  ],
  [
    { in: 'query', style: 'pipeDelimited', explode: false, schema: list },
    '/a?p=1|2',
    { says: '`pipeDelimited` are not checked' },
  ],
  [{ in: 'query', style: 'deepObject', schema: flags }, '/a?p[on]=true', { wrong: '/a?p[on]=x', rule: 'wrong-type' }],
  [{ in: 'query', schema: flags }, '/a?on=true', { wrong: '/a?on=x', rule: 'wrong-type' }],
  [{ in: 'query', explode: false, schema: flags }, '/a?p=on,true', { says: '`form` is not checked' }],
  [
    { in: 'query', style: 'deepObject', schema: { type: 'object', properties: { deep: flags } } },
    '/a?p[deep][on]=true',
    { says: 'one level deep' },
  ],
  [{ in: 'query', style: 'deepObject', schema: { type: 'object', properties: { all: list } } }, '/a?p[all][]=1', {}],
  [
    { in: 'query', content: { 'application/json': { schema: flags } } },
    '/a?p=%7B%22on%22%3Atrue%7D',
    { wrong: '/a?p=%7B%22on%22%3A1%7D', rule: 'wrong-type' },
  ],
  [{ in: 'query', content: { 'text/csv': { schema: text } } }, '/a?p=1,2', { says: '`text/csv` is not checked' }],
  [{ in: 'query', allowReserved: true, schema: text }, '/a?p=b/c:d', {}],
  [
    { in: 'query', allowEmptyValue: true, schema: { type: 'integer' } },
    '/a?p',
    { wrong: '/a?p=x', rule: 'wrong-type' },
  ],
  [{ in: 'query', style: 'simple', schema: text }, '/a?p=1', { says: '`style` must be one of' }],
  [{ in: 'query' }, '/a?p=1', { says: 'must have a `schema` or `content`' }],
  [
    { in: 'query', schema: text, content: { 'text/plain': {} } },
    '/a?p=1',
    { says: '`content` is not used next to `schema`' },
  ],
  [{ in: 'query', schema: text, examples: { a: { externalValue: 'https://example.com/a' } } }, '/a?p=1', {}],
  [{ in: 'path', required: true, schema: { type: 'integer' } }, '/a/1', { wrong: '/a/x', rule: 'wrong-type' }],
  [{ in: 'path', required: true, schema: list }, '/a/1,2', {}],
  [{ in: 'path', required: true, schema: flags }, '/a/on,true', {}],
  [{ in: 'path', required: true, explode: true, schema: flags }, '/a/on=true', {}],
  [
    { in: 'path', required: true, style: 'matrix', schema: list },
    '/a/;p=1,2',
    { says: '`matrix` of a path parameter is not checked' },
  ],
  [
    { in: 'path', required: true, style: 'label', schema: list },
    '/a/.1.2',
    { says: '`label` of a path parameter is not checked' },
  ],
  [{ in: 'header', schema: { type: 'integer' } }, '/a\np: 1', { wrong: '/a\np: x', rule: 'wrong-type' }],
  [{ in: 'header', schema: list }, '/a\np: 1,2', {}],
  [{ in: 'header', schema: flags }, '/a\np: on,true', {}],
  [
    { in: 'cookie', schema: { type: 'integer' } },
    '/a\nCookie: p=1; q=x',
    { wrong: '/a\nCookie: q=1; p=x', rule: 'wrong-type' },
  ],
  [{ in: 'cookie', schema: list }, '/a\nCookie: p=x', { says: 'Lists and objects in cookies are not checked' }],
  [{ in: 'query', ...list, collectionFormat: 'csv' }, '/a?p=1,2', { wrong: '/a?p=x', rule: 'wrong-type' }, swagger],
  [{ in: 'query', ...list, collectionFormat: 'multi' }, '/a?p=1&p=2', { wrong: '/a?p=x', rule: 'wrong-type' }, swagger],
  [{ in: 'query', ...list, collectionFormat: 'pipes' }, '/a?p=1|2', { says: '`pipes` are not checked' }, swagger],
  [{ in: 'query', ...list, collectionFormat: 'ssv' }, '/a?p=1%202', { says: '`ssv` are not checked' }, swagger],
  [{ in: 'header', ...list, collectionFormat: 'pipes' }, '/a\np: 1|2', { says: '`pipes` are not checked' }, swagger],
  [
    { in: 'path', required: true, ...list, collectionFormat: 'pipes' },
    '/a/1|2',
    { says: '`pipes` are not checked' },
    swagger,
  ],
];

describe('a parameter', () => {
  const cases = parameters.map(([parameter, ...rest]) => ({ title: JSON.stringify(parameter), parameter, rest }));
  it.each(cases)('is checked or named: $title', ({ parameter, rest: [right, { wrong, rule, says }, format] }) => {
    const path = parameter['in'] === 'path' ? '/a/{p}' : '/a';
    const get = { parameters: [{ name: 'p', ...parameter }], responses: { 200: { description: '' } } };
    const head = format === swagger ? { swagger: '2.0' } : { openapi: '3.1.0' };
    const compiled = compileOpenApi({ ...head, info: {}, paths: { [path]: { get } } });
    if (says === undefined) expect(problemsOf(compiled)).toEqual([]);
    else expect(problemsOf(compiled).join('\n')).toContain(says);
    expect(check(compiled, `GET ${right}`)).toEqual([]);
    if (wrong !== undefined) expect(check(compiled, `GET ${wrong}`)).toEqual([rule]);
  });
});

const content = (mediaType: string, more: object = {}) => ({
  requestBody: { content: { [mediaType]: { schema: object, ...more } } },
});
const server = [{ url: 'https://example.com' }];

/** Parts of operations and of the whole description that are not checked, and what is said of them. */
const parts: readonly (readonly [operation: object, message: string, root?: object])[] = [
  [content('application/xml'), 'The schema of `application/xml` is not checked'],
  [content('multipart/mixed'), 'The schema of `multipart/mixed` is not checked'],
  [content('multipart/form-data', { encoding: { a: { contentType: 'image/png' } } }), '`encoding` is not checked'],
  [
    content('application/json', { examples: { a: { externalValue: 'a.json' } } }),
    'An example without a `value` is not used',
  ],
  [
    { responses: { 200: { description: '', content: { 'text/event-stream': { itemSchema: object } } } } },
    'The schema of `text/event-stream` is not checked',
  ],
  [
    { responses: { 200: { description: '', headers: { 'X-A': { schema: text } } } } },
    'Header fields of responses are not checked',
  ],
  [{ callbacks: { done: {} } }, 'Callbacks describe what the service sends'],
  [{ servers: server }, 'The servers of an operation are not used'],
  [{ security: [{ a: [], b: [] }] }, 'Several credentials at once are not checked'],
  [{}, 'Webhooks describe what the service sends', { webhooks: { done: {} } }],
  [{}, 'Another dialect of JSON Schema', { jsonSchemaDialect: 'https://example.com/dialect' }],
  [{}, 'has no `default`', { servers: [{ url: 'https://{region}.example.com' }] }],
  [{}, 'The address of this server is not complete', { servers: [{ url: '/v1' }] }],
  [{}, 'A credential of this kind is not filled in', { components: { securitySchemes: { c: { type: 'mutualTLS' } } } }],
  [{ schemes: ['http'] }, 'The schemes of an operation are not used', { swagger: '2.0', openapi: undefined }],
  [
    { consumes: ['application/xml'], parameters: [{ in: 'body', name: 'b', schema: object }] },
    'The schema of `application/xml` is not checked',
    { swagger: '2.0', openapi: undefined },
  ],
  [
    {
      parameters: [
        { in: 'body', name: 'b', schema: object },
        { in: 'formData', name: 'f', type: 'string' },
      ],
    },
    'exclude each other',
    { swagger: '2.0', openapi: undefined },
  ],
];

describe('a part of a description', () => {
  const securitySchemes = { a: { type: 'http', scheme: 'basic' }, b: { type: 'apiKey', in: 'header', name: 'X-B' } };
  const cases = parts.map(([operation, message, root]) => ({
    title: JSON.stringify(root ?? operation),
    operation,
    message,
    root,
  }));
  it.each(cases)('is named: $title', ({ operation, message, root }) => {
    const description = {
      openapi: '3.1.0',
      info: {},
      components: { securitySchemes },
      paths: { '/a': { post: operation } },
      ...root,
    };
    const compiled = compileOpenApi(JSON.parse(JSON.stringify(description)));
    expect(problemsOf(compiled).join('\n')).toContain(message);
    expect(check(compiled, 'POST /a')).not.toContain('unknown-operation');
  });
});
