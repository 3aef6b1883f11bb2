import { bodyFiles } from './body-files';
import { describe, expect, it } from 'vitest';
import type { Endpoint, MaterialiseInput, RequestPlan } from '../../../engine/src/index';
import { materialise } from '../../../engine/src/run/materialise';
import { segmentsOf } from '../../../engine/src/run/segments';

const cluster: Endpoint = { name: 'c', service: 'search-cluster', baseUrl: 'https://es.example:9243/base' };
const hub: Endpoint = { name: 'h', service: 'code-hosting', baseUrl: 'https://api.example', vendor: 'github' };

const system = {
  now: () => Date.UTC(2024, 0, 2),
  guid: () => '0000-guid',
  random: () => 0.5,
  environment: (name: string) => (name === 'HOME_TOKEN' ? 'from-env' : undefined),
};

type Parts = { target?: string; headers?: [string, string][]; json?: string } & Partial<
  Omit<RequestPlan, 'target' | 'headers'>
>;

function planOf({ target = '/x', headers = [], json, ...rest }: Parts): RequestPlan {
  return {
    method: 'GET',
    target: segmentsOf(target),
    isAbsolute: false,
    headers: headers.map(([name, value]) => ({ name: segmentsOf(name), value: segmentsOf(value) })),
    ...(json !== undefined && { body: { kind: 'text', form: 'json', segments: segmentsOf(json) } }),
    label: 'x',
    variables: [],
    errors: 0,
    isUnsafe: false,
    ...rest,
  };
}

function fill(parts: Parts, variables: Record<string, string> = {}, more: Partial<MaterialiseInput> = {}) {
  return materialise({
    plan: planOf(parts),
    endpoint: cluster,
    resolve: (name) => (Object.hasOwn(variables, name) ? { value: variables[name] ?? '', isSecret: false } : undefined),
    system,
    ...more,
  });
}

function requestOf(...args: Parameters<typeof fill>) {
  const result = fill(...args);
  if ('unresolved' in result) throw new Error(`Unresolved: ${result.unresolved.join(', ')}`);
  return result.request;
}

