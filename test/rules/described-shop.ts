import type { Endpoint } from '../../packages/engine/src/index';
import { compiledFormat, type CompiledDescription, type CompiledField } from '../../packages/description/src/compiled';
import { createDescribedService } from '../../packages/description/src/described-service';

// A small service that has only a description, for what the two documents have no example of. Requests below `# @endpoint shop` go to it.

const text = { type: 'string' } as const;

const email: CompiledField = { name: 'email', shape: { type: 'string', format: 'email' } };

const jsonObject: NonNullable<CompiledDescription['operations'][number]['body']> = {
  mediaTypes: ['application/json'],
  shape: { type: 'object', name: 'part', isOpen: true, fields: [] },
};

function cartOperation(id: string, title: string, method: string, below = ''): CompiledDescription['operations'] {
  const names = ['cart', ...[...below.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)];
  const pathParameters = names.map((name) => ({ name, required: true, shape: text }) as const);
  return [{ id, title, methods: [method], path: `/carts/{cart}${below}`, pathParameters }];
}

/** The shop as it is compiled. */
export const compiledShop: CompiledDescription = {
  format: compiledFormat,
  source: 'OpenAPI 3.1',
  title: 'Shop',
  version: '2.4.0',
  operations: [
    {
      id: 'messages.create',
      title: 'Send a message',
      methods: ['POST'],
      path: '/messages',
      body: {
        forms: [
          {
            mediaType: 'application/x-www-form-urlencoded',
            shape: {
              type: 'object',
              name: 'message',
              fields: [
                { name: 'to', required: true, shape: text },
                { name: 'text', shape: text },
              ],
            },
          },
        ],
        mediaTypes: ['application/x-www-form-urlencoded'],
      },
    },
    { id: 'reports.list', title: 'List the reports', methods: ['GET'], path: '/reports', lackedBy: ['serverless'] },
    {
      id: 'orders.create',
      title: 'Create an order',
      methods: ['POST'],
      path: '/orders',
      body: {
        required: true,
        mediaTypes: ['application/json'],
        shape: {
          type: 'object',
          name: 'order',
          fields: [
            { name: 'id', shape: { type: 'string', format: 'uuid' } },
            { name: 'code', shape: { ...text, constraints: [{ rule: 'malformed-text', options: { pattern: '^[A-Z]{2}-\\d+$' } }] } },
            {
              name: 'colour',
              shape: {
                ...text,
                constraints: [
                  {
                    rule: 'malformed-text',
                    options: {
                      pattern: '^(?:[0-9A-Fa-f]{3}){1,2}$',
                      meaning: 'a hexadecimal colour without `#`, such as `d73a4a`',
                      repair: { without: '#' },
                    },
                  },
                  { rule: 'unsuitable-text', options: { pattern: '^0x', message: 'A colour has no `0x` in front.', fix: { kind: 'without-start', start: '0x' } } },
                ],
              },
            },
            { name: 'due', shape: { type: 'string', format: 'date-time' } },
            email,
            {
              name: 'lines',
              shape: {
                type: 'array',
                items: 0,
                constraints: [
                  { rule: 'item-count', options: { minimum: 1, maximum: 3 } },
                  { rule: 'duplicate-item', options: {} },
                ],
              },
            },
            { name: 'payment', shape: 1 },
            {
              name: 'parcels',
              shape: {
                type: 'array',
                items: { type: 'any' },
                constraints: [
                  {
                    rule: 'unmet-condition',
                    options: { of: 'items', schema: { required: ['first'] }, minimum: 1, maximum: 1 },
                  },
                ],
              },
            },
            {
              name: 'prices',
              shape: {
                type: 'object',
                isOpen: true,
                constraints: [
                  { rule: 'unmet-condition', options: { of: 'names', schema: { pattern: '^[A-Z]{3}$' } } },
                ],
              },
            },
            {
              name: 'note',
              shape: { ...text, constraints: [{ rule: 'length-limit', options: { minimum: 3, maximum: 20 } }] },
            },
          ],
        },
      },
    },
    {
      id: 'orders.show',
      title: 'Show an order',
      methods: ['GET'],
      path: '/orders/{order}',
      pathParameters: [{ name: 'order', required: true, shape: text }],
      responses: [
        {
          status: 200,
          summary: 'The order.',
          shape: {
            type: 'object',
            name: 'order',
            isOpen: true,
            fields: [
              { name: 'id', required: true, shape: text },
              {
                name: 'state',
                required: true,
                shape: { type: 'string', values: { values: ['open', 'paid'] } },
              },
              { name: 'customer', shape: text },
              { name: 'lines', shape: { type: 'array', items: 0 } },
            ],
          },
        },
      ],
    },
    { id: 'carts.create', title: 'Create a cart', methods: ['POST'], path: '/carts', body: jsonObject },
    ...cartOperation('carts.show', 'Show a cart', 'GET'),
    ...cartOperation('carts.remove', 'Remove a cart', 'DELETE'),
    ...cartOperation('carts.restore', 'Restore a cart', 'POST', '/restore'),
    ...cartOperation('items.list', 'List the items', 'GET', '/items'),
    { ...cartOperation('items.add', 'Add an item', 'POST', '/items')[0]!, body: jsonObject },
    ...cartOperation('items.replace', 'Replace an item', 'PUT', '/items/{item}'),
    ...cartOperation('items.show', 'Show an item', 'GET', '/items/{item}'),
    ...cartOperation('items.remove', 'Remove an item', 'DELETE', '/items/{item}'),
  ],
  shapes: [
    {
      type: 'object',
      name: 'line',
      fields: [
        { name: 'article', required: true, shape: text },
        {
          name: 'amount',
          shape: {
            type: 'integer',
            constraints: [{ rule: 'number-range', options: { exclusiveMinimum: 0, multipleOf: 5 } }],
          },
        },
      ],
    },
    {
      type: 'object',
      name: 'payment',
      fields: [
        { name: 'card', shape: text },
        { name: 'invoice', shape: text },
        { name: 'address', shape: text },
      ],
      constraints: [
        { rule: 'member-count', options: { minimum: 1, maximum: 1, fields: ['card', 'invoice'] } },
        { rule: 'dependent-field', options: { field: 'invoice', requires: ['address'] } },
      ],
    },
  ],
  problems: [],
};

/** The service that the description makes. */
export const shop = createDescribedService(compiledShop, { id: 'shop' });

/** Where requests to it go. */
export const shopEndpoint: Endpoint = { name: 'shop', service: 'shop', baseUrl: 'https://shop.example' };
