import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { CheckContext, Endpoint } from '../../../packages/checker/src/binding/model';
import { operationById } from '../../../packages/checker/src/binding/operation-by-id';
import { responseFor } from '../../../packages/checker/src/binding/response-for';
import type { Service } from '../../../packages/catalogue/src/service';
import { createCatalogues } from '../../../packages/description/src/catalogues';
import { compiledFormat, type CompiledDescription } from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { catalogue as documented } from '../../../packages/services/src/registry';
import type { BodyAssociation } from '../../../packages/request-file/src/syntax/model';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';

const text = { type: 'string' } as const;

function described(operations: readonly string[], more: Partial<CompiledDescription> = {}): CompiledDescription {
  return {
    format: compiledFormat,
    source: 'OpenAPI 3.1',
    title: 'A description',
    version: '1',
    shapes: [],
    problems: [],
    operations: operations.map((line) => {
      const [method = '', path = ''] = line.split(' ');
      const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
      return {
        id: line,
        title: line,
        methods: [method],
        path,
        pathParameters: names.map((name) => ({ name, shape: text })),
      };
    }),
    ...more,
  };
}

const descriptions: Readonly<Record<string, CompiledDescription>> = {
  elasticsearch: described([
    'GET /_cluster/health',
    'GET /_snapshot/_status',
    'GET /_ilm/policy/{policy}',
    'GET /{index}',
    'PUT /{index}',
    'GET /_cluster/allocation/explain',
  ]),
  github: described(['GET /user', 'GET /repos/{owner}/{repo}', 'PUT /user/starred/{owner}/{repo}']),
};

/** The services with a description below each, and the names of those that were read. */
function setUp(
  services: readonly Service[] = [],
  endpoints: readonly Endpoint[] = [],
  defaults: CheckContext['defaults'] = {},
) {
  const loaded: string[] = [];
  const names: Readonly<Record<string, string>> = { 'search-cluster': 'elasticsearch', 'code-hosting': 'github' };
  const base = {
    ...documented,
    services: documented.services.map((service) => {
      const description = names[service.id] ?? '';
      const { hasReservedWords } = service.fallbackDescriptions?.[0] ?? {};
      return {
        ...service,
        fallbackDescriptions: [{ vendor: description, isDefault: true, description, hasReservedWords }],
      };
    }),
  };
  const catalogue = createCatalogues(base, (name) => {
    loaded.push(name);
    return descriptions[name];
  })({ services });
  const context: CheckContext = { endpoints, defaults, services };
  const bind = (request: string, association?: BodyAssociation) => {
    const binding = bindBlock(
      parseBlock(request, association, () => false),
      context,
      catalogue,
    );
    if (binding === undefined) throw new Error('no request');
    return binding;
  };
  const match = (request: string) => {
    const { match: found, service } = bind(request);
    return `${service?.id ?? 'no service'}: ${found.kind === 'operation' ? found.operation.id : found.kind}`;
  };
  return { loaded, catalogue, bind, match };
}

const cluster: Endpoint = { name: 'cluster', service: 'search-cluster', baseUrl: 'http://cluster.example:9200' };
const shop = createDescribedService(
  described(['GET /orders/{id}', 'GET /{anything}', 'GET /'], { baseUrls: ['https://shop.example/v1', '/v2'] }),
  { id: 'shop' },
);

