import { describe, expect, it } from 'vitest';
import {
  describeResources,
  itemFormOf,
  namesOfId,
  resourceGroupsOf,
  resourceModelOf,
} from '../../../packages/checker/src/resource-model/index';
import { catalogue } from '../../../packages/services/src/registry';
import { library, play, serviceOf } from '../../sandbox/played/library';

const service = serviceOf(library);

it('finds collections, what is in them, single resources and what is about none', () => {
  const { collections, singles, others } = describeResources(service);
  expect(collections).toMatchObject([
    {
      name: 'books',
      itemPath: '/books/{bookId}',
      id: { parameter: 'bookId', member: 'id', origin: 'server' },
      listAt: ['books'],
      operations: {
        list: 'GET /books',
        create: 'POST /books',
        read: 'GET /books/{bookId}',
        replace: 'PUT /books/{bookId}',
        change: 'PATCH /books/{bookId}',
        remove: 'DELETE /books/{bookId}',
      },
      unknown: [],
    },
    { name: 'readers', id: { member: 'name', origin: 'body' }, unknown: ['No operation lists the items.'] },
    { name: 'chapters', parent: '/books/{bookId}', id: { member: 'id' }, listAt: [] },
  ]);
  expect(singles).toEqual([{ path: '/settings', operations: { read: 'GET /settings', replace: 'PUT /settings' } }]);
  expect(others).toEqual([
    { operation: 'POST /books/{bookId}/lend', below: '/books/{bookId}' },
    { operation: 'GET /opening-hours' },
    { operation: 'GET /broken' },
  ]);
});

it('shows the lists that can be read, with what is in an item', () => {
  expect(resourceGroupsOf(service)).toMatchObject([
    {
      id: '/books',
      label: 'Books',
      source: { request: { method: 'GET', path: '/books' }, at: ['books'] },
      item: {
        label: '{title}',
        description: [{ text: '{id}' }],
        names: { bookId: 'id' },
        opens: { method: 'GET', path: '/books/{bookId}' },
        groups: [{ id: '/books/{bookId}/chapters' }],
      },
      actions: [{ method: 'POST', path: '/books' }],
    },
  ]);
});

it('remembers items of a list although no operation has the path of one, and takes a search for none', () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const item = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } };
  const list = { 200: { description: 'x', ...json({ type: 'array', items: item }) } };
  const notes = serviceOf({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        get: { responses: list },
        post: { requestBody: json(item), responses: { 201: { description: 'x', ...json(item) } } },
      },
      '/search': { get: { responses: list }, post: { requestBody: json({ type: 'object' }), responses: list } },
    },
  });
  expect(describeResources(notes).collections).toMatchObject([{ path: '/notes', id: { member: 'id' } }]);
  const { send } = play(notes);
  send('POST /notes', { text: 'a' });
  expect(send('GET /notes').json).toEqual([{ id: 1, text: 'a' }]);
  expect(send('POST /search', {}).status).toBe(200);
});

it('finds lists at paths that end with a parameter', () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const flag = { type: 'object', properties: { key: { type: 'string' }, text: { type: 'string' } } };
  const one = { 200: { description: 'x', ...json(flag) } };
  const list = {
    200: { description: 'x', ...json({ type: 'object', properties: { items: { type: 'array', items: flag } } }) },
  };
  const flags = serviceOf({
    openapi: '3.1.0',
    info: { title: 'Flags', version: '1' },
    paths: {
      '/flags/{project}': { get: { responses: list }, post: { requestBody: json(flag), responses: one } },
      '/flags/{project}/{flagKey}': { get: { responses: one }, delete: { responses: { 204: { description: 'x' } } } },
      '/rules/{project}': { post: { requestBody: json(flag), responses: one } },
      '/rules/{project}/{ruleKey}': { get: { responses: one } },
      '/projects/{key}': { get: { responses: one }, post: { requestBody: json(flag), responses: one } },
      '/projects/{key}/{part}': { get: { responses: one } },
    },
  });
  expect(describeResources(flags).collections.map(({ operations }) => operations)).toEqual([
    { read: 'GET /projects/{key}', change: 'POST /projects/{key}' },
    {
      list: 'GET /flags/{project}',
      create: 'POST /flags/{project}',
      read: 'GET /flags/{project}/{flagKey}',
      remove: 'DELETE /flags/{project}/{flagKey}',
    },
    { create: 'POST /rules/{project}', read: 'GET /rules/{project}/{ruleKey}' },
    { read: 'GET /projects/{key}/{part}' },
  ]);
  const { send } = play(flags);
  send('POST /flags/one', { key: 'a', text: 'b' });
  expect(send('GET /flags/one').json).toEqual({ items: [{ key: 'a', text: 'b' }] });
  expect(send('GET /flags/two').json).toEqual({ items: [] });
  expect(send('DELETE /flags/one/a').status).toBe(204);
  expect(send('GET /flags/one/a').status).toBe(404);
});

describe('the id of an item', () => {
  const operation = (response: object, more: object = {}) => ({
    responses: { 200: { description: 'x', content: { 'application/json': { schema: response } }, ...more } },
  });
  const idIn = (parameter: string, item: object, create: object = {}) => {
    const path = `/things/{${parameter}}`;
    const made = serviceOf({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          post: { ...operation(item, create), requestBody: { content: { 'application/json': { schema: {} } } } },
        },
        [path]: {
          parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string', format: 'ipv4' } }],
          get: { operationId: 'read', ...operation(item) },
        },
      },
    });
    return itemFormOf(resourceModelOf(made).collections[0]!).id.member;
  };
  const object = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });

  it.each([
    ['thing_id', object('name', 'id'), 'id'],
    ['thingId', object('id', 'thingId'), 'thingId'],
    ['logsink_id', object('name', 'sink_id'), 'sink_id'],
    ['fixed_ip', object('name', 'ip'), 'ip'],
    ['slug', object('id', 'slug'), 'slug'],
    ['thing', object('key'), 'key'],
    ['thing', { type: 'object', properties: { address: { type: 'string', format: 'ipv4' } } }, 'address'],
    ['thing', { type: 'object', properties: { id: { type: 'object' } } }, undefined],
  ])('for {%s} is found by name or form', (parameter, item, member) => {
    expect(idIn(parameter, item)).toBe(member);
  });

  it('is found in what wraps the item, and by a link of the description first', () => {
    expect(idIn('thing_id', { type: 'object', properties: { thing: object('id') } })).toBe('id');
    const links = { read: { operationId: 'read', parameters: { thing_id: '$response.body#/isbn' } } };
    expect(idIn('thing_id', object('id', 'isbn'), { links })).toBe('isbn');
  });

  it('is found in the member that has the name of the item, although there are others', () => {
    const address = { type: 'object', properties: { at: { type: 'string', format: 'ipv4' } } };
    expect(idIn('address_id', { type: 'object', properties: { links: object('self'), address } })).toBe('at');
  });

  it('has names of several kinds', () => {
    expect(namesOfId('pet_id')).toEqual(expect.arrayContaining(['pet_id', 'petId', 'id', 'name', 'pet']));
  });
});

it('says of a documented service what its catalogue states', () => {
  const services = catalogue.services.map(describeResources);
  const collections = services.flatMap((one) => one.collections.filter(({ noun }) => noun !== undefined));
  expect(collections.map(({ noun, id }) => `${noun}: ${id.origin}`)).toEqual([
    ...['snapshot repository: path', 'auto-follow pattern: path', 'snapshot: path'],
    ...['webhook: server', 'invitation: server'],
  ]);
});
