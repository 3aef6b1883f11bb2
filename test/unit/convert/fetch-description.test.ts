import { importLibraries } from '../../../packages/exchange/src/import/libraries';
import { describe, expect, it } from 'vitest';
import { compileOpenApi } from '../../../packages/description/src/openapi/compile';
import {
  bundledDescription,
  changedOperations,
  fetchDescription,
  serverNextTo,
  usualDescriptionPaths,
} from '../../../packages/exchange/src/index';

const book = (pages: object) => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: { responses: { 200: { description: 'All.' } } },
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } } } },
    },
    '/shelves': { get: { responses: {} } },
  },
  components: {
    schemas: { Book: { properties: { pages: { $ref: '#/components/schemas/Pages' } } }, Pages: pages },
  },
});
const first = JSON.stringify(book({ type: 'integer' }));

/** A transport that answers with the texts of the given paths, and notes what is sent. */
function serving(texts: Readonly<Record<string, string>>) {
  const sent: { readonly method: string; readonly url: string; readonly headers: readonly unknown[] }[] = [];
  const transport = {
    send: (request: (typeof sent)[number]) => {
      sent.push(request);
      const body = texts[new URL(request.url).pathname];
      const response = { status: body === undefined ? 404 : 200, body: body ?? '', isTruncated: false };
      return Promise.resolve({ response });
    },
  } as never;
  return { sent, transport };
}

describe('a description at a URL', () => {
  it('is fetched once, without a credential, and laid out', async () => {
    const { sent, transport } = serving({ '/openapi.json': first });
    const found = await fetchDescription(transport, 'http://localhost:8000/openapi.json');
    expect(found).toEqual({
      url: 'http://localhost:8000/openapi.json',
      text: `${JSON.stringify(JSON.parse(first), null, 2)}\n`,
      extension: 'json',
      title: 'Books',
    });
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
    expect(JSON.stringify(sent[0]!.headers)).not.toMatch(/authorization|cookie/i);
  });

  it('is found at the usual places of a host, in their order', async () => {
    const { sent, transport } = serving({ '/v3/api-docs': first, '/swagger.json': first });
    expect(await fetchDescription(transport, 'http://localhost:8080')).toMatchObject({
      url: 'http://localhost:8080/v3/api-docs',
    });
    expect(sent).toHaveLength(2);
  });

  it('may be YAML', async () => {
    const text = 'openapi: 3.0.3\ninfo:\n  title: "Pets"\n';
    const { transport } = serving({ '/a.yaml': text });
    expect(await fetchDescription(transport, 'http://localhost/a.yaml')).toMatchObject({
      ...{ text, extension: 'yaml', title: 'Pets' },
    });
  });

  it('is refused with the reason', async () => {
    const { sent, transport } = serving({ '/docs': '<html></html>' });
    const reason = async (url: string) => JSON.stringify(await fetchDescription(transport, url));
    expect(await reason('http://localhost/docs')).toContain('is not an OpenAPI or Swagger description');
    expect(await reason('http://localhost/none')).toContain('answered with status 404');
    expect(await reason('http://localhost/')).toContain('at the usual places');
    expect(sent).toHaveLength(2 + usualDescriptionPaths.length);
  });
});

const { readYaml } = importLibraries;

