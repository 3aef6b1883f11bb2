import { describe, expect, it } from 'vitest';
import type { CompiledField, CompiledObject, CompiledShape } from '../../../packages/description/src/compiled';
import { findingsIn } from './check-described';

const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;

function field(name: string, shape: CompiledShape, required?: true): CompiledField {
  return { name, shape, ...(required && { required }) };
}

function object(name: string, ...fields: readonly CompiledField[]): CompiledObject {
  return { type: 'object', name, fields };
}

const only = (value: string): CompiledShape => ({ type: 'string', values: { values: [value] } });
const oneOf = (...values: readonly string[]): CompiledShape => ({ type: 'string', values: { values } });
const choice = (...options: readonly CompiledShape[]): CompiledShape => ({ type: 'choice', options });

describe('one of several objects', () => {
  const byKind = choice(
    object('circle', field('kind', only('circle'), true), field('radius', whole, true)),
    object('square', field('kind', only('square'), true), field('side', whole, true), field('name', text)),
  );

  it.each([
    [{ kind: 'circle', radius: 1 }, []],
    [{ kind: 'square', side: 1, name: 'a' }, []],
    [{ kind: 'square', side: 'x' }, ['warning wrong-type: `side` must be an integer.']],
    [{ kind: 'square' }, ['warning required-field: The request body lacks the required field `side`.']],
    // A member with a single allowed value decides, so that the members of the other object are not known.
    [
      { kind: 'circle', radius: 1, side: 1 },
      ['warning unknown-field: `side` is not a documented field of the circle.'],
    ],
    [{ kind: '{{kind}}', side: 1 }, []],
    [{ '{{key}}': 1 }, []],
    [{ kind: 'sqare', side: 1 }, ['warning unknown-value: `kind` must be `square`; did you mean `square`?']],
  ])('%j by the member that decides', (body, expected) => {
    expect(
      findingsIn({ body: byKind }, body).map((one) =>
        one.replace(/ is not .* of the/, ' is not a documented field of the'),
      ),
    ).toEqual(expected);
  });

  const byMembers = choice(
    object('by id', field('id', whole, true), field('note', text)),
    object('by name', field('name', text, true), field('owner', text)),
  );

  it.each([
    [{ id: 1, note: 'a' }, []],
    [{ name: 'a', owner: 'b' }, []],
    // Known to the other object: nothing certain can be said.
    [{ id: 1, owner: 'b' }, []],
    [{ id: 1, owner: 2 }, ['warning wrong-type: `owner` must be a string.']],
    [{ name: 'a', ownr: 'b' }, ['unknown']],
    [{ owner: 'b' }, ['warning required-field: The request body lacks the required field `name`.']],
  ])('%j by the members that are there', (body, expected) => {
    expect(
      findingsIn({ body: byMembers }, body).map((one) => (one.includes('unknown-field') ? 'unknown' : one)),
    ).toEqual(expected);
  });

  it('by the types of members, and by all shapes of a member where several objects fit', () => {
    const options = choice(
      object('a', field('value', object('inner', field('x', whole)))),
      object('b', field('value', object('inner', field('y', whole)))),
      object('c', field('value', text)),
    );
    expect(findingsIn({ body: options }, { value: 'a' })).toEqual([]);
    expect(findingsIn({ body: options }, { value: { x: 1 } })).toEqual([]);
    expect(findingsIn({ body: options }, { value: { y: 1 } })).toEqual([]);
    expect(findingsIn({ body: options }, { value: { y: 'a' } })).toEqual([
      'warning wrong-type: `y` must be an integer.',
    ]);
  });

  it('with any value as an option only if no object fits', () => {
    const options = choice({ type: 'any' }, object('a', field('x', whole, true)));
    expect(findingsIn({ body: options }, { z: 1 })).toEqual([]);
    expect(findingsIn({ body: options }, { x: 1 })).toEqual([]);
  });

  it('with free keys as an option', () => {
    const options = choice(object('a', field('x', whole, true)), { type: 'object', entries: { shape: whole } });
    expect(findingsIn({ body: options }, { q: 1 })).toEqual([]);
    expect(findingsIn({ body: options }, { q: 'a' })).toEqual(['warning wrong-type: `q` must be an integer.']);
  });
});

describe('one of several arrays', () => {
  it('is checked item by item', () => {
    const body = choice({ type: 'array', items: whole }, { type: 'array', items: object('a', field('x', whole)) });
    expect(findingsIn({ body }, [1, 2])).toEqual([]);
    expect(findingsIn({ body }, [{ x: 1 }])).toEqual([]);
    expect(findingsIn({ body }, ['a'])).toEqual([
      'warning wrong-type: An item of the request body must be an integer or an object.',
    ]);
  });
});

