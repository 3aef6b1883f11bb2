// A service of notes as a description, and what was answered by one.
import type { SeenExchange } from '../../../packages/sandbox/src/drift/index';

const note = { $ref: '#/components/schemas/Note' };
const json = (schema: object) => ({ 'application/json': { schema } });
const id = { name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } };

/** The description that says what notes should be like. */
export const notes = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        responses: {
          200: {
            description: 'All',
            headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
            content: json({
              type: 'object',
              required: ['items'],
              properties: { items: { type: 'array', items: note }, page: { type: 'integer' } },
            }),
          },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: json({ type: 'object', required: ['text'], properties: { text: { type: 'string' } } }),
        },
        responses: { 201: { description: 'Made', content: json(note) } },
      },
    },
    '/notes/{noteId}': {
      parameters: [id],
      get: {
        responses: {
          200: { description: 'One', content: json(note) },
          404: {
            description: 'None',
            content: json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
          },
        },
      },
      delete: { responses: { 204: { description: 'Removed' } } },
    },
    '/notes/{noteId}/history': {
      parameters: [id],
      get: {
        responses: { 200: { description: 'Old', content: json({ type: 'array', items: { type: 'string' } }) } },
      },
    },
    '/status': {
      get: {
        responses: {
          401: { description: 'Sign in' },
          200: {
            description: 'State',
            content: json({
              type: 'object',
              required: ['state'],
              properties: {
                state: { type: 'string', enum: ['green', 'red'] },
                since: { type: 'string', format: 'date-time' },
              },
            }),
          },
        },
      },
    },
    '/logout': { get: { responses: { 200: { description: 'Bye' } } } },
    '/search': {
      get: {
        parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'Found', content: json({ type: 'array', items: note }) } },
      },
    },
  },
  components: {
    schemas: {
      Note: {
        type: 'object',
        required: ['id', 'text'],
        properties: {
          id: { type: 'integer' },
          text: { type: 'string' },
          color: { type: 'string', enum: ['yellow', 'green'] },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

/** Returns a request that was answered. */
export function answered(
  line: string,
  status: number,
  value?: unknown,
  headers: Readonly<Record<string, string>> = {},
): SeenExchange {
  const [method = '', target = ''] = line.split(' ');
  const type = value === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    request: { method, target, headers: [], body: '' },
    response: {
      status,
      headers: Object.entries({ ...type, ...headers }),
      body: value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value),
    },
  };
}
