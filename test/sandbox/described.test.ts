import { sandboxParts } from '../../packages/services/src/sandbox/index';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../packages/engine/src/index';
import { sandboxEndpoints } from '../../packages/sender/src/configuration/index';
import { createSandbox } from '../../packages/sandbox/src/index';
import { makeValue, valueFor } from '../../packages/checker/src/resource-model/index';
import { catalogue } from '../../packages/services/src/registry';
import {
  compiledFormat,
  type CompiledDescription,
  type CompiledOperation,
} from '../../packages/description/src/compiled';

const operation = (line: string, more: Partial<CompiledOperation> = {}): CompiledOperation => {
  const [method = '', path = ''] = line.split(' ');
  return { id: line.toLowerCase().replace(/\W+/g, '-'), title: `Do ${line}`, methods: [method], path, ...more };
};

const ticket = {
  type: 'object',
  name: 'ticket',
  fields: [
    { name: 'title', shape: { type: 'string' }, required: true },
    { name: 'count', shape: { type: 'integer' } },
  ],
} as const;

const base = { format: compiledFormat, source: 'OpenAPI 3.1', version: '2.0', shapes: [], problems: [] } as const;
const descriptions: Readonly<Record<string, CompiledDescription>> = {
  elasticsearch: {
    ...base,
    title: 'Cluster API',
    operations: [
      operation('GET /_tickets', {
        examples: [
          { title: 'none', status: 404, body: { value: { problem: true } } },
          { title: 'two', status: 200, body: { value: { tickets: [1, 2] } } },
        ],
      }),
      operation('GET /_cat/tickets', { examples: [{ title: 'text', status: 200, body: { text: 'a b\n' } }] }),
      operation('POST /_tickets', {
        body: { shape: ticket, required: true },
        responses: [{ status: 201, summary: '', shape: ticket }],
      }),
      operation('DELETE /_tickets'),
    ],
  },
  github: {
    ...base,
    title: 'Host – API',
    operations: [
      operation('GET /repos/{owner}/{repo}/tickets', {
        pathParameters: ['owner', 'repo'].map((name) => ({ name, shape: { type: 'string' }, required: true })),
        query: [{ name: 'per_page', shape: { type: 'integer' } }],
        responses: [{ status: 204, summary: 'Nothing.' }],
      }),
    ],
  },
};

/** Each service has a description. */
const described = {
  ...catalogue,
  services: catalogue.services.map((service) => ({
    ...service,
    fallbackDescriptions: [
      { vendor: 'any', isDefault: true, description: service.id === 'code-hosting' ? 'github' : 'elasticsearch' },
    ],
  })),
};

function play({ hasExamples = false, isKnown = true } = {}) {
  const engine = createEngine({
    catalogue: described,
    loadDescription: (name) => (isKnown ? descriptions[name] : undefined),
  });
  const endpointOf = (service: string) => sandboxEndpoints.find((endpoint) => endpoint.service === service)!;
  const sandbox = createSandbox(sandboxParts, {
    read: (service, request) => {
      const found = engine.describedWire(request, endpointOf(service));
      return found && { operation: found.operation, refusals: found.findings };
    },
  });
  const state = sandbox.createState(sandbox.freshSeed(() => 'secret'));
  return (server: string, line: string, body?: unknown, authorization = 'Bearer secret') => {
    const [method = '', target = ''] = line.split(' ');
    const headers: [string, string][] = authorization === '' ? [] : [['Authorization', authorization]];
    if (body !== undefined) headers.push(['Content-Type', 'application/json']);
    if (hasExamples) headers.push(['Prefer', 'example']);
    const request = { method, target, headers, body: body === undefined ? '' : JSON.stringify(body) };
    const input = { now: 0, randomText: () => 'r', baseUrl: 'http://sandbox' };
    const { response } = sandbox.step(state, server, request, input, {});
    return { ...response, mark: response.headers.find(([name]) => name === 'X-Sandbox-Example')?.[1] };
  };
}

