import { describe, expect, it } from 'vitest';
import type { CompiledField, CompiledShape } from '../../../../packages/description/src/compiled';
import { compileOperation, compileSchema } from './compile-schema';

/** Returns what a member becomes that has the description. */
function memberOf(description: string, schema: object = { type: 'string' }): CompiledShape {
  const { shape } = compileSchema({ type: 'object', properties: { member: { ...schema, description } } });
  const [field] = typeof shape === 'object' && shape.type === 'object' ? (shape.fields ?? []) : [];
  return field?.shape ?? { type: 'any' };
}

/** Returns the values that a member has by its description. */
function valuesOf(description: string, schema?: object): readonly unknown[] | undefined {
  const shape = memberOf(description, schema);
  return typeof shape === 'object' && shape.type === 'string' ? shape.values?.values : undefined;
}

/** Returns the constraints that a member has by its description, without their place. */
function constraintsOf(description: string, schema?: object): readonly string[] {
  const shape = memberOf(description, schema);
  const constraints = typeof shape === 'object' && 'constraints' in shape ? (shape.constraints ?? []) : [];
  return constraints.map(
    ({ rule, options }) => `${rule} ${'meaning' in options ? (options.meaning ?? '') : JSON.stringify(options)}`,
  );
}

function parameterOf(parameter: object, description = ''): CompiledField | undefined {
  const { operation } = compileOperation(
    { description, parameters: [{ name: 'ref', in: 'query', schema: { type: 'string' }, ...parameter }] },
    { path: 'in' in parameter ? '/a/{ref}' : '/a' },
  );
  return operation?.query?.[0] ?? operation?.pathParameters?.[0];
}

describe('values that a sentence lists', () => {
  it.each<[description: string, values: readonly string[]]>([
    ['The state. Can be one of `open`, `closed`, or `all`.', ['open', 'closed', 'all']],
    ['The state. Can be one of: `open`, `closed`, `all`', ['open', 'closed', 'all']],
    ['The state. Must be one of "open" or "closed".', ['open', 'closed']],
    ['Can be `enabled` or `disabled`.', ['enabled', 'disabled']],
    ['Either `asc` or `desc`. Ignored without `sort`.', ['asc', 'desc']],
    ['The direction must be either `asc` or `desc`.', ['asc', 'desc']],
    ['The level. Valid values are `low`, `medium` and `high`.', ['low', 'medium', 'high']],
    ['How it is built. Possible values are `"legacy"` and `"workflow"`.', ['legacy', 'workflow']],
    ['The encoding of `content`. Currently, `"utf-8"` and `"base64"` are supported.', ['utf-8', 'base64']],
    ['Must be passed as "web".', ['web']],
    ['Default: `web`. This parameter only accepts the value `web`.', ['web']],
    ['The role. Can be one of:\n * `admin`: Everything.\n * `member` - Little.', ['admin', 'member']],
    ['The role. Can be one of:\n\n- `admin`\n- `member`\n\nIt is needed.', ['admin', 'member']],
  ])('are read of %j', (description, values) => {
    expect(valuesOf(description)).toEqual(values);
  });

  it.each([
    ['another member', 'Use either `tree.sha` or `content` to specify the contents.'],
    ['members that exclude each other', 'You can specify it by using either `tool_name` or `tool_guid`, but not both.'],
    ['a case', 'When `scope` is set, can be one of `a` or `b`.'],
    ['a case without marks', 'For organizations, can be one of `a` or `b`.'],
    ['a list that goes on', 'Can be one of `a`, `b`, or a number.'],
    ['further values', 'Can be one of `a` or `b`. You can also write the name of your own role.'],
    ['custom values', 'Can be `pull` or `push`, or a custom role.'],
    ['values of a time', 'Must be one of `a` or `b`. The values may change over time.'],
    ['examples', 'The environment (for example, `production` or `staging`).'],
    ['booleans', 'Can be one of `true` or `false`.'],
    ['placeholders', 'Can be one of `refs/heads/<branch>` or `<branch>`.'],
    ['a standard that is not listed', 'Can be one of `a` or `b`. Default: `c`.'],
    ['two lists', 'Can be one of `a` or `b`. Can be one of `c` or `d`.'],
    ['one value', 'Can be `a`.'],
    ['what it may include', 'Can include `a` or `b`.'],
    ['a list of a list', 'A comma-separated list. Can be: `a`, `b`'],
  ])('are not read where the text speaks of %s', (_, description) => {
    expect(valuesOf(description)).toBeUndefined();
  });

  it('are those of the schema where it lists some, or shows others', () => {
    const text = 'Can be one of `a` or `b`.';
    expect(valuesOf(text, { type: 'string', enum: ['a', 'c'] })).toEqual(['a', 'c']);
    expect(valuesOf(text, { type: 'string', example: 'd' })).toBeUndefined();
    expect(valuesOf(text, { type: 'string', default: 'd' })).toBeUndefined();
    expect(valuesOf(text, { type: 'string', pattern: '^[ab]$' })).toBeUndefined();
  });

  it('have the place of their sentence', () => {
    const shape = memberOf('Can be one of `a` or `b`.');
    expect(shape).toMatchObject({
      values: {
        pointer: '#/paths/~1a/post/requestBody/content/application~1json/schema/properties/member/description',
      },
    });
  });

  it('are those of the items of a list with commas in a query', () => {
    const field = parameterOf({ description: 'A comma-separated list of states. Can be: `open`, `fixed`' });
    expect(field?.shape).toMatchObject({ type: 'array', items: { values: { values: ['open', 'fixed'] } } });
  });

  it('may be null where the member may', () => {
    expect(memberOf('Can be one of `a` or `b`.', { type: ['string', 'null'] })).toMatchObject({
      type: 'choice',
      options: [{ values: { values: ['a', 'b'] } }, { type: 'null' }],
    });
  });

  it('say nothing about answers', () => {
    const description = 'Can be one of `a` or `b`.';
    const schema = { type: 'object', properties: { member: { type: 'string', description } } };
    expect(JSON.stringify(compileSchema(schema, { use: 'response' }))).not.toContain('"values"');
  });
});

