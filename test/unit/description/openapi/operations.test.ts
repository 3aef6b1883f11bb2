import { describe, expect, it } from 'vitest';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';
import { compileOperation, problemsOf, type Version } from './compile-schema';

const any = { type: 'any' };
const text = { type: 'string' };

describe('operations', () => {
  it('are those of all methods, with the query and further ones since OpenAPI 3.2', () => {
    const item = { get: {}, put: {}, query: {}, additionalOperations: { COPY: {} } };
    const methodsOf = (openapi: string) =>
      compileOpenApi({ openapi, info: {}, paths: { '/a': item } }).operations.flatMap(({ methods }) => methods);
    expect(methodsOf('3.2.0')).toEqual(['GET', 'PUT', 'QUERY', 'COPY']);
    expect(methodsOf('3.1.0')).toEqual(['GET', 'PUT', 'COPY']);
  });

  it('have an id, a title, a summary, tags, notes and a page', () => {
    const { operation } = compileOperation(
      {
        summary: 'Add a pet',
        description: 'Adds it.\n\nMore.',
        tags: ['pets'],
        deprecated: true,
        'x-beta': true,
        externalDocs: { url: 'https://pets.example/add' },
        security: [{ o: ['write:pets'] }],
      },
      { root: { components: { securitySchemes: { o: { type: 'oauth2', flows: {} } } } } },
    );
    expect(operation).toEqual({
      id: 'post /a',
      title: 'Add a pet',
      summary: 'Adds it.',
      methods: ['POST'],
      path: '/a',
      tags: ['pets'],
      deprecated: 'The description names no replacement.',
      stability: 'beta',
      link: 'https://pets.example/add',
      credentials: ['o'],
      needs: [{ kind: 'scope', names: ['write:pets'] }],
    });
  });

  it('of the same method and form of path are reported', () => {
    const paths = { '/a/{x}': { get: {}, parameters: [p('x')] }, '/a/{y}': { get: {}, parameters: [p('y')] } };
    const compiled = compileOpenApi({ openapi: '3.1.0', info: {}, paths });
    expect(compiled.operations.map(({ path }) => path)).toEqual(['/a/{x}']);
    expect(problemsOf(compiled)).toEqual([
      'warning #/paths/~1a~1{y}/get: `GET /a/{x}` has the same method and form of path, so this one is not used.',
    ]);
  });

  it('of paths that differ by what follows # take the bodies of all', () => {
    const body = (...names: string[]) => ({
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
        },
      },
    });
    const q = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } });
    const paths = {
      '/a/{x}': { parameters: [p('x')], put: { parameters: [q('all'), q('own')], requestBody: body('name') } },
      '/a/{x}#move': { parameters: [p('x')], put: { parameters: [q('all'), q('to')], requestBody: body('parent') } },
    };
    const compiled = compileOpenApi({ openapi: '3.1.0', info: {}, paths });
    expect(problemsOf(compiled).filter((problem) => !problem.startsWith('information'))).toEqual([]);
    const [operation, ...others] = compiled.operations;
    expect(others).toEqual([]);
    expect(operation?.query?.map(({ name, required }) => `${name} ${required === true}`)).toEqual([
      'all true',
      'own false',
      'to false',
    ]);
    expect(operation?.body?.required).toBe(true);
    expect(JSON.stringify(operation?.body?.shape)).toMatch(/"choice".*"name":"name".*"name":"parent"/);
  });

  it('with an example of several lines of JSON take lines', () => {
    const schema = { type: 'string', example: '{"word":"people"}\n{"word":"children"}\n' };
    const content = { 'application/json': { schema } };
    const { operations } = compileOpenApi({
      openapi: '3.0.3',
      info: {},
      paths: { '/a': { post: { requestBody: { content } } } },
    });
    expect(operations[0]?.body).toMatchObject({ lines: [{ type: 'any' }] });
    expect(operations[0]?.body?.shape).toBeUndefined();
  });

  it('with the same id get another one', () => {
    const paths = { '/a': { get: { operationId: 'x' } }, '/b': { get: { operationId: 'x' } } };
    const compiled = compileOpenApi({ openapi: '3.1.0', info: {}, paths });
    expect(compiled.operations.map(({ id }) => id)).toEqual(['x', 'x 2']);
    expect(problemsOf(compiled)).toEqual(['warning #/paths/~1b/get: The `operationId` `x` is used twice.']);
  });

  const wrong: readonly (readonly [paths: unknown, problem: string])[] = [
    [[], 'error #/paths: `paths` must be an object.'],
    [{ a: {} }, 'error #/paths/a: A path must begin with `/`.'],
    [{ '/a': [] }, 'error #/paths/~1a: A path item must be an object.'],
    [{ '/a': { get: 1 } }, 'error #/paths/~1a/get: An operation must be an object.'],
    [{ '/a': { fetch: {} } }, 'warning #/paths/~1a/fetch: `fetch` is not a method of a path.'],
    [{ '/a': { get: {} }, '/a#b': { get: {} }, '/c%': 5 }, 'error #/paths/~1c%: A path item must be an object.'],
    [{ '/a?b': { get: {} } }, 'information #/paths/~1a?b: What follows `?` in a path is not checked.'],
    [
      { '/a': { get: { callbacks: {} } } },
      'information #/paths/~1a/get: Callbacks describe what the service sends; they are not checked.',
    ],
  ];
  it.each(wrong)('%j', (paths, problem) => {
    expect(problemsOf(compileOpenApi({ openapi: '3.1.0', info: {}, paths }))).toContain(problem);
  });
});

