import { describe, expect, it } from 'vitest';
import {
  compiledFormat,
  type CompiledDescription,
  type CompiledOperation,
} from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { createEngine, type CheckContext, type Completion, type Completions } from '../../../packages/engine/src/index';
import { completionsAt, endpoints, hoverTextAt, labelsAt, openMarked, testEngine } from './check-feature';
import { shop, shopDescription, toShop } from './shop';

const shopLabels = (request: string): readonly string[] => labelsAt(toShop(request), shop);

/** A description with hundreds of operations, below the operations of the search cluster. */
function largeDescription(): CompiledDescription {
  const operation = (method: string, path: string, extra: Partial<CompiledOperation> = {}): CompiledOperation => ({
    id: `${method} ${path}`,
    title: `Do ${method.toLowerCase()} ${path.replace(/[/{}_]+/g, ' ').trim()}`,
    methods: [method],
    path,
    ...extra,
  });
  const areas = [...Array(30).keys()].flatMap((area) =>
    [...Array(12).keys()].map((index) =>
      operation('GET', `/_area${area}/part${index}`, {
        tags: [`area${area}`],
        deprecated: index === 0 ? '' : undefined,
      }),
    ),
  );
  return {
    format: compiledFormat,
    source: 'OpenAPI 3.1',
    title: 'Everything',
    version: '9.0.0',
    operations: [
      ...areas.map((one) => JSON.parse(JSON.stringify(one)) as CompiledOperation),
      operation('GET', '/_area1', { tags: ['area1'] }),
      operation('GET', '/{index}/_weigh'),
      operation('POST', '/{index}/_weigh/{unit}', { body: { shape: 0, required: true } }),
      operation('GET', '/_area1/part1/since', { since: '9.0.0' }),
      operation('GET', '/_area1/part1/removed', { removed: '8.0.0' }),
      operation('GET', '/_area1/part1/lacking', { lackedBy: ['self-managed'] }),
      operation('GET', '/_only/{id}/below/{part}...{end}'),
    ],
    shapes: [
      {
        type: 'object',
        fields: [
          { name: 'weight', shape: { type: 'integer' }, required: true },
          { name: 'note', shape: { type: 'string' } },
        ],
      },
    ],
    problems: [],
  };
}

const large: CheckContext = {
  ...endpoints,
  services: [createDescribedService(largeDescription(), { id: 'search-cluster' })],
};
const labels = (marked: string): readonly string[] => labelsAt(marked, large);

function listAt(marked: string, isAutomatic = false): Completions {
  const engine = createEngine();
  const { file, block, offset } = openMarked(marked);
  return engine.complete(
    file,
    block,
    offset,
    { context: large, severities: {} },
    isAutomatic ? { opensUnselected: true } : undefined,
  );
}

function offered(marked: string, label: string, context = large): Completion {
  const found = completionsAt(marked, context).find((one) => one.label === label);
  if (found === undefined) throw new Error(`Not offered: ${label}`);
  return found;
}

describe('paths of a large description', () => {
  it('are offered step by step', () => {
    const all = labels('GET /<|>');
    expect(all).toContain('/_area7/');
    expect(all).not.toContain('/_area7/part3');
    expect(all.length).toBeLessThan(200);
    expect(labels('GET /_area7/<|>')).toContain('/_area7/part3');
    expect(labels('GET /_area7/p<|>')).toContain('/_area7/part11');
  });

  it('stay behind those of the document, and deprecated ones are last', () => {
    const all = labels('GET /<|>');
    expect(all.indexOf('/_snapshot')).toBeLessThan(all.indexOf('/_area0/'));
    const below = labels('GET /_area7/<|>');
    expect(below.indexOf('/_area7/part11')).toBeLessThan(below.indexOf('/_area7/part0'));
  });

  it('come first where the file uses their neighbours', () => {
    const all = labels('GET /_area21/part3\n\n###\nGET /<|>');
    expect(all[0]).toBe('/_area21/part3');
    expect(all.indexOf('/_area21/')).toBeLessThan(all.indexOf('/_area0/'));
  });

  it('follow a shared beginning, with parameters to fill in', () => {
    const step = offered('GET /<|>', '/_area1/');
    expect(step).toMatchObject({ detail: '15 operations', triggersNext: true, edit: { newText: '/_area1/' } });
    expect(labels('GET /<|>')).toContain('/_area1');
    const only = offered('GET /_on<|>', '/_only/{id}/below/{part}...{end}');
    expect(only.edit.newText).toBe('/_only/${1:id}/below/${2:part}...${3:end}');
  });

  it('do not show what is below a parameter where words match', () => {
    expect(labels('GET /_area1/<|>')).not.toContain('/{index}/_weigh');
    expect(labels('GET /my-index/<|>')).toContain('/{index}/_weigh');
  });

  it('are those that the target has', () => {
    const below = labels('# @endpoint cluster\nGET /_area1/part1/<|>');
    expect(below).toEqual([]);
    expect(labels('# @target 9.1.0\n# @deployment serverless\nGET /_area1/part1/<|>')).toEqual([
      '/_area1/part1/lacking',
      '/_area1/part1/since',
    ]);
  });

  it('are requested again as more is typed, and open by themselves in short lists', () => {
    expect(listAt('GET /<|>').isIncomplete).toBe(true);
    expect(listAt('GET /_area7/<|>').isIncomplete).toBe(false);
    const automatic = listAt('GET /<|>', true);
    expect(automatic.items.length).toBeLessThanOrEqual(100);
    expect(automatic.isIncomplete).toBe(true);
  });

  it('are not offered at an unknown host', () => {
    expect(labels('GET https://unknown.example.org/<|>')).not.toContain('/_area7/');
  });

  it('bring the required members of the body', () => {
    expect(offered('POST /my-index/_weigh/<|>', '/{index}/_weigh/{unit}').edit.newText).toBe(
      '/my-index/_weigh/${1:unit}$2\nContent-Type: application/json\n\n{\n  "weight": ${3:0}\n}\n',
    );
  });
});