const sha = 'malformed-text a complete SHA of 40 hexadecimal digits';
const reference = 'malformed-text a full reference such as `refs/heads/main`';

describe('the form of a text', () => {
  it.each<[description: string, constraints: readonly string[]]>([
    [
      'The [hexadecimal color code](https://a.example) for the label, without the leading `#`.',
      ['malformed-text a hexadecimal colour without `#`, such as `d73a4a`'],
    ],
    ['The name of the fully qualified reference (ie: `refs/heads/master`).', [reference]],
    ['The full reference. The `ref` for a branch should be formatted as `refs/heads/<branch name>`.', [reference]],
    ['The `ref` can be formatted either as `refs/heads/<branch name>` or simply `<branch name>`.', []],
    ['The SHA1 value for this reference.', [sha]],
    ['The SHA of the commit.', [sha]],
    ['The SHA1 value or ref (branch or tag) name of the tree.', []],
    ['SHA or branch to start listing commits from.', []],
    ['The blob SHA of the file being replaced.', [sha]],
    ['The maximum size is 160 characters.', ['length-limit {"maximum":160}']],
    ['**Maximum length**: 65,535 characters.', ['length-limit {"maximum":65535}']],
    ['Must be 100 characters or fewer.', ['length-limit {"maximum":100}']],
    ['Must be between 1 and 64 characters.', ['length-limit {"minimum":1,"maximum":64}']],
    ['The maximum size is 64 KB.', []],
    ['The URL must contain `<num>` for the number.', ['malformed-text a text that contains `<num>`']],
    ['If it is a title, it must be 100 characters or fewer.', []],
  ])('is read of %j', (description, constraints) => {
    expect(constraintsOf(description)).toEqual(constraints);
  });

  it.each([
    ['The content, using Base64 encoding.', 'byte'],
    ['A Base64-encoded file.', 'byte'],
    ['The content. It can be a text, or Base64-encoded.', undefined],
  ])('is Base64 or not: %j', (description, format) => {
    expect(memberOf(description)).toMatchObject({ type: 'string', ...(format && { format }) });
    expect('format' in (memberOf(description) as object)).toBe(format !== undefined);
  });

  it('is not read against an example', () => {
    expect(constraintsOf('The SHA of the commit.', { type: 'string', example: 'main' })).toEqual([]);
  });

  it('of a parameter in a path is read in the text of the operation only', () => {
    const description =
      'Returns one. The `:ref` in the URL must be formatted as `heads/<branch name>` for branches and `tags/<tag name>` for tags.';
    const path = { in: 'path', required: true, description: 'The SHA of the commit.' };
    expect(parameterOf(path)?.shape).toEqual({ type: 'string' });
    expect(parameterOf(path, description)?.shape).toEqual({
      type: 'string',
      constraints: [
        {
          rule: 'unsuitable-text',
          options: {
            pattern: '^refs/',
            message: '`ref` must begin with `heads/…` or `tags/…`, without `refs/` in front.',
            fix: { kind: 'without-start', start: 'refs/' },
          },
          pointer: '#/paths/~1a~1{ref}/post/description',
        },
      ],
    });
  });
});

