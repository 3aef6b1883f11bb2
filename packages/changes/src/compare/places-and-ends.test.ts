import { describe, expect, it } from 'vitest';
import type { Change } from '../model';
import { readSurface } from '../surface/read-description';
import { changesText } from '../report/changes-text';
import { compareSurfaces } from './compare-surfaces';

function changesOf(old: object, now: object, today = '2030-01-01', versions = ['3.1.0', '3.1.0']): readonly Change[] {
  const [before, after] = [old, now].map((parts, index) => {
    const text = JSON.stringify({ openapi: versions[index], info: { title: 'Pets', version: '1.0.0' }, ...parts });
    return readSurface({ name: 'pets.json', text, read: () => ({ cause: 'there is none' }) });
  });
  if (before === undefined || after === undefined || 'cause' in before || 'cause' in after) throw new Error('not read');
  return compareSurfaces(before, after, { today }).filter(({ id }) => !id.includes('version'));
}

function shown({ id, level, place: { element = '' } }: Change): string {
  return `${level} ${id} ${element}`.trim();
}

/** A request with a body of `#/components/schemas/Top`. */
function post(schemas: object): object {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Top' } } };
  return { paths: { '/a': { post: { requestBody: { content }, responses: {} } } }, components: { schemas } };
}

/** A response with one member. */
function get(member: object, required: readonly string[] = []): object {
  const schema = { type: 'object', required, properties: { a: member } };
  return { paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } } };
}

const responses = { 200: {} };

describe('places of changes', () => {
  const Top = {
    type: 'object',
    properties: { home: { $ref: '#/components/schemas/Place' }, work: { $ref: '#/components/schemas/Place' } },
  };
  const place = (zip: object): object => ({
    Top,
    Place: { type: 'object', properties: { zip, near: { $ref: '#/components/schemas/Place' } } },
  });
  const changes = changesOf(post(place({ type: 'string' })), post(place({ type: 'string', maxLength: 5 })));

  it('names a change of a shared schema once, with its other places', () => {
    expect(changes.map(shown)).toEqual(['breaking request-property-max-length-set $.home.zip']);
    expect(changes[0]?.alsoAt?.(3)).toEqual(['$.work.zip', '$.home.near.zip', '$.work.near.zip']);
  });

  it('shows two of the other places', () => {
    expect(changesText(changes, ['a', 'b'], false)).toContain('Also at `$.work.zip`, `$.home.near.zip` and more. [');
  });
});

