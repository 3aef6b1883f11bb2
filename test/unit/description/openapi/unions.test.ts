import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { createDescribedService } from '../../../../packages/description/src/described-service';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';
import { describe1, problemsOf } from './compile-schema';

const engine = createEngine();

/** Returns the findings about a request to a service whose description is this tree. */
function findingsOf(tree: unknown, text: string): readonly string[] {
  const compiled = compileOpenApi(tree);
  const service = createDescribedService(compiled, { id: 'own', file: 'own.yaml' });
  const context = {
    endpoints: [{ name: 'own', service: 'own', baseUrl: 'http://127.0.0.1:1' }],
    defaults: { own: 'own' },
    services: [service],
  };
  const { blocks } = engine.check(engine.openFile(text), { context, severities: {} });
  return [...blocks].flatMap(({ findings }) =>
    findings.flatMap(({ rule, message }) => (rule === 'absent-field' ? [] : [`${rule}: ${message}`])),
  );
}

const rulesOf = (schema: unknown, body: unknown, more: Parameters<typeof describe1>[1] = {}): readonly string[] =>
  findingsOf(describe1(schema, more), `POST /a\n\n${typeof body === 'string' ? body : JSON.stringify(body)}\n`).map(
    (text) => text.split(':', 1)[0] ?? '',
  );

const text = { type: 'string' };
const line = {
  anyOf: [
    { properties: { index: text, update: text }, minProperties: 1, maxProperties: 1 },
    { properties: { doc: { type: 'object' }, doc_as_upsert: { type: 'boolean' } } },
    { type: 'object', additionalProperties: true },
  ],
};

describe('alternatives of objects', () => {
  it.each([
    ['the limit of one does not hold for another', line, { doc: { a: 1 }, doc_as_upsert: true }],
    ['one with anything accepts what a typed one does not', line, { script: 'x', upsert: {} }],
    [
      'one that accepts a deep part counts',
      {
        anyOf: [
          { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } },
          { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } } },
          { type: 'object', additionalProperties: true },
        ],
      },
      { a: { b: 1, c: [] } },
    ],
    [
      'any value accepts an object that others do not',
      { oneOf: [{ type: 'object', properties: { a: { type: 'object', properties: { b: text } } } }, {}] },
      { a: { b: 1 } },
    ],
  ])('%s', (_, schema, body) => {
    expect(rulesOf(schema, body)).toEqual([]);
  });

  it.each([
    [
      {
        oneOf: [
          { type: 'object', properties: { a: text }, maxProperties: 1 },
          { type: 'object', properties: { b: text }, required: ['b'] },
        ],
      },
      { a: 1 },
      ['wrong-type'],
    ],
    [
      {
        anyOf: [
          { type: 'object', properties: { a: text, b: text }, maxProperties: 1 },
          { type: 'object', required: ['c'], properties: { c: text } },
        ],
      },
      { a: 'x', b: 'y' },
      ['member-count'],
    ],
  ])('report what none of them accepts: %#', (schema, body, rules) => {
    expect(rulesOf(schema, body)).toEqual(rules);
  });

  it('with a listed value each are narrowed by a list around them', () => {
    const kind = { type: 'integer', oneOf: [{ const: 1 }, { const: 3 }, { const: 5 }] };
    const schema = {
      type: 'object',
      properties: { t: { type: 'integer', enum: [3, 5], allOf: [{ $ref: '#/components/schemas/Kind' }] } },
    };
    const more = { schemas: { Kind: kind } };
    expect(problemsOf(compileOpenApi(describe1(schema, more)))).toEqual([]);
    expect(rulesOf(schema, { t: 3 }, more)).toEqual([]);
    expect(rulesOf(schema, { t: 1 }, more)).toEqual(['unknown-value']);
  });
});

