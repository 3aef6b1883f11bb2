import { describe, expect, it } from 'vitest';
import type { SchemaUse } from '../../../packages/catalogue/src/service';
import { compileOwnDescription } from '../../../packages/description/src/own-description';
import { createOwnService } from '../../../packages/description/src/own-service';
import { parseConfiguration } from '../../../packages/sender/src/configuration/index';
import { createEngine, type CheckContext } from '../../../packages/engine/src/index';
import { hoverTextAt, labelsAt } from '../features/check-feature';

const engine = createEngine();

/** Compiles a schema with the files that are next to it. */
function compiled(schema: unknown, files: Readonly<Record<string, unknown>> = {}) {
  const read = (path: string) =>
    path in files ? { text: JSON.stringify(files[path]) } : { cause: 'it is outside the folder of `rulebook.json`' };
  return compileOwnDescription({ name: 'order.json', text: JSON.stringify(schema), read, form: 'json-schema' });
}

function contextOf(schema: unknown, use: SchemaUse = { path: '/orders/**' }, files = {}): CheckContext {
  const description = compiled(schema, files).compiled;
  if (description === undefined) throw new Error('It cannot be used.');
  const named = { id: 'schemas/order', description: './order.json', schema: use };
  const endpoint = { name: 'own', service: '', baseUrl: 'https://api.example/v1' };
  return { endpoints: [endpoint], defaults: {}, services: [createOwnService(description, named)] };
}

function findingsIn(text: string, context: CheckContext): readonly string[] {
  const { blocks } = engine.check(engine.openFile(text), { context, severities: {} });
  return [...blocks].flatMap(({ findings }) =>
    findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
  );
}

const order = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Order',
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', description: 'The number of the order.' },
    state: { enum: ['open', 'paid'] },
    lines: { type: 'array', items: { $ref: 'lines.json#/$defs/line' } },
    parent: { $ref: '#' },
  },
};
const lines = {
  $defs: { line: { type: 'object', required: ['article'], properties: { article: { type: 'string' } } } },
};

const post = (body: string, path = '/orders/1', type = 'application/json') =>
  `POST https://api.example/v1${path}\nContent-Type: ${type}\n\n${body}\n`;

describe('a JSON Schema for the bodies of a path', () => {
  const context = contextOf(order, { path: '/orders/**', method: 'post' }, { 'lines.json': lines });

  it('is checked with warnings that name it', () => {
    expect(findingsIn(post('{"state": "opne", "lines": [{}], "parent": {"id": 3}}'), context)).toEqual([
      'warning required-field: The request body lacks the required field `id`.',
      'warning unknown-value: `state` must be `open` or `paid`; did you mean `open`?',
      'warning required-field: An item of `lines` lacks the required field `article`.',
      'warning wrong-type: `id` must be a string.',
    ]);
  });

  it.each([
    ['another path', post('{}', '/items')],
    ['another method', post('{}').replace('POST', 'PUT')],
    ['a value that is open', post('{{body}}\n\n{"id": {{id}}}')],
  ])('says nothing of %s', (_what, text) => {
    expect(findingsIn(text, context).filter((one) => one.includes('Order'))).toEqual([]);
  });

  it.each(['/orders', '/orders/', '/orders/1/lines', '/orders/{{id}}'])('holds for %s', (path) => {
    expect(findingsIn(post('{"id": 1}', path), context).join('\n')).toContain('`id` must be a string');
  });

  it('is completed and described', () => {
    expect(labelsAt(post('{"<|>"}'), context)).toEqual(expect.arrayContaining(['id', 'state', 'lines']));
    expect(labelsAt(post('{"state": "<|>"}'), context)).toEqual(['"open"', '"paid"']);
    expect(hoverTextAt(post('{"i<|>d": "1"}'), context)).toMatch(/The number of the order\..*\*Described\*: Order/s);
  });

  it('is not used where a document says what a body is', () => {
    const body = 'PUT /_security/api_key\n\n{"name": "a"}\n';
    const everywhere = contextOf(order, { path: '/**' });
    expect(
      findingsIn(body, { ...everywhere, endpoints: [], defaults: {} }).filter((one) => one.includes('Order')),
    ).toEqual([]);
  });
});

describe('a JSON Schema for a content type', () => {
  const context = contextOf(order, { contentType: 'application/vnd.order+json', of: 'response' });
  const response = (body: string, type: string) =>
    `GET https://any.example/a\n\nHTTP/1.1 200 OK\nContent-Type: ${type}\n\n${body}\n`;

  it('holds for recorded responses of this type', () => {
    expect(findingsIn(response('{"id": 1}', 'application/vnd.order+json; v=1'), context)).toEqual([
      'information mismatched-answer: `id` is described as a string.',
    ]);
    expect(findingsIn(response('{"id": 1}', 'application/json'), context)).toEqual([]);
  });

  it('does not hold for requests where only responses are meant', () => {
    expect(findingsIn(post('{}', '/a', 'application/vnd.order+json'), context)).toEqual([]);
  });
});

describe('what is wrong with a JSON Schema', () => {
  const problemsOf = (schema: unknown, files = {}) => compiled(schema, files).problems.map(({ message }) => message);

  it.each([
    ['a list', [], 'A JSON Schema must be an object.'],
    ['a description', { openapi: '3.1.0' }, 'Name it in `services`'],
    ['another file', { colour: 'red' }, 'no keyword of JSON Schema'],
    ['a URL', { $ref: 'https://example.com/a.json' }, 'Nothing is fetched'],
    ['a file outside of the folder', { items: { $ref: '../../secret.json' } }, 'outside the folder'],
    ['a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, 'leads to itself'],
    ['an unreadable pattern', { type: 'string', pattern: '(' }, 'not a regular expression'],
  ])('%s', (_what, schema, message) => {
    expect(problemsOf(schema).join('\n')).toContain(message);
  });

  it.each(['draft-04', 'draft-06', 'draft-07', 'draft/2019-09', 'draft/2020-12'])('nothing, in %s', (draft) => {
    const id = draft === 'draft-04' ? { id: 'https://example.com/a' } : { $id: 'https://example.com/a' };
    expect(problemsOf({ $schema: `https://json-schema.org/${draft}/schema`, ...id, type: 'object' })).toEqual([]);
  });

  it('stays silent where it is nested a thousand levels deep, refers to itself or has a costly pattern', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 1_000; level++) deep = { type: 'object', properties: { a: deep } };
    const body = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
    expect(findingsIn(post(body), contextOf(deep))).toEqual([]);
    const loop = contextOf({ properties: { next: { $ref: '#' }, text: { type: 'string', pattern: '^(a+)+$' } } });
    expect(findingsIn(post(`{"next": {"next": {"text": "${'a'.repeat(5_000)}b"}}}`), loop)).toHaveLength(1);
  });
});

describe('`schemas` in rulebook.json', () => {
  const problemsIn = (schemas: unknown) =>
    parseConfiguration(JSON.stringify({ schemas })).problems.map(({ message }) => message);

  it('needs a file in the folder, and what it is for', () => {
    expect(problemsIn({ order: { file: './order.json', path: '/orders' } })).toEqual([]);
    expect(problemsIn({ order: { file: './order.json' } })).toEqual([expect.stringContaining('by `path`')]);
    expect(problemsIn({ order: { path: '/orders' } })).toEqual([expect.stringContaining('needs `file`')]);
    expect(problemsIn({ order: { file: '../order.json', path: '/' } })).toEqual([expect.stringContaining('`file`')]);
  });
});