describe('the service of a request', () => {
  it('is that of its endpoint, whatever the path is', () => {
    const { match } = setUp(
      [shop],
      [cluster, { ...cluster, name: 'hub', service: 'code-hosting', baseUrl: 'http://hub/api' }],
    );
    expect(match('GET http://hub/api/user')).toBe('code-hosting: code-hosting.GET /user');
    expect(match('GET http://hub/api/_cluster/health')).toBe('code-hosting: none');
    expect(match('# @endpoint cluster\nGET /orders/1')).toBe('search-cluster: none');
  });

  it('is found without the description of the only service with an endpoint, which cannot have the path', () => {
    const { match, loaded } = setUp([], [cluster]);
    expect(match('GET /repos/octo/site/hooks')).toBe('code-hosting: code-hosting.hooks.list');
    expect(loaded).not.toContain('elasticsearch');
    expect(match('GET /_cluster/health')).toBe('search-cluster: search-cluster.GET /_cluster/health');
    expect(loaded).toContain('elasticsearch');
  });

  it('is unknown where the service of the endpoint is', () => {
    const { match } = setUp([], [{ ...cluster, service: 'removed' }]);
    expect(match('# @endpoint cluster\nPOST /_security/api_key')).toBe('no service: none');
  });

  it('is found by a base URL that the own description names', () => {
    const { match, bind } = setUp([shop]);
    expect(match('GET https://shop.example/v1/orders/7')).toBe('shop: shop.GET /orders/{id}');
    expect(bind('GET https://shop.example/v1/orders/7').path.map(({ text: value }) => value)).toEqual(['7']);
    expect(match('GET https://shop.example/v1')).toBe('shop: shop.GET /');
    expect(match('GET https://shop.example/other/orders/7')).toBe('no service: none');
  });

  it('is found by the public host of a vendor', () => {
    const { match } = setUp();
    expect(match('PUT https://api.github.com/user/starred/a/b')).toBe(
      'code-hosting: code-hosting.PUT /user/starred/{owner}/{repo}',
    );
  });

  it('is never guessed from a published description at an unknown host', () => {
    const { match, loaded } = setUp([shop]);
    expect(match('GET https://example.org/user')).toBe('no service: none');
    expect(match('GET https://example.org/_cluster/allocation/explain')).toBe('no service: none');
    expect(match('GET https://example.org/orders/1')).toBe('no service: none');
    expect(match('GET {{host}}/_cluster/allocation/explain')).toBe('no service: none');
    expect(loaded).toEqual([]);
  });

  it('of a path alone is the documented one, then an own one, then a described one', () => {
    const { match } = setUp([shop]);
    expect(match('POST /_security/api_key')).toBe('search-cluster: search-cluster.api-key.create');
    expect(match('GET /orders/1')).toBe('shop: shop.GET /orders/{id}');
    expect(match('GET {{host}}/orders/1')).toBe('shop: shop.GET /orders/{id}');
    expect(match('GET /user/repos')).toBe('no service: none');
    expect(match('PUT /user/starred/a/b')).toBe('code-hosting: code-hosting.PUT /user/starred/{owner}/{repo}');
    expect(match('GET /_ilm/policy/logs')).toBe('search-cluster: search-cluster.GET /_ilm/policy/{policy}');
  });

  it('of a path that another service has by parameters alone is an own one where only own services have endpoints', () => {
    const museum = createDescribedService(described(['GET /museum-hours', 'GET /tickets/{id}']), { id: 'museum' });
    const own: Endpoint = { ...cluster, name: 'museum', service: 'museum' };
    const alone = setUp([museum], [own, { ...cluster, isBuiltIn: true }]);
    expect(alone.match('GET /museum-hous')).toBe('museum: near');
    expect(alone.match('DELETE /museum-hours')).toBe('museum: other-method');
    expect(alone.match('GET /museum')).toBe('museum: none');
    const neighbour = setUp([museum], [own, cluster]);
    expect(neighbour.match('GET /museum-hous')).toBe('search-cluster: search-cluster.index.get');
    expect(neighbour.match('DELETE /museum-hours')).toBe('search-cluster: search-cluster.index.delete');
  });
});