describe('schemas that are in themselves', () => {
  it('change at all their places, the outermost and the others', () => {
    const top = (name: object): object => ({
      Top: { type: 'object', properties: { name, inner: { $ref: '#/components/schemas/Top' } } },
    });
    const [change] = changesOf(post(top({ type: 'string' })), post(top({ type: 'string', maxLength: 5 })));
    expect(change?.place.element).toBe('$.name');
    expect(change?.alsoAt?.(2)).toEqual(['$.inner.name', '$.inner.inner.name']);
    expect(['$.inner.inner.inner.name', '$.inner', '$.other.name'].map((one) => change?.isAlsoAt?.(one))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are the same part where they are written in the same way', () => {
    const filter = (least: object): object => ({
      allOf: [
        { properties: { not: { $ref: '#/components/schemas/Top' } } },
        { properties: { a: { type: 'string' } }, ...least },
      ],
    });
    const ids = changesOf(post({ Top: filter({ minProperties: 1 }) }), post({ Top: filter({ minProperties: 0 }) }));
    expect(ids.map(shown)).toEqual(['additive request-property-min-properties-unset $']);
  });
});

describe('ends that are announced', () => {
  it.each([
    ['stable', 'beta', 'breaking response-property-stability-decreased 200 $.a'],
    ['alpha', undefined, 'silent response-property-stability-increased 200 $.a'],
  ])('compares levels of stability: %s, %s', (old, now, expected) => {
    const at = (level: string | undefined): object => get({ type: 'string', 'x-stability-level': level });
    expect(changesOf(at(old), at(now)).map(shown)).toEqual([expected]);
  });

  it('compares the stability of operations', () => {
    const at = (level: string): object => ({ paths: { '/a': { get: { 'x-stability-level': level, responses } } } });
    expect(changesOf(at('stable'), at('alpha')).map(shown)).toEqual(['breaking api-stability-decreased']);
    expect(changesOf(at('stable'), at('unheard of')).map(shown)).toEqual([]);
  });

  it('says what is removed before its day', () => {
    const ending = { type: 'string', deprecated: true, 'x-sunset': '2031-01-01' };
    const left = { paths: { '/a': { get: { responses } } } };
    const parameter = { name: 'a', in: 'query', deprecated: true, 'x-sunset': '2031-01-01' };
    const early = { paths: { '/a': { get: { parameters: [parameter], responses } } } };
    expect(changesOf(early, left).map(shown)).toEqual(['breaking request-parameter-removed-before-sunset query a']);
    expect(changesOf(early, left, '2031-01-02').map(shown)).toEqual([
      'silent request-parameter-removed-with-deprecation query a',
    ]);
    const without = (required: readonly string[]): object => {
      const schema = { type: 'object', required, properties: {} };
      return { paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } } };
    };
    expect(changesOf(get(ending, ['a']), without([])).map(shown)).toEqual([
      'breaking response-required-property-removed-before-sunset 200 $.a',
    ]);
  });

  it('says that an announced day is earlier, or no longer there', () => {
    const at = (day: string | undefined): object => get({ type: 'string', deprecated: true, 'x-sunset': day });
    expect(changesOf(at('2031-02-01'), at('2031-01-01')).map(shown)).toEqual([
      'breaking response-property-sunset-date-changed-earlier 200 $.a',
    ]);
    expect(changesOf(at('2031-02-01'), at(undefined)).map(shown)).toEqual([
      'breaking response-property-sunset-deleted 200 $.a',
    ]);
    expect(changesOf(at('2031-01-01'), at('2031-02-01')).map(shown)).toEqual([]);
  });
});

describe('what a service sends, and where it is', () => {
  const subscribe = (schema: object | undefined): object => {
    const content = { 'application/json': { schema } };
    const callbacks = { done: { '{$request.body#/url}': { post: { requestBody: { content }, responses } } } };
    return { paths: { '/a': { post: { responses, ...(schema && { callbacks }) } } } };
  };

  it('compares callbacks as what the service sends', () => {
    const text = { type: 'string', enum: ['a'] };
    expect(changesOf(subscribe(text), subscribe({ ...text, enum: ['a', 'b'] })).map(shown)).toEqual([
      'breaking request-body-enum-value-added $=b',
    ]);
    expect(changesOf(subscribe(text), subscribe(undefined)).map(shown)).toEqual([
      'breaking callback-removed done of POST /a',
    ]);
    expect(changesOf(subscribe(undefined), subscribe(text)).map(shown)).toEqual([
      'additive callback-added done of POST /a',
    ]);
  });

  it('compares servers and links', () => {
    const at = (url: string, links: object): object => ({
      servers: [{ url }],
      paths: { '/a': { get: { responses: { 200: { links } } } } },
    });
    expect(changesOf(at('https://a.example.com', { next: {} }), at('https://b.example.com', {})).map(shown)).toEqual([
      'risky response-link-removed 200',
      'additive api-server-added',
      'risky api-server-removed',
    ]);
  });

  it('reads operations that are in places of their own', () => {
    const at = (maximum: number): object => ({
      paths: { '/a': { get: { $ref: '#/x-operations/a' } } },
      'x-operations': {
        a: { parameters: [{ name: 'a', in: 'query', schema: { type: 'integer', maximum } }], responses },
      },
    });
    expect(changesOf(at(9), at(8)).map(shown)).toEqual(['breaking request-parameter-max-decreased query a']);
  });

  it.each([
    ['text/html; charset=a', 'text/html; charset=b', 'breaking response-media-type-parameter-changed 200'],
    ['text/html; charset=a; v=1', 'text/html; charset=b', 'risky response-media-type-name-changed 200'],
    ['text/html', 'text/html; v=1', 'silent response-media-type-parameter-added 200'],
  ])('compares parameters of media types: %s, %s', (old, now, expected) => {
    const at = (type: string): object => ({
      paths: { '/a': { get: { responses: { 200: { content: { [type]: {} } } } } } },
    });
    expect(changesOf(at(old), at(now)).map(shown)).toEqual([expected]);
  });
});

