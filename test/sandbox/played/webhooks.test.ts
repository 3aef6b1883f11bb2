import { describe, expect, it } from 'vitest';
import { describeResources } from '../../../packages/checker/src/resource-model/index';
import { play, serviceOf } from './library';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (schema: object) => ({ 200: { description: 'It.', ...json(schema) } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const sent = (schema: object, method = 'post') => ({
  [method]: { requestBody: json(schema), responses: { 200: { description: 'Taken.' } } },
});

function resource(path: string, schema: string) {
  const list = { type: 'array', items: ref(schema) };
  return {
    [path]: {
      get: { responses: shown(list) },
      post: { requestBody: json(ref(schema)), responses: { 201: { description: 'It.', ...json(ref(schema)) } } },
      delete: { responses: { 204: { description: 'None is left.' } } },
    },
    [`${path}/{id}`]: {
      parameters: [id],
      get: { responses: shown(ref(schema)) },
      put: { requestBody: json(ref(schema)), responses: shown(ref(schema)) },
      patch: { requestBody: json(ref(schema)), responses: shown(ref(schema)) },
      delete: { responses: { 204: { description: 'Removed.' } } },
    },
  };
}

function shop(webhooks: object) {
  return serviceOf(
    {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: { ...resource('/orders', 'Order'), ...resource('/hooks', 'Hook'), ...resource('/line-items', 'LineItem') },
      webhooks,
      components: {
        schemas: {
          Order: {
            type: 'object',
            required: ['id', 'item'],
            properties: {
              id: { type: 'integer', readOnly: true },
              item: { type: 'string' },
              status: { type: 'string', enum: ['new', 'shipped'], default: 'new' },
            },
          },
          LineItem: {
            type: 'object',
            properties: { id: { type: 'integer', readOnly: true }, count: { type: 'integer' } },
          },
          Hook: {
            type: 'object',
            properties: {
              id: { type: 'integer', readOnly: true },
              url: { type: 'string', format: 'uri' },
              events: { type: 'array', items: { type: 'string' } },
              active: { type: 'boolean' },
            },
          },
        },
      },
    },
    'shop',
  );
}

const all = 'http://127.0.0.1:1/all';
/** Returns what is delivered after a request: the webhook, the URL and the body. */
const delivered = ({ effects }: ReturnType<ReturnType<typeof play>['send']>) =>
  effects.map(({ url, headers, body }) => [
    new Map(headers).get('X-Sandbox-Webhook'),
    url,
    JSON.parse(body) as unknown,
  ]);

describe('the webhooks of a description', () => {
  const event = (name: string) => ({
    type: 'object',
    required: ['event', 'sentAt', 'data'],
    properties: {
      event: { const: name },
      sentAt: { type: 'string', format: 'date-time' },
      data: ref('Order'),
    },
  });

  it('are sent when an item of the resource is created, changed and removed', () => {
    const webhooks = {
      'order.created': sent(event('order.created')),
      orderUpdated: sent(ref('Order')),
      order_deleted: sent(ref('Order')),
    };
    const { send } = play(shop(webhooks), {}, { receivers: [all] });
    const tea = { id: 1, item: 'tea', status: 'new' };
    expect(delivered(send('POST /orders', { item: 'tea' }))).toEqual([
      ['order.created', all, { event: 'order.created', sentAt: '2030-01-01T00:00:00Z', data: tea }],
    ]);
    expect(delivered(send('PATCH /orders/1', { item: 'a cup' }))).toEqual([
      ['orderUpdated', all, { ...tea, item: 'a cup' }],
    ]);
    expect(delivered(send('PUT /orders/1', { item: 'tea' }))).toEqual([['orderUpdated', all, tea]]);
    expect(delivered(send('DELETE /orders/1'))).toEqual([['order_deleted', all, tea]]);
    expect(send('DELETE /orders/1').effects).toEqual([]);
    expect(send('GET /orders').effects).toEqual([]);
    expect(send('POST /line-items', { count: 1 }).effects).toEqual([]);
    send('POST /orders', { item: 'tea' });
    expect(delivered(send('DELETE /orders'))).toMatchObject([['order_deleted', all, { id: 2 }]]);
  });

  it('of one name for several events say which one it is', () => {
    const types = ['order.created', 'order.deleted'];
    const webhook = {
      type: 'object',
      required: ['type', 'order'],
      properties: { type: { type: 'string', enum: types }, order: ref('Order') },
    };
    const { send } = play(shop({ order: sent(webhook) }), {}, { receivers: [all] });
    expect(delivered(send('POST /orders', { item: 'tea' }))).toMatchObject([['order', all, { type: 'order.created' }]]);
    // The body has no word for a change.
    expect(send('PATCH /orders/1', { item: 'a cup' }).effects).toEqual([]);
    expect(delivered(send('DELETE /orders/1'))).toMatchObject([
      ['order', all, { type: 'order.deleted', order: { id: 1 } }],
    ]);
  });

  it('about a state are sent when a member becomes it', () => {
    const { send } = play(shop({ 'order.shipped': sent(ref('Order')) }), {}, { receivers: [all] });
    expect(send('POST /orders', { item: 'tea' }).effects).toEqual([]);
    expect(delivered(send('PATCH /orders/1', { item: 'tea', status: 'shipped' }))).toMatchObject([
      ['order.shipped', all, { id: 1 }],
    ]);
    expect(send('PATCH /orders/1', { item: 'a cup', status: 'shipped' }).effects).toEqual([]);
  });

  it('find a resource by their names, and show its id', () => {
    const body = { type: 'object', required: ['lineItemId'], properties: { lineItemId: { type: 'string' } } };
    const { send } = play(shop({ newLineItem: sent(body) }), {}, { receivers: [all] });
    expect(delivered(send('POST /line-items', { count: 1 }))).toEqual([['newLineItem', all, { lineItemId: '1' }]]);
  });

  it('go to stored receivers that take them', () => {
    const { send } = play(shop({ 'order.created': sent(ref('Order')) }));
    const hook = (path: string, more: object) => send('POST /hooks', { url: `http://127.0.0.1:1/${path}`, ...more });
    hook('any', {});
    hook('this', { events: ['order.created'] });
    hook('other', { events: ['order.deleted'] });
    hook('off', { active: false });
    const urls = () => delivered(send('POST /orders', { item: 'tea' })).map(([, url]) => url);
    expect(urls()).toEqual(['http://127.0.0.1:1/any', 'http://127.0.0.1:1/this']);
    send('DELETE /hooks/1');
    expect(urls()).toEqual(['http://127.0.0.1:1/this']);
  });

  it('are at most ten after a request', () => {
    const receivers = Array.from({ length: 30 }, (_, index) => `http://127.0.0.1:1/${index}`);
    const { send } = play(shop({ 'order.created': sent(ref('Order')) }), {}, { receivers });
    expect(send('POST /orders', { item: 'tea' }).effects).toHaveLength(10);
  });

  it('are sent by hand, each by its name', () => {
    const webhooks = {
      ping: sent({ type: 'object', required: ['zen'], properties: { zen: { type: 'string' } } }),
      orderDeleted: sent(ref('Order')),
    };
    const { send } = play(shop(webhooks), {}, { receivers: [all] });
    send('POST /orders', { item: 'tea' });
    const ping = send('POST /_sandbox/events', { event: 'ping', payload: { zen: 'calm' } });
    expect(ping.json).toEqual({ event: 'ping', deliveries: [{ url: all, body: { zen: 'calm' } }] });
    expect(delivered(ping)).toEqual([['ping', all, { zen: 'calm' }]]);
    const deleted = send('POST /_sandbox/events', { event: 'orderDeleted', item: '/orders/1' });
    expect(delivered(deleted)).toMatchObject([['orderDeleted', all, { id: 1, item: 'tea' }]]);
    for (const [body, cause] of [
      [{ event: 'pong' }, 'Did you mean ping?'],
      [{ event: 'ping', item: '/orders/7' }, 'no item at /orders/7'],
      [{ event: 'ping', item: '/orders/%E0' }, 'no item at /orders/%E0'],
      [{ event: 'ping', payload: 1 }, '`payload` must be an object'],
      [{ event: 'ping', hook: 1 }, '"hook" is not a known member'],
    ] as const)
      expect(send('POST /_sandbox/events', body)).toMatchObject({
        status: 400,
        json: { cause: expect.stringContaining(cause) as string },
      });
  });

  it('are described, with why some are only sent by hand', () => {
    const text = { type: 'object', properties: { text: { type: 'string' } } };
    const webhooks = {
      'order.created': sent(ref('Order')),
      'order.shipped': sent(ref('Order')),
      'order.lost': sent(ref('Order')),
      weather: sent(text),
      orderUpdated: sent(ref('Order'), 'put'),
    };
    expect(describeResources(shop(webhooks)).webhooks).toEqual([
      { name: 'order.created', itemPath: '/orders/{id}', sent: ['created'] },
      { name: 'order.shipped', itemPath: '/orders/{id}', sent: ['created', 'changed'], becomes: 'shipped' },
      { name: 'order.lost', unknown: 'Its name says when it is sent, and no change of orders is known as that.' },
      { name: 'weather', unknown: 'No resource has its name or the form of its body.' },
      { name: 'orderUpdated', unknown: 'The sandbox delivers by POST, not by PUT.' },
    ]);
  });
});