describe('a path alone, where endpoints are configured', () => {
  const gitea = createDescribedService(
    described(['POST /repos/{owner}/{repo}/hooks', 'GET /repos/{owner}/{repo}', 'GET /version']),
    { id: 'gitea' },
  );
  const opensearch = createDescribedService(
    described(['GET /{index}/_search', 'GET /_plugins/_ism/policies', 'GET /_cat/indices', 'PUT /{index}']),
    { id: 'opensearch' },
  );
  const sandbox: readonly Endpoint[] = [
    { name: 'sandbox-cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270', isBuiltIn: true },
    { name: 'sandbox-hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9272', isBuiltIn: true },
  ];
  const endpointOf = (service: string): Endpoint => ({ name: `my-${service}`, service, baseUrl: `http://${service}` });
  const [atGitea, atOpensearch, hub] = [endpointOf('gitea'), endpointOf('opensearch'), endpointOf('code-hosting')];
  const where = (
    services: readonly Service[],
    endpoints: readonly Endpoint[],
    defaults: CheckContext['defaults'] = {},
  ) => {
    const { bind } = setUp(services, [...endpoints, ...sandbox], defaults);
    return (request: string, association?: BodyAssociation) => {
      const { match: found, service, endpoint } = bind(request, association);
      return `${service?.id ?? '-'} ${found.kind} ${endpoint?.name ?? '-'}`;
    };
  };

  it('belongs to the only own service, whatever others have there', () => {
    const hooks = where([gitea], [atGitea]);
    expect(hooks('POST /repos/o/r/hooks')).toBe('gitea operation my-gitea');
    expect(hooks('GET /repos/o/r/hooks')).toBe('gitea other-method my-gitea');
    expect(hooks('GET /user')).toBe('gitea none my-gitea');
    expect(hooks('GET /versoin')).toBe('gitea near my-gitea');
    expect(hooks('POST /_security/api_key')).toBe('gitea none my-gitea');
    expect(hooks('GET /projects/1/columns')).toBe('gitea none my-gitea');
    expect(hooks('POST {{host}}/repos/o/r/hooks')).toBe('gitea operation -');
    expect(hooks('GET {{host}}/user')).toBe('- none -');
    expect(hooks('# @endpoint sandbox-hub\nGET /user')).toBe('code-hosting operation sandbox-hub');
    const search = where([opensearch], [atOpensearch, { ...endpointOf(''), name: 'other' }]);
    expect(search('GET /movies/_search')).toBe('opensearch operation my-opensearch');
    expect(search('PUT /movies')).toBe('opensearch operation my-opensearch');
    expect(search('DELETE /movies')).toBe('opensearch none my-opensearch');
    expect(search('GET /movies/_serch')).toBe('opensearch near my-opensearch');
  });

  it('that only the name of a file stands for belongs to the service that has it', () => {
    const named = { method: 'POST', target: '/repos/{{owner}}/{{repo}}/hooks', at: '', isByName: true } as const;
    expect(where([gitea], [atGitea])('{}', named)).toBe('gitea operation my-gitea');
    expect(where([opensearch], [atOpensearch])('{}', named)).toBe('code-hosting operation -');
    expect(where([opensearch], [atOpensearch])('{}', { ...named, isByName: undefined })).toBe(
      'opensearch none my-opensearch',
    );
    expect(where([opensearch, gitea], [atOpensearch, atGitea])('{}', named)).toBe('gitea operation my-gitea');
  });

  it('belongs to one of several own services', () => {
    const found = where([gitea, opensearch], [atGitea, atOpensearch]);
    expect(found('POST /repos/o/r/hooks')).toBe('gitea operation my-gitea');
    expect(found('GET /movies/_search')).toBe('opensearch operation my-opensearch');
    expect(found('GET /_cat/indices')).toBe('opensearch operation my-opensearch');
    expect(found('GET /repos/o/r/hooks')).toBe('gitea other-method my-gitea');
    expect(found('POST /_security/api_key')).toBe('- none -');
    // The other one has no endpoint.
    expect(where([gitea, opensearch], [atGitea])('GET /movies/_search')).toBe('gitea none my-gitea');
  });

  it('belongs to a service with an endpoint before one without', () => {
    const mixed = where([gitea], [atGitea, cluster], { 'search-cluster': 'cluster' });
    expect(mixed('POST /repos/o/r/hooks')).toBe('gitea operation my-gitea');
    expect(mixed('GET /repos/o/r/hooks')).toBe('gitea other-method my-gitea');
    expect(mixed('POST /_security/api_key')).toBe('search-cluster operation cluster');
    expect(mixed('GET /movies/_search')).toBe('search-cluster operation cluster');
    // No one has configured or chosen an endpoint of this service.
    expect(mixed('PUT /user/starred/a/b')).toBe('code-hosting operation -');
    // A user has chosen the sandbox for it.
    const chosen = { 'code-hosting': 'sandbox-hub', 'search-cluster': 'cluster' };
    expect(where([gitea], [atGitea, cluster], chosen)('GET /user')).toBe('code-hosting operation sandbox-hub');
    const both = where([gitea], [atGitea, hub], { 'code-hosting': hub.name });
    expect(both('GET /version')).toBe('gitea operation my-gitea');
    // Both have it, and nothing says which one is meant.
    expect(both('POST /repos/o/r/hooks')).toBe('code-hosting operation -');
  });

  it('belongs to a described service without an endpoint before a documented one, and goes nowhere', () => {
    const usual = { 'search-cluster': 'sandbox-cluster', 'code-hosting': 'sandbox-hub' };
    const found = where([gitea], [], usual);
    expect(found('POST /repos/o/r/hooks')).toBe('gitea operation -');
    expect(found('POST /_security/api_key')).toBe('search-cluster operation sandbox-cluster');
    expect(where([], [], usual)('POST /repos/o/r/hooks')).toBe('code-hosting operation sandbox-hub');
  });

  it('is misspelt where the only service with an endpoint nearly has it', () => {
    const defaults = { 'code-hosting': hub.name };
    expect(where([], [hub], defaults)('GET /uesr')).toBe('code-hosting near my-code-hosting');
    expect(where([], [hub], defaults)('GET /rpos/octocat/hello')).toBe('code-hosting near my-code-hosting');
    expect(where([], [])('GET /rpos/octocat/hello')).toBe('- none -');
  });

  it('belongs to no one where the description of the own service cannot be read', () => {
    expect(where([], [atGitea])('POST /repos/o/r/hooks')).toBe('- none -');
  });
});

