import { describe, expect, it } from 'vitest';
import { copyInputOf, copyRequest } from '../../../packages/exchange/src/index';
import type { PreparedRequest, RequestPlan } from '../../../packages/sender/src/plan/index';
import { compiledFormat, identities } from '../../../packages/services/src/index';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { mergeDocumented } from '../../../packages/description/src/merge-documented';
import { callOfOperation, type PlannedCall } from '../../../packages/exchange/src/copy/planned-call';

/** Returns the call in the text that is copied; `response =` and what prints it are left out. */
function callOf(service: string, request: Partial<PreparedRequest> & { readonly path: string }, call: PlannedCall) {
  const { path, ...rest } = request;
  const plan: RequestPlan = {
    ...{ method: 'GET', target: [], isAbsolute: true, headers: [], label: 'x', variables: [], errors: 0 },
    ...{ isUnsafe: false, service, template: call.path },
  };
  const copied = copyRequest(
    'client',
    copyInputOf({
      ...{ plan, call, secrets: ['s3cret-value'], endpoint: undefined, hrefOf: (url) => url },
      client: identities.find(({ id }) => id === service)?.client,
      request: { method: 'GET', headers: [], ...rest, url: `https://x.example.org${path}` },
      ...{ showsSecrets: false, fileAt: (file) => file, connectionFileAt: (file) => file },
    }),
  );
  if ('problem' in copied) throw new Error(copied.problem);
  return /response = await ([^]*);\nconsole/.exec(copied.text)?.[1];
}

const json = [['Content-Type', 'application/json']] as const;
const createHook: PlannedCall = { method: 'repos.createWebhook', path: '/repos/{owner}/{repo}/hooks' };
const hook = (body: string, further: Partial<PreparedRequest> & { readonly path?: string } = {}) =>
  callOf('code-hosting', { method: 'POST', path: '/repos/o/r/hooks', headers: json, body, ...further }, createHook);

