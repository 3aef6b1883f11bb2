import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions, type Endpoint } from '../../../packages/engine/src/index';
import type { KnownNames } from '../../../packages/checker/src/live-names/index';
import { mayAskNames, namesPlaceOf, nameUsesIn } from '../../../packages/checker/src/live-names/index';
import { readNames } from '../../../packages/sender/src/resources/index';
import { serviceOf } from '../../sandbox/played/library';

const item = {
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string' }, state: { type: 'string' } },
};
const listOf = (parameters: readonly object[] = []) => ({
  parameters,
  responses: {
    200: { description: 'x', content: { 'application/json': { schema: { type: 'array', items: item } } } },
  },
});
const ofItem = { responses: { 200: { description: 'x', content: { 'application/json': { schema: item } } } } };
const written = { requestBody: { content: { 'application/json': { schema: item } } }, ...ofItem };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'string', ...more } });

/** A library: books with copies, a list with pages and one with a filter. */
const library = serviceOf({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/books': { get: listOf(), post: written },
    '/books/{bookId}': { parameters: [parameter('bookId')], get: ofItem, put: written, delete: ofItem },
    '/books/{bookId}/lend': { parameters: [parameter('bookId')], post: written },
    '/readers': { get: listOf([query('page')]), post: written },
    '/readers/{readerId}': { parameters: [parameter('readerId')], get: ofItem, delete: ofItem },
    '/loans': { get: listOf([query('state', { default: 'open' })]), post: written },
    '/loans/{loanId}': { parameters: [parameter('loanId')], get: ofItem, delete: ofItem },
  },
});
const endpoint: Endpoint = { name: 'books', service: library.id, baseUrl: 'https://books.example.org' };
const engine = createEngine();

/** Returns how a file is checked where the endpoint lists these names; `asked` gets the paths. */
function optionsWith(lists: Readonly<Record<string, KnownNames>>, asked: string[] = []): CheckOptions {
  const liveNames = {
    of: (_: Endpoint, { request }: { readonly request: { readonly path: string } }) => {
      asked.push(request.path);
      return lists[request.path];
    },
  };
  return { context: { endpoints: [endpoint], defaults: {}, services: [library], liveNames }, severities: {} };
}
const whole = (...names: readonly string[]): KnownNames => ({ names: names.map((name) => ({ name })), isWhole: true });
const foundIn = (text: string, options: CheckOptions) =>
  engine
    .check(engine.openFile(text), options)
    .findings.flat()
    .flatMap(({ rule, message }) => (rule === 'unknown-name' ? [message] : []));
const at = (...lines: readonly string[]) => lines.map((line) => `# @endpoint books\n${line}\n`).join('\n###\n');

describe('the items of a described service', () => {
  it('are compared with those that the service lists', () => {
    const options = optionsWith({ '/books': whole('emma', 'ulysses') });
    const expected = ['`books` has no book `ulyses`; did you mean `ulysses`?'];
    expect(foundIn(at('GET /books/emma', 'GET /books/ulyses'), options)).toEqual(expected);
    expect(foundIn(at('POST /books/ulyses/lend'), options)).toEqual(expected);
  });

  it('may be created by a request above, also under a name that the service gives', () => {
    const options = optionsWith({ '/books': whole('emma') });
    expect(foundIn(at('PUT /books/dune', 'GET /books/dune'), options)).toEqual([]);
    expect(foundIn(at('POST /books', 'GET /books/dune'), options)).toEqual([]);
    expect(foundIn(at('GET /books/dune', 'POST /books'), options)).toHaveLength(1);
  });

  it('are left alone in words that services take in their place', () => {
    const options = optionsWith({ '/books': whole('emma') });
    expect(foundIn(at('GET /books/latest', 'GET /books/me', 'GET /books/{{id}}'), options)).toEqual([]);
  });

  it('are not reported while the list may have more', () => {
    const asked: string[] = [];
    const options = optionsWith({ '/readers': { ...whole('ann'), isWhole: false }, '/loans': whole('1') }, asked);
    expect(foundIn(at('GET /readers/bob', 'GET /loans/7'), options)).toEqual([]);
    // Where a filter holds by itself, nothing is asked for a finding.
    expect(asked).toEqual(['/readers']);
  });

  it('are offered where a path has one, those that begin as typed first', () => {
    const options = optionsWith({ '/books': whole('emma', 'ulysses', 'dilemma') });
    const text = at('GET /books/em');
    const { items } = engine.complete(engine.openFile(text), 0, text.indexOf('em\n') + 2, options);
    const names = items.flatMap(({ label }) => (['emma', 'ulysses', 'dilemma'].includes(label) ? [label] : []));
    expect(names).toEqual(['emma', 'dilemma']);
  });

  it('are not asked for with a variable whose name sounds like a secret', () => {
    const asked: string[] = [];
    const text = '@api_token = abc\n@book = emma\n# @endpoint books\nGET /books/{{api_token}}/lend/\n';
    engine.complete(engine.openFile(text), 0, text.length - 1, optionsWith({ '/books': whole('emma') }, asked));
    expect(asked.join()).not.toContain('abc');
  });

  it('are found in requests, with where they are', () => {
    const file = engine.openFile(at('GET /books/emma'));
    const binding = engine.bind(file, 0, { endpoints: [endpoint], defaults: {}, services: [library] })!;
    const place = namesPlaceOf(binding)!;
    expect(place.endpoint.name).toBe('books');
    const [use] = nameUsesIn(binding, place.service);
    expect(use).toMatchObject({
      name: 'emma',
      asked: { request: { method: 'GET', path: '/books' } },
      mayCreate: false,
    });
  });
});

