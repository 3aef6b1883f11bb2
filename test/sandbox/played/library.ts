// A library of books as an OpenAPI description, and a sandbox that plays it.
import { compileOwnDescription, packDescription } from '../../../packages/description/src/index';
import type { Effect } from '../../../packages/sandbox/src/model';
import { createEngine } from '../../../packages/engine/src/index';
import type { Endpoint } from '../../../packages/checker/src/binding/model';
import { playedPart } from '../../../packages/sandbox/src/played/played-part';
import { createSandbox, type Recording, type SandboxPart, type WireRequest } from '../../../packages/sandbox/src/index';
import { createDescribedService, unpackDescription, type Service } from '../../../packages/services/src/index';

/** Returns the service of a description. */
export function serviceOf(description: unknown, id = 'library'): Service {
  const text = JSON.stringify(description);
  const { compiled, problems } = compileOwnDescription({
    name: `${id}.json`,
    text,
    read: () => ({ cause: 'there is no other file' }),
  });
  if (compiled === undefined) throw new Error(problems[0]?.message);
  const unpacked = unpackDescription(packDescription(compiled).join('\n'));
  return createDescribedService(unpacked!.description, { id, file: `${id}.json` });
}

/** What is sent, and what came back. */
export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: Uint8Array | undefined;
  readonly json: unknown;
  readonly effects: readonly Effect[];
}

