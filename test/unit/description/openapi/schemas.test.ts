import { describe, expect, it } from 'vitest';
import { compileSchema, type Version } from './compile-schema';

const object = (fields: readonly unknown[], more: object = {}) => ({
  type: 'object',
  name: 'request body',
  fields,
  ...more,
});

describe('simple schemas', () => {
  const cases: readonly (readonly [title: string, schema: unknown, shape: unknown, version?: Version])[] = [
    ['a string', { type: 'string' }, { type: 'string' }],
    ['an integer', { type: 'integer', format: 'int64' }, { type: 'integer' }],
    ['a boolean', { type: 'boolean' }, { type: 'boolean' }],
    ['no limits', {}, { type: 'any' }],
    ['the schema true', true, { type: 'any' }],
    ['a format', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['a format by another name', { type: 'string', format: 'url' }, { type: 'string', format: 'uri' }],
    ['an unknown format', { type: 'string', format: 'vehicle' }, { type: 'string' }],
    [
      'several types',
      { type: ['integer', 'string'] },
      { type: 'choice', options: [{ type: 'integer' }, { type: 'string' }] },
    ],
    [
      'null as a type',
      { type: ['string', 'null'] },
      { type: 'choice', options: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'nullable',
      { type: 'string', nullable: true },
      { type: 'choice', options: [{ type: 'string' }, { type: 'null' }] },
      '3.0.3',
    ],
    ['listed values', { enum: ['a', 'b', 'a'] }, { type: 'string', values: { values: ['a', 'b'] } }],
    [
      'listed values of several types',
      { enum: ['a', 1, null] },
      {
        type: 'choice',
        options: [
          { type: 'string', values: { values: ['a'] } },
          { type: 'integer', values: { values: [1] } },
          { type: 'null' },
        ],
      },
    ],
    [
      'described values',
      { enum: ['a', 'b'], 'x-enum-descriptions': ['First.', 'Second.'] },
      {
        type: 'string',
        values: {
          values: [
            { value: 'a', summary: 'First.' },
            { value: 'b', summary: 'Second.' },
          ],
        },
      },
    ],
    [
      'values that may grow',
      { type: 'string', 'x-extensible-enum': ['a'] },
      { type: 'string', values: { values: ['a'], isOpen: true } },
    ],
    ['a constant', { const: 'a' }, { type: 'string', values: { values: ['a'] } }],
    ['a list', { type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
    ['a list of anything', { type: 'array' }, { type: 'array', items: { type: 'any' } }],
    ['an object without members', { type: 'object' }, { type: 'object', name: 'request body', isOpen: true }],
    ['a title as the name', { type: 'object', title: 'Pet' }, { type: 'object', name: 'Pet', isOpen: true }],
    ['members without a type', { properties: { a: {} } }, object([{ name: 'a', shape: { type: 'any' } }])],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'integer', description: 'How many.' } },
      {
        type: 'object',
        name: 'request body',
        entries: { shape: { type: 'integer' }, summary: 'How many.' },
      },
    ],
    [
      'other members',
      { properties: { a: {} }, additionalProperties: true },
      object([{ name: 'a', shape: { type: 'any' } }], { isOpen: true }),
    ],
    [
      'no other members',
      { type: 'object', additionalProperties: false },
      { type: 'object', name: 'request body', isClosed: true },
    ],
    [
      'names by pattern',
      { type: 'object', patternProperties: { '^x-': { type: 'string' } } },
      {
        type: 'object',
        name: 'request body',
        patterns: [{ pattern: '^x-', shape: { type: 'string' } }],
      },
    ],
    [
      'a required member that is not described',
      { type: 'object', required: ['a'] },
      object([{ name: 'a', shape: { type: 'any' }, required: true }], { isOpen: true }),
    ],
  ];
  it.each(cases.map(([title, ...rest]) => ({ title, rest })))('$title', ({ rest: [schema, shape, version] }) => {
    const compiled = compileSchema(schema, version ? { version } : {});
    expect(compiled.shape).toEqual(shape);
    expect(compiled.problems).toEqual([]);
  });
});

describe('constraints', () => {
  const range = (options: object) => [{ rule: 'number-range', options }];
  const cases: readonly (readonly [schema: object, constraints: unknown, version?: Version])[] = [
    [{ type: 'string', minLength: 1, maxLength: 3 }, [{ rule: 'length-limit', options: { minimum: 1, maximum: 3 } }]],
    [{ type: 'string', pattern: '^a' }, [{ rule: 'malformed-text', options: { pattern: '^a' } }]],
    [{ type: 'integer', minimum: 1, maximum: 9 }, range({ minimum: 1, maximum: 9 })],
    [{ type: 'number', exclusiveMinimum: 0, multipleOf: 5 }, range({ exclusiveMinimum: 0, multipleOf: 5 })],
    [
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1 },
      range({ exclusiveMinimum: 0, maximum: 1 }),
      '3.0.3',
    ],
    [
      { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true },
      [
        { rule: 'item-count', options: { minimum: 1, maximum: 2 } },
        { rule: 'duplicate-item', options: {} },
      ],
    ],
    [{ type: 'object', minProperties: 1 }, [{ rule: 'member-count', options: { minimum: 1 } }]],
    [
      { type: 'object', dependentRequired: { a: ['b'] } },
      [{ rule: 'dependent-field', options: { field: 'a', requires: ['b'] } }],
    ],
    [
      { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      [{ rule: 'member-count', options: { minimum: 1, fields: ['a', 'b'] } }],
    ],
    [
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      [{ rule: 'member-count', options: { minimum: 1, maximum: 1, fields: ['a', 'b'] } }],
    ],
    [{ type: 'string', minLength: 0 }, undefined],
  ];
  it.each(cases.map((rest) => ({ title: JSON.stringify(rest[0]), rest })))('$title', ({ rest }) => {
    const [schema, constraints, version] = rest;
    const { shape, problems } = compileSchema(schema, version ? { version } : {});
    expect((shape as { constraints?: unknown }).constraints).toEqual(constraints);
    expect(problems).toEqual([]);
  });
});

describe('members', () => {
  const member = (schema: object, more: object = {}) => ({ type: 'object', properties: { a: schema }, ...more });
  const fieldOf = (schema: object, parts = {}) =>
    (compileSchema(schema, parts).shape as { fields?: readonly unknown[] }).fields?.[0];

  it('have a summary, a default and an example', () => {
    const schema = { type: 'string', description: 'First\nparagraph.\n\nSecond.', default: 'x', examples: ['y'] };
    expect(fieldOf(member(schema))).toEqual({
      name: 'a',
      shape: { type: 'string' },
      summary: 'First paragraph.',
      default: '"x"',
      example: '"y"',
    });
  });

  it('leave out an example that an editor would take for a snippet', () => {
    expect(fieldOf(member({ type: 'string', example: '${a}' }))).toEqual({ name: 'a', shape: { type: 'string' } });
  });

  it('that are lists show the example of their items, if they have neither an example nor a default', () => {
    const items = { type: 'string', example: '2023-10-29' };
    const list = (more: object) => fieldOf(member({ type: 'array', items, ...more }));
    expect(list({})).toMatchObject({ example: '["2023-10-29"]' });
    expect(list({ items: { $ref: '#/components/schemas/Date' } })).not.toHaveProperty('example');
    const schemas = { Date: items };
    expect(fieldOf(member({ type: 'array', items: { $ref: '#/components/schemas/Date' } }), { schemas })).toMatchObject(
      { example: '["2023-10-29"]' },
    );
    expect(list({ example: ['2024-01-01'] })).toMatchObject({ example: '["2024-01-01"]' });
    expect(list({ default: [] })).not.toHaveProperty('example');
    expect(list({ minItems: 2 })).not.toHaveProperty('example');
    expect(list({ items: { type: 'string', example: ['2023-10-29'] } })).not.toHaveProperty('example');
    expect(list({ items: { type: 'string', example: '${1}' } })).not.toHaveProperty('example');
    expect(list({ items: { type: 'string', example: 'a'.repeat(196) } })).toHaveProperty('example');
    expect(list({ items: { type: 'string', example: 'a'.repeat(197) } })).not.toHaveProperty('example');
  });

  it('are deprecated, with what to use', () => {
    const schema = { deprecated: true, description: 'The name. Deprecated: use `b` instead.' };
    expect(fieldOf(member(schema))).toMatchObject({ deprecated: 'Deprecated: use `b` instead.' });
    expect(fieldOf(member({ deprecated: true }))).toMatchObject({
      deprecated: 'The description names no replacement.',
    });
  });

  it('have a stability and a page', () => {
    const schema = { 'x-stability': 'Beta', externalDocs: { url: 'https://shop.example/docs' } };
    expect(fieldOf(member(schema))).toMatchObject({ stability: 'beta', link: 'https://shop.example/docs' });
  });

  it('that are only read are known in requests, and neither required nor offered', () => {
    const schema = member({ type: 'string', readOnly: true, description: 'The id.' }, { required: ['a'] });
    expect(compileSchema(schema).shape).toEqual({
      type: 'object',
      name: 'request body',
      patterns: [{ pattern: '^a$', summary: 'Read-only: the service sets it. The id.', shape: { type: 'any' } }],
    });
    expect(compileSchema(schema, { use: 'response' }).shape).toEqual({
      type: 'object',
      name: 'response',
      isOpen: true,
      fields: [{ name: 'a', shape: { type: 'string' }, summary: 'The id.', required: true }],
    });
  });

  it('that are only written are not expected in responses', () => {
    const schema = member({ type: 'string', writeOnly: true });
    expect(compileSchema(schema, { use: 'response' }).shape).not.toHaveProperty('fields');
    expect(fieldOf(schema)).toEqual({ name: 'a', shape: { type: 'string' } });
  });

  it('may have names of built-in properties', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}',
    ) as object;
    expect(compileSchema(schema).shape).toMatchObject({
      fields: [
        { name: '__proto__', shape: { type: 'string' } },
        { name: 'constructor', shape: { type: 'integer' } },
      ],
    });
  });

  it('take the description next to a reference', () => {
    const schemas = { Id: { type: 'string', description: 'Some id.', format: 'uuid' } };
    const schema = member({ $ref: '#/components/schemas/Id', description: 'The id of the pet.' });
    expect(fieldOf(schema, { schemas })).toEqual({
      name: 'a',
      shape: { type: 'string', format: 'uuid' },
      summary: 'The id of the pet.',
    });
  });
});