describe('whole requests of a large description', () => {
  it('are not listed where nothing is typed, unless the file uses them', () => {
    expect(labels('<|>').filter((label) => label.includes('_area'))).toEqual([]);
    const used = labels('GET /_area21/part3\n\n###\n<|>');
    expect(used.filter((label) => label.includes('_area'))).toEqual(['GET /_area21/part3']);
  });

  it('are found by the words of their title', () => {
    expect(listAt('wei<|>').isIncomplete).toBe(true);
    expect(labels('weigh<|>')).toContain('POST /{index}/_weigh/{unit}');
    expect(listAt('area<|>').items.filter(({ label }) => label.includes('_area')).length).toBeLessThanOrEqual(40);
  });

  it('are not looked for by a method', () => {
    expect(labels('GET<|>').filter((label) => label.includes('_area'))).toEqual([]);
  });
});

describe('a service of rulebook.json', () => {
  it('has no paths behind a host that is being typed, unless a person asks', () => {
    const openedAt = (marked: string) => {
      const { file, block, offset } = openMarked(marked);
      const options = { context: shop, severities: {} };
      return testEngine()
        .complete(file, block, offset, options, { opensUnselected: true })
        .items.map(({ label }) => label);
    };
    expect(openedAt('GET https://shop.example.or<|>')).toEqual([]);
    expect(openedAt('GET https://shop.example.org/v1/o<|>')).toContain('/orders');
    expect(labelsAt('GET https://shop.example.org<|>', shop)).toContain('/orders');
  });

  it('completes paths, and whole requests where nothing is typed', () => {
    expect(shopLabels('GET /<|>')).toEqual(['/health/report', '/orders', '/orders/{order_id}']);
    expect(shopLabels('<|>')).toContain('POST /orders');
  });

  it('completes query parameters and values', () => {
    expect(shopLabels('GET /orders?<|>')).toEqual(['state', 'limit', 'code', 'page']);
    expect(shopLabels('GET /orders?state=<|>')).toEqual(['open', 'sent', 'closed']);
  });

  it('completes header fields of the operation, and those that all services know', () => {
    const names = shopLabels('POST /orders\n<|>');
    expect(names[0]).toBe('Idempotency-Key');
    expect(names).toContain('Content-Type');
    expect(hoverTextAt(toShop('POST /orders\nIdempotency<|>-Key: a'), shop)).toContain('Repeats are ignored.');
  });

  it('completes members, the required ones first, and none that was removed', () => {
    const target = '# @target 2.1.0\n';
    expect(labelsAt(`${target}${toShop('POST /orders\n\n{ <|> }')}`, shop)).toEqual([
      'customer',
      'items',
      'payment',
      'gift',
      'parent',
      'note',
    ]);
    expect(shopLabels('POST /orders\n\n{ "gift": <|> }')).toEqual(['true', 'false', 'null']);
  });

  it('completes members of all options, without those that a member rules out', () => {
    expect(shopLabels('POST /orders\n\n{ "payment": { <|> } }')).toEqual(['method', 'card_number', 'address']);
    expect(shopLabels('POST /orders\n\n{ "payment": { "method": <|> } }')).toEqual(['"card"', '"invoice"']);
    expect(shopLabels('POST /orders\n\n{ "payment": { "method": "invoice", <|> } }')).toEqual(['address']);
  });

  it('offers a body with the required members, and the examples of the description', () => {
    const bodies = completionsAt(toShop('POST /orders\n\n<|>'), shop).filter(({ kind }) => kind === 'value');
    expect(bodies.map(({ label, edit }) => [label, edit.newText])).toEqual([
      ['{ … }', '{\n  "customer": "${1:c1}",\n  "items": [\n    {\n      "sku": "$2"\n    }\n  ]\n}'],
      [
        '{ … } (example: A gift)',
        '{\n  "customer": "c1",\n  "items": [\n    {\n      "sku": "a"\n    }\n  ],\n  "gift": true\n}',
      ],
    ]);
    expect(bodies[1]!.isSnippet).toBe(false);
  });

  it('offers what other requests of the file have at the same position', () => {
    expect(shopLabels('GET /orders/<|>\n\n###\n# @endpoint shop\nDELETE /orders/a-17')[0]).toBe('a-17');
  });
});

