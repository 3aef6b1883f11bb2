import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../packages/checker/src/binding/model';
import { createEngine } from '../../../packages/engine/src/index';
import { testsOf } from '../../../packages/sandbox/src/contract-tests/index';
import { misfitOf } from '../../../packages/checker/src/resource-model/misfit';
import { play, serviceOf } from './library';

// Keywords of JSON Schema that came with OpenAPI 3.1: the checker, the sandbox and contract tests judge a value alike.

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = { type: 'object', properties: { a: text, b: text } };
const list = { type: 'array' };

/** The schema of the member `m`, values that are right, and values that are wrong. */
const keywords: Readonly<
  Record<string, readonly [schema: object, right: readonly unknown[], wrong: readonly unknown[]]>
> = {
  prefixItems: [{ ...list, prefixItems: [text, whole] }, [['a', 1], ['a'], ['a', 1, {}], []], [[1], ['a', 'b']]],
  'items: false': [{ ...list, prefixItems: [text], items: false }, [['a'], []], [['a', 'b'], [1]]],
  contains: [{ ...list, contains: whole }, [[1], ['a', 1]], [[], ['a']]],
  'contains of a form': [
    { ...list, items: object, contains: { properties: { a: { const: 'x' } }, required: ['a'] } },
    [[{ a: 'y' }, { a: 'x' }]],
    [[{ a: 'y' }], [{ b: 'x' }]],
  ],
  minContains: [{ ...list, contains: whole, minContains: 2 }, [[1, 'a', 2]], [[1, 'a'], []]],
  maxContains: [{ ...list, contains: whole, maxContains: 1 }, [[1, 'a', 'b']], [[1, 2], ['a']]],
  'minContains: 0': [{ ...list, contains: whole, minContains: 0, maxContains: 1 }, [[], [1], ['a']], [[1, 2]]],
  then: [
    { ...object, if: { properties: { a: { const: 'x' } }, required: ['a'] }, then: { required: ['b'] } },
    [{ a: 'x', b: 'y' }, { a: 'z' }, {}],
    [{ a: 'x' }],
  ],
  else: [{ ...object, if: { required: ['a'] }, else: { required: ['b'] } }, [{ a: 'x' }, { b: 'x' }], [{}]],
  dependentRequired: [{ ...object, dependentRequired: { a: ['b'] } }, [{ b: 'x' }, { a: 'x', b: 'y' }], [{ a: 'x' }]],
  dependentSchemas: [
    { ...object, dependentSchemas: { a: { properties: { b: { minLength: 2 } }, required: ['b'] } } },
    [{ b: 'x' }, { a: 'x', b: 'xy' }],
    [{ a: 'x' }, { a: 'x', b: 'y' }],
  ],
  unevaluatedProperties: [
    { allOf: [object], properties: { c: text }, unevaluatedProperties: false },
    [{ a: 'x', c: 'y' }],
    [{ d: 1 }],
  ],
  propertyNames: [
    { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: whole },
    [{ ab: 1 }, {}],
    [{ 'A!': 1 }, { ab: 1, 'a-b': 2 }],
  ],
  'propertyNames of a list': [
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: text, minProperties: 1 },
    [{ a: 'x' }],
    [{ c: 'x' }, {}],
  ],
  patternProperties: [
    { type: 'object', patternProperties: { '^n_': whole }, additionalProperties: false },
    [{ n_a: 1 }, {}],
    [{ n_a: 'x' }],
  ],
};

function describedBy(schema: object): object {
  const body = { type: 'object', required: ['m'], properties: { m: schema } };
  const content = { 'application/json': { schema: body } };
  return {
    openapi: '3.1.0',
    info: { title: 'Keywords', version: '1' },
    paths: {
      '/things': {
        post: {
          requestBody: { required: true, content },
          responses: { 200: { description: 'It', content }, 422: { description: 'A mistake' } },
        },
      },
    },
  };
}

const engine = createEngine();

function findingsIn(service: ReturnType<typeof serviceOf>, body: unknown): readonly string[] {
  const endpoint = { name: 'tested', service: service.id, baseUrl: 'http://127.0.0.1:1' } as Endpoint;
  const written = typeof body === 'string' ? body : JSON.stringify(body);
  const file = `# @endpoint tested\nPOST /things\nContent-Type: application/json\n\n${written}\n`;
  const context = { endpoints: [endpoint], defaults: { [service.id]: 'tested' }, services: [service] };
  const { findings } = engine.check(engine.openFile(file), { context, severities: {} });
  return findings
    .flat()
    .filter(({ severity, rule }) => (severity === 'error' || severity === 'warning') && rule !== 'undefined-variable')
    .map(({ rule, message }) => `${rule}: ${message}`);
}

describe.each(Object.entries(keywords))('%s', (_, [schema, right, wrong]) => {
  const service = serviceOf(describedBy(schema));
  const shape = service.operations[0]?.responses?.[0]?.shape;

  it('is judged in requests and responses, by the checker and by the sandbox', () => {
    const sandbox = play(service);
    const judged = (m: unknown) => [
      findingsIn(service, { m }).length > 0,
      sandbox.send('POST /things', { m }).status >= 400,
      shape !== undefined && misfitOf({ m }, shape) !== undefined,
    ];
    for (const value of right) expect([value, ...judged(value)]).toEqual([value, false, false, false]);
    for (const value of wrong) expect([value, ...judged(value)]).toEqual([value, true, true, true]);
  });

  it('is kept by the values that contract tests make, and violated by those that they send to be refused', () => {
    const sandbox = play(service);
    const ends = [...testsOf(service, { seed: 1, isChosen: () => true }).cases()].flatMap(({ kind, steps: [step] }) =>
      step?.body === undefined ? [] : [[kind, sandbox.send('POST /things', step.body).status]],
    );
    expect(ends.filter(([, status]) => status === 200)).not.toEqual([]);
    for (const [kind, status] of ends) expect([kind, status]).toEqual([kind, kind === 'invalid' ? 422 : 200]);
  });
});

describe('what is not known is not reported', () => {
  it.each([
    ['contains', '{"m": ["a", {{more}}]}'],
    ['contains', '{"m": ["{{number}}"]}'],
    ['minContains', '{"m": [1, "{{x}}"]}'],
    ['propertyNames', '{"m": {"{{name}}": 1}}'],
    ['then', '{"m": {"a": "{{x}}"}}'],
    ['items: false', '{"m": [{{items}}]}'],
    ['dependentRequired', '{"m": {"a": "x", "{{name}}": "y"}}'],
  ])('%s: %s', (keyword, body) => {
    expect(findingsIn(serviceOf(describedBy(keywords[keyword]![0])), body)).toEqual([]);
  });

  it.each([
    { ...list, contains: { format: 'uuid' } },
    { ...list, contains: { type: 'string', 'unknown-word': 1 } },
    { type: 'object', propertyNames: { format: 'uuid' } },
    { contains: whole },
  ])('%j', (schema) => {
    const service = serviceOf(describedBy(schema));
    expect([findingsIn(service, { m: ['a'] }), findingsIn(service, { m: { x: 1 } })]).toContainEqual([]);
  });
});