describe('composition', () => {
  const A = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  const B = { type: 'object', properties: { b: { type: 'integer' } } };
  const schemas = { A, B };
  const refA = { $ref: '#/components/schemas/A' };
  const refB = { $ref: '#/components/schemas/B' };
  const a = { name: 'a', shape: { type: 'string' }, required: true };
  const b = { name: 'b', shape: { type: 'integer' } };

  it('merges allOf', () => {
    const { shape } = compileSchema({ allOf: [refA, B, { required: ['b'] }] }, { schemas });
    expect(shape).toEqual(object([a, { ...b, required: true }]));
  });

  it('merges the limits of a member that several schemas describe', () => {
    const { shape } = compileSchema({ allOf: [{ properties: { a: { maxLength: 5 } } }, refA] }, { schemas });
    expect(shape).toMatchObject({
      fields: [
        { name: 'a', shape: { type: 'string', constraints: [{ rule: 'length-limit', options: { maximum: 5 } }] } },
      ],
    });
  });

  it('makes a choice of oneOf', () => {
    const { shape, pool } = compileSchema({ oneOf: [refA, refB, { type: 'string' }] }, { schemas });
    expect(shape).toEqual({ type: 'choice', options: [0, 1, { type: 'string' }] });
    expect(pool).toMatchObject([
      { name: 'A', fields: [a] },
      { name: 'B', fields: [b] },
    ]);
  });

  it('distributes what is next to the alternatives', () => {
    const { shape } = compileSchema({ type: 'object', properties: { c: {} }, oneOf: [refA, refB] }, { schemas });
    const c = { name: 'c', shape: { type: 'any' } };
    expect(shape).toEqual({ type: 'choice', options: [object([c, a]), object([c, b])] });
  });

  it('leaves an alternative open that lists nothing itself', () => {
    const { shape } = compileSchema({ anyOf: [refA, refB, { type: 'object' }] }, { schemas });
    expect(shape).toMatchObject({
      type: 'choice',
      options: [{ type: 'object' }, { type: 'object' }, { isOpen: true }],
    });
    expect(JSON.stringify(shape).match(/"isOpen":true/g)).toHaveLength(1);
  });

  it("lets the objects of anyOf have each other's members", () => {
    const { shape } = compileSchema({ anyOf: [refA, refB] }, { schemas });
    expect(shape).toEqual({
      type: 'choice',
      options: [object([a, b]), object([b, { name: 'a', shape: { type: 'string' } }])],
    });
  });

  it('adds null to nullable alternatives', () => {
    const { shape } = compileSchema({ nullable: true, oneOf: [refA, refB] }, { schemas, version: '3.0.3' });
    expect(shape).toEqual({ type: 'choice', options: [0, 1, { type: 'null' }] });
  });

  it('adds null where the extended schemas allow it, and where it is the default', () => {
    const nullable = { type: 'object', nullable: true, properties: { a: { type: 'string' } } };
    const isNullable = (schema: unknown) =>
      JSON.stringify(compileSchema(schema, { version: '3.0.3' }).shape).includes('"null"');
    expect(isNullable({ allOf: [nullable, { description: 'More.' }] })).toBe(true);
    expect(isNullable({ allOf: [nullable, { type: 'object' }] })).toBe(false);
    expect(isNullable({ default: null, oneOf: [{ type: 'string' }, { type: 'integer' }] })).toBe(true);
    expect(isNullable({ default: null, type: 'string' })).toBe(true);
  });

  it('lets recursive shapes refer to themselves', () => {
    const Tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    };
    const { pool } = compileSchema({ $ref: '#/components/schemas/Tree' }, { schemas: { Tree } });
    expect(pool).toEqual([
      {
        type: 'object',
        name: 'Tree',
        pointer: '#/components/schemas/Tree',
        fields: [{ name: 'children', shape: { type: 'array', items: 0 } }],
      },
    ]);
  });

  it('merges what is next to a reference since OpenAPI 3.1', () => {
    const schema = { ...refA, required: ['b'], properties: { b: { type: 'integer' } } };
    expect(compileSchema(schema, { schemas }).shape).toMatchObject({ fields: [{ ...b, required: true }, a] });
    const older = compileSchema(schema, { schemas, version: '3.0.3' });
    expect(older.shape).toMatchObject({ fields: [a] });
    expect(older.problems).toEqual([
      'information #/paths/~1a/post/requestBody/content/application~1json/schema: Next to `$ref`, `required`, `properties` has no effect in this version.',
    ]);
  });
});