describe('the response to a list request', () => {
  const places = [
    { at: ['items'], item: { names: { id: 'key' }, label: '{title}', description: [{ text: '{state}' }] } },
  ];
  const response = (value: unknown, more: object = {}) => ({
    value,
    hasNext: false,
    redact: (text: string) => text.replaceAll('secret', '***'),
    ...more,
  });
  const list = { places, parameter: 'id' };

  it('has names with what people read next to them, each once', () => {
    const value = { items: [{ key: 1, title: 'One', state: 'new' }, { key: '1' }, { title: 'x' }, 'y', { key: 2 }] };
    expect(readNames(list, response(value))).toEqual({
      names: [{ name: '1', description: 'One · new' }, { name: '2' }],
      isWhole: true,
    });
  });

  it('has not all of them where there is a next page, where a page is full, or where one is left out', () => {
    const many = { items: Array.from({ length: 10 }, (_, key) => ({ key })) };
    const few = { items: [{ key: 'a' }] };
    expect(readNames(list, response(few, { hasNext: true }))?.isWhole).toBe(false);
    expect(readNames({ ...list, isPaged: true }, response(many))?.isWhole).toBe(false);
    expect(readNames({ ...list, isPaged: true }, response(few))?.isWhole).toBe(true);
    const covered = readNames(list, response({ items: [{ key: 'my-secret' }, { key: 'b', title: 'a secret' }] }));
    expect(covered).toEqual({ names: [{ name: 'b', description: 'a ***' }], isWhole: false });
  });

  it.each([[undefined], [null], ['text'], [[]], [{ items: 'x' }]])('without the list has none: %j', (value) => {
    expect(readNames(list, response(value))).toBeUndefined();
  });

  it('of mappings has the paths of all fields', () => {
    const nested = [{ at: ['*', 'mappings'], nested: ['properties', 'fields'], description: 'type' }];
    const title = { type: 'text', fields: { raw: { type: 'keyword' } } };
    const value = {
      'logs-1': { mappings: { properties: { title, host: { properties: { name: { type: 'ip' } } } } } },
      'logs-2': { mappings: { properties: { title, ['__proto__']: { type: 'long' } } } },
    };
    expect(readNames({ places: nested, parameter: 'field' }, response(value))?.names).toEqual([
      { name: 'title', description: 'text' },
      { name: 'title.raw', description: 'keyword' },
      { name: 'host' },
      { name: 'host.name', description: 'ip' },
      { name: '__proto__', description: 'long' },
    ]);
  });
});

describe('an endpoint', () => {
  const search = { name: 'a', service: 'search-cluster', baseUrl: 'https://a.example' };
  it.each([
    ['may be asked', search, undefined, true],
    ['that is protected may not', { ...search, protected: true }, undefined, false],
    ['that is protected may, where it says so', { ...search, protected: true, liveNames: true }, undefined, true],
    ['may not, where it says so', { ...search, liveNames: false }, undefined, false],
    ['of a service that counts requests may not', search, { isMetered: true as const }, false],
    ["of a service of one's own may not", search, { isOwn: true as const }, false],
    ["of a service of one's own may, where it says so", { ...search, liveNames: true }, { isOwn: true as const }, true],
    ['of the sandbox may', { ...search, isBuiltIn: true }, { isOwn: true as const }, true],
    ['of this machine may', { ...search, baseUrl: 'http://localhost:8080/api' }, { isMetered: true as const }, true],
  ])('%s', (_, one, service, may) => {
    expect(mayAskNames(one, service)).toBe(may);
  });
});