function header(request: { readonly headers: readonly (readonly [string, string])[] }, name: string) {
  return request.headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

describe('materialise', () => {
  it('puts a path behind the base URL and fills variables in', () => {
    expect(requestOf({ target: '/{{index}}/_doc/{{ id }}?a={{id}}' }, { index: 'logs', id: '7' }).url).toBe(
      'https://es.example:9243/base/logs/_doc/7?a=7',
    );
  });

  it('leaves an absolute URL alone, also when a variable makes it absolute', () => {
    expect(requestOf({ target: 'http://other/x' }).url).toBe('http://other/x');
    expect(requestOf({ target: '{{host}}/x' }, { host: 'http://other:1' }).url).toBe('http://other:1/x');
    expect(requestOf({ target: '{{host}}/x' }, { host: 'other:1' }).url).toBe('http://other:1/x');
  });

  it('keeps a path that has no endpoint, so that it cannot be sent', () => {
    expect(requestOf({ target: '/x' }, {}, { endpoint: undefined }).url).toBe('/x');
  });

  it('resolves variables of variables, and names the ones without a value once each', () => {
    const variables = { a: '{{b}}-{{b}}', b: '{{c}}', c: '1' };
    expect(requestOf({ target: '/{{a}}' }, variables).url).toMatch(/\/1-1$/);
    expect(fill({ target: '/{{a}}/{{z}}/{{z}}' }, { a: '{{y}}' })).toEqual({ unresolved: ['y', 'z'] });
  });

  it('does not follow a circle', () => {
    expect(fill({ target: '/{{a}}' }, { a: '{{b}}', b: '{{a}}' })).toEqual({ unresolved: ['a'] });
    expect(fill({ target: '/{{a}}' }, { a: '{{a}}' })).toEqual({ unresolved: ['a'] });
  });

  it.each([
    ['$guid', '0000-guid'],
    ['$uuid', '0000-guid'],
    ['$timestamp', '1704153600'],
    ['$timestamp -1 d', '1704067200'],
    ['$isoTimestamp', '2024-01-02T00:00:00.000Z'],
    ['$randomInt 10 20', '15'],
    ['$randomInt -10 10', '0'],
    ['$processEnv HOME_TOKEN', 'from-env'],
    ['%name', 'a%20b%2F'],
  ])('fills {{%s}} in', (name, value) => {
    expect(requestOf({ json: `"{{${name}}}"` }, { name: 'a b/' }).body).toBe(`"${value}"`);
  });

  it.each([
    '$randomInt 5 5',
    '$randomInt a b',
    '$timestamp 1',
    '$timestamp x d',
    '$processEnv NOPE',
    '$unknown',
    '__proto__',
  ])('has no value for {{%s}}', (name) => {
    expect(fill({ target: `/{{${name}}}` })).toEqual({ unresolved: [name] });
  });

  it('adds the type of a JSON body, unless it is given', () => {
    expect(header(requestOf({ json: '{}' }), 'content-type')).toEqual(['application/json']);
    expect(header(requestOf({ json: '{}', headers: [['content-TYPE', 'x/y']] }), 'content-type')).toEqual(['x/y']);
    expect(header(requestOf({}), 'content-type')).toEqual([]);
    const lines = { body: { kind: 'text', form: 'lines', segments: ['{}\n'] } } as const;
    expect(header(requestOf(lines), 'content-type')).toEqual(['application/x-ndjson']);
  });

  it('drops a written length and trims values', () => {
    const request = requestOf(
      {
        headers: [
          ['Content-Length', '3'],
          ['X-A', ' {{v}} '],
        ],
      },
      { v: 'b ' },
    );
    expect(request.headers).toEqual([['X-A', 'b']]);
  });

  it.each([
    ['abc', 'ApiKey', 'ApiKey abc'],
    ['abc', undefined, 'Bearer abc'],
    ['Bearer abc', 'ApiKey', 'Bearer abc'],
    ['Basic abc', 'ApiKey', 'Basic abc'],
    [' ApiKey abc ', 'Bearer', 'ApiKey abc'],
  ])('sends the credential %j of scheme %j as %j', (credential, scheme, expected) => {
    const parts = scheme === undefined ? {} : { scheme };
    expect(header(requestOf(parts, {}, { credential }), 'authorization')).toEqual([expected]);
  });

  it('keeps the request own authorization', () => {
    const request = requestOf({ headers: [['authorization', 'Basic eA==']] }, {}, { credential: 'stored' });
    expect(header(request, 'authorization')).toEqual(['Basic eA==']);
  });

  it.each([
    'https://evil.example/x',
    'https://es.example:9243.evil.example/base/x',
    'https://es.example:9243/basement',
    'http://es.example:9243/base/x',
    'https://es.example:9243@evil.example/base',
  ])('never sends a credential to %s', (target) => {
    const result = fill({ target, isAbsolute: true }, {}, { credential: 'stored-credential' });
    expect(JSON.stringify(result)).not.toContain('stored-credential');
  });

  it('sends the credential to an absolute URL behind the base URL', () => {
    const request = requestOf({ target: 'HTTPS://ES.example:9243/base/x' }, {}, { credential: 'abcd' });
    expect(header(request, 'authorization')).toHaveLength(1);
  });

  it('turns neutral names into those of the vendor', () => {
    const recommended = [
      { name: 'Accept', value: 'application/vnd.vendor+json' },
      { name: 'X-Vendor-Api-Version', value: '1' },
    ];
    const added = requestOf({ recommended }, {}, { endpoint: hub });
    expect(added.headers).toEqual([
      ['Accept', 'application/vnd.github+json'],
      ['X-GitHub-Api-Version', '1'],
    ]);
    const neutral = requestOf({ recommended });
    expect(neutral.headers.map(([name]) => name)).toEqual(['Accept', 'X-Vendor-Api-Version']);
    const own = requestOf({ recommended, headers: [['x-github-api-version', '2']] }, {}, { endpoint: hub });
    expect(header(own, 'x-github-api-version')).toEqual(['2']);
  });

  it('takes a body from a file, with or without its variables', () => {
    const file = (fillsVariables: boolean) =>
      requestOf(
        { body: { kind: 'file', path: './a.json', fillsVariables } },
        { v: '1' },
        { files: bodyFiles('./a.json', '// @request PUT /x\n{"a":{{v}}}') },
      );
    expect(file(true).body).toBe('{"a":1}');
    expect(file(false).body).toBe('{"a":{{v}}}');
    expect(header(file(true), 'content-type')).toEqual(['application/json']);
  });

  it('sends the bytes of a file that is no JSON as they are', () => {
    const bytes = Uint8Array.of(0x89, 0x50, 0xff, 0x00);
    const request = requestOf(
      { body: { kind: 'file', path: './a.png', fillsVariables: false } },
      {},
      { files: new Map([['./a.png', { bytes, text: () => undefined }]]) },
    );
    expect(request.body).toEqual([bytes]);
  });

  it('tells which values must not be shown', () => {
    const result = fill(
      { json: '{{hookSecret}} {{plain}}' },
      { hookSecret: 'hush-hush', plain: 'open' },
      { credential: 'abc' },
    );
    expect('secrets' in result && result.secrets).toEqual(['hush-hush', 'Bearer abc', 'abc']);
  });
});