const p = (name: string, more: object = {}) => ({ name, in: 'path', required: true, schema: text, ...more });
const q = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });

describe('path parameters', () => {
  it('of the path and of the operation are merged', () => {
    const { operation } = compileOperation(
      { parameters: [p('a', { schema: { type: 'integer' } })] },
      { path: '/{a}/{b}', item: { parameters: [p('a'), p('b')] } },
    );
    expect(operation?.pathParameters).toEqual([
      { name: 'a', shape: { type: 'integer' }, required: true },
      { name: 'b', shape: text, required: true },
    ]);
  });

  it('may hold slashes, and share a segment', () => {
    const parameters = [p('file', { 'x-multi-segment': true }), p('base'), p('head')];
    const { operation } = compileOperation({ parameters }, { path: '/{base}...{head}/{file}' });
    expect(operation).toMatchObject({ path: '/{base}...{head}/{file}', slashParameters: ['file'] });
    const plus = compileOperation({ parameters: [p('file')] }, { path: '/{+file}' });
    expect(plus.operation).toMatchObject({ path: '/{file}', slashParameters: ['file'] });
  });

  it('that are missing, superfluous or in another style are reported', () => {
    const { compiled } = compileOperation({ parameters: [p('b'), p('c', { style: 'matrix' })] }, { path: '/{a}/{c}' });
    expect(problemsOf(compiled)).toEqual([
      'warning #/paths/~1{a}~1{c}/post: The path parameter `a` is not defined.',
      'warning #/paths/~1{a}~1{c}/post/parameters/0: The path has no parameter `b`.',
      'information #/paths/~1{a}~1{c}/post/parameters/1: The style `matrix` of a path parameter is not checked.',
    ]);
  });
});

describe('query parameters', () => {
  const list = { type: 'array', items: text };
  const filter = { type: 'object', required: ['a'], properties: { a: text, b: list } };
  const cases: readonly (readonly [title: string, parameter: object, fields: readonly unknown[], version?: Version])[] =
    [
      ['a required one', q('a', text, { required: true }), [{ name: 'a', shape: text, required: true }]],
      [
        'with a default and an example',
        q('a', { type: 'string', default: 'x' }, { example: 'y' }),
        [{ name: 'a', shape: text, default: '"x"', example: 'y' }],
      ],
      ['that may be without a value', q('a', text, { allowEmptyValue: true }), [{ name: 'a', shape: text, bare: '' }]],
      ['a list', q('a', list), [{ name: 'a', shape: list, isRepeatable: true }]],
      ['a list with commas', q('a', list, { explode: false }), [{ name: 'a', shape: list }]],
      [
        'an object with brackets',
        q('f', filter, { style: 'deepObject', required: true }),
        [
          { name: 'f[a]', shape: text, required: true },
          { name: 'f[b]', shape: list, isRepeatable: true },
        ],
      ],
      [
        'an object as several parameters',
        q('f', filter),
        [
          { name: 'a', shape: text },
          { name: 'b', shape: list, isRepeatable: true },
        ],
      ],
      [
        'JSON',
        { name: 'a', in: 'query', content: { 'application/json': {} } },
        [{ name: 'a', shape: { type: 'string', format: 'json-text' } }],
      ],
      ['a list of Swagger 2.0', { name: 'a', in: 'query', ...list }, [{ name: 'a', shape: list }], '2.0'],
      [
        'a repeated one of Swagger 2.0',
        { name: 'a', in: 'query', ...list, collectionFormat: 'multi' },
        [{ name: 'a', shape: list, isRepeatable: true }],
        '2.0',
      ],
      [
        'a required one of Swagger 2.0',
        { name: 'a', in: 'query', required: true, type: 'integer', maximum: 3 },
        [
          {
            name: 'a',
            shape: { type: 'integer', constraints: [{ rule: 'number-range', options: { maximum: 3 } }] },
            required: true,
          },
        ],
        '2.0',
      ],
    ];
  it.each(cases.map(([title, ...rest]) => ({ title, rest })))('$title', ({ rest: [parameter, fields, version] }) => {
    const { operation, compiled } = compileOperation({ parameters: [parameter] }, version ? { version } : {});
    expect(operation?.query).toEqual(fields);
    expect(compiled.problems).toEqual([]);
  });

  const unchecked: readonly (readonly [parameter: object, message: string])[] = [
    [q('a', list, { style: 'pipeDelimited' }), 'Lists in the form `pipeDelimited` are not checked.'],
    [q('a', filter, { explode: false }), 'An object in the form `form` is not checked.'],
    [{ name: 'a', in: 'cookie', schema: list }, 'Lists and objects in cookies are not checked.'],
    [{ name: 'a', in: 'querystring' }, 'A parameter that is the whole query is checked where it is a form.'],
    [{ name: 'a', in: 'body' }, '`in` must be one of `path`, `query`, `header` and `cookie`.'],
    [{ name: 'a' }, '`in` must say where the parameter is.'],
    [{ in: 'query' }, 'A parameter must have a `name`.'],
  ];
  it.each(unchecked)('%j', (parameter, message) => {
    const { compiled } = compileOperation({ parameters: [parameter] });
    expect(compiled.problems).toMatchObject([{ message, pointer: '#/paths/~1a/post/parameters/0' }]);
  });
});