describe('discriminators', () => {
  const Cat = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
  };
  const Dog = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, tricks: { type: 'integer' } },
  };
  const oneOf = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];

  it('with a mapping', () => {
    const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat', dog: '#/components/schemas/Dog' } };
    const { shape } = compileSchema({ oneOf, discriminator }, { schemas: { Cat, Dog } });
    expect(shape).toMatchObject({
      type: 'switch',
      on: 'kind',
      of: 'self',
      cases: { cat: 0, dog: 1 },
      otherwise: {
        fields: [{ name: 'kind', required: true, shape: { type: 'string', values: { values: ['cat', 'dog'] } } }],
        isOpen: true,
      },
    });
  });

  it('with a mapping to a list, which shows by itself what it is', () => {
    const Cats = { type: 'array', items: { $ref: '#/components/schemas/Cat' } };
    const mapping = { cat: 'Cat', cats: 'Cats', dog: 'Dog' };
    const { shape } = compileSchema(
      { oneOf: [...oneOf, { $ref: '#/components/schemas/Cats' }], discriminator: { propertyName: 'kind', mapping } },
      { schemas: { Cat, Cats, Dog } },
    );
    expect(shape).toMatchObject({
      type: 'choice',
      options: [{ type: 'switch', cases: { cat: expect.anything(), dog: expect.anything() } }, expect.any(Number)],
    });
    expect(JSON.stringify(shape)).not.toContain('cats');
  });

  it('without a mapping, by the names of the schemas', () => {
    const { shape } = compileSchema({ oneOf, discriminator: { propertyName: 'kind' } }, { schemas: { Cat, Dog } });
    expect(shape).toMatchObject({ type: 'switch', cases: { Cat: 0, Dog: 1 } });
  });

  it('by the constants of the schemas', () => {
    const Fish = { type: 'object', properties: { kind: { const: 'fish' } } };
    const { shape } = compileSchema(
      { oneOf: [Fish, oneOf[0]], discriminator: { propertyName: 'kind' } },
      { schemas: { Cat } },
    );
    expect(Object.keys((shape as { cases: object }).cases)).toEqual(['fish', 'Cat']);
  });

  it('of a schema that others extend', () => {
    const Pet = {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' }, name: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    };
    const Bird = { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { wings: { type: 'integer' } } }] };
    const { shape } = compileSchema({ $ref: '#/components/schemas/Pet' }, { schemas: { Pet, Bird }, version: '3.0.3' });
    const kind = { name: 'kind', shape: { type: 'string' }, required: true };
    expect(shape).toMatchObject({
      type: 'switch',
      on: 'kind',
      cases: { Bird: { name: 'Bird', fields: [kind, { name: 'name' }, { name: 'wings' }] } },
    });
    const bird = compileSchema({ $ref: '#/components/schemas/Bird' }, { schemas: { Pet, Bird }, version: '3.0.3' });
    expect(bird.shape).toMatchObject({
      type: 'object',
      name: 'Bird',
      fields: [kind, { name: 'name' }, { name: 'wings' }],
    });
  });

  it('of Swagger 2.0, where it is a name', () => {
    const Pet = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } }, discriminator: 'kind' };
    const Bird = { allOf: [{ $ref: '#/definitions/Pet' }, { properties: { wings: { type: 'integer' } } }] };
    const { shape } = compileSchema({ $ref: '#/definitions/Pet' }, { schemas: { Pet, Bird }, version: '2.0' });
    expect(shape).toMatchObject({ type: 'switch', cases: { Bird: { type: 'object' } } });
  });
});

