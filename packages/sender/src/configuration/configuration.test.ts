import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  associateBody,
  defaultConfiguration,
  mergeConfiguration,
  ownFilesOf,
  protectedEnvironment,
  parseConfiguration,
  sandboxEndpoints,
} from './index';
import { matchesGlob } from './associate-body';

function problemsOf(value: unknown): readonly string[] {
  return parseConfiguration(JSON.stringify(value)).problems.map(({ message }) => message);
}

describe('parseConfiguration', () => {
  it('reads everything that the file can say', () => {
    const text = `\uFEFF// Ours.
    {
      "$schema": "x",
      "endpoints": {
        "prod": { "service": "search-cluster", "baseUrl": "https://es.example.org:9243/es//", "version": "8.15.0",
                  "deployment": "serverless", "protected": true, "insecure": false },
        "hub": { "service": "code-hosting", "baseUrl": "https://api.example.org", "vendor": "github" }, /* last */
      },
      "defaults": { "search-cluster": "prod" },
      "bodies": [{ "files": "roles/*.json", "request": "put /_security/api_key", "at": "/role_descriptors" }],
      "rules": { "insecure-tls": "error", "literal-secret": "off" },
    }`;
    const { configuration, problems } = parseConfiguration(text);
    expect(problems).toEqual([]);
    expect(configuration).toEqual({
      endpoints: [
        {
          name: 'prod',
          service: 'search-cluster',
          baseUrl: 'https://es.example.org:9243/es',
          version: '8.15.0',
          deployment: 'serverless',
          protected: true,
          insecure: false,
        },
        { name: 'hub', service: 'code-hosting', baseUrl: 'https://api.example.org', vendor: 'github' },
        ...sandboxEndpoints,
      ],
      defaults: { 'search-cluster': 'prod', 'code-hosting': 'hub' },
      namedDefaults: { 'search-cluster': 'prod' },
      bodies: [
        {
          files: 'roles/*.json',
          association: { method: 'PUT', target: '/_security/api_key', at: '/role_descriptors' },
        },
      ],
      rules: { 'insecure-tls': 'error', 'literal-secret': 'off' },
      services: [],
      rulesets: [],
    });
  });

  it.each([
    '../a.yaml',
    '/a.yaml',
    'a/../../b.yaml',
    'C:/a.yaml',
    'https://a.example/b',
    'a\\b.yaml',
    '~/a.yaml',
    '..',
    '',
  ])('reads no description at %s', (path) => {
    const value = { services: { shop: { description: path } } };
    expect(problemsOf(value)).toEqual([
      '`description` of the service `shop` must be a path in the folder of `rulebook.json`, with slashes, without `..`; nothing is downloaded.',
    ]);
    expect(parseConfiguration(JSON.stringify(value)).configuration.services).toEqual([]);
  });

  it('reads services with descriptions, and makes their first endpoints the default ones', () => {
    const shop = { description: './api/openapi.yaml' };
    const { configuration, problems } = parseConfiguration(
      JSON.stringify({
        services: {
          shop: { ...shop, title: 'Shop', overlays: ['a.yaml'] },
          'search-cluster': { description: 's.json' },
        },
        rulesets: ['./api-rules.yaml'],
        endpoints: {
          dev: { service: 'shop', baseUrl: 'http://127.0.0.1:8080' },
          test: { service: 'shop', baseUrl: 'http://127.0.0.1:8081' },
          es: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' },
        },
      }),
    );
    expect(problems).toEqual([]);
    expect(configuration.services).toEqual([
      { id: 'shop', ...shop, title: 'Shop', overlays: ['a.yaml'] },
      { id: 'search-cluster', description: 's.json', overlays: [] },
    ]);
    expect(configuration.rulesets).toEqual(['./api-rules.yaml']);
    expect(configuration.defaults).toEqual({ shop: 'dev', 'search-cluster': 'es' });
  });

  it.each([
    ['none', {}, { 'search-cluster': 'sandbox-cluster', 'code-hosting': 'sandbox-hub' }],
    ['one of no service', { api: {} }, {}],
    ['one of an own service', { dev: { service: 'shop' } }, { shop: 'dev' }],
    ['two of a service', { b: { service: 'code-hosting' }, a: { service: 'code-hosting' } }, { 'code-hosting': 'b' }],
    [
      'one of the sandbox itself',
      { 'sandbox-hub': { service: 'code-hosting' } },
      { 'search-cluster': 'sandbox-cluster', 'code-hosting': 'sandbox-hub' },
    ],
  ])('with %s, sends where a user chose', (_, endpoints, expected) => {
    const baseUrl = 'http://127.0.0.1:8080';
    const written = Object.fromEntries(Object.entries(endpoints).map(([name, one]) => [name, { baseUrl, ...one }]));
    const text = JSON.stringify({ services: { shop: { description: 'a.yaml' } }, endpoints: written });
    expect(parseConfiguration(text).problems).toEqual([]);
    expect(parseConfiguration(text).configuration.defaults).toEqual(expected);
  });

  it('sends to the sandbox where `defaults` name it', () => {
    const text = JSON.stringify({
      endpoints: { es: { service: 'search-cluster', baseUrl: 'http://es.example' } },
      defaults: { 'code-hosting': 'sandbox-hub' },
    });
    const { configuration } = parseConfiguration(text);
    expect(configuration.defaults).toEqual({ 'search-cluster': 'es', 'code-hosting': 'sandbox-hub' });
    expect(mergeConfiguration(configuration, {}).defaults).toEqual(configuration.defaults);
  });

  it('knows services that are defined elsewhere', () => {
    const text = JSON.stringify(endpoint({ service: 'shop' }));
    expect(parseConfiguration(text).problems).toHaveLength(1);
    expect(parseConfiguration(text, { services: ['shop'] }).problems).toEqual([]);
  });

  it('knows the environments that are protected', () => {
    const environments = { live: { protected: true }, dev: { protected: false }, test: {} };
    const { configuration, problems } = parseConfiguration(JSON.stringify({ environments }));
    expect(problems).toEqual([]);
    expect(configuration.protectedEnvironments).toEqual(['live']);
    expect(protectedEnvironment(configuration, 'live')).toBe('live');
    expect(protectedEnvironment(configuration, 'dev')).toBeUndefined();
    expect(mergeConfiguration(configuration, {}).protectedEnvironments).toEqual(['live']);
    const wrong = parseConfiguration('{"environments": {"live": {"protected": "yes"}}}');
    expect(wrong.problems).toMatchObject([{ message: expect.stringContaining('`true` or `false`') as string }]);
  });

  it('lets the file move the sandbox', () => {
    const moved = { service: 'search-cluster', baseUrl: 'http://127.0.0.1:1' };
    const { configuration } = parseConfiguration(JSON.stringify({ endpoints: { 'sandbox-cluster': moved } }));
    expect(configuration.endpoints.filter(({ name }) => name === 'sandbox-cluster')).toEqual([
      { name: 'sandbox-cluster', ...moved },
    ]);
  });

  it('links the rights of an endpoint to the request files that are sent with them', () => {
    const linked = { rights: './rights/ci.json', rightsOf: './backup.http' };
    const { configuration, problems } = parseConfiguration(JSON.stringify(endpoint(linked)));
    expect(problems).toEqual([]);
    const directives = { endpoint: 'a', 'rights-of': './backup.http' };
    const key = { method: 'PUT', target: '/_security/api_key', directives };
    expect(associateBody('rights/ci.json', '{ "cluster": [] }', configuration)).toEqual({
      ...key,
      at: '/role_descriptors/*',
    });
    expect(associateBody('rights/ci.json', '{ "role_descriptors": {} }', configuration)).toEqual({ ...key, at: '' });
    expect(associateBody('rights/other.json', '{ "cluster": [] }', configuration)).toBeUndefined();
    expect(parseConfiguration(JSON.stringify(endpoint({ rightsOf: ['../b.http', 'c.http'] }))).problems).toHaveLength(
      1,
    );
  });

  const endpoint = (more: object) => ({
    endpoints: { a: { service: 'search-cluster', baseUrl: 'http://h', ...more } },
  });
  it.each([
    ['an array', [], /must be an object/],
    ['endpoints in a list', { endpoints: [] }, /`endpoints` must be an object/],
    ['an endpoint that is text', { endpoints: { a: 'http://h' } }, /`a` must be an object/],
    ['no base URL', { endpoints: { a: { service: 'code-hosting' } } }, /needs `baseUrl`/],
    [
      'an unknown service',
      endpoint({ service: 'mail' }),
      /must be the name of a service\. Use `search-cluster` or .*`services`\.$/,
    ],
    ['a misspelt service', endpoint({ service: 'serch-cluster' }), /Did you mean `search-cluster`\?$/],
    ['a service that is a number', endpoint({ service: 1 }), /must be a string: the name of a service/],
    ['a service without description', { services: { shop: {} } }, /^The service `shop` needs `description`\.$/],
    [
      'a service of a wrong name',
      { services: { 'my shop': { description: 'a.yaml' } } },
      /^The name of a service must be letters/,
    ],
    ['a base URL without scheme', endpoint({ baseUrl: 'h:1' }), /http or https URL/],
    ['a base URL with a password', endpoint({ baseUrl: 'http://u:p@h' }), /without user name/],
    ['a base URL with a query', endpoint({ baseUrl: 'http://h?x' }), /without user name/],
    ['half a version', endpoint({ version: '8' }), /two or three numbers/],
    ['an unknown deployment', endpoint({ deployment: 'moon' }), /self-managed/],
    ['a vendor of two words', endpoint({ vendor: 'a b' }), /must be a word/],
    ['a flag that is text', endpoint({ protected: 'yes' }), /`true` or `false`/],
    ['a proxy with a password', endpoint({ proxy: 'http://u:p@h' }), /without user and password/],
    ['a proxy of another kind', endpoint({ proxy: 'socks4://h' }), /`socks5:`/],
    ['an authority above the folder', endpoint({ ca: '../x.pem' }), /without `\.\.`/],
    ['an authority from elsewhere', endpoint({ ca: ['https://h/x.pem'] }), /An entry of `ca`.* a path/],
    ['a certificate without its key', endpoint({ clientCertificate: { certificate: 'a' } }), /needs `key`/],
    ['no time', endpoint({ timeout: 0 }), /a number from 0\.001 to 86400/],
    ['half a retry', endpoint({ retries: 1.5 }), /a whole number from 0 to 10/],
    ['a passphrase', endpoint({ passphrase: 'hush' }), /^Remove `passphrase`/],
    ['a credential', endpoint({ apiKey: 'hush' }), /^Remove `apiKey`\. Credentials do not belong/],
    ['a default of no service', { defaults: { mail: 'a' } }, /no service/],
    ['a default that is no text', { defaults: { 'code-hosting': 1 } }, /must be a string: the name of an endpoint/],
    ['a default without endpoint', { defaults: { 'code-hosting': 'nowhere' } }, /no endpoint of this name/],
    ['bodies in an object', { bodies: {} }, /must be an array/],
    ['a body that is text', { bodies: ['x'] }, /must be an object/],
    ['a body without files', { bodies: [{ request: 'PUT /x' }] }, /^An entry of `bodies` needs `files`/],
    ['a body without request', { bodies: [{ files: 'x' }] }, /needs `request`/],
    ['a request without method', { bodies: [{ files: 'x', request: '/x' }] }, /method and a path/],
    ['a pointer without slash', { bodies: [{ files: 'x', request: 'PUT /x', at: 'y' }] }, /JSON pointer/],
    ['an unknown severity', { rules: { a: 'fatal' } }, /^`a` of `rules` must be `error`, .* or `off`\.$/],
    [
      'a description of an endpoint',
      { endpoints: { dev: { baseUrl: 'http://a.example', description: 'api.yaml' } } },
      /^The endpoint `dev` has no member `description`\. A description belongs to a service: write `"services": .*`"service": "shop"` here\.$/,
    ],
    [
      'the URL of an endpoint by another name',
      { endpoints: { dev: { baseUrl: 'http://a.example', url: 'http://a.example' } } },
      /^The endpoint `dev` has no member `url`\. Write `baseUrl`\.$/,
    ],
    ['an unknown member', { endpoint: {} }, /^The configuration has no member `endpoint`\. Did you mean `endpoints`\?/],
  ])('names what is wrong with %s', (_, value, message) => {
    const problems = problemsOf(value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
  });

  it('reads how an endpoint is reached', () => {
    const files = ['/etc/ca.pem', '~/ca.pem', 'C:\\tls\\ca.pem', 'tls/a..b.pem', './ca.pem'];
    const members = {
      ca: 'ca.pem',
      clientCertificate: { certificate: '~/me.pem', key: '~/me.key' },
      proxy: 'SOCKS5://proxy.example:1080',
      timeout: 0.5,
      retries: 10,
    };
    expect(parseConfiguration(JSON.stringify(endpoint(members)))).toMatchObject({
      configuration: { endpoints: [{ ...members, ca: ['ca.pem'] }, {}, {}, {}] },
      problems: [],
    });
    expect(problemsOf(endpoint({ ca: files, proxy: 'none' }))).toEqual([]);
  });

  it('leaves a wrong member of an endpoint out, and an entry of `bodies` with one as a whole', () => {
    const wrong = {
      endpoints: endpoint({ version: '8' }).endpoints,
      bodies: [{ files: 'x', request: 'PUT /x', at: 'y' }],
    };
    const { configuration } = parseConfiguration(JSON.stringify(wrong));
    expect(configuration.endpoints[0]).toEqual({ name: 'a', service: 'search-cluster', baseUrl: 'http://h' });
    expect(configuration.bodies).toEqual([]);
  });

  it('takes names that objects have by themselves', () => {
    const { configuration, problems } = parseConfiguration(
      '{ "rules": { "__proto__": "off", "toString": "hint" }, "valueOf": 1 }',
    );
    expect(Object.entries(configuration.rules)).toEqual([
      ['__proto__', 'off'],
      ['toString', 'hint'],
    ]);
    expect(problems).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('no member `valueOf`') as string },
    ]);
  });

  it('has no member for a credential, and never repeats a value', () => {
    for (const name of ['token', 'password', 'apiKey', 'secret', 'clientSecret', 'credential', 'passphrase']) {
      expect([name, problemsOf(endpoint({ [name]: 'hush' })).length]).toEqual([name, 1]);
      expect(problemsOf(endpoint({ authentication: { type: 'api-key', [name]: 'hush' } }))).not.toEqual([]);
    }
    expect(problemsOf(endpoint({ token: 'hush', baseUrl: 'http://me:hush@h' })).join()).not.toContain('hush');
  });

  it('says where it stops to be JSON, and keeps what is before', () => {
    const { configuration, problems } = parseConfiguration('{ "rules": { "a": "off" }, "endpoints": {');
    expect(configuration.rules).toEqual({ a: 'off' });
    expect(problems[0]?.message).toContain('not valid JSON');
  });

  it('reports an endpoint that is there twice, and keeps the first', () => {
    const one = '{ "service": "code-hosting", "baseUrl": "http://one" }';
    const { configuration, problems } = parseConfiguration(
      `{ "endpoints": { "a": ${one}, "a": ${one.replace('one', 'two')} } }`,
    );
    expect(problems).toMatchObject([{ message: expect.stringContaining('already') as string }]);
    expect(configuration.endpoints[0]?.baseUrl).toBe('http://one');
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { configuration, problems } = parseConfiguration(text);
        for (const { span } of problems) expect(span.end).toBeLessThanOrEqual(text.length);
        expect(configuration.endpoints.length).toBeGreaterThan(1);
      }),
    );
  });
});

describe('mergeConfiguration', () => {
  it('puts the overrides first', () => {
    const mine = { name: 'sandbox-hub', service: 'code-hosting', baseUrl: 'http://mine' } as const;
    const merged = mergeConfiguration(defaultConfiguration, { endpoints: [mine], rules: { a: 'off' } });
    expect(merged.endpoints).toEqual([mine, ...sandboxEndpoints.filter(({ name }) => name !== mine.name)]);
    expect(merged.defaults).toEqual(defaultConfiguration.defaults);
    expect(merged.rules).toEqual({ a: 'off' });
  });

  it('sends to an endpoint of the settings, and to the sandbox only where the file names it', () => {
    const mine = { name: 'mine', service: 'code-hosting', baseUrl: 'http://mine' } as const;
    expect(mergeConfiguration(defaultConfiguration, { endpoints: [mine] }).defaults).toEqual({
      'code-hosting': 'mine',
    });
    const { configuration } = parseConfiguration('{ "defaults": { "search-cluster": "sandbox-cluster" } }');
    expect(mergeConfiguration(configuration, { endpoints: [mine] }).defaults).toEqual({
      'code-hosting': 'mine',
      'search-cluster': 'sandbox-cluster',
    });
  });
});

describe('associateBody', () => {
  const configuration = {
    ...defaultConfiguration,
    bodies: [{ files: 'roles/**/*.json', association: { method: 'POST', target: '/x', at: '/y' } }],
  };
  const key = { method: 'PUT', target: '/_security/api_key', at: '' };

  it.each([
    ['a.json', '// @request PUT /_security/api_key\n{}', key],
    ['a.json', '// @request put /_security/api_key @at /role_descriptors\r\n{}', { ...key, at: '/role_descriptors' }],
    ['roles/a.json', '// @request PUT /_security/api_key\n{}', key],
    ['roles/deep/a.json', '{}', { method: 'POST', target: '/x', at: '/y' }],
    ['roles/a.api-key.json', '{}', { method: 'POST', target: '/x', at: '/y' }],
    ['deep/a.api-key.json', '{}', { ...key, isByName: true }],
    ['a.role-descriptor.json', '{}', { ...key, at: '/role_descriptors/*', isByName: true }],
    ['a.json', '{}', undefined],
    ['a.json', '{ "x": "// @request PUT /x" }', undefined],
    ['a.json', '// @request PUT\n{}', undefined],
  ])('of %s with %j', (path, text, expected) => {
    expect(associateBody(path, text, configuration)).toEqual(expected);
  });
});

describe('matchesGlob', () => {
  it.each([
    ['a.json', '*.json', true],
    ['b/a.json', '*.json', false],
    ['b/a.json', '**/*.json', true],
    ['a.json', '**/*.json', true],
    ['a.json', './a.json', true],
    ['a.json', '?.json', true],
    ['aXjson', 'a.json', false],
    ['a.yml', 'a.{json,yml}', true],
    ['a(1)x+.json', 'a(1)[x]+.json', true],
    ['a[x].json', 'a\\[x].json', true],
    ['.hidden.json', '*.json', true],
    ['#a.json', '#*.json', true],
    ['!a.json', '!*.json', true],
    ['x/y/z', 'x/**', true],
  ])('%s against %s', (path, glob, expected) => {
    expect(matchesGlob(path, glob)).toBe(expected);
  });

  it.each([
    '*a'.repeat(300) + 'z',
    '*'.repeat(900) + 'z',
    '**/'.repeat(300) + 'z',
    '**/*a/'.repeat(100) + 'z',
    '?*'.repeat(400) + 'z',
    '{a,b}'.repeat(180),
    '{a,{b,{c,'.repeat(100),
    '+(+(+(a)))*(a|a)'.repeat(50) + 'z',
    '[a-z]*'.repeat(160) + '9',
    '['.repeat(1000),
  ])('reads %j without trying every combination', (glob) => {
    // A matcher that tries them all would not end before the case does.
    expect(matchesGlob('a'.repeat(500), glob)).toBe(false);
    expect(matchesGlob('a/'.repeat(500), glob)).toBe(false);
  });

  it('fits nothing by a glob that is too long', () => {
    expect(matchesGlob('a', '*'.repeat(1001))).toBe(false);
    const text = JSON.stringify({ bodies: [{ files: '*'.repeat(1001), request: 'PUT /_security/api_key' }] });
    expect(parseConfiguration(text).problems.map(({ message }) => message)).toContain(
      '`files` of an entry of `bodies` must be at most 1000 characters long.',
    );
  });
});

it('names the schema of GraphQL of endpoints once for each file', () => {
  const endpoint = { baseUrl: 'https://shop.example.org/graphql', graphql: './schema.graphql' };
  const { configuration, problems } = parseConfiguration(
    JSON.stringify({
      endpoints: { dev: endpoint, prod: endpoint, bad: { ...endpoint, graphql: '../schema.graphql' } },
    }),
  );
  expect(problems).toHaveLength(1);
  expect(ownFilesOf(configuration)).toEqual([
    { id: 'graphql/./schema.graphql', description: './schema.graphql', overlays: [], graphql: { endpoint: 'dev' } },
  ]);
});