describe('paths of a request whose service is not known', () => {
  const both: CheckContext = { ...shop, endpoints: [], chosenServices: [['search-cluster', 'code-hosting']] };
  const at = (marked: string, context = both): readonly string[] => labelsAt(marked, context);

  it('are those of all services, and those that begin as typed come first', () => {
    expect(at('GET /rep<|>')[0]).toBe('/repos/{owner}/{repo}/hooks');
    expect(at('GET /_sn<|>')[0]).toBe('/_snapshot');
    expect(at('GET /or<|>')[0]).toBe('/orders');
  });

  it('are first those of the service that the requests around go to', () => {
    const hooks = 'GET /repos/o/r/hooks\n\n###\n';
    expect(at(`${hooks}GET /<|>`)[0]).toBe('/repos/{owner}/{repo}/hooks');
    expect(at(`${hooks}GET /<|>`)).toContain('/_snapshot');
    expect(at(`${hooks}<|>`).find((label) => label.includes(' /'))).toContain('/repos/');
    expect(at('GET /my-index\n\n###\nGET /<|>', { ...both, services: [] })[0]).toBe('/_snapshot');
  });

  it('are first those of a service that has an endpoint in the folder', () => {
    const [own] = shop.endpoints.filter(({ service }) => service === 'code-hosting');
    const built = { name: 'sandbox', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270', isBuiltIn: true };
    const context = { endpoints: [built, own!], defaults: {} };
    expect(at('GET /<|>', context)[0]).toBe('/repos/{owner}/{repo}/hooks');
  });

  it('are only those of the service that its endpoint or host names', () => {
    expect(at('GET https://api.github.com/<|>')).not.toContain('/_snapshot');
    expect(at('GET https://shop.example.org/v1/<|>')).toEqual(['/health/report', '/orders', '/orders/{order_id}']);
    expect(at('# @endpoint hub\n<|>', endpoints).filter((label) => label.includes(' /_'))).toEqual([]);
  });

  it('have the values that the file gives their parameters', () => {
    const hooks = 'GET /repos/octo/hello/hooks\n\n###\n';
    const offer = (rest: string) => offered(rest, '/repos/{owner}/{repo}/hooks/{hook_id}', both).edit.newText;
    expect(offer(`${hooks}GET /rep<|>`)).toBe('/repos/${1:octo}/${2:hello}/hooks/${3:hook_id}');
    expect(offer(`${hooks}GET /repos/octo/world/hooks\n\n###\nGET /rep<|>`)).toContain('/${2|world,hello|}/');
  });

  it('do not take a word of the service for the name of an index', () => {
    const ranks = completionsAt('PUT /_sn<|>', both)
      .filter(({ label }) => label.startsWith('/{index}'))
      .map(({ sortText }) => Number(sortText.slice(0, 2)));
    expect(ranks.length).toBeGreaterThan(0);
    for (const rank of ranks) expect(rank).toBeGreaterThan(39);
  });

  it('come before values that do not begin as typed', () => {
    const offers = completionsAt(toShop('GET /orders/a/prints/p<|>'), printing);
    const order = [...offers].sort((a, b) => (a.sortText < b.sortText ? -1 : 1)).map(({ label }) => label);
    expect(order.slice(0, 2)).toEqual(['pdf', 'png']);
    expect(completionsAt(toShop('GET /orders/a/prints/g<|>'), printing)[0]?.sortText).toMatch(/^4/);
  });

  it('include one of which a letter was left out', () => {
    expect(labels('GET /my-index/_wegh<|>')).toContain('/{index}/_weigh');
    expect(labels('GET /my-index/_wei<|>')).toContain('/{index}/_weigh');
  });
});

describe('a whole request', () => {
  it('has the required parameters, header fields and members', () => {
    expect(offered(toShop('<|>'), 'POST /orders', shop).edit.newText).toBe(
      'POST /orders$1\nIdempotency-Key: ${2:Idempotency-Key}\nContent-Type: application/json\n\n' +
        '{\n  "customer": "${3:c1}",\n  "items": [\n    {\n      "sku": "$4"\n    }\n  ]\n}\n',
    );
    expect(offered(toShop('GET /ord<|>'), '/orders/{order_id}/prints/{format}', printing).edit.newText).toBe(
      '/orders/${1:order_id}/prints/${2|pdf,png|}?size=${3|a4,a5|}&draft=${4:true}&copies=${5:1}$6\nX-Reason: ${7:lost}\n',
    );
  });

  it('has its first stop behind the path, and says what it adds', () => {
    expect(offered(toShop('POST /ord<|>'), '/orders', shop)).toMatchObject({ adds: 'body' });
    expect(offered(toShop('POST /ord<|>'), '/orders', shop).edit.newText).toMatch(/^\/orders\$1\n/);
    expect(offered(toShop('GET /ord<|>'), '/orders/{order_id}/prints/{format}', printing).adds).toBe('header fields');
    const plain = offered(toShop('GET /ord<|>'), '/orders', shop);
    expect([plain.adds, plain.edit.newText]).toEqual([undefined, '/orders']);
  });

  it('is found by words of its title in any order, those without many others first', () => {
    const titles = completionsAt(toShop('order a<|>'), shop)
      .filter(({ label }) => label.includes('/orders'))
      .map(({ detail }) => detail);
    expect(titles).toEqual(['Create an order', 'Get an order', 'Delete an order', 'List the orders']);
  });
});

/** The service with an operation of which most parts are required. */
const printing: CheckContext = {
  ...shop,
  services: [
    createDescribedService(
      {
        ...shopDescription,
        operations: [
          {
            id: 'print',
            title: 'Print an order',
            methods: ['GET'],
            path: '/orders/{order_id}/prints/{format}',
            pathParameters: [
              { name: 'order_id', required: true, shape: { type: 'string' } },
              { name: 'format', required: true, shape: { type: 'string', values: { values: ['pdf', 'png'] } } },
            ],
            query: [
              { name: 'size', required: true, shape: { type: 'string', values: { values: ['a4', 'a5'] } } },
              { name: 'draft', required: true, shape: { type: 'boolean' } },
              { name: 'copies', required: true, shape: { type: 'integer' }, default: '1' },
              { name: 'color', shape: { type: 'boolean' } },
            ],
            headers: [{ name: 'X-Reason', required: true, shape: { type: 'string' }, example: '"lost"' }],
            body: { shape: 0 },
          },
        ],
      },
      { id: 'shop' },
    ),
  ],
};

describe('a body that is not JSON', () => {
  const bodies: CompiledDescription = {
    format: compiledFormat,
    source: 'OpenAPI 3.1',
    title: 'Bodies',
    version: '1',
    operations: [
      {
        id: 'a',
        title: 'A',
        methods: ['POST'],
        path: '/lines',
        body: { lines: [{ type: 'object' }, { type: 'object' }] },
      },
      {
        id: 'b',
        title: 'B',
        methods: ['POST'],
        path: '/form',
        body: {
          mediaTypes: ['application/x-www-form-urlencoded'],
          forms: [{ mediaType: 'application/x-www-form-urlencoded', shape: 0 }],
        },
      },
      { id: 'c', title: 'C', methods: ['PUT'], path: '/text', body: { mediaTypes: ['text/csv'] } },
    ],
    shapes: [
      {
        type: 'object',
        fields: [
          { name: 'user', shape: { type: 'string' }, required: true },
          { name: 'note', shape: { type: 'string' } },
          { name: 'pin', shape: { type: 'string' }, required: true },
        ],
      },
    ],
    problems: [],
  };
  const context: CheckContext = {
    endpoints: [{ name: 'shop', service: 'bodies', baseUrl: 'http://127.0.0.1:8080' }],
    defaults: {},
    services: [createDescribedService(bodies, { id: 'bodies' })],
  };

  it.each([
    ['POST /li<|>', '/lines', '/lines$1\nContent-Type: application/x-ndjson\n\n{ $2 }\n{ $3 }\n'],
    ['POST /fo<|>', '/form', '/form$1\nContent-Type: application/x-www-form-urlencoded\n\nuser=$2&pin=$3\n'],
    ['PUT /te<|>', '/text', '/text$1\nContent-Type: text/csv\n\n$2\n'],
  ])('is offered in its form: %s', (request, label, text) => {
    expect(offered(toShop(request), label, context).edit.newText).toBe(text);
  });
});

it('explains an operation by the edition of the version of the endpoint', () => {
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
          fallbackDescriptions: [{ vendor: 'usual', isDefault: true, description: 'usual', editions: ['1.0', '2.0'] }],
        },
      ],
    },
    loadDescription: (name) => ({ ...shopDescription, title: name }),
  });
  const explained = (marked: string, version: '1.2.0' | undefined) => {
    const { file, block, offset } = openMarked(marked);
    const endpoint = { name: 'shop', service: 'shop', baseUrl: 'http://127.0.0.1:8080', ...(version && { version }) };
    const context: CheckContext = { endpoints: [endpoint], defaults: { shop: 'shop' } };
    const { items } = engine.complete(file, block, offset, { context, severities: {} });
    const found = items.find(({ detail }) => detail === 'Create an order' || detail === 'string · required');
    return engine.describeCompletion(found?.key ?? '', context);
  };
  for (const marked of ['POST /o<|>', 'order<|>', 'POST /orders\n\n{ <|> }']) {
    expect(explained(marked, '1.2.0')).toContain('[usual@1.0 2.1.0]');
    expect(explained(marked, undefined)).toContain('[usual 2.1.0]');
  }
});

