import { refused } from '../../../../packages/sender/src/refusal';
import { bodyFiles } from '../body-files';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../packages/engine/src/index';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import type { MaterialiseInput } from '../../../../packages/sender/src/variables/index';
import { materialise } from '../../../../packages/sender/src/variables/materialise';
import { codeHosting } from '../../../../services/code-hosting/identity';
import { createFiller } from '../../../../packages/sender/src/variables/resolve-variables';
import { segmentsOf } from '../../../../packages/sender/src/plan/segments';

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
    ...(codeHosting.vendorNames && { vendorNames: codeHosting.vendorNames }),
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
  if (!('request' in result)) throw new Error(`Not sent: ${JSON.stringify(result)}`);
  return result.request;
}

function header(request: { readonly headers: readonly (readonly [string, string])[] }, name: string) {
  return request.headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

function isAdded(name: string): boolean {
  return name === 'Accept' || name === 'User-Agent';
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

  it('refuses a header field in place of a segment of the path, which would put a credential into the URL', () => {
    const auth = { auth: 'Authorization: Basic a:b', title: 'title: a' };
    expect(fill({ target: '/x/{{auth}}' }, auth)).toEqual(
      refused(
        'The value of `{{auth}}` is a header field, and its line continues the path. Write the line without indentation.',
      ),
    );
    expect(requestOf({ target: '/x?q={{title}}' }, auth).url).toContain('?q=title:');
    expect(requestOf({ target: '/x/{{id}}' }, { id: 'a:b' }).url).toMatch(/\/x\/a:b$/);
  });

  it.each<[source: string, value: string, type: string | undefined]>([
    ['{{body}}', '{"a":1}', 'application/json'],
    ['{{body}}', ' [1]', 'application/json'],
    ['{{body}}', '5', 'application/json'],
    ['{{body}}', 'plain words', undefined],
    ['{{body}} and more', 'plain words', undefined],
    ['{ "a": {{body}} }', 'plain words', 'application/json'],
  ])('adds the type of JSON only where the body is JSON: %j with %j', (json, value, type) => {
    expect(header(requestOf({ json }, { body: value }), 'Content-Type')).toEqual(type === undefined ? [] : [type]);
  });

  it('resolves variables of variables, and names the ones without a value once each', () => {
    const variables = { a: '{{b}}-{{b}}', b: '{{c}}', c: '1' };
    expect(requestOf({ target: '/{{a}}' }, variables).url).toMatch(/\/1-1$/);
    expect(fill({ target: '/{{a}}/{{z}}/{{z}}' }, { a: '{{y}}' })).toEqual({ unresolved: ['y', 'z'] });
  });

  it('names a circle', () => {
    expect(fill({ target: '/{{x}}' }, { x: '{{a}}', a: '{{b}}', b: '{{a}}' })).toEqual(
      refused('The variables refer to each other in a circle: `a` → `b` → `a`. Change the value of one of them.'),
    );
    expect(fill({ target: '/{{a}}' }, { a: '{{a}}' })).toEqual(
      refused('The variables refer to each other in a circle: `a` → `a`. Change the value of one of them.'),
    );
  });

  it('follows a chain of any length', () => {
    const chain = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`v${at}`, `{{v${at + 1}}}`]));
    expect(requestOf({ target: '/{{v0}}' }, { ...chain, v10000: 'end' }).url).toMatch(/\/end$/);
    expect(fill({ target: '/{{v0}}' }, { ...chain, v10000: '{{v0}}' })).toMatchObject(
      refused(expect.stringMatching(/^The variables refer to each other in a circle: `v0` → .* → `v0`\. /)),
    );
  });

  it.each(['x', '', '{{$guid}}', '{{$processEnv NONE}}'])(
    'stops where variables double until they end in %j',
    (end) => {
      const doubling = Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`v${at}`, `{{v${at + 1}}}{{v${at + 1}}}`]),
      );
      const values: Readonly<Record<string, string>> = { ...doubling, v60: end };
      const resolve = (name: string) =>
        values[name] === undefined ? undefined : { value: values[name], isSecret: false };
      const filler = createFiller(resolve, system, undefined, { length: 5_000, count: 500 });
      filler.fill(segmentsOf('{{v0}}'));
      if (end === '' || end.includes('NONE')) expect(filler.problem).toBeUndefined();
      else expect(filler.problem).toContain('values of the variables are too long');
    },
  );

  it('names the header fields with secrets, which stay at their origin', () => {
    const headers: [string, string][] = [
      ['X-Job', 'by {{$processEnv HOME_TOKEN}}'],
      ['X-Plain', '{{plain}}'],
      ['X-Session', 'abc'],
    ];
    const result = fill({ headers, secretFields: ['x-session'] }, { plain: 'p' });
    expect(result).toMatchObject({ request: { secretFields: ['X-Job', 'X-Session'] } });
  });

  it('names those whose own name is a secret, and masks it as it is received', () => {
    const resolve = () => ({ value: 'Canary-4713', isSecret: true });
    const result = fill({ headers: [['{{name}}', 'v']], target: 'http://{{name}}.own.example/' }, {}, { resolve });
    expect(result).toMatchObject({ request: { secretFields: ['Canary-4713'] } });
    expect('secrets' in result && result.secrets).toContain('canary-4713');
    const short = fill(
      {
        headers: [
          ['{{name}}', 'v'],
          ['X-Abc', 'w'],
        ],
      },
      {},
      { resolve: () => ({ value: 'bc', isSecret: true }) },
    );
    expect(short).not.toHaveProperty('request.secretFields');
  });

  it('takes the values in a private file that it sends for secrets', () => {
    const texts: Readonly<Record<string, string>> = {
      './.env': 'KEY="Kq7Zw9+/xT=="\nOTHER=plain words\n',
      './http-client.private.env.json': '{"dev":{"token":"abc-4713"}}',
      './notes.env.txt': 'KEY=unknown\n',
    };
    const secretsOf = (path: string, fillsVariables = false) => {
      const result = fill(
        { method: 'POST', body: { kind: 'file', path, fillsVariables } },
        {},
        { files: bodyFiles(path, texts[path] ?? '') },
      );
      return 'secrets' in result ? result.secrets : undefined;
    };
    expect(secretsOf('./.env')).toEqual(['Kq7Zw9+/xT==', 'plain words']);
    expect(secretsOf('./.env', true)).toContain('plain words');
    expect(secretsOf('./http-client.private.env.json')).toEqual(['abc-4713']);
    expect(secretsOf('./notes.env.txt')).toEqual([]);
  });

  it('takes a new value for a system variable each time, and one value for any other', () => {
    let asked = 0;
    const resolve = () => ({ value: `${++asked}`, isSecret: false });
    expect(requestOf({ target: '/{{a}}{{a}}/{{%a}}' }, {}, { resolve }).url).toMatch(/\/11\/1$/);
    let guids = 0;
    const counting = { ...system, guid: () => `g${++guids}` };
    expect(requestOf({ target: '/{{a}}/{{a}}' }, { a: '{{$guid}}' }, { system: counting }).url).toMatch(/\/g1\/g1$/);
    expect(requestOf({ target: '/{{$guid}}/{{$guid}}' }, {}, { system: counting }).url).toMatch(/\/g2\/g3$/);
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
    expect(request.headers.filter(([name]) => !isAdded(name))).toEqual([['X-A', 'b']]);
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

  it('keeps a credential and the user of a URL secret as they are written', () => {
    const stored = fill({}, {}, { credential: 'Basic us er:pass' });
    expect('secrets' in stored && stored.secrets).toContain('Basic us er:pass');
    const target = 'https://us%65r:p%61:ss@es.example:9243/base/x';
    const written = fill({ target, isAbsolute: true });
    expect('secrets' in written && written.secrets).toEqual(
      expect.arrayContaining(['us%65r:p%61:ss', 'user:pa:ss', 'pa:ss']),
    );
  });

  it('keeps no scope for a credential that is not sent', () => {
    const own = { headers: [['authorization', 'Basic eA==']] satisfies [string, string][] };
    expect(requestOf(own, {}, { credential: 'stored' })).not.toHaveProperty('credentialScope');
    expect(requestOf({}, {}, { credential: ' ' })).not.toHaveProperty('credentialScope');
    expect(requestOf({}, {}, { credential: 'stored' })).toHaveProperty('credentialScope', cluster.baseUrl);
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

  it.each([
    'https://es.example:9243/base/../x',
    'https://es.example:9243/base/%2e%2e/x',
    'https://es.example:9243/base/a%2F..%2F..%2Fx',
    'https://es.example:9243/base/%252e%252e/x',
    'https://es.example:9243/base\\..\\x',
    'https://es.example:9243/base/..;/x',
    'https://es.example/base/x',
    'https://es.example:9243',
  ])('never sends a credential outside of the base URL, as by %s', (target) => {
    const result = fill({ target, isAbsolute: true }, {}, { credential: 'stored-credential' });
    expect(JSON.stringify(result)).not.toContain('stored-credential');
  });

  it('never sends a credential where a variable in the path leads out of the base URL', () => {
    const result = fill({ target: '/{{p}}' }, { p: '../x' }, { credential: 'stored-credential' });
    expect(JSON.stringify(result)).not.toContain('stored-credential');
    expect(JSON.stringify(fill({ target: '/{{p}}' }, { p: 'a/../x' }, { credential: 'stored' }))).toContain('stored');
  });

  it.each([
    ['Basic user:pa ss', 'Basic dXNlcjpwYSBzcw=='],
    ['basic user pass', 'Basic dXNlcjpwYXNz'],
    ['Basic user:pa:ss', 'Basic dXNlcjpwYTpzcw=='],
    ['Basic {{name}}:{{word}}', 'Basic YTpiOmM='],
    ['Basic dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz'],
    ['Basic', 'Basic'],
    ['Bearer a:b', 'Bearer a:b'],
  ])('sends Authorization: %s as %s', (written, sent) => {
    const result = fill({ headers: [['Authorization', written]] }, { name: 'a', word: 'b:c' });
    if (!('request' in result)) throw new Error('Not sent.');
    expect(header(result.request, 'authorization')).toEqual([sent]);
    expect(result.secrets).toContain(sent);
  });

  it.each([
    ['Digest user password', { user: 'user', password: 'password' }],
    ['Digest user my password', { user: 'user', password: 'my password' }],
    ['digest user:pass:word', { user: 'user', password: 'pass:word' }],
    ['Digest {{name}}:{{word}}', { user: 'a', password: 'b:c' }],
  ])('answers a challenge for Authorization: %s, and never sends the password', (written, digest) => {
    const result = fill(
      { target: 'https://api.example/x', isAbsolute: true, headers: [['Authorization', written]] },
      { name: 'a', word: 'b:c' },
    );
    if (!('request' in result)) throw new Error('Not sent.');
    expect(header(result.request, 'authorization')).toEqual([]);
    expect(result.request).toMatchObject({ digest, credentialScope: 'https://api.example' });
    expect(result.secrets).toContain(digest.password);
  });

  it.each(['Digest username="a", realm="b", nonce="c"', 'Digest user', 'Digest'])(
    'sends Authorization: %s as it is',
    (written) => {
      const result = fill({ headers: [['Authorization', written]] });
      if (!('request' in result)) throw new Error('Not sent.');
      expect(header(result.request, 'authorization')).toEqual([written]);
      expect(result.request.digest).toBeUndefined();
    },
  );

  it('joins several fields of cookies to one', () => {
    const result = fill({
      headers: [
        ['Cookie', 'a=1;'],
        ['X-A', '1'],
        ['cookie', 'b=2; c=3'],
      ],
    });
    if (!('request' in result)) throw new Error('Not sent.');
    expect(header(result.request, 'cookie')).toEqual(['a=1; b=2; c=3']);
  });

  it.each([
    ['http://a.example:8080', 'a.example:8080'],
    ['https://a.example/', 'a.example'],
    ['a.example', 'a.example'],
    ['http://a.example/path', 'http://a.example/path'],
  ])('sends Host: %s as %s', (written, sent) => {
    expect(
      header(requestOf({ target: 'https://a.example/x', isAbsolute: true, headers: [['Host', written]] }), 'host'),
    ).toEqual([sent]);
  });

  it('turns a user name and a password in the URL into the header field', () => {
    const sent = fill({ target: 'http://us%40er:p{{x}}s@h:1/a?b=c@d', isAbsolute: true }, { x: 'as' });
    if (!('request' in sent)) throw new Error('Not sent.');
    expect(sent.request.url).toBe('http://h:1/a?b=c@d');
    expect(header(sent.request, 'authorization')).toEqual(['Basic dXNAZXI6cGFzcw==']);
    expect(sent.secrets).toContain('pass');
    const own = requestOf({ target: 'http://u:p@h/', headers: [['Authorization', 'Bearer t']], isAbsolute: true });
    expect([own.url, header(own, 'authorization')]).toEqual(['http://h/', ['Bearer t']]);
  });

  it('says who asks and takes anything, unless the request says otherwise', () => {
    const added = requestOf({}, {}, { userAgent: 'rulebook/1.2.3' });
    expect([header(added, 'user-agent'), header(added, 'accept')]).toEqual([['rulebook/1.2.3'], ['*/*']]);
    const own = requestOf({
      headers: [
        ['user-agent', 'mine'],
        ['ACCEPT', 'a/b'],
      ],
    });
    expect([header(own, 'user-agent'), header(own, 'accept')]).toEqual([['mine'], ['a/b']]);
  });

  it.each([
    ['{{place}}/_search', { place: 'logs' }, 'problem'],
    ['{{place}}/x', { place: 'ftp://h' }, 'problem'],
    ['{{place}}/x', { place: 'http://h:65536' }, 'problem'],
    ['http://h:{{port}}/x', { port: '99999' }, 'problem'],
    ['localhost:{{port}}/x', { port: '99999' }, 'problem'],
    ['{{place}}/x', { place: 'http://127.0.0 .1' }, 'problem'],
    ['{{place}}/x', { place: 'localhost:9200' }, 'http://localhost:9200/x'],
    ['{{place}}/x', { place: 'h:443' }, 'https://h:443/x'],
    ['{{place}}/x', { place: 'https://h' }, 'https://h/x'],
    ['{{place}}/x', { place: '/api' }, 'https://es.example:9243/base/api/x'],
  ])('%s with %j goes to %s', (target, variables, expected) => {
    const result = fill({ target, isAbsolute: true }, variables);
    expect('request' in result ? result.request.url : 'cause' in result ? 'problem' : 'unresolved').toBe(expected);
  });

  it('refuses an encoding that no one knows', () => {
    const body = { kind: 'file', path: 'a', fillsVariables: true, encoding: 'x-none' } as const;
    const files = new Map([['a', { bytes: new Uint8Array(), text: () => undefined }]]);
    expect(fill({ body }, {}, { files })).toEqual(
      refused('the encoding x-none of the file a is not known; use for example latin1 or utf8'),
    );
  });

  it('turns neutral names into those of the vendor', () => {
    const recommended = [
      { name: 'Accept', value: 'application/vnd.vendor+json' },
      { name: 'X-Vendor-Api-Version', value: '1' },
    ];
    const added = requestOf({ recommended }, {}, { endpoint: hub });
    expect(added.headers.filter(([name]) => name !== 'User-Agent')).toEqual([
      ['Accept', 'application/vnd.github+json'],
      ['X-GitHub-Api-Version', '1'],
    ]);
    const neutral = requestOf({ recommended });
    expect(neutral.headers.map(([name]) => name)).toEqual(['Accept', 'X-Vendor-Api-Version', 'User-Agent']);
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

  it('sends the bytes of a file other than JSON as they are', () => {
    const bytes = Uint8Array.of(0x89, 0x50, 0xff, 0x00);
    const request = requestOf(
      { body: { kind: 'file', path: './a.png', fillsVariables: false } },
      {},
      { files: new Map([['./a.png', { bytes, text: () => undefined }]]) },
    );
    expect(request.body).toEqual([bytes]);
  });

  it('returns the values that must not be shown', () => {
    const result = fill(
      { json: '{{hookSecret}} {{plain}}' },
      { hookSecret: 'hush-hush', plain: 'open' },
      { credential: 'abc' },
    );
    expect('secrets' in result && [...result.secrets].sort()).toEqual(['Bearer abc', 'abc', 'hush-hush']);
  });
});