describe('a description of several files', () => {
  const root = [
    'openapi: 3.1.0',
    'info: { title: Pets, version: "1" }',
    'paths:',
    '  /pets: { $ref: "paths/pets.yaml" }',
    'components:',
    '  schemas:',
    '    Toy: { type: object, properties: { name: { type: string } } }',
    '',
  ].join('\n');
  const pets =
    'post:\n  requestBody:\n    content:\n      application/json: { schema: { $ref: "../models.json#/Pet" } }\n  responses: {}\n';
  const models = (age: string) =>
    JSON.stringify({
      Pet: {
        type: 'object',
        properties: {
          age: { type: age },
          toy: { $ref: 'root.yaml#/components/schemas/Toy' },
          default: { $ref: '#/Pet' },
        },
        example: { $ref: '#/kept' },
      },
    });
  const files = (age = 'integer') => ({
    '/api/root.yaml': root,
    '/api/paths/pets.yaml': pets,
    '/api/models.json': models(age),
  });
  const fetched = async (texts: Readonly<Record<string, string>>) => {
    const { sent, transport } = serving(texts);
    const found = await fetchDescription(transport, 'http://localhost/api/root.yaml');
    if ('cause' in found) throw new Error(found.cause);
    const whole = bundledDescription(found, readYaml);
    if (whole === undefined) throw new Error('It can be read.');
    return { sent, whole };
  };

  it('is fetched with them and made one file, in which all references lead somewhere', async () => {
    const { sent, whole } = await fetched(files());
    expect(sent.map(({ url }) => url)).toEqual([
      'http://localhost/api/root.yaml',
      'http://localhost/api/paths/pets.yaml',
      'http://localhost/api/models.json',
    ]);
    expect(whole.extension).toBe('json');
    const compiled = compileOpenApi(JSON.parse(whole.text));
    expect(compiled.problems).toEqual([]);
    expect(compiled.operations.map(({ methods, path }) => [...methods, path])).toEqual([['POST', '/pets']]);
    expect(JSON.stringify(compiled.shapes)).toMatch(/"age".*"toy".*"default"/);
    expect(whole.text).toContain('"$ref": "#/kept"');
  });

  it('differs from another version by the operations that use what has changed in any of them', async () => {
    const [{ whole: former }, { whole: next }] = await Promise.all([fetched(files()), fetched(files('string'))]);
    expect(changedOperations(former.text, next.text, readYaml)).toEqual({
      ...{ added: [], removed: [], changed: ['POST /pets'] },
    });
  });

  it('asks no other origin, and leaves what is not there to the problems of the description', async () => {
    const { sent, transport } = serving({
      '/a.json': JSON.stringify({
        ...book({}),
        paths: { '/x': { $ref: 'https://other.example/x.yaml' }, '/y': { $ref: 'none.yaml' } },
      }),
    });
    const found = await fetchDescription(transport, 'http://localhost/a.json');
    expect(sent.map(({ url }) => url)).toEqual(['http://localhost/a.json', 'http://localhost/none.yaml']);
    expect(found).not.toHaveProperty('imports');
  });

  it('is not made one where a file of it cannot be read', () => {
    const found = {
      url: 'http://h/a.yaml',
      text: root,
      extension: 'yaml',
      title: '',
      imports: [{ url: 'http://h/b.yaml', text: 'a: [' }],
    } as const;
    expect(bundledDescription(found, readYaml)).toBeUndefined();
  });
});

describe('two versions of a description', () => {
  it('differ by the operations whose own parts, or what these refer to, differ', () => {
    const next = book({ type: 'string' });
    const { '/shelves': _, ...paths } = next.paths;
    const changed = JSON.stringify({ ...next, paths: { ...paths, '/authors': { get: {} } } });
    expect(changedOperations(first, changed, readYaml)).toEqual({
      added: ['GET /authors'],
      removed: ['GET /shelves'],
      changed: ['POST /books'],
    });
    expect(changedOperations(first, first, readYaml)).toEqual({ added: [], removed: [], changed: [] });
  });

  it('are not compared where one cannot be read', () => {
    expect(changedOperations(first, '- a\n', readYaml)).toBeUndefined();
    expect(changedOperations(first, 'a: [', readYaml)).toBeUndefined();
  });

  it('may be YAML', () => {
    const yaml = 'paths:\n  /books:\n    get:\n      summary: SUMMARY\n    post: {}\n';
    const changed = changedOperations(yaml, yaml.replace('SUMMARY', 'All'), readYaml);
    expect(changed).toEqual({ added: [], removed: [], changed: ['GET /books'] });
  });

  it('may refer to themselves', () => {
    const circle = JSON.stringify(book({ items: { $ref: '#/components/schemas/Pages' } }));
    expect(changedOperations(circle, circle, readYaml)?.changed).toEqual([]);
  });
});

describe('the server of a fetched description', () => {
  const url = 'http://localhost:8000/openapi.json';
  it.each([
    [{}, 'http://localhost:8000'],
    [{ servers: [{ url: '/' }] }, 'http://localhost:8000'],
    [{ servers: [{ url: '/api/v1/' }] }, 'http://localhost:8000/api/v1'],
    [{ servers: [{ url: 'http://localhost:8000/api' }] }, 'http://localhost:8000/api'],
    [{ servers: [{ url: 'https://prod.example' }] }, undefined],
    [{ servers: [{ url: 'http://localhost:80001' }] }, undefined],
    [{ swagger: '2.0', basePath: '/v2' }, 'http://localhost:8000/v2'],
    [{ swagger: '2.0', host: 'prod.example', basePath: '/v2' }, undefined],
  ])('of %j', (description, baseUrl) => {
    expect(serverNextTo({ url, text: JSON.stringify(description) })).toBe(baseUrl);
  });
});
