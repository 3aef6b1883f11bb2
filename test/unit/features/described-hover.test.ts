import { beforeAll, describe, expect, it } from 'vitest';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { loadMarkdown } from '../../../packages/catalogue/src/markdown/foreign-markdown';
import { createEngine } from '../../../packages/engine/src/index';
import { endpoints, hoverTextAt } from './check-feature';
import { shop, shopDescription, toShop } from './shop';

beforeAll(loadMarkdown);

const hoverAt = (request: string): string => hoverTextAt(toShop(request), shop);

describe('the hover of a described operation', () => {
  it('shows summary, credential, responses, example and page', () => {
    expect(hoverAt('POST /or<|>ders')).toBe(
      [
        '**Create an order** · Shop API',
        '`POST` `/orders`',
        'Creates an order.',
        '- Credential: header field `X-Shop-Key` or token (`Bearer`)',
        'Responses:',
        '- `201`: The order.',
        'Example: A gift',
        '```json\n{\n  "customer": "c1",\n  "items": [\n    {\n      "sku": "a"\n    }\n  ],\n  "gift": true\n}\n```',
        '*Described*: [Shop API 2.1.0](https://shop.example.org/docs/create-order)',
      ].join('\n\n'),
    );
  });

  it('shows since when and where it is available, and its notes', () => {
    expect(hoverAt('DELETE /or<|>ders/7')).toContain(
      '- **Deprecated** since 2.0.0: Cancel the order.\n- Removed in 3.0.0\n- Not available on serverless\n- Credential: token (`Bearer`)',
    );
    const read = hoverAt('GET /or<|>ders/7');
    expect(read).toContain('- Since 1.2.0\n- Stability: beta\n');
    expect(read).toContain('- The caller needs the permission `orders:read`.');
    expect(hoverAt('GET /hea<|>lth/report')).toContain('- No credential is needed');
  });

  it('shows responses of which nothing is said in one line', () => {
    const responses = [200, 404, 0].map((status) => ({ status, summary: '' }));
    const operations = [{ id: 'list', title: 'List', methods: ['GET'], path: '/things', responses }];
    const things = createDescribedService({ ...shopDescription, operations }, { id: 'shop' });
    const text = hoverTextAt(toShop('GET /thi<|>ngs'), { ...shop, services: [things] });
    expect(text).toContain('\n\nResponses: `200`, `404`, `other`\n\n');
  });

  it('shows neither images, relative links nor HTML of the description', () => {
    expect(hoverAt('GET /or<|>ders')).toContain(
      '\n\nReturns the orders, the newest first. See the guide and more .\n\n',
    );
  });
});

describe('the hover of a described element', () => {
  it.each<[what: string, request: string, lines: readonly string[]]>([
    [
      'a path parameter',
      'GET /orders/<|>7',
      ['**`order_id`** · string · path parameter · **required**', 'The id of the order.'],
    ],
    [
      'a query parameter',
      'GET /orders?li<|>mit=5',
      ['**`limit`** · integer · query parameter · optional', '- Default: `20`\n- Minimum: 1\n- Maximum: 100'],
    ],
    ['a value', 'GET /orders?state=se<|>nt', ['`"sent"`: On the way.']],
    [
      'a member',
      'POST /orders\n\n{ "cust<|>omer": "a" }',
      ['**`customer`** · string · **required**', '- Example: `"c1"`'],
    ],
  ])('%s names the description', (_what, request, lines) => {
    const text = hoverAt(request);
    for (const line of lines) expect(text).toContain(line);
    expect(text).toContain('*Described*: [Shop API 2.1.0](');
  });

  it('names the description once next to a finding', () => {
    expect(hoverAt('GET /orders?li<|>mit=500').match(/Described/g)).toHaveLength(1);
  });
});

it('names the file of a description of the folder, and where in it', () => {
  const own = createDescribedService(shopDescription, { id: 'shop', file: './api/shop.yaml' });
  const text = hoverTextAt(toShop('GET /orders?li<|>mit=500'), { ...shop, services: [own] });
  expect(text).toContain(
    '*Described*: [Shop API 2.1.0](https://shop.example.org/docs) (`./api/shop.yaml#/paths/~1orders/get`)',
  );
  expect(text.match(/Described/g)).toHaveLength(1);
});

it('says of a service with a document that a fact is not in the document', () => {
  const context = { ...endpoints, services: [createDescribedService(shopDescription, { id: 'search-cluster' })] };
  const key = JSON.stringify({ of: 'operation', operation: 'search-cluster.health' });
  expect(createEngine().describeCompletion(key, context)).toContain(
    '*Described* (not in the document): [Shop API 2.1.0](https://shop.example.org/docs)',
  );
});

it('describes an operation by the description of the vendor of its endpoint', () => {
  const engine = createEngine({
    catalogue: {
      documents: [],
      services: [
        {
          id: 'shop',
          title: 'Shop',
          operations: [],
          headers: [],
          commonQuery: [],
          defaultScheme: 'Bearer',
          fallbackDescriptions: [
            { vendor: 'usual', isDefault: true, description: 'usual' },
            { vendor: 'other', description: 'other' },
          ],
        },
      ],
    },
    loadDescription: (name) => ({ ...shopDescription, title: name }),
  });
  const hoverBy = (vendor: string | undefined) => {
    const endpoint = { name: 'shop', service: 'shop', baseUrl: 'http://127.0.0.1:8080', ...(vendor && { vendor }) };
    const context = { endpoints: [endpoint], defaults: { shop: 'shop' } };
    return engine.hover(engine.openFile('GET /orders'), 0, 6, { context, severities: {} })?.markdown;
  };
  expect(hoverBy(undefined)).toContain('[usual 2.1.0]');
  expect(hoverBy('other')).toContain('[other 2.1.0]');
  expect(hoverBy('none')).toBeUndefined();
});