describe('an operation that only a description knows', () => {
  it('is not played, and the error names it in the form of the service', () => {
    const send = play();
    const cluster = send('cluster', 'GET /_tickets');
    expect(cluster).toMatchObject({ status: 501, mark: undefined });
    expect(JSON.parse(cluster.body)).toMatchObject({
      status: 501,
      error: {
        type: 'unsupported_operation_exception',
        reason: expect.stringContaining('`get-_tickets` of Cluster API 2.0') as string,
      },
    });
    const host = send('host', 'GET /repos/octocat/hello-world/tickets?per_page=many');
    expect(host.status).toBe(501);
    expect(JSON.parse(host.body)).toMatchObject({
      message: 'Not Implemented',
      detail: expect.stringContaining('`Prefer: example`') as string,
    });
  });

  it('is unknown without the description, and what nothing knows stays unknown', () => {
    expect(play({ isKnown: false })('cluster', 'GET /_tickets').status).toBe(400);
    expect(play()('cluster', 'GET /_tickts').status).toBe(400);
    expect(play({ hasExamples: true })('host', 'GET /repos/octocat/hello-world/tickts').status).toBe(404);
  });

  it('leaves played operations to the sandbox', () => {
    const send = play({ hasExamples: true });
    expect(send('host', 'GET /repos/octocat/hello-world/hooks')).toMatchObject({
      status: 200,
      body: '[]',
      mark: undefined,
    });
    expect(send('leader', 'GET /_cluster/health')).toMatchObject({ status: 200, mark: undefined });
  });
});

describe('asked for an example, an operation that only a description knows', () => {
  const send = play({ hasExamples: true });

  it('is answered with the first example of a successful response, marked as one', () => {
    expect(send('cluster', 'GET /_tickets')).toMatchObject({
      status: 200,
      body: '{"tickets":[1,2]}',
      mark: 'Cluster API 2.0, get-_tickets',
    });
    expect(send('cluster', 'GET /_tickets?filter_path=none').body).toBe('{}');
    expect(send('cluster', 'GET /_cat/tickets?pretty')).toMatchObject({ status: 200, body: 'a b\n' });
  });

  it('is answered in the form of the response where there is no example', () => {
    expect(send('cluster', 'POST /_tickets', { title: 'x' })).toMatchObject({
      status: 201,
      body: '{"title":"text","count":1}',
      mark: 'Cluster API 2.0, post-_tickets, made from the form of the response',
    });
    expect(send('host', 'GET /repos/octocat/hello-world/tickets')).toMatchObject({
      status: 204,
      body: '',
      mark: 'Host API 2.0, get-repos-owner-repo-tickets',
    });
  });

  it('is not played where the description shows no successful response', () => {
    const { status, body } = send('cluster', 'DELETE /_tickets');
    expect(status).toBe(501);
    expect(body).toContain('shows no successful response');
  });

  it('is refused where the request contradicts the description', () => {
    const { status, body, mark } = send('cluster', 'POST /_tickets', { titel: 'x' });
    expect({ status, mark }).toEqual({ status: 400, mark: undefined });
    expect(body).toMatch(/titel|title/);
    const host = send('host', 'GET /repos/octocat/hello-world/tickets?per_page=many');
    expect(host.status).toBe(400);
    expect(JSON.parse(host.body)).toMatchObject({ message: 'Validation Failed', rule: 'wrong-type' });
  });

  it('needs a credential like every other one', () => {
    expect(send('cluster', 'GET /_tickets', undefined, '').status).toBe(401);
    expect(send('cluster', 'GET /_tickets', undefined, 'Bearer other').status).toBe(401);
    expect(send('host', 'GET /repos/octocat/hello-world/tickets', undefined, '').status).toBe(401);
    expect(send('host', 'GET /repos/octocat/hello-world/tickets', undefined, 'Bearer other').status).toBe(401);
  });
});

const now = '2026-01-01T00:00:00Z';

describe('a made value of a shape', () => {
  it('ends where the shape does not', () => {
    const node = { type: 'object' as const, name: 'node', fields: [] as object[] };
    const next = { name: 'next', summary: '', provenance: { kind: 'described' }, required: true, shape: node };
    node.fields.push(next, { ...next, name: 'other' });
    const text = JSON.stringify(makeValue(node as never, { hasOptional: true, hasExamples: true, option: 0, now }));
    expect(text.length).toBeLessThan(50_000);
  });

  it('takes examples and listed values', () => {
    const source = { kind: 'described', service: 's', title: 't', version: '1', pointer: '#' } as const;
    const field = (name: string, shape: object, more: object = {}) => ({
      name,
      summary: '',
      provenance: source,
      shape,
      ...more,
    });
    const shape = {
      type: 'object',
      name: 'x',
      fields: [
        field('state', { type: 'string', values: { values: [{ value: 'open' }], closed: true, provenance: source } }),
        field('id', { type: 'integer' }, { example: '42' }),
        field('at', { type: 'string', format: 'date' }),
        field('list', { type: 'array', items: { type: 'choice', options: [{ type: 'null' }, { type: 'boolean' }] } }),
      ],
    };
    expect(valueFor(shape as never, now)).toEqual({ state: 'open', id: 42, at: '2026-01-01', list: [false] });
  });
});
