import { describe, expect, it } from 'vitest';
import type { Change } from '../model';
import { readSurface } from '../surface/read-description';
import { compareSurfaces } from './compare-surfaces';

const head = { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' } };

function changesOf(old: unknown, now: unknown, today?: string): readonly Change[] {
  const [before, after] = [old, now].map((parts) => {
    const text = JSON.stringify({ ...head, ...(parts as object) });
    return readSurface({ name: 'pets.json', text, read: () => ({ cause: 'there is none' }) });
  });
  if (before === undefined || after === undefined || 'cause' in before || 'cause' in after) throw new Error('not read');
  return compareSurfaces(before, after, today === undefined ? {} : { today }).filter(
    ({ id }) => !id.includes('version'),
  );
}

function shown({ id, level, place: { element = '' } }: Change): string {
  return `${level} ${id} ${element}`.trim();
}

/** Compares two schemas as bodies of a request, or of a response. */
function ofSchemas(
  side: 'request' | 'response',
  old: unknown,
  now: unknown,
  components: unknown = {},
): readonly string[] {
  const parts = (schema: unknown): unknown => {
    const content = { 'application/json': { schema } };
    const post = side === 'request' ? { requestBody: { content }, responses: {} } : { responses: { 200: { content } } };
    return { paths: { '/pets': { post } }, components };
  };
  return changesOf(parts(old), parts(now)).map(shown);
}

function object(properties: unknown, required: readonly string[] = []): unknown {
  return { type: 'object', properties, required };
}

const text = { type: 'string' };

describe('changes of schemas', () => {
  it.each([
    [{ type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }, 'max-length-decreased', 'breaking', 'silent'],
    [
      { type: 'string', maxLength: 5 },
      { type: 'string', maxLength: 9 },
      'max-length-increased',
      'additive',
      'breaking',
    ],
    [{ type: 'integer' }, { type: 'integer', minimum: 1 }, 'min-set', 'breaking', 'silent'],
    [{ type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }, 'enum-value-removed', 'breaking', 'silent'],
    [text, { type: ['string', 'null'] }, 'became-nullable', 'additive', 'breaking'],
    [text, { type: 'string', pattern: '^a' }, 'pattern-added', 'breaking', 'silent'],
    [text, { type: 'string', default: 'a' }, 'default-value-added', 'silent', 'silent'],
    [text, { type: 'integer' }, 'type-changed', 'breaking', 'breaking'],
    [
      { type: 'array', items: text },
      { type: 'array', items: text, uniqueItems: true },
      'unique-items-set',
      'breaking',
      'silent',
    ],
  ])('says of %j and %j, that it is %s, and how it matters', (old, now, kind, request, response) => {
    const value = kind === 'enum-value-removed' ? '=b' : '';
    expect(ofSchemas('request', object({ a: old }), object({ a: now }))).toEqual([
      `${request} request-property-${kind} $.a${value}`,
    ]);
    expect(ofSchemas('response', object({ a: old }), object({ a: now }))).toEqual([
      `${response} response-property-${kind} 200 $.a${value}`,
    ]);
  });

  it('knows what is only said for readers, and what is written in another way', () => {
    expect(
      ofSchemas(
        'request',
        { title: 'A', ...(object({ a: text }) as object) },
        { description: 'B', ...(object({ a: { ...text, example: 'x' } }) as object) },
      ),
    ).toEqual([]);
    const components = { schemas: { Pet: object({ a: text }) } };
    expect(ofSchemas('request', { $ref: '#/components/schemas/Pet' }, object({ a: text }), components)).toEqual([]);
  });

  it('names members that came and went, with what they need', () => {
    expect(ofSchemas('request', object({ a: text }), object({ a: text, b: text }, ['b']))).toEqual([
      'breaking new-required-request-property $.b',
    ]);
    expect(ofSchemas('request', object({ a: text, b: text }), object({ a: text }))).toEqual([
      'risky request-property-removed $.b',
    ]);
    expect(ofSchemas('response', object({ a: text }, ['a']), object({}))).toEqual([
      'breaking response-required-property-removed 200 $.a',
    ]);
    expect(ofSchemas('request', object({ a: text }), object({ a: { ...text, readOnly: true } }))).toEqual([
      'risky request-optional-property-became-read-only $.a',
    ]);
  });

  it('ends in schemas that hold themselves', () => {
    const parts = (limit: number): unknown => ({
      paths: {
        '/trees': {
          post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } },
        },
      },
      components: {
        schemas: { Tree: object({ name: { ...text, maxLength: limit }, next: { $ref: '#/components/schemas/Tree' } }) },
      },
    });
    expect(changesOf(parts(9), parts(5)).map(shown)).toEqual(['breaking request-property-max-length-decreased $.name']);
  });

  it('matches alternatives by what they say', () => {
    const one = { oneOf: [object({ a: text }), { title: 'Cat', ...(object({ b: text }) as object) }] };
    const other = { oneOf: [{ title: 'Cat', ...(object({ b: { type: 'integer' } }) as object) }, object({ a: text })] };
    expect(ofSchemas('request', one, other)).toEqual(['breaking request-property-type-changed $.b']);
    expect(ofSchemas('request', text, { oneOf: [text, { type: 'integer' }] })).toEqual([
      'additive request-body-list-of-types-widened $',
    ]);
  });
});

