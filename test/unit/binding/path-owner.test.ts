import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { CheckContext, Endpoint } from '../../../packages/checker/src/binding/model';
import { createCatalogues } from '../../../packages/description/src/catalogues';
import { compiledFormat, type CompiledDescription } from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { catalogue as documented } from '../../../packages/services/src/registry';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { loadPublished } from './published';

const text = { type: 'string' } as const;

function described(id: string, operations: readonly string[]) {
  const compiled: CompiledDescription = {
    ...{ format: compiledFormat, source: 'OpenAPI 3.1', title: id, version: '1', shapes: [], problems: [] },
    operations: operations.map((line) => {
      const [method = '', path = ''] = line.split(' ');
      const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
      return {
        ...{ id: line, title: line, methods: [method], path },
        pathParameters: names.map((name) => ({ name, shape: text })),
      };
    }),
  };
  return createDescribedService(compiled, { id });
}

/** Another product with many paths of a cluster, and some of its own. */
const twin = described('twin', [
  'PUT /{index}',
  'DELETE /{index}',
  'DELETE /_data_stream/{name}',
  'POST /{index}/_delete_by_query',
  'POST /_reindex',
  'PUT /_template/{name}',
  'GET /_cat/indices',
  'PUT /_plugins/_ism/policies/{policy}',
]);
/** Another product with many paths of a code host. */
const forge = described('forge', [
  'DELETE /repos/{owner}/{repo}',
  'GET /repos/{owner}/{repo}/hooks',
  'POST /repos/{owner}/{repo}/issues',
]);
const shop = described('shop', ['GET /orders/{id}', 'GET /items', 'GET /health']);
const store = described('store', ['GET /shelves/{id}', 'GET /health']);

const services = { twin, forge, shop, store };
const kinds: Readonly<Record<string, string>> = { es: 'search-cluster', hub: 'code-hosting' };
const catalogues = createCatalogues(documented, loadPublished);

/** Returns the endpoint of a request, or all that it may go to. */
function destinationOf(request: string, names: readonly string[], chosen: readonly (readonly string[])[] = []) {
  const endpoints = names.map((name): Endpoint => ({
    name,
    service: kinds[name] ?? name,
    baseUrl: `http://${name}.example`,
  }));
  const own = Object.values(services).filter(({ id }) => names.includes(id));
  const context: CheckContext = {
    endpoints,
    defaults: Object.fromEntries(endpoints.map(({ service, name }) => [service, name])),
    services: own,
    chosenServices: chosen.map((group) => group.map((name) => kinds[name] ?? name)),
  };
  const block = parseBlock(`${request}\n`, undefined, () => false);
  const binding = bindBlock(block, context, catalogues(context));
  const { endpoint, rivals = [], match, service } = binding ?? {};
  return {
    to: endpoint?.name ?? rivals.map(({ name }) => name).join(' or '),
    match: match?.kind,
    service: service?.id,
    ...(binding?.passedOver && { passedOver: binding.passedOver.name }),
  };
}

const shared = [
  'PUT /logs',
  'DELETE /logs-old',
  'DELETE /_data_stream/logs',
  'POST /logs/_delete_by_query',
  'POST /_reindex',
  'PUT /_template/logs',
  'GET /_cat/indices',
];

describe('a path that two products have', () => {
  it.each(shared)('%s goes where all such paths of the file go', (request) => {
    expect(destinationOf(request, ['es', 'twin']).to).toBe('es or twin');
    expect(destinationOf(request, ['twin', 'es']).to).toBe('es or twin');
    expect(destinationOf(request, ['es', 'twin'], [['es']]).to).toBe('es');
    expect(destinationOf(request, ['es', 'twin'], [['twin']]).to).toBe('twin');
    expect(destinationOf(request, ['es', 'twin'], [['es', 'twin']]).to).toBe('es or twin');
    expect(destinationOf(request, ['es', 'twin'], [['twin'], ['es', 'twin']]).to).toBe('twin');
    expect(destinationOf(request, ['es', 'twin', 'hub'], [['hub', 'es']]).to).toBe('es');
    expect(destinationOf(`# @endpoint twin\n${request}`, ['es', 'twin'], [['es']]).to).toBe('twin');
    expect(destinationOf(request.replace(' ', ' http://twin.example'), ['es', 'twin'], [['es']]).to).toBe('twin');
    expect(destinationOf(request, ['es']).to).toBe('es');
  });

  it.each(['DELETE /repos/o/r', 'GET /repos/o/r/hooks', 'POST /repos/o/r/issues'])(
    '%s, of code hosts too',
    (request) => {
      expect(destinationOf(request, ['hub', 'forge']).to).toBe('hub or forge');
      expect(destinationOf(request, ['hub', 'forge'], [['hub']]).to).toBe('hub');
    },
  );

  it('is not sent to the endpoint that an unknown name does not have', () => {
    expect(destinationOf('# @endpoint other\nDELETE /logs-old', ['es', 'twin'])).toMatchObject({ to: '' });
  });

  it('is judged by the chosen one', () => {
    expect(destinationOf('PUT /_template/logs', ['es', 'twin'], [['es']]).service).toBe('search-cluster');
  });
});