describe('a call of the client of the code host', () => {
  it('names the parameters of the path and the members of the body', () => {
    const body = '{"name": "web", "events": ["push"], "config": {"secret": "s3cret-value"}}';
    expect(hook(body, { headers: [...json, ['X-Own', 'yes']] })).toBe(
      [
        'octokit.rest.repos.createWebhook({',
        "  owner: 'o',",
        "  repo: 'r',",
        "  name: 'web',",
        "  events: ['push'],",
        '  config: { secret: process.env.SECRET },',
        "  headers: { 'x-own': 'yes' },",
        '})',
      ].join('\n'),
    );
  });

  it('names the parameters of the query', () => {
    const list: PlannedCall = { ...createHook, method: 'repos.listWebhooks' };
    expect(callOf('code-hosting', { path: '/repos/o%20x/r/hooks?per_page=5&since=a%2Fb+c' }, list)).toBe(
      "octokit.rest.repos.listWebhooks({\n  owner: 'o x',\n  repo: 'r',\n  per_page: 5,\n  since: 'a/b c',\n})",
    );
  });

  it.each<[why: string, body: string, further?: Parameters<typeof hook>[1]]>([
    ['a number that JavaScript cannot hold', '{"id": 12345678901234567890}'],
    ['a member that is there twice', '{"name": "a", "name": "b"}'],
    ['a member that is called as a parameter of the path', '{"owner": "x"}'],
    ['a member with a meaning for the client', '{"headers": {}}'],
    ['a body without members', '{}'],
    ['a body that is a list', '["a"]'],
    ['a body that is not JSON', 'name=web'],
    ['a query next to a body', '{"name": "web"}', { path: '/repos/o/r/hooks?a=b' }],
    ['another path', '{"name": "web"}', { path: '/repos/o/r/hooks/7' }],
    ['an empty segment', '{"name": "web"}', { path: '/repos//r/hooks' }],
    ['a segment of dots', '{"name": "web"}', { path: '/repos/%2e%2e/r/hooks' }],
    ['an escape that cannot be read', '{"name": "web"}', { path: '/repos/%zz/r/hooks' }],
    ['a secret in the path', '{"name": "web"}', { path: '/repos/s3cret-value/r/hooks' }],
    ['a secret with an escape of JSON', '{"secret": "a\\"b"}'],
  ])('has the form for any request for %s', (_, body, further) => {
    expect(hook(body, further)).toMatch(/^octokit\.request\(/);
  });

  it('keeps the text of a search', () => {
    const search: PlannedCall = { method: 'search.code', path: '/search/code' };
    expect(callOf('code-hosting', { path: '/search/code?q=5' }, search)).toBe(
      "octokit.rest.search.code({\n  q: '5',\n})",
    );
    // The client would send a plus sign, which means a blank.
    expect(callOf('code-hosting', { path: '/search/code?q=c%2B%2B' }, search)).toMatch(/^octokit\.request\(/);
  });
});

describe('a call of the client of the search cluster', () => {
  const search: PlannedCall = {
    ...{ method: 'search', path: '/{index}/_search' },
    ...{ query: ['routing'], members: ['query', 'size'] },
  };
  const post = (path: string, body: string, call: PlannedCall, type = 'application/json') =>
    callOf('search-cluster', { method: 'POST', path, headers: [['Content-Type', type]], body }, call);

  it('names all parameters, and gives to the query what could also be of the body', () => {
    expect(post('/a,b/_search?routing=7&size=1&pretty', '{"query": {"match_all": {}}}', search)).toBe(
      [
        'client.search(',
        '  {',
        "    index: 'a,b',",
        '    routing: 7,',
        '    query: { match_all: {} },',
        '  },',
        "  { querystring: { size: 1, pretty: '' }, meta: true },",
        ')',
      ].join('\n'),
    );
  });

  it('takes a whole body as one parameter', () => {
    const create: PlannedCall = {
      ...{ method: 'snapshot.createRepository', path: '/_snapshot/{name}', body: 'repository' },
      ...{ query: [], members: [] },
    };
    expect(post('/_snapshot/backup', '{"type": "fs"}', create)).toContain(
      "    name: 'backup',\n    repository: { type: 'fs' },\n",
    );
  });

  it('takes lines as a list', () => {
    const bulk: PlannedCall = { method: 'bulk', path: '/_bulk', body: 'operations', takesLines: true };
    const lines = '{"index":{}}\n{"password":"s3cret-value"}\n';
    expect(post('/_bulk', lines, bulk, 'application/x-ndjson')).toBe(
      [
        'client.bulk(',
        '  {',
        '    operations: [{ index: {} }, { password: process.env.PASSWORD }],',
        '  },',
        '  { meta: true },',
        ')',
      ].join('\n'),
    );
    expect(post('/_bulk', '{"index":{}}\nno JSON\n', bulk)).toContain('transport.request');
  });

  it.each<[why: string, path: string, body: string]>([
    ['a member that the operation does not have', '/a/_search', '{"other": 1}'],
    ['a parameter that is there twice', '/a/_search?routing=1&routing=2', '{"size": 1}'],
    ['a further parameter that is there twice', '/a/_search?x=1&x=2', '{"size": 1}'],
  ])('has the form for any request for %s', (_, path, body) => {
    expect(post(path, body, search)).toMatch(/^client\.transport\.request\(/);
  });
});

describe('how the client calls an operation', () => {
  const client = identities.find(({ id }) => id === 'search-cluster')!.client!;
  const described = createDescribedService(
    {
      ...{ format: compiledFormat, source: 'x', title: 'x', version: '1', shapes: [], problems: [] },
      operations: [
        {
          ...{ id: 'things.put', title: 'Put', methods: ['PUT', 'POST'], path: '/things/{thing}' },
          query: [
            { name: 'refresh', shape: { type: 'string' } },
            { name: 'size', shape: { type: 'string' } },
          ],
          body: { shape: { type: 'object', fields: [{ name: 'size', shape: { type: 'any' } }] } },
          client: { method: 'things.put', parameters: { thing: 'id' }, otherParameters: ['refresh'] },
        },
      ],
    },
    { id: 'x' },
  );

  it('is that of its published description', () => {
    const [own] = described.operations;
    const { isOutline: _, ...documented } = { ...own!, isOutline: true };
    const upper = {
      ...described,
      operations: [
        { ...documented, ...{ id: 'x.put', methods: ['PUT'], path: '/things/{name}', client: undefined, notes: [] } },
      ].map((operation) => ({ ...operation, service: 'x', responses: [], parameters: { path: [], query: [] } })),
    } as never;
    const [operation] = mergeDocumented(upper, described).whole.operations;
    expect(callOfOperation(operation!, 'PUT', client)).toEqual({
      ...{ method: 'things.put', path: '/things/{id}' },
      // `refresh` would choose another path, and `size` is a member of the body.
      ...{ query: [], members: ['size'] },
    });
    expect(callOfOperation(operation!, 'DELETE', client)).toBeUndefined();
  });
});