describe('one of several strings or numbers', () => {
  const body = object(
    'thing',
    field('value', choice(oneOf('low', 'high'), { type: 'string', format: 'uuid' }, oneOf('none'))),
  );

  it.each([
    ['low', []],
    ['none', []],
    ['123e4567-e89b-12d3-a456-426614174000', []],
    ['hihg', ['warning unknown-value: `value` must be `low`, `high` or `none`; did you mean `high`?']],
  ])('%s', (value, expected) => {
    expect(findingsIn({ body }, { value })).toEqual(expected);
  });

  it('accepts any text where an option does', () => {
    const free = object('thing', field('value', choice(oneOf('low'), text)));
    expect(findingsIn({ body: free }, { value: 'hihg' })).toEqual([]);
  });

  it('checks the limits of the option that fits', () => {
    const limited = object(
      'thing',
      field(
        'value',
        choice(
          { type: 'integer', constraints: [{ rule: 'number-range', options: { minimum: 1 } }] },
          { type: 'integer', values: { values: [-1] } },
        ),
      ),
    );
    expect(findingsIn({ body: limited }, { value: 5 })).toEqual([]);
    expect(findingsIn({ body: limited }, { value: -1 })).toEqual([]);
    expect(findingsIn({ body: limited }, { value: -2 })).toEqual([
      'warning unknown-value: `value` must be `-1`; did you mean `-1`?',
    ]);
  });
});

describe('null', () => {
  const body = object('thing', field('value', choice(text, { type: 'null' })));

  it('is accepted where it is described, and named otherwise', () => {
    expect(findingsIn({ body }, { value: null })).toEqual([]);
    expect(findingsIn({ body }, { value: 1 })).toEqual(['warning wrong-type: `value` must be a string or null.']);
  });
});

describe('keys that match a pattern', () => {
  const body: CompiledShape = {
    ...object('thing', field('name', text)),
    patterns: [{ pattern: '^x-', shape: whole }],
  };

  it.each([
    [{ name: 'a', 'x-a': 1 }, []],
    [{ 'x-a': 'a' }, ['warning wrong-type: `x-a` must be an integer.']],
    [{ nam: 'a' }, ['unknown']],
  ])('%j', (value, expected) => {
    expect(findingsIn({ body }, value).map((one) => (one.includes('unknown-field') ? 'unknown' : one))).toEqual(
      expected,
    );
  });
});

describe('a choice in a query', () => {
  const query = [
    field('shards', choice(whole, oneOf('all', 'index-setting'))),
    { ...field('sort', { type: 'array', items: oneOf('name', 'age') }), isRepeatable: true as const },
    field('fields', choice(oneOf('all'), { type: 'array', items: oneOf('a', 'b') })),
    field('level', {
      type: 'array',
      items: { type: 'integer', constraints: [{ rule: 'number-range', options: { maximum: 5 } }] },
    }),
    field('id', { type: 'string', format: 'uuid' }),
    field('flag', { type: 'boolean' }),
    field('note', { ...text, constraints: [{ rule: 'malformed-text', options: { pattern: '^a b$' } }] }),
  ];

  it.each([
    ['shards=1', []],
    ['shards=all', []],
    ['shards=al', ['warning unknown-value: `shards` must be `all` or `index-setting`; did you mean `all`?']],
    ['sort=name,age', []],
    ['sort=name%2Cage', []],
    ['sort=name&sort=age', []],
    ['sort=name|age', []],
    ['sort=name,aeg', ['warning unknown-value: `sort` must be `name` or `age`; did you mean `age`?']],
    ['fields=all', []],
    ['fields=a,b', []],
    ['fields=c', ['warning unknown-value: `fields` must be `all`, `a` or `b`.']],
    ['level=1,2', []],
    ['level=1,x', ['warning wrong-type: `level` must be an integer.']],
    ['level=1,6', ['warning number-range: `level` must be at most 5.']],
    ['id=1', ['warning malformed-value: `id` must be a UUID such as `123e4567-e89b-12d3-a456-426614174000`.']],
    ['id={{id}}', []],
    ['flag=True', []],
    ['flag=yes', ['warning wrong-type: `flag` must be a boolean.']],
    ['note=a+b', []],
    ['note=a%20b', []],
    ['note=ab', ['warning malformed-text: `note` must match the pattern `^a b$`.']],
  ])('%s', (target, expected) => {
    expect(findingsIn({ query, body: { type: 'any' } }, {}, `/things?${target}`)).toEqual(expected);
  });
});