describe('a published description', () => {
  it('adds to the operations of the documents, which keep their names', () => {
    const { match, loaded } = setUp([], [cluster]);
    for (const request of [
      'POST /_security/api_key',
      'GET /_snapshot/backup',
      'GET /repos/acme/site/hooks',
      '# @endpoint cluster\nGET /books/_search',
      'PUT http://cluster.example:9200/books/_doc/1',
    ])
      expect(match(request)).toMatch(/^[\w-]+: [\w-]+\.[a-z]/);
    expect(new Set(loaded)).toEqual(new Set(['elasticsearch', 'github']));
  });

  it('is not read for a path that it cannot have and another one has', () => {
    const { match, loaded } = setUp();
    expect(match('GET /repos/acme/site')).toBe('code-hosting: code-hosting.GET /repos/{owner}/{repo}');
    expect(loaded).toEqual(['github']);
    // One word of the path may be misspelt.
    expect(match('GET /cluster/allocation/explain')).toBe('search-cluster: near');
    expect(loaded).toEqual(['github', 'elasticsearch']);
    const searched = setUp();
    expect(searched.match('GET /_ilm/policy/abc')).toBe('search-cluster: search-cluster.GET /_ilm/policy/{policy}');
  });

  it('is read where a word of the service stands for a parameter, or the documents say too little', () => {
    const { match, loaded, bind } = setUp([], [cluster]);
    expect(match('GET /_snapshot/_status')).toBe('search-cluster: search-cluster.GET /_snapshot/_status');
    expect(match('GET /_cluster/health')).toBe('search-cluster: search-cluster.GET /_cluster/health');
    expect(loaded).toEqual(['elasticsearch']);
    const { match: near } = bind('# @endpoint cluster\nGET /_cluster/helth');
    expect(near).toMatchObject({ kind: 'near', expected: 'health' });
    expect(bind('GET /_snapshot/_status').service?.operations.length).toBeGreaterThan(
      documented.services[0]?.operations.length ?? 0,
    );
    expect(match('# @endpoint cluster\nGET /something/that/resembles/nothing')).toBe('search-cluster: none');
  });

  it('is not used for an endpoint of another vendor', () => {
    const { match, loaded } = setUp([], [{ ...cluster, vendor: 'none' }]);
    expect(match('# @endpoint cluster\nGET /_ilm/policy/logs')).toBe('search-cluster: none');
    expect(loaded).toEqual([]);
  });
});

