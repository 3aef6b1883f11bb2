import { Client } from '@elastic/elasticsearch';
import { Octokit } from '@octokit/rest';
import { expect, it } from 'vitest';
import type { Operation } from '../../packages/catalogue/src/operation';
import type { Service } from '../../packages/catalogue/src/service';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import { copyInputOf, copyRequest } from '../../packages/exchange/src/index';
import type { RequestPlan } from '../../packages/sender/src/plan/index';
import { createCatalogues } from '../../packages/services/src/index';
import { callOfOperation } from '../../packages/exchange/src/copy/planned-call';
import { catalogue } from '../../packages/services/src/registry';
import { createDescriptionLoader } from '../../packages/node/src/shipped-descriptions';
import { root } from '../cli/command-line';

const base = 'http://service.example.org';
const load = createDescriptionLoader(() => undefined, `${root}/dist/descriptions`);
const whole = createCatalogues(catalogue, load)({}).whole!;

/** A service with its published description. */
function serviceOf(id: string, vendor?: string): Service {
  return whole(
    catalogue.services.find((one) => one.id === id)!,
    { vendor },
  );
}

interface SampleRequest {
  readonly operation: Operation;
  /** The operation of the published description that names the method. */
  readonly described: Operation;
  readonly method: string;
  readonly path: string;
  /** The name of a query parameter. */
  readonly name: string | undefined;
  readonly body: string | undefined;
}

/** Returns a request for each operation and method of which the client's method is known. */
function samplesOf(service: Service): readonly SampleRequest[] {
  return service.operations.flatMap((operation) =>
    operation.methods.flatMap((method): readonly SampleRequest[] => {
      const described = [operation, ...(operation.described ?? [])].find(
        ({ client, methods }) => client !== undefined && methods.includes(method),
      );
      if (described === undefined) return [];
      const shape = described.body?.shape;
      const member = shape?.type === 'object' ? shape.fields[0]?.name : undefined;
      const value = described.body && JSON.stringify({ [member ?? 'anything']: 'v' });
      const hasBody = method !== 'GET' && method !== 'HEAD';
      return [
        {
          ...{ operation, described, method },
          path: described.path.replace(/\{[\w-]+\}/g, (name) => `x-${name.length}`),
          name: described.parameters.query.find(({ name }) => name !== 'q')?.name,
          body: hasBody ? (described.takesLines === true ? '{"index":{}}\n{"a":1}\n' : value) : undefined,
        },
      ];
    }),
  );
}

/** Returns the expression that a copied request calls the client with; undefined when it is the form for any request. */
function copiedCall(service: Service, { operation, described, method, path, body }: SampleRequest, query: string) {
  const call = callOfOperation(operation, method, service.client!);
  const plan: RequestPlan = {
    ...{ method, target: [], isAbsolute: true, headers: [], label: 'x', variables: [], errors: 0, isUnsafe: false },
    ...{ service: service.id, template: operation.path },
  };
  const type = described.takesLines === true ? 'application/x-ndjson' : 'application/json';
  const copied = copyRequest(
    'client',
    copyInputOf({
      ...{
        plan,
        call,
        secrets: [],
        endpoint: undefined,
        client: service.client,
        hrefOf: (url) => url,
        codings: undefined,
      },
      request: {
        ...{ method, url: `${base}${path}${query}`, headers: [['Content-Type', type]] },
        ...(body !== undefined && { body }),
      },
      ...{ showsSecrets: true, fileAt: (file) => file, connectionFileAt: (file) => file },
    }),
  );
  if ('problem' in copied) throw new Error(copied.problem);
  const [, text] = /await ([^]*);\nconsole/.exec(copied.text) ?? [];
  return text === undefined || /^\w+\.(?:request|transport)\b/.test(text) ? undefined : text;
}

/** Evaluates the expression with the client. */
async function evaluate(variable: string, client: unknown, expression: string): Promise<void> {
  await new Function(variable, `return ${expression}`)(client);
}