describe('header fields', () => {
  it('are those that the standard does not describe elsewhere', () => {
    const h = (name: string) => ({ name, in: 'header', schema: text, example: 'x' });
    const { operation } = compileOperation({ parameters: [h('Accept'), h('authorization'), h('X-Trace')] });
    expect(operation?.headers).toEqual([{ name: 'X-Trace', shape: text, example: 'x' }]);
  });
});

describe('bodies', () => {
  const bodyOf = (content: object, more: object = {}) =>
    compileOperation({ requestBody: { content, ...more } }).operation?.body;
  const form = { type: 'object', properties: { a: text } };
  const formShape = { type: 'object', name: 'request body', fields: [{ name: 'a', shape: text }] };

  it('in JSON', () => {
    expect(bodyOf({ 'application/json': { schema: text } }, { required: true })).toEqual({
      shape: text,
      required: true,
    });
    expect(bodyOf({ 'application/json': {} })).toEqual({ shape: any });
  });

  it('in several media types, JSON first', () => {
    const schema = { schema: text };
    expect(
      bodyOf({ 'text/plain': schema, 'application/merge-patch+json': schema, 'application/json': schema }),
    ).toEqual({
      shape: text,
      mediaTypes: ['application/json', 'application/merge-patch+json', 'text/plain'],
    });
  });

  it('with another schema for each media type', () => {
    const content = { 'application/json': { schema: text }, 'application/x+json': { schema: { type: 'integer' } } };
    expect(bodyOf(content)?.shape).toEqual({ type: 'choice', options: [text, { type: 'integer' }] });
  });

  it('in forms', () => {
    expect(
      bodyOf({ 'application/x-www-form-urlencoded': { schema: form }, 'multipart/form-data': { schema: form } }),
    ).toEqual({
      forms: [
        { mediaType: 'application/x-www-form-urlencoded', shape: formShape },
        { mediaType: 'multipart/form-data', shape: 0 },
      ],
      mediaTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    });
  });

  it('in lines of JSON', () => {
    expect(bodyOf({ 'application/x-ndjson': { schema: { type: 'array', items: text } } })).toEqual({
      lines: [text],
      mediaTypes: ['application/x-ndjson'],
    });
    expect(bodyOf({ 'application/jsonl': { itemSchema: text } })).toMatchObject({ lines: [text] });
  });

  it('in another form are not checked', () => {
    expect(bodyOf({ 'image/png': { schema: text } })).toEqual({ mediaTypes: ['image/png'] });
  });

  it('of Swagger 2.0 are parameters', () => {
    const body = { in: 'body', name: 'b', required: true, schema: form };
    const inSwagger = (operation: object) => compileOperation(operation, { version: '2.0' }).operation?.body;
    expect(inSwagger({ parameters: [body] })).toEqual({ shape: formShape, required: true });
    expect(inSwagger({ parameters: [body], consumes: ['application/xml'] })).toEqual({
      required: true,
      mediaTypes: ['application/xml'],
    });
    const field = { in: 'formData', name: 'a', type: 'string' };
    expect(inSwagger({ parameters: [field] })).toEqual({
      forms: [{ mediaType: 'application/x-www-form-urlencoded', shape: { ...formShape, name: 'form' } }],
      mediaTypes: ['application/x-www-form-urlencoded'],
    });
    expect(inSwagger({ parameters: [{ ...field, type: 'file' }] })).toMatchObject({
      mediaTypes: ['multipart/form-data'],
    });
  });
});