describe('a discriminator', () => {
  const schemas = {
    Dog: { type: 'object', properties: { petType: { const: 'dog' }, bark: text }, required: ['bark'] },
    Other: { type: 'object', properties: { petType: text, size: { type: 'integer' } }, required: ['petType'] },
  };
  const animal = (more: object) => ({
    type: 'object',
    properties: { petType: text },
    discriminator: { propertyName: 'petType', mapping: { dog: 'Dog' }, ...more },
    anyOf: [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Other' }],
  });
  const parts = { version: '3.2.0' as const, schemas };

  it('with a schema for all other values takes any value', () => {
    const schema = animal({ defaultMapping: 'Other' });
    expect(problemsOf(compileOpenApi(describe1(schema, parts)))).toEqual([]);
    expect(rulesOf(schema, { petType: 'fish' }, parts)).toEqual([]);
    expect(rulesOf(schema, { petType: 'dog' }, parts)).toEqual(['required-field']);
    expect(rulesOf(animal({}), { petType: 'fish' }, parts)).toEqual(['unknown-value']);
  });

  it('is missed under a name that nearly is its own', () => {
    const field = (type: string, more: object) => ({ type: 'object', properties: { type: { const: type }, ...more } });
    const schema = {
      oneOf: [field('text', { analyzer: text }), field('keyword', { ignore: text })],
      discriminator: { propertyName: 'type' },
    };
    expect(findingsOf(describe1(schema), 'POST /a\n\n{ "tpye": "text" }\n')).toEqual([
      'unknown-field: `tpye` is not a described field of the request body; did you mean `type`?',
    ]);
    expect(rulesOf(schema, { other: 1 })).toEqual([]);
    expect(rulesOf(schema, { type: '{{kind}}', tpye: 1 })).toEqual([]);
  });
});

describe('a condition', () => {
  const schema = {
    type: 'object',
    properties: { country: text, code: text },
    if: { properties: { country: { const: 'NL' } }, required: ['country'] },
    then: { properties: { code: { pattern: '^\\d{4}$' }, province: text }, required: ['code'] },
    else: { properties: { code: { maxLength: 3 } } },
  };

  it.each([
    [{ country: 'NL', code: '1234', province: 'x' }, []],
    [{ country: 'NL', code: '12' }, ['malformed-text']],
    [{ country: 'NL' }, ['required-field']],
    [{ country: 'BE', code: '1234' }, ['length-limit']],
    ['{ "country": "{{country}}", "code": "12345" }', []],
    ['{ "{{name}}": "NL" }', []],
  ])('decides what holds: %j', (body, rules) => {
    expect(rulesOf(schema, body)).toEqual(rules);
  });

  it('knows the members that it alone names, also where no others may be', () => {
    const ended = { ...schema, unevaluatedProperties: false };
    expect(rulesOf(ended, { country: 'NL', code: '1234', province: 'x' })).toEqual([]);
    expect(rulesOf(ended, { country: 'BE', other: 1 })).toEqual(['unknown-field']);
  });

  it('whose schema contains itself is not decided, and named', () => {
    const node = { type: 'object', properties: { a: text, inner: { $ref: '#/components/schemas/Node' } } };
    const looped = { ...schema, if: { $ref: '#/components/schemas/Node' } };
    expect(problemsOf(compileOpenApi(describe1(looped, { schemas: { Node: node } }))).join()).toContain(
      '`if` is not checked',
    );
    expect(rulesOf(looped, { country: 'NL', code: 'abcd' }, { schemas: { Node: node } })).toEqual([]);
  });

  it('is read of responses, too', () => {
    const answer = { ...describe1(schema, { use: 'response' }) };
    const request = 'POST /a\n\n{}\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{ "country": "NL" }\n';
    expect(findingsOf(answer, request).some((one) => one.startsWith('mismatched-answer'))).toBe(true);
  });
});

describe('a parameter that is the whole query', () => {
  const operation = (schema: unknown, type = 'application/x-www-form-urlencoded') => ({
    openapi: '3.2.0',
    info: { title: 'd', version: '1' },
    paths: {
      '/qs': {
        get: {
          parameters: [{ name: 'sel', in: 'querystring', content: { [type]: { schema } } }],
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  });
  const form = { type: 'object', properties: { foo: { type: 'integer' } } };

  it.each([
    [form, '/qs?foo=1', []],
    [form, '/qs?foo=x', ['wrong-type']],
    [form, '/qs?fo=1', ['unknown-query-parameter']],
    [{ ...form, additionalProperties: true }, '/qs?fo=1', []],
    [{ type: 'object' }, '/qs?any=1', []],
  ])('is checked where it is a form: %j %s', (schema, path, rules) => {
    expect(findingsOf(operation(schema), `GET ${path}\n`).map((one) => one.split(':', 1)[0])).toEqual(rules);
  });

  it('is not checked in another form', () => {
    expect(findingsOf(operation(form, 'application/jsonpath'), 'GET /qs?$.a\n')).toEqual([]);
  });

  it('leaves an object with any members open', () => {
    const tree = operation({});
    tree.paths['/qs'].get.parameters = [
      { name: 'filter', in: 'query', schema: { type: 'object', additionalProperties: text } },
    ] as never;
    expect(findingsOf(tree, 'GET /qs?colour=red\n')).toEqual([]);
  });
});