describe('what alternatives say', () => {
  it('is at the places of each of them', () => {
    const text = (maxLength: number): object => ({ type: 'object', properties: { a: { type: 'string', maxLength } } });
    const at = (maxLength: number): object =>
      post({
        Top: {
          type: 'object',
          properties: {
            one: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
            two: { type: 'object', properties: { three: { $ref: '#/components/schemas/B' } } },
          },
        },
        ...{ A: text(maxLength), B: text(maxLength) },
      });
    const [change] = changesOf(at(9), at(5));
    expect([change?.place.element, change?.alsoAt?.(9), change?.isAlsoAt?.('$.two.three.a')]).toEqual([
      ...['$.one.a', ['$.two.three.a'], true],
    ]);
  });

  it('is compared where what is referred to is in another place', () => {
    const at = (name: string, maxLength: number): object =>
      Object.assign(post({ Top: { oneOf: [{ $ref: `#/${name}/Text` }, { type: 'integer' }] } }), {
        [name]: { Text: { type: 'string', maxLength } },
      });
    expect(changesOf(at('x-old', 9), at('x-new', 5)).map(shown)).toEqual([
      'breaking request-property-max-length-decreased $',
    ]);
  });

  const body = (one: object): object => post({ Top: { type: 'object', properties: { one } } });
  const listed = { type: 'string', enum: ['a', 'b'] };

  it.each([
    [
      listed,
      { oneOf: [{ type: 'null' }, { type: 'string', enum: ['a'] }] },
      ['additive request-property-list-of-types-widened $.one', 'breaking request-property-enum-value-removed $.one=b'],
    ],
    [
      { type: 'string', maxLength: 9 },
      { oneOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
      ['additive request-property-list-of-types-widened $.one', 'breaking request-property-max-length-decreased $.one'],
    ],
    [
      { oneOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
      { type: 'string', maxLength: 9, minLength: 1 },
      ['breaking request-property-list-of-types-narrowed $.one', 'breaking request-property-min-length-set $.one'],
    ],
  ])('is compared apart from null: %j, %j', (old, now, expected) => {
    expect(changesOf(body(old), body(now)).map(shown)).toEqual(expected);
  });

  it.each([
    [[{ const: 'a' }, { const: 'b' }], []],
    [[{ const: 'a' }, { enum: ['c'] }], ['request-property-enum-value-removed $.one=b']],
    [[{ const: 'a' }, { type: 'integer' }], ['request-property-enum-value-removed $.one=b']],
    [[{ type: 'string' }, { type: 'integer' }], []],
  ])('has the values of a list still, or no longer: %j', (oneOf, expected) => {
    const found = changesOf(body(listed), body({ oneOf })).map(shown);
    expect(found.filter((one) => one.includes('enum-value-removed'))).toEqual(expected.map((one) => `breaking ${one}`));
  });
});

describe('from OpenAPI 3.0 to 3.1', () => {
  it.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'string', enum: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ nullable: true, allOf: [{ type: 'string' }] }, { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 1 },
    ],
    [
      { type: 'string', example: 'a' },
      { type: 'string', examples: ['a'] },
    ],
  ])('no other spelling of the same is a change: %j', (old, now) => {
    expect(changesOf(get(old), get(now), '2030-01-01', ['3.0.3', '3.1.0']).map(shown)).toEqual([]);
  });
});