describe('the endpoint of an own service', () => {
  const one: Endpoint = { name: 'dev', service: 'shop', baseUrl: 'http://127.0.0.1:8080/v1' };
  it('is its only one', () => {
    expect(setUp([shop], [one]).bind('GET /orders/1').endpoint).toBe(one);
    expect(setUp([shop], [one, { ...one, name: 'live' }]).bind('GET /orders/1').endpoint).toBeUndefined();
  });
});

describe('a path of one word', () => {
  it('is near a described one by a single letter', () => {
    const gate = createDescribedService(described(['POST /login', 'GET /me']), { id: 'gate' });
    const { bind } = setUp([gate], [{ name: 'dev', service: 'gate', baseUrl: 'http://127.0.0.1:8080/v1' }]);
    const matched = (path: string) => bind(`POST http://127.0.0.1:8080/v1${path}`).match;
    expect(matched('/logn')).toMatchObject({ kind: 'near', expected: 'login' });
    expect(matched('/logxyz').kind).toBe('none');
    expect(matched('/mx').kind).toBe('none');
  });
});

describe('an operation by its id', () => {
  it('is found in a description, which is read for it alone', () => {
    const { catalogue, loaded } = setUp([shop]);
    expect(operationById(catalogue, 'search-cluster.search')?.service.id).toBe('search-cluster');
    expect(operationById(catalogue, 'shop.GET /')?.operation.path).toBe('/');
    expect(operationById(catalogue, 'elsewhere.x')).toBeUndefined();
    expect(loaded).toEqual([]);
    expect(operationById(catalogue, 'code-hosting.GET /user')?.operation.path).toBe('/user');
    expect(loaded).toEqual(['github']);
  });
});

describe('the parts of a described request', () => {
  const service = createDescribedService(
    {
      ...described([]),
      operations: [
        {
          id: 'list',
          title: 'List',
          methods: ['GET'],
          path: '/orders',
          query: [
            { name: 'labels', shape: { type: 'array', items: text }, isRepeatable: true },
            { name: 'filter[state]', shape: text },
            { name: 'meta', shape: { type: 'object', isOpen: true } },
          ],
          headers: [{ name: 'X-Shop-Api-Version', shape: text }],
          responses: [
            { status: 200, summary: 'ok' },
            { status: 400, lastStatus: 499, summary: 'no' },
            { status: 0, summary: 'other' },
          ],
        },
      ],
    },
    { id: 'shop' },
  );
  const { bind } = setUp([service]);

  it.each([
    ['labels=a&labels=b', ['labels', 'labels'], []],
    ['labels[]=a&labels[0]=b&labels%5B%5D=c', ['labels', 'labels', 'labels'], []],
    ['filter[state]=open&filter%5Bstate%5D=x', ['filter[state]', 'filter[state]'], []],
    ['filter[stat]=open', [], ['filter[stat]']],
    ['meta[any]=1', [], []],
    ['labels[x]=1&other[]=1', [], ['labels[x]', 'other[]']],
  ])('binds the query %s', (query, known, unknown) => {
    const binding = bind(`GET /orders?${query}`);
    expect(binding.query.map(({ field }) => field.name)).toEqual(known);
    expect(binding.unknownQuery.map(({ name }) => name.text)).toEqual(unknown);
  });

  it('binds header fields of the operation', () => {
    expect(bind('GET /orders\nX-Shop-Api-Version: 1\nX-Other: 1').headers.map(({ field }) => field.name)).toEqual([
      'X-Shop-Api-Version',
    ]);
  });

  it('has the response of the narrowest range', () => {
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('no operation');
    const summaryOf = (status: string) => responseFor(operation, status)?.summary;
    expect(['200', '404', '500', 'x'].map(summaryOf)).toEqual(['ok', 'no', 'other', undefined]);
  });
});