describe('a path alone, where only an own service has an endpoint', () => {
  const own = { name: 'shop', service: 'shop', baseUrl: 'https://shop.example.org/v1' };
  const offered = (more: CheckContext['endpoints']): readonly string[] =>
    labelsAt('GET /<|>', { ...shop, endpoints: [own, ...more] });

  it('is offered as one of that service', () => {
    expect(offered([]).join(' ')).toContain('/orders');
    expect(offered([]).join(' ')).not.toContain('/_snapshot');
    const cluster = { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' };
    expect(offered([cluster]).join(' ')).toContain('/_snapshot');
  });
});

describe('lists outside of JSON', () => {
  const array = { type: 'array' as const, items: { type: 'integer' as const } };
  const withList = (more: object): CheckContext => ({
    ...shop,
    services: [
      createDescribedService(
        {
          ...shopDescription,
          operations: [
            {
              id: 'list',
              title: 'List',
              methods: ['GET'],
              path: '/lists',
              query: [{ name: 'ids', shape: array, required: true, ...more }],
              headers: [{ name: 'X-Ids', shape: array, required: true, example: '[1,2]' }],
            },
          ],
        },
        { id: 'shop' },
      ),
    ],
  });

  it.each([
    ['ids=${1:1}&ids=${2:2}', { isRepeatable: true, example: '[1,2]' }],
    ['ids=${1:1,2}', { default: '[1,2]' }],
  ])('are offered with a whole request as %s', (query, more) => {
    const { edit } = offered(toShop('GET /li<|>'), '/lists', withList(more));
    expect(edit.newText).toContain(`/lists?${query}`);
    expect(edit.newText).toMatch(/\nX-Ids: \$\{\d:1,2\}/);
  });

  it('are completed item by item where commas are between them', () => {
    const context = withList({ default: '[3,4,5]' });
    expect(labelsAt(toShop('GET /lists?ids=3,<|>'), context)).toEqual(['4', '5']);
    expect(labelsAt(toShop('GET /lists?ids=<|>,4'), context)).toEqual(['3', '5']);
    const { edit } = offered(toShop('GET /lists?ids=3,<|>9,5'), '4', context);
    expect(edit.span.end - edit.span.start).toBe(1);
  });

  it('are offered and shown by their items', () => {
    const context = withList({ default: '[3,4]', isRepeatable: true });
    expect(labelsAt(toShop('GET /lists?ids=<|>'), context)).toEqual(['3', '4']);
    expect(hoverTextAt(toShop('GET /lists?i<|>ds=1'), context)).toContain('Default: `ids=3&ids=4`');
    expect(hoverTextAt(toShop('GET /lists?ids=1\nX-I<|>ds: 1'), context)).toContain('Example: `1,2`');
  });
});
