import { describe, expect, it } from 'vitest';
import { describeResources } from '../../../packages/checker/src/resource-model/index';
import { play, serviceOf } from './library';

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const document = { type: 'object' };
const description = {
  openapi: '3.0.3',
  info: { title: 'Documents', version: '1' },
  paths: {
    '/documents': {
      get: { responses: { 200: { description: 'all', ...json({ type: 'array', items: document }) } } },
      post: { requestBody: json(document), responses: { 201: { description: 'made', ...json(document) } } },
    },
    '/documents/{documentId}': {
      parameters: [{ name: 'documentId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: 'one', ...json(document) }, 404: { description: 'none' } } },
      delete: { responses: { 204: { description: 'gone' } } },
    },
  },
};

describe('items whose members are not described', () => {
  const service = serviceOf(description, 'documents');

  it.each([
    [{ id: '7', title: 'Emma' }, '7'],
    [{ documentId: 'emma', title: 'Emma' }, 'emma'],
    [{ uid: 12, name: 'Emma' }, '12'],
  ])('are read by the id in what was sent: %j', (sent, id) => {
    const sandbox = play(service);
    const made = sandbox.send('POST /documents', sent);
    expect(made.status).toBe(201);
    expect(made.json).toEqual(sent);
    expect(made.headers['location']).toBe(`/documents/${id}`);
    expect(sandbox.send(`GET /documents/${id}`).json).toEqual(sent);
    expect(sandbox.send(`DELETE /documents/${id}`).status).toBe(204);
    expect(sandbox.send(`GET /documents/${id}`).status).toBe(404);
  });

  it('get an id that the response shows, where none was sent', () => {
    const sandbox = play(service);
    const made = sandbox.send('POST /documents', { title: 'Emma' });
    const { id } = made.json as { id: string };
    expect(made.headers['location']).toBe(`/documents/${id}`);
    expect(sandbox.send(`GET /documents/${id}`).json).toEqual({ id, title: 'Emma' });
  });

  it('are described with the member that has their id', () => {
    expect(describeResources(service).collections[0]?.id).toEqual({
      parameter: 'documentId',
      member: 'id',
      origin: 'body',
    });
  });
});

describe('an example that contradicts its schema', () => {
  const owner = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const trip = {
    type: 'object',
    required: ['id', 'owner'],
    properties: {
      id: { type: 'string' },
      owner: { type: 'object', allOf: [{ $ref: '#/components/schemas/Owner' }], nullable: true },
    },
  };
  const shown = { id: 't1', owner: null };
  const trips = {
    openapi: '3.0.3',
    info: { title: 'Trips', version: '1' },
    components: { schemas: { Owner: owner } },
    paths: {
      '/quote': {
        get: {
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: trip, example: shown } } } },
        },
      },
    },
  };

  it('is not played', () => {
    const { json: body } = play(serviceOf(trips, 'trips')).send('GET /quote');
    expect(body).toMatchObject({ owner: { name: expect.any(String) as string } });
  });
});