describe('numbers and counts', () => {
  it.each<[description: string, schema: object, constraints: readonly string[]]>([
    ['The value of `month` is an integer between `1` and `12`.', { type: 'integer' }, ['{"minimum":1,"maximum":12}']],
    ['Use a number between 1 and 6 or 0 to not require any.', { type: 'integer' }, ['{"minimum":0,"maximum":6}']],
    ['Must be integer minutes between 0 and 43,200 (30 days).', { type: 'integer' }, ['{"minimum":0,"maximum":43200}']],
    ['Must be between 1 and 6.', { type: 'integer', maximum: 5 }, ['{"maximum":5}']],
    ['The distance between 1 and 6.', { type: 'integer' }, []],
    ['The results per page (max 100).', { type: 'integer' }, []],
    ['The names. **Maximum items**: 100.', { type: 'array', items: {} }, ['{"maximum":100}']],
    ['The maximum number of properties is 25.', { type: 'object' }, ['{"maximum":25}']],
  ])('are read of %j', (description, schema, constraints) => {
    expect(constraintsOf(description, schema).map((text) => text.replace(/^\S+ /, ''))).toEqual(constraints);
  });
});

describe('what a sentence says about another member', () => {
  const relationsOf = (descriptions: Readonly<Record<string, string>>, more: object = {}): readonly unknown[] => {
    const properties = Object.fromEntries(
      Object.entries(descriptions).map(([name, description]) => [name, { type: 'string', description }]),
    );
    const { shape } = compileSchema({ type: 'object', properties, ...more });
    const constraints = typeof shape === 'object' && shape.type === 'object' ? (shape.constraints ?? []) : [];
    return constraints.map(({ rule, options }) => [rule, options]);
  };

  it('is that one of two must be there', () => {
    const either = [['member-count', { minimum: 1, fields: ['email', 'id'] }]];
    expect(relationsOf({ id: '**Required unless you provide `email`**. The id.', email: 'The address.' })).toEqual(
      either,
    );
    expect(
      relationsOf({ id: 'The id. Required unless `email` is specified.', email: 'Required unless `id` is specified.' }),
    ).toEqual(either);
  });

  it('is that one needs the other', () => {
    expect(relationsOf({ region: 'The region. Required when `type` is `aws`.', type: 'The type.' })).toEqual([
      ['dependent-field', { field: 'type', value: 'aws', requires: ['region'] }],
    ]);
    expect(relationsOf({ title: 'Required when using `message`.', message: 'A message.' })).toEqual([
      ['dependent-field', { field: 'message', requires: ['title'] }],
    ]);
  });

  it.each([
    'Required unless `other` is specified.',
    'Required unless using `type:file`.',
    'Required when `type` is `a` or `b`.',
    'Required when `other` is `a`.',
    'Required when using multi-line comments unless using `type`.',
    'It is not required when `type` is `a`.',
  ])('is not read of %j', (sentence) => {
    expect(relationsOf({ member: sentence, type: 'The type.' })).toEqual([]);
  });
});

describe('a date in the syntax of searches', () => {
  it('has any form', () => {
    const date = { type: 'string', format: 'date-time' };
    const syntax = 'Runs that were created in the range. See "Understanding the search syntax."';
    expect(memberOf(syntax, date)).not.toHaveProperty('format');
    expect(memberOf('When it was created.', date)).toHaveProperty('format', 'date-time');
  });
});

describe('parameters of a query that exclude each other', () => {
  const exclusionsOf = (description: string): readonly (readonly string[])[] => {
    const parameter = (name: string, text = ''): object => {
      return { name, in: 'query', description: text, schema: { type: 'string' } };
    };
    const parameters = [parameter('first', description), parameter('second'), parameter('third')];
    return (compileOperation({ parameters }).operation?.exclusions ?? []).map(({ fields }) => fields);
  };

  it.each([
    'The name. You can specify it by using either `first` or `second`, but not both.',
    'The name. Cannot be used with `second`.',
    'This parameter must not be used in combination with `second`. Instead, use `third`.',
    "Can't be combined with the `second` parameter.",
    'Mutually exclusive with `second`.',
    '`first` and `second` are mutually exclusive.',
    '`second` and `first` cannot be used together.',
  ])('are read of %j', (description) => {
    expect(exclusionsOf(description)).toEqual([['first', 'second']]);
  });

  it('may be several', () => {
    const sentence = 'Will cause a `422` error if used in the same request as **second** or **third**.';
    expect(exclusionsOf(sentence)).toEqual([
      ['first', 'second'],
      ['first', 'third'],
    ]);
  });

  it.each([
    'Can be used with `second`.',
    'Use either `first` or `second`.',
    'Cannot be used with `unknown`.',
    'Cannot be used with `second` unless `third` is set.',
    'Either `second` or `third`, but not both.',
    'Cannot be used with other tools.',
  ])('are not read of %j', (description) => {
    expect(exclusionsOf(description)).toEqual([]);
  });
});
