import { describe, expect, it } from 'vitest';
import {
  resourceModelOf,
  valueFor,
  fitsShape,
  smallestValue,
} from '../../../packages/checker/src/resource-model/index';
import { serviceOf } from '../../sandbox/played/library';

const now = '2030-01-01T00:00:00Z';

function shapeOf(schema: object) {
  const service = serviceOf({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } } } },
  });
  expect(resourceModelOf(service).collections).toEqual([]);
  return service.operations[0]!.responses[0]!.shape!;
}

describe('a made value', () => {
  it.each([
    ['a pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, /^[A-Z]{3}-\d{4}$/],
    ['a pattern with a length', { type: 'string', pattern: '^[a-f0-9]+$', minLength: 24 }, /^[a-f0-9]{24,}$/],
    ['a pattern of alternatives', { type: 'string', pattern: '^(?:nyc|sfo)[1-3]$' }, /^(nyc|sfo)[1-3]$/],
    ['a length', { type: 'string', minLength: 12, maxLength: 14 }, /^.{12,14}$/],
    ['a format', { type: 'string', format: 'email' }, /@/],
    ['a listed value', { type: 'string', enum: ['a', 'b'] }, /^[ab]$/],
  ])('has %s', (_, schema, pattern) => {
    expect(valueFor(shapeOf(schema), now)).toMatch(pattern);
  });

  it.each([
    [{ type: 'integer', minimum: 7, multipleOf: 5 }],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 0.75 }],
    [{ type: 'integer', maximum: -3 }],
    [{ type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } }],
    [{ type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string', enum: ['x', 'y'] } }],
    [{ type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } }],
    [{ oneOf: [{ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }, { type: 'null' }] }],
    [
      {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'cat' }, at: { type: 'string', format: 'date' } },
      },
    ],
  ])('fits %j', (schema) => {
    const shape = shapeOf(schema);
    expect(fitsShape(valueFor(shape, now), shape)).toBe(true);
    expect(fitsShape(smallestValue(shape, now), shape)).toBe(true);
  });

  it('takes the first example that fits, and is about the shape', () => {
    const shape = shapeOf({ type: 'object', properties: { a: { type: 'integer' } } });
    expect(valueFor(shape, now, [{ a: 'x' }, { b: 1 }, { a: 3 }])).toEqual({ a: 3 });
  });

  it.each([
    ['holds itself', { $ref: '#/components/schemas/Node' }],
    ['cannot be had', { type: 'string', pattern: '^(?!a)a$' }],
    ['contradicts itself', { type: 'string', minLength: 5, enum: ['a'] }],
    ['asks for a million items', { type: 'array', minItems: 1_000_000, items: { type: 'integer' } }],
    ['asks for a million characters', { type: 'string', minLength: 1_000_000 }],
  ])('ends where a shape %s', (_, schema) => {
    const service = serviceOf({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/x': { get: { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } } },
      },
      components: {
        schemas: {
          Node: {
            type: 'object',
            required: ['next', 'other'],
            properties: { next: { $ref: '#/components/schemas/Node' }, other: { $ref: '#/components/schemas/Node' } },
          },
        },
      },
    });
    const value = valueFor(service.operations[0]!.responses[0]!.shape!, now);
    expect(JSON.stringify(value).length).toBeLessThan(200_000);
  });

  it('fits random schemas', () => {
    const random = numbersFrom(7);
    for (let index = 0; index < 300; index++) {
      const schema = randomSchema(random, 0);
      const shape = shapeOf(schema);
      const value = valueFor(shape, now);
      expect(fitsShape(value, shape), `${JSON.stringify(schema)}\n${JSON.stringify(value)}`).toBe(true);
    }
  });
});

type Random = { readonly below: (limit: number) => number };

/** A linear congruential generator: the same start gives the same numbers. */
function numbersFrom(start: number): Random {
  let state = start;
  return {
    below: (limit) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % limit;
    },
  };
}

function randomSchema(random: Random, depth: number): object {
  const pick = <T>(...list: readonly T[]): T => list[random.below(list.length)]!;
  const kind = pick('string', 'integer', 'number', 'boolean', ...(depth < 3 ? ['array', 'object', 'choice'] : []));
  const low = random.below(6);
  switch (kind) {
    case 'string':
      return pick<object>(
        { type: 'string', minLength: low, maxLength: low + random.below(9) },
        { type: 'string', format: pick('date', 'date-time', 'uuid', 'email', 'uri', 'ipv4') },
        { type: 'string', enum: ['p', 'q', 'r'].slice(0, 1 + random.below(3)) },
        { type: 'string', pattern: pick('^[a-z]{2,4}$', '^v\\d+\\.\\d+$', '^(a|b)-[0-9]{3}$', '^\\S+@\\S+$') },
      );
    case 'integer':
      return {
        type: 'integer',
        minimum: low - 3,
        maximum: low + 20,
        ...(random.below(3) === 0 && { multipleOf: pick(2, 3, 5) }),
      };
    case 'number':
      return pick<object>(
        { type: 'number', minimum: low },
        { type: 'number', exclusiveMinimum: low, maximum: low + 1 },
      );
    case 'array':
      return { type: 'array', minItems: random.below(3), items: randomSchema(random, depth + 1) };
    case 'choice':
      return { anyOf: [randomSchema(random, depth + 1), randomSchema(random, depth + 1)] };
    case 'object': {
      const names = ['a', 'b', 'c'].slice(0, 1 + random.below(3));
      return {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, randomSchema(random, depth + 1)])),
        required: names.filter(() => random.below(2) === 0),
        ...(random.below(3) === 0 && { additionalProperties: false }),
      };
    }
    default:
      return { type: 'boolean' };
  }
}
