import { type CompiledDescription, compiledFormat } from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import type { CheckContext } from '../../../packages/engine/src/index';
import { endpoints } from './check-feature';

/** A small description of a service of the tests, as it is after it was compiled. */
export const shopDescription: CompiledDescription = {
  format: compiledFormat,
  source: 'OpenAPI 3.1',
  title: 'Shop API',
  version: '2.1.0',
  link: 'https://shop.example.org/docs',
  baseUrls: ['https://shop.example.org/v1'],
  credentials: [
    { name: 'key', kind: 'header', field: 'X-Shop-Key', summary: 'The key of an application.' },
    { name: 'token', kind: 'bearer' },
    { name: 'login', kind: 'basic' },
    { name: 'code', kind: 'query', field: 'code' },
  ],
  usualCredentials: ['key', 'token'],
  operations: [
    {
      id: 'listOrders',
      title: 'List the orders',
      summary:
        'Returns the orders, the newest first. See [the guide](/guide) and <b>more</b> ![logo](https://x.example/a.png).',
      methods: ['GET'],
      path: '/orders',
      tags: ['orders'],
      query: [
        {
          name: 'state',
          summary: 'The state of the orders.',
          shape: { type: 'string', values: { values: ['open', { value: 'sent', summary: 'On the way.' }, 'closed'] } },
        },
        {
          name: 'limit',
          shape: { type: 'integer', constraints: [{ rule: 'number-range', options: { minimum: 1, maximum: 100 } }] },
          default: '20',
        },
        { name: 'page', shape: { type: 'integer' }, deprecated: 'Use `cursor`.', deprecatedSince: '2.0.0' },
      ],
      responses: [{ status: 200, summary: 'The orders.' }],
    },
    {
      id: 'createOrder',
      title: 'Create an order',
      summary: 'Creates an order.',
      methods: ['POST'],
      path: '/orders',
      tags: ['orders'],
      link: 'https://shop.example.org/docs/create-order',
      headers: [
        { name: 'Idempotency-Key', summary: 'Repeats are ignored.', shape: { type: 'string' }, required: true },
      ],
      body: { shape: 0, required: true },
      examples: [{ title: 'A gift', body: { value: { customer: 'c1', items: [{ sku: 'a' }], gift: true } } }],
      responses: [{ status: 201, summary: 'The order.' }],
    },
    {
      id: 'getOrder',
      title: 'Get an order',
      methods: ['GET'],
      path: '/orders/{order_id}',
      tags: ['orders'],
      pathParameters: [
        { name: 'order_id', summary: 'The id of the order.', shape: { type: 'string' }, required: true },
      ],
      stability: 'beta',
      since: '1.2.0',
      notes: ['The caller needs the permission `orders:read`.'],
    },
    {
      id: 'deleteOrder',
      title: 'Delete an order',
      methods: ['DELETE'],
      path: '/orders/{order_id}',
      tags: ['orders'],
      pathParameters: [{ name: 'order_id', shape: { type: 'string' }, required: true }],
      deprecated: 'Cancel the order.',
      deprecatedSince: '2.0.0',
      removed: '3.0.0',
      lackedBy: ['serverless'],
      credentials: ['token'],
    },
    {
      id: 'health',
      title: 'Health',
      methods: ['GET'],
      path: '/health/report',
      credentials: [],
    },
  ],
  shapes: [
    {
      type: 'object',
      name: 'order',
      fields: [
        {
          name: 'customer',
          summary: 'The id of the customer.',
          shape: { type: 'string' },
          required: true,
          example: '"c1"',
        },
        { name: 'items', shape: { type: 'array', items: 1 }, required: true },
        { name: 'payment', shape: { type: 'choice', options: [2, 3] } },
        { name: 'gift', shape: { type: 'choice', options: [{ type: 'boolean' }, { type: 'null' }] } },
        { name: 'note', shape: { type: 'string' }, deprecated: 'Use `comment`.' },
        { name: 'former', shape: { type: 'string' }, removed: '2.0.0' },
        { name: 'parent', shape: 0 },
      ],
    },
    {
      type: 'object',
      name: 'item',
      fields: [
        { name: 'sku', shape: { type: 'string' }, required: true },
        { name: 'quantity', shape: { type: 'integer' }, default: '1' },
      ],
    },
    {
      type: 'object',
      name: 'card payment',
      fields: [
        { name: 'method', shape: { type: 'string', values: { values: ['card'] } }, required: true },
        { name: 'card_number', shape: { type: 'string' }, required: true },
      ],
    },
    {
      type: 'object',
      name: 'invoice payment',
      fields: [
        { name: 'method', shape: { type: 'string', values: { values: ['invoice'] } }, required: true },
        { name: 'address', shape: { type: 'string' }, required: true },
      ],
    },
  ],
  problems: [],
};

/** The context of a folder whose `rulebook.json` adds the service. */
export const shop: CheckContext = {
  ...endpoints,
  endpoints: [...endpoints.endpoints, { name: 'shop', service: 'shop', baseUrl: 'http://127.0.0.1:8080/v1' }],
  services: [createDescribedService(shopDescription, { id: 'shop' })],
};

/** Returns a request to the service. */
export function toShop(request: string): string {
  return `# @endpoint shop\n${request}`;
}
