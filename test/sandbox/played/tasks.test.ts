import { describe, expect, it } from 'vitest';
import { play, serviceOf } from './library';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const path = (...names: string[]) => names.map((name) => ({ name, in: 'path', required: true, schema: text }));
const operation = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: text, status: { type: 'string', enum: ['failed', 'running', 'succeeded'] } },
};
const machine = {
  type: 'object',
  required: ['id', 'name', 'state'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: text,
    state: { type: 'string', enum: ['creating', 'active', 'off'], readOnly: true },
  },
};
const order = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, status: { type: 'string', enum: ['pending', 'done'] } },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const service = serviceOf(
  {
    openapi: '3.1.0',
    info: { title: 'Machines', version: '1' },
    paths: {
      '/{zone}/machines': {
        parameters: path('zone'),
        post: { requestBody: json(ref('Machine')), responses: { 201: { description: 'x', ...json(ref('Machine')) } } },
      },
      '/{zone}/machines/{id}': {
        parameters: path('zone', 'id'),
        get: { responses: { 200: { description: 'x', ...json(ref('Machine')) } } },
      },
      '/{zone}/machines/{id}/restart': {
        parameters: path('zone', 'id'),
        post: { responses: { 202: { description: 'x', ...json(ref('Operation')) } } },
      },
      '/{zone}/operations/{operation}': {
        parameters: path('zone', 'operation'),
        get: { responses: { 200: { description: 'x', ...json(ref('Operation')) } } },
      },
      '/orders': {
        post: { requestBody: json(ref('Order')), responses: { 201: { description: 'x', ...json(ref('Order')) } } },
      },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'x', ...json(ref('Order')) } } },
      },
      '/reports': {
        get: {
          security: [{ login: ['read', 'audit'] }],
          responses: { 200: { description: 'x', ...json({ type: 'array', items: text }) } },
        },
      },
    },
    components: {
      securitySchemes: {
        login: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://a.example', scopes: { read: 'x', audit: 'y' } } },
        },
      },
      schemas: { Operation: operation, Machine: machine, Order: order },
    },
  },
  'machines',
);

describe('what takes time', () => {
  it('is running when it is created, and done when it is read', () => {
    const { send } = play(service);
    expect(send('POST /z1/machines', { name: 'a' }).json).toMatchObject({ id: '1', state: 'creating' });
    expect(send('GET /z1/machines/1').json).toMatchObject({ state: 'active' });
  });

  it('has an object of its own, where the description has one', () => {
    const { send } = play(service);
    send('POST /z1/machines', { name: 'a' });
    const accepted = send('POST /z1/machines/1/restart');
    expect(accepted).toMatchObject({ status: 202, json: { id: '1', status: 'running' } });
    expect(send('GET /z1/operations/1').json).toEqual({ id: '1', status: 'succeeded' });
    expect(send('POST /z1/machines/1/restart').json).toMatchObject({ id: '2' });
  });

  it('leaves alone what a caller says', () => {
    const { send } = play(service);
    expect(send('POST /orders', { id: 7, status: 'pending' }).json).toMatchObject({ status: 'pending' });
    expect(send('GET /orders/7').json).toMatchObject({ status: 'pending' });
  });
});

describe('a caller of the seed', () => {
  const seed = {
    machines: {
      resources: {},
      credentials: { all: {}, some: { scopes: ['read'] }, both: { scopes: ['read', 'audit'] } },
    },
  };
  it.each([
    ['all', 200],
    ['some', 403],
    ['both', 200],
    ['none', 401],
  ])('%s gets %i', (credential, status) => {
    const { send } = play(service, seed);
    expect(send('GET /reports', undefined, { Authorization: `Bearer ${credential}` }).status).toBe(status);
  });

  it('lacks a scope that the response names', () => {
    const { send } = play(service, seed);
    const { json: body } = send('GET /reports', undefined, { Authorization: 'Bearer some' });
    expect(body).toEqual({ message: 'The caller needs the scope audit.' });
  });
});