describe('a path that only another product than the chosen one has', () => {
  it.each([
    ['PUT /_plugins/_ism/policies/p', 'es', 'twin'],
    ['PUT /_ilm/policy/p', 'twin', 'es'],
    ['GET /_ilm/policy', 'twin', 'es'],
  ])('%s with %s chosen goes to %s, which is known of it', (request, chosen, to) => {
    expect(destinationOf(request, ['es', 'twin'], [[chosen]])).toMatchObject({ to, passedOver: chosen });
    for (const groups of [[], [[to]], [['es', 'twin']]])
      expect(destinationOf(request, ['es', 'twin'], groups)).not.toHaveProperty('passedOver');
    expect(destinationOf(`# @endpoint ${to}\n${request}`, ['es', 'twin'], [[chosen]])).not.toHaveProperty('passedOver');
  });

  it('is nothing to know of services that have nothing in common', () => {
    const named = destinationOf('GET /_cat/indices', ['es', 'hub'], [['hub']]);
    expect(named).toMatchObject({ to: 'es' });
    expect(named).not.toHaveProperty('passedOver');
    expect(destinationOf('GET /repos/o/r/hooks', ['es', 'hub'], [['es']])).not.toHaveProperty('passedOver');
  });

  it('is reported, with the endpoint as a fix', () => {
    const engine = createEngine({ loadDescription: loadPublished });
    const endpoints = ['es', 'twin'].map((name): Endpoint => ({
      ...{ name, service: kinds[name] ?? name, baseUrl: `http://${name}.example` },
    }));
    const own = Object.values(services).filter(({ id }) => id === 'twin');
    const context: CheckContext = {
      ...{ endpoints, services: own, chosenServices: [['search-cluster']] },
      defaults: { 'search-cluster': 'es', twin: 'twin' },
    };
    const file = engine.openFile('DELETE /logs-old\n\n###\nPUT /_plugins/_ism/policies/p\n');
    const findings = [...engine.check(file, { context, severities: {} }).blocks].flatMap((block) => block.findings);
    const found = findings.filter(({ rule }) => rule === 'ambiguous-endpoint');
    expect(found.map(({ message }) => message)).toEqual([
      'Only `twin` has this operation, so the request goes there and not to `es`, which is chosen. Add `# @endpoint twin` above it if that is meant.',
    ]);
    const [fixable] = engine.withFixes(file, 1, found, { context, severities: {} });
    expect(fixable?.fixes?.().map(({ title }) => title)).toEqual(['Add `# @endpoint twin`']);
  });
});

describe('a path that one of several services has', () => {
  it.each([
    ['PUT /_plugins/_ism/policies/p', ['es', 'twin'], 'twin'],
    ['PUT /_ilm/policy/p', ['es', 'twin'], 'es'],
    ['GET /user', ['es', 'hub'], 'hub'],
    ['GET /repos/o/r', ['es', 'hub', 'twin'], 'hub'],
    ['GET /logs/_search', ['es', 'hub'], 'es'],
    ['DELETE /logs-old', ['es', 'hub'], 'es'],
    ['GET /orders/1', ['es', 'shop'], 'shop'],
    ['GET /items', ['es', 'shop'], 'shop'],
    ['GET /orders/_search', ['es', 'shop'], 'es'],
    ['GET /shelves/1', ['shop', 'store'], 'store'],
    ['GET /health', ['shop', 'store'], 'shop or store'],
  ])('%s with %j goes to %s', (request, names, to) => {
    expect(destinationOf(request, names).to).toBe(to);
  });
});

describe('a path that no service has', () => {
  it('belongs to the chosen one, and to none otherwise', () => {
    expect(destinationOf('GET /none/at/all', ['es', 'hub']).to).toBe('');
    expect(destinationOf('GET /none/at/all', ['es', 'hub'], [['hub']])).toEqual({
      to: 'hub',
      match: 'none',
      service: 'code-hosting',
    });
    expect(destinationOf('GET /none/at/all', ['es', 'hub'], [['hub', 'es']]).to).toBe('');
  });

  it.each([
    ['GET /organiaztions', 'hub', 'near'],
    ['GET /gitss', 'hub', 'near'],
    ['GET /notiifcations', 'hub', 'near'],
    ['GET /repsoitories/1/issues', 'hub', 'near'],
    ['GET /repsoitories/x/issues', 'hub', 'none'],
    ['GET /organisations/1/team/3/members', 'hub', 'near'],
    ['GET /none', 'hub', 'none'],
    ['GET /user', 'es', 'operation'],
    ['GET /none/at/once/more', 'es', 'none'],
  ])('%s belongs to the only one, %s', (request, name, match) => {
    expect(destinationOf(request, [name])).toMatchObject({ to: name, match });
  });

  it.each([
    ['GET /_cat/indices', 'hub'],
    ['GET /logs/_search', 'hub'],
    ['GET /repos/o/r', 'es'],
  ])('%s goes nowhere where another one has it, and not the only one, %s', (request, name) => {
    expect(destinationOf(request, [name]).to).toBe('');
  });
});