/** Returns a sandbox of one service: what sends a request to it, its state, and its servers. */
export function play(
  service: Service,
  seed: object = {},
  { recording, receivers }: { readonly recording?: Recording; readonly receivers?: readonly string[] } = {},
) {
  const engine = createEngine();
  const services = [service];
  const endpoint = { name: `sandbox-${service.id}`, service: service.id, baseUrl: 'http://127.0.0.1:1' } as Endpoint;
  const sandbox = createSandbox([playedPart(service, 0, receivers) as SandboxPart], undefined, recording);
  const checks = {
    [service.id]: (request: Parameters<typeof engine.describedWire>[0]) =>
      engine.describedWire(request, endpoint, services)?.findings ?? [],
  };
  let state = sandbox.createState({ ...sandbox.freshSeed(() => 'secret'), ...seed });
  let now = Date.UTC(2030, 0, 1);
  const step = (
    line: string,
    body: Pick<WireRequest, 'body' | 'bytes'>,
    headers: Readonly<Record<string, string>>,
  ): Sent => {
    const [method = '', target = ''] = line.split(' ');
    const all = Object.entries({ Authorization: 'Bearer secret', ...headers });
    const request = { method, target, headers: all.filter(([, value]) => value !== ''), ...body };
    const input = { now, randomText: () => 'r', baseUrl: 'http://sandbox' };
    const done = sandbox.step(state, service.id, request, input, checks);
    ({ state } = done);
    const { response, effects } = done;
    return {
      effects,
      status: response.status,
      headers: Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
      body: response.body,
      bytes: response.bytes,
      json: response.body === '' ? undefined : jsonOf(response.body),
    };
  };
  return {
    sandbox,
    state: () => state,
    load: (text: string) => {
      const read = sandbox.readStateText(text);
      if ('cause' in read) throw new Error(read.cause);
      state = read.state;
    },
    findings: (line: string, body: unknown) => {
      const [method = '', target = ''] = line.split(' ');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return checks[service.id]!({ method, target, headers: [['Content-Type', 'application/json']], body: text });
    },
    later: (milliseconds: number) => (now += milliseconds),
    send: (line: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Sent => {
      const isText = typeof body === 'string';
      const own: Readonly<Record<string, string>> = body === undefined ? {} : { 'Content-Type': 'application/json' };
      return step(
        line,
        { body: body === undefined ? '' : isText ? body : JSON.stringify(body) },
        { ...own, ...headers },
      );
    },
    upload: (line: string, bytes: Uint8Array, headers: Readonly<Record<string, string>>): Sent =>
      step(line, { body: new TextDecoder().decode(bytes), bytes }, headers),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const book = {
  type: 'object',
  required: ['id', 'title', 'added_at'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1, maxLength: 60 },
    year: { type: 'integer', minimum: 1450, maximum: 2100 },
    language: { type: 'string', enum: ['en', 'de', 'fr'], default: 'en' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    pin: { type: 'string', writeOnly: true },
    notify: { type: 'string', writeOnly: true },
    added_at: { type: 'string', format: 'date-time', readOnly: true },
    updated_at: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const error = { description: 'An error.', ...json(ref('Error')) };
const id = (name: string, schema: object = { type: 'integer' }) => ({ name, in: 'path', required: true, schema });

/** Books with chapters, readers with names as their ids, and the settings of the library. */
export const library = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.2' },
  servers: [{ url: 'https://library.example/api/v1' }],
  security: [{ key: [] }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { name: 'language', in: 'query', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
        ],
        responses: {
          200: {
            description: 'Books.',
            ...json({
              type: 'object',
              required: ['books', 'total'],
              properties: { books: { type: 'array', items: ref('Book') }, total: { type: 'integer' } },
            }),
          },
        },
      },
      post: {
        operationId: 'addBook',
        callbacks: {
          added: {
            '{$request.body#/notify}': {
              post: {
                requestBody: json({
                  type: 'object',
                  properties: { title: { type: 'string' }, event: { type: 'string', enum: ['added'] } },
                }),
                responses: { 200: { description: 'Taken.' } },
              },
            },
          },
        },
        requestBody: { required: true, ...json(ref('Book')) },
        responses: { 201: { description: 'Added.', ...json(ref('Book')) }, 422: error, 409: error },
      },
    },
    '/books/{bookId}': {
      parameters: [id('bookId')],
      get: { operationId: 'getBook', responses: { 200: { description: 'A book.', ...json(ref('Book')) }, 404: error } },
      put: {
        operationId: 'replaceBook',
        requestBody: { required: true, ...json(ref('Book')) },
        responses: { 200: { description: 'Replaced.', ...json(ref('Book')) }, 404: error },
      },
      patch: {
        operationId: 'changeBook',
        requestBody: {
          content: {
            'application/merge-patch+json': { schema: { type: 'object' } },
            'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
          },
        },
        responses: { 200: { description: 'Changed.', ...json(ref('Book')) }, 404: error },
      },
      delete: { operationId: 'removeBook', responses: { 204: { description: 'Removed.' }, 404: error } },
    },
    '/books/{bookId}/chapters': {
      parameters: [id('bookId')],
      get: {
        responses: { 200: { description: 'Chapters.', ...json({ type: 'array', items: ref('Chapter') }) } },
      },
      post: {
        requestBody: json(ref('Chapter')),
        responses: { 201: { description: 'Added.', ...json(ref('Chapter')) } },
      },
    },
    '/books/{bookId}/chapters/{chapterId}': {
      parameters: [id('bookId'), id('chapterId', { type: 'string', format: 'uuid' })],
      get: { responses: { 200: { description: 'A chapter.', ...json(ref('Chapter')) } } },
    },
    '/books/{bookId}/lend': {
      parameters: [id('bookId')],
      post: {
        requestBody: json({ type: 'object', properties: { reader: { type: 'string' } } }),
        responses: { 200: { description: 'Lent.', ...json(ref('Book')) } },
      },
    },
    '/readers': {
      post: {
        requestBody: { required: true, ...json(ref('Reader')) },
        responses: { 201: { description: 'Added.', ...json(ref('Reader')) }, 409: error },
      },
    },
    '/readers/{name}': {
      parameters: [id('name', { type: 'string' })],
      get: { responses: { 200: { description: 'A reader.', ...json(ref('Reader')) } } },
    },
    '/settings': {
      get: {
        responses: {
          200: {
            description: 'Settings.',
            ...json(ref('Settings'), { example: { days: 28, open: true } }),
          },
        },
      },
      put: {
        requestBody: json(ref('Settings')),
        responses: { 200: { description: 'Stored.', ...json(ref('Settings')) } },
      },
    },
    '/opening-hours': {
      get: {
        security: [],
        responses: {
          200: {
            description: 'Hours.',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { from: { type: 'string' } } },
                examples: { winter: { value: { from: '10:00' } }, summer: { value: { from: '09:00' } } },
              },
            },
          },
        },
      },
    },
    '/broken': { get: { responses: { 404: error } } },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Library-Key' } },
    schemas: {
      Book: book,
      Chapter: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string', format: 'uuid', readOnly: true }, name: { type: 'string' } },
      },
      Reader: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string' }, born: { type: 'string', format: 'date' } },
      },
      Settings: { type: 'object', properties: { days: { type: 'integer' }, open: { type: 'boolean' } } },
      Error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'integer' },
          message: { type: 'string' },
          errors: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};