it('calls the methods of the code host, which send the same', { timeout: 60_000 }, async () => {
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const octokit = new Octokit({ baseUrl: base, log });
  let sent: unknown;
  octokit.hook.wrap('request', (_, options) => {
    const { method, url, body } = octokit.request.endpoint(options as never) as unknown as Record<string, unknown>;
    sent = [method, url, body === '' ? undefined : body];
    return { status: 200, data: '', headers: {}, url: base } as never;
  });
  const service = serviceOf('code-hosting', 'github');
  const generic: string[] = [];
  const samples = samplesOf(service);
  for (const sample of samples) {
    const { described, method, path, name, body } = sample;
    const query = name === undefined || method !== 'GET' ? '' : `?${name}=1`;
    const call = copiedCall(service, sample, query);
    if (call === undefined) {
      generic.push(described.id.replace(/^[\w-]*\./, ''));
      continue;
    }
    await evaluate('octokit', octokit, call);
    expect(sent, call).toEqual([method, `${base}${path}${query}`, body === undefined ? undefined : JSON.parse(body)]);
  }
  expect(samples.length).toBeGreaterThan(900);
  // A member `url` of the body, one that is called as a parameter of the path, and a path with two parameters in one segment.
  expect(generic.sort()).toEqual([
    'actions/update-environment-variable',
    'actions/update-org-variable',
    'actions/update-repo-variable',
    'apps/update-webhook-config-for-app',
    'orgs/update-webhook-config-for-org',
    'repos/compare-commits',
    'repos/update-webhook-config-for-repo',
  ]);
});

it('calls the methods of the search cluster, which send the same', { timeout: 60_000 }, async () => {
  const client = new Client({ node: base });
  let sent: Record<string, unknown> = {};
  client.transport.request = ((params: object, { querystring }: { querystring?: object }) => {
    sent = { ...params, further: querystring };
    return Promise.resolve({});
  }) as never;
  const service = serviceOf('search-cluster');
  const found = { named: 0, generic: 0 };
  const newer: string[] = [];
  const different: string[] = [];
  for (const sample of samplesOf(service)) {
    const { described, path, name, body } = sample;
    const call = copiedCall(service, sample, name === undefined ? '' : `?${name}=1`);
    const id = described.id.replace(/^[\w-]*\./, '');
    if (call === undefined) {
      found.generic++;
      continue;
    }
    found.named++;
    // The description is that of a newer version than the client here.
    const isThere = await evaluate('client', client, call).then(
      () => true,
      () => false,
    );
    if (!isThere) newer.push(id);
    const expected =
      body && (described.takesLines === true ? [{ index: {} }, { a: 1 }] : (JSON.parse(body) as unknown));
    const isSame =
      !isThere ||
      (sent['path'] === path &&
        described.methods.includes(String(sent['method'])) &&
        JSON.stringify({ ...(sent['querystring'] as object), ...(sent['further'] as object) }) ===
          JSON.stringify(name === undefined ? {} : { [name]: 1 }) &&
        JSON.stringify(sent['body'] ?? sent['bulkBody']) === JSON.stringify(expected));
    if (!isSame) different.push(id);
  }
  expect(found.named).toBeGreaterThan(800);
  expect(found.generic).toBeLessThan(25);
  expect(newer.length).toBeLessThan(40);
  // Their parameters are newer, too; version 9.4.3 of the client sends them as they are described.
  expect([...new Set(different)].sort()).toEqual([
    'cat.count',
    'cat.count/index',
    'eql.search',
    'indices.resolve_index',
    'inference.put_watsonx',
    'streams.logs_disable',
    'streams.logs_enable',
  ]);
});

it('finds the method of the client for a request', () => {
  const engine = createEngine({ loadDescription: load });
  const endpoints = [
    { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270' },
    { name: 'hub', service: 'code-hosting', baseUrl: 'https://api.github.com', vendor: 'github' },
  ];
  const defaults = { 'search-cluster': 'cluster', 'code-hosting': 'hub' };
  const settings: CheckOptions = { context: { endpoints, defaults }, severities: {} };
  const callOf = (text: string) => engine.clientCall(engine.openFile(text), 0, settings);
  expect(callOf('PATCH https://api.github.com/repos/o/r/hooks/7\n\n{}')).toEqual({
    method: 'repos.updateWebhook',
    path: '/repos/{owner}/{repo}/hooks/{hook_id}',
  });
  expect(callOf('POST /_snapshot/backup\n\n{}')).toEqual({
    ...{ method: 'snapshot.createRepository', path: '/_snapshot/{name}', body: 'repository' },
    ...{ query: ['master_timeout', 'timeout', 'verify'], members: [] },
  });
  // An operation that the description does not have.
  expect(callOf('PUT /projects/1/collaborators/x')).toBeUndefined();
});