describe('safe repairs', () => {
  const repairOf = (old: unknown, now: unknown): unknown => {
    const parts = (schema: unknown): unknown => ({
      paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    });
    return changesOf(parts(old), parts(now)).flatMap(({ repair }) => repair ?? []);
  };

  it('renames a member where only one of its form is new and its name is alike', () => {
    expect(repairOf(object({ petName: text }), object({ pet_name: text }))).toEqual([
      { kind: 'rename', to: 'pet_name' },
    ]);
    expect(repairOf(object({ petName: text }), object({ pet_name: { type: 'integer' } }))).toEqual([]);
    expect(repairOf(object({ petName: text }), object({ pet_name: text, 'pet-name': text }))).toEqual([]);
  });

  it('inserts a new required member with its default, or a placeholder', () => {
    const old = object({});
    expect(repairOf(old, object({ kind: { ...text, default: 'cat' } }, ['kind']))).toEqual([
      { kind: 'insert', name: 'kind', value: '"cat"' },
    ]);
    expect(repairOf(old, object({ size: { type: 'integer', minimum: 3 } }, ['size']))).toEqual([
      { kind: 'insert', name: 'size', value: '3' },
    ]);
  });

  it('writes a retired value in its new spelling only', () => {
    const list = (...values: readonly string[]): unknown => object({ a: { type: 'string', enum: values } });
    expect(repairOf(list('inProgress', 'done'), list('in_progress', 'done'))).toEqual([
      { kind: 'value', to: '"in_progress"' },
    ]);
    expect(repairOf(list('read'), list('read_write'))).toEqual([]);
  });
});

describe('changes of operations', () => {
  const get = { responses: { 200: {} } };

  it('follows other names of path parameters, and paths that moved', () => {
    const parameters = (name: string) => [{ name, in: 'path', required: true, schema: text }];
    const at = (path: string, name: string): unknown => ({
      paths: { [path]: { get: { ...get, parameters: parameters(name) } } },
    });
    expect(changesOf(at('/pets/{id}', 'id'), at('/pets/{petId}', 'petId'))).toEqual([]);
    const [moved] = changesOf(at('/v1/pets/{id}', 'id'), at('/v2/pets/{id}', 'id'));
    expect(moved).toMatchObject({ level: 'breaking', repair: { kind: 'move', method: 'GET', path: '/v2/pets/{id}' } });
  });

  it('says whether a removed operation was announced', () => {
    const at = (parts: object): unknown => ({ paths: { '/a': { get: { ...get, ...parts } }, '/b': { get } } });
    const left = { paths: { '/b': { get } } };
    expect(changesOf(at({}), left).map(shown)).toEqual(['breaking api-path-removed-without-deprecation']);
    expect(changesOf(at({ deprecated: true }), left).map(shown)).toEqual(['silent api-path-removed-with-deprecation']);
    const announced = at({ deprecated: true, 'x-sunset': '2031-01-01' });
    expect(changesOf(announced, left, '2030-01-01').map(shown)).toEqual(['breaking api-path-removed-before-sunset']);
  });

  it('compares parameters, statuses, header fields and credentials', () => {
    const old = {
      security: [{ key: [] }],
      paths: {
        '/a': {
          get: {
            parameters: [
              { name: 'X-A', in: 'header', schema: text },
              { name: 'max', in: 'query', schema: { type: 'integer' } },
            ],
            responses: { 200: { headers: { 'X-B': { required: true } } } },
          },
        },
      },
    };
    const now = {
      security: [{ key: [] }, {}],
      paths: {
        '/a': {
          get: {
            parameters: [
              { name: 'x-a', in: 'header', schema: text },
              { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
            ],
            responses: { 200: {}, 404: {} },
          },
        },
      },
    };
    expect(changesOf(old, now).map(shown)).toEqual([
      'risky request-parameter-removed query max',
      'breaking new-required-request-parameter query limit',
      'breaking required-response-header-removed 200 header X-B',
      'additive response-non-success-status-added 404',
      'additive api-security-anonymous-access-added',
      'additive api-security-anonymous-access-added',
    ]);
  });

  it('has no changes of equal descriptions', () => {
    const same = {
      paths: {
        '/a': { get: { parameters: [{ name: 'a', in: 'query', schema: { $ref: '#/components/schemas/A' } }], ...get } },
      },
      components: { schemas: { A: text } },
    };
    expect(changesOf(same, same)).toEqual([]);
  });
});