describe('problems', () => {
  const at = '#/paths/~1a/post/requestBody/content/application~1json/schema';
  const types = '`type` must be one of `string`, `integer`, `number`, `boolean`, `null`, `array`, `object`';
  const cases: readonly (readonly [schema: unknown, problem: string])[] = [
    [{ type: 'text' }, `error ${at}/type: ${types}; did you mean \`string\`?`],
    ['string', `error ${at}: A schema must be an object.`],
    [{ allOf: {} }, `error ${at}/allOf: \`allOf\` must be a list of schemas.`],
    [{ oneOf: [] }, `error ${at}/oneOf: \`oneOf\` must be a list of schemas that is not empty.`],
    [{ enum: 'a' }, `error ${at}/enum: \`enum\` must be a list of values.`],
    [{ enum: [] }, `warning ${at}/enum: No value is allowed here, so values are not checked.`],
    [{ type: 'object', properties: [] }, `error ${at}/properties: \`properties\` must be an object.`],
    [{ type: 'object', required: true }, `warning ${at}/required: \`required\` must be a list of names.`],
    [
      { allOf: [{ type: 'string' }, { type: 'object' }] },
      `warning ${at}/allOf/1: The types of these schemas exclude each other.`,
    ],
    [{ type: 'string', enum: [1] }, `warning ${at}: The listed values do not have the type of the schema.`],
    [
      { type: 'string', pattern: '(' },
      `warning ${at}/pattern: The pattern is not a regular expression that can be read, so it is not checked.`,
    ],
    [
      { type: 'string', pattern: '^(a)\\1$' },
      `information ${at}/pattern: The pattern is not checked: it is very long, or has references to groups such as \`\\1\`.`,
    ],
    [
      { type: 'string', maxLength: -1 },
      `warning ${at}/maxLength: \`maxLength\` must be a whole number that is not negative.`,
    ],
    [
      { type: 'number', minimum: 2, maximum: 1 },
      `warning ${at}: The smallest number is greater than the largest one, so the range is not checked.`,
    ],
    [{ type: 'number', minimum: '1' }, `warning ${at}/minimum: \`minimum\` must be a number.`],
    [{ type: 'strin' }, `error ${at}/type: ${types}; did you mean \`string\`?`],
    [{ type: 'int' }, `error ${at}/type: ${types}; did you mean \`integer\`?`],
    [{ type: 'datetime' }, `error ${at}/type: ${types}; did you mean \`string\` with the format \`date-time\`?`],
    [{ type: 'file' }, `error ${at}/type: ${types}; did you mean \`string\` with the format \`binary\`?`],
    [{ type: 5 }, `error ${at}/type: ${types}.`],
    [{ type: ['string', 'nul'] }, `error ${at}/type: ${types}; did you mean \`null\`?`],
    [{ type: 'number', multipleOf: 0 }, `warning ${at}/multipleOf: \`multipleOf\` must be greater than 0.`],
    [{ type: 'string', pattern: 5 }, `warning ${at}/pattern: \`pattern\` must be a string.`],
    [{ type: 'string', format: 4 }, `warning ${at}/format: \`format\` must be a string.`],
    [{ type: 'string', nullable: 'yes' }, `warning ${at}/nullable: \`nullable\` must be \`true\` or \`false\`.`],
    [
      { type: 'array', uniqueItems: 'true' },
      `warning ${at}/uniqueItems: \`uniqueItems\` must be \`true\` or \`false\`.`,
    ],
    [{ type: 'array', items: 5 }, `error ${at}/items: A schema must be an object.`],
    [
      { type: 'object', additionalProperties: 'no' },
      `warning ${at}/additionalProperties: \`additionalProperties\` must be a schema, \`true\` or \`false\`.`,
    ],
    [{ type: 'object', discriminator: 'kind' }, `warning ${at}/discriminator: \`discriminator\` must be an object.`],
    [{ $ref: 5 }, `warning ${at}/$ref: \`$ref\` must be a string.`],
    [{ not: {} }, `information ${at}: \`not\` is not checked.`],
    [
      { type: 'array', contains: { $ref: at } },
      `information ${at}: \`contains\` is not checked: its schema is very large, or contains itself.`,
    ],
    [{ $dynamicRef: '#a' }, `information ${at}: \`$dynamicRef\` is not checked.`],
    [{ enum: [{ a: 1 }] }, `information ${at}/enum: Listed values that are objects or lists are not checked.`],
  ];
  it.each(cases)('%j', (schema, problem) => {
    expect(compileSchema(schema).problems).toEqual([problem]);
  });

  it('are counted when there are too many', () => {
    const properties = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`p${index}`, { not: {} }]));
    const { problems } = compileSchema({ type: 'object', properties });
    expect(problems).toHaveLength(1_001);
    expect(problems[1_000]).toBe('information #: 200 further problems are not listed.');
  });
});