describe('responses', () => {
  it('have statuses, ranges and shapes', () => {
    const responses = {
      200: { description: 'Fine.', content: { 'application/json': { schema: text } } },
      '4XX': { description: 'Refused.' },
      default: { $ref: '#/components/responses/Other' },
      'x-more': {},
      700: {},
    };
    const root = { components: { responses: { Other: { description: 'Other.' } } } };
    const { operation, compiled } = compileOperation({ responses }, { root });
    expect(operation?.responses).toEqual([
      { status: 200, summary: 'Fine.', shape: text },
      { status: 400, lastStatus: 499, summary: 'Refused.' },
      { status: 0, lastStatus: 999, summary: 'Other.' },
    ]);
    expect(problemsOf(compiled)).toEqual([
      'error #/paths/~1a/post/responses/700: A response must be named by a status, a range such as `4XX`, or `default`.',
    ]);
  });

  it('of Swagger 2.0 have a schema', () => {
    const responses = { 200: { description: 'Fine.', schema: text, examples: { 'application/json': 'x' } } };
    const { operation } = compileOperation({ responses }, { version: '2.0' });
    expect(operation?.responses).toEqual([{ status: 200, summary: 'Fine.', shape: text }]);
    expect(operation?.examples).toEqual([{ title: 'Example', status: 200, body: { value: 'x' } }]);
  });
});

describe('examples', () => {
  const content = {
    'application/json': {
      schema: {},
      examples: { one_pet: { value: { a: 1 } }, other: { $ref: '#/components/examples/O' } },
    },
  };
  const root = { components: { examples: { O: { summary: 'The other', value: '{"a":2}' } } } };

  it('of bodies and responses', () => {
    const operation = { requestBody: { content }, responses: { 200: { description: '', content } } };
    expect(compileOperation(operation, { root }).operation?.examples).toEqual([
      { title: 'one pet', name: 'one_pet', target: '/a', body: { value: { a: 1 } } },
      { title: 'The other', name: 'other', target: '/a', body: { value: { a: 2 } } },
      { title: 'one pet', name: 'one_pet', status: 200, body: { value: { a: 1 } } },
      { title: 'The other', name: 'other', status: 200, body: { value: { a: 2 } } },
    ]);
  });

  it('of parameters make the path and query', () => {
    const parameters = [p('id', { example: 7 }), q('q', text, { required: true, example: 'a b' })];
    const { operation } = compileOperation({ parameters }, { path: '/{id}' });
    expect(operation?.examples).toEqual([{ title: 'Example', target: '/7?q=a%20b' }]);
    expect(compileOperation({ parameters: [p('id')] }, { path: '/{id}' }).operation).not.toHaveProperty('examples');
  });

  it('that are long are left out', () => {
    const long = { 'application/json': { example: { a: 'x'.repeat(30_000) } } };
    expect(compileOperation({ requestBody: { content: long, required: true } }).operation).not.toHaveProperty(
      'examples',
    );
  });
});

describe('servers and credentials', () => {
  it('of OpenAPI', () => {
    const compiled = compileOpenApi({
      openapi: '3.1.0',
      info: { title: 'Pets', version: 2 },
      externalDocs: { url: 'https://pets.example/docs' },
      servers: [{ url: 'https://pets.example/v1/' }],
      security: [{ key: [] }],
      paths: { '/a': { get: { security: [] }, put: { security: [{ key: [] }, { missing: [] }] }, post: {} } },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'The key.' },
          token: { type: 'http', scheme: 'Bearer' },
          broken: { type: 'apiKey' },
        },
      },
    });
    expect(compiled).toMatchObject({
      version: '2',
      link: 'https://pets.example/docs',
      baseUrls: ['https://pets.example/v1'],
      credentials: [
        { name: 'key', kind: 'query', field: 'api_key', summary: 'The key.' },
        { name: 'token', kind: 'bearer' },
      ],
      usualCredentials: ['key'],
    });
    expect(compiled.operations.map(({ credentials }) => credentials)).toEqual([[], ['key'], undefined]);
    expect(problemsOf(compiled)).toEqual([
      'error #/components/securitySchemes/broken: The `type` of a security scheme must be one of the format.',
      'error #/paths/~1a/put/security/1/missing: The security scheme `missing` is not defined.',
    ]);
  });

  it('of Swagger 2.0', () => {
    const compiled = compileOpenApi({
      swagger: '2.0',
      info: {},
      host: 'pets.example',
      basePath: '/v1/',
      schemes: ['https', 'ws'],
      securityDefinitions: { basic: { type: 'basic' } },
      paths: { '/a': { get: {} } },
    });
    expect(compiled).toMatchObject({
      source: 'Swagger 2.0',
      title: 'Untitled',
      baseUrls: ['https://pets.example/v1'],
      credentials: [{ name: 'basic', kind: 'basic' }],
    });
  });
});
