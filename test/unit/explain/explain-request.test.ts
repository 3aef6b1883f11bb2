import { refused } from '../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions, type Endpoint } from '../../../packages/engine/src/index';
import {
  explainRequest,
  explanationJson,
  explanationDocument,
  explanationText,
  type ExplainPorts,
  type Explanation,
} from '../../../packages/sender/src/explain/index';
import { createNamedResponses, definitionLayer, layerOf } from '../../../packages/sender/src/variables/index';

const cluster: Endpoint = { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270' };
const prod: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://es.example.org', protected: true };
const endpoints = [
  cluster,
  prod,
  { name: 'hub', service: 'code-hosting', baseUrl: 'https://api.example.org' },
  { name: 'shop', service: 'shop', baseUrl: 'https://shop.example.org' },
];
const engine = createEngine();
const options: CheckOptions = {
  context: { endpoints, defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' } },
  severities: {},
};

const system: ExplainPorts['system'] = {
  now: () => 0,
  guid: () => 'GUID',
  random: () => 0.5,
  environment: (name) => (name === 'HOME_KEY' ? 'from-the-process' : undefined),
};

const environment = (values: Readonly<Record<string, string>>, isPrivate = false) =>
  layerOf(
    new Map(Object.entries(values)),
    {
      kind: 'environment',
      environment: 'dev',
      place: isPrivate ? 'http-client.private.env.json' : 'http-client.env.json',
    },
    isPrivate,
  );

function explain(text: string, ports: Partial<ExplainPorts> = {}): Promise<Explanation> {
  const file = engine.openFile(text);
  const plan = [...file.blocks].flatMap((_, index) => engine.plan(file, index, options) ?? []).at(-1);
  if (plan === undefined) throw new Error('No block holds a request.');
  return explainRequest({
    plan,
    endpoint: endpoints.find(({ name }) => name === plan.endpoint),
    endpoints,
    environment: () => undefined,
    layers: [
      definitionLayer(text),
      environment({ repository: 'shadowed', index: 'logs' }),
      environment({ hidden: 'se' }, true),
    ],
    system,
    answers: createNamedResponses(),
    readFile: (path) => Promise.resolve(refused(`its body file ${path} cannot be read`)),
    credentialOf: () => ({ kind: 'endpoint', source: 'environment variable X' }),
    ...ports,
  });
}

describe('explainRequest', () => {
  it('says that no credential goes under another `Host`, and none to an endpoint that cannot be read', async () => {
    const text = '# @endpoint prod\nGET /\nHost: ';
    expect(await explain(`${text}es.example.org\n`)).toMatchObject({ credential: { kind: 'endpoint' } });
    expect(await explain(`${text}evil.example\n`)).toMatchObject({
      credential: { kind: 'none', source: 'none, since `Host` is not that of the URL' },
    });
    const unreadable: Endpoint = { ...prod, authentication: { type: 'unreadable' } };
    expect(await explain(`${text}es.example.org\n`, { endpoint: unreadable })).toMatchObject({
      credential: { kind: 'none', source: 'none, since the `authentication` of the endpoint cannot be read' },
    });
  });

  it('shows the request with its variables filled in, and says where each came from and what it shadows', async () => {
    const explanation = await explain(
      '@repository = old\n@repository = {{name}}\n@name = backup\n\nDELETE /_snapshot/{{repository}}\n',
    );
    expect(explanation).toMatchObject({
      method: 'DELETE',
      url: 'http://127.0.0.1:9270/_snapshot/backup',
      endpoint: { name: 'cluster', why: 'the default for search-cluster' },
      variables: [
        {
          name: 'repository',
          value: 'backup',
          source: 'line 2 of the file',
          isSecret: false,
          shadows: ['line 1 of the file', 'environment dev of http-client.env.json'],
        },
        { name: 'name', value: 'backup', source: 'line 3 of the file', shadows: [] },
      ],
    });
    expect(explanation.effects[0]).toMatchObject({
      kind: 'loss',
      message: expect.stringContaining('the snapshot repository `backup`') as string,
    });
    expect(explanation.problems).toEqual([]);
  });

  it.each<[why: string, text: string, ports: Partial<ExplainPorts>, endpoint: object | undefined]>([
    [
      'by its name',
      '# @endpoint prod\nGET /_snapshot',
      {},
      { name: 'prod', why: 'named by `# @endpoint`', isProtected: true },
    ],
    [
      'by its URL',
      'GET https://es.example.org/_snapshot',
      {},
      { name: 'prod', why: 'the URL begins with its base URL' },
    ],
    [
      'by a variable',
      '@host = https://es.example.org\nGET {{host}}/_snapshot',
      {},
      { name: 'prod', why: 'the URL begins with its base URL' },
    ],
    [
      'by a variable of an environment',
      'GET {{host}}/_snapshot',
      { layers: [environment({ host: 'https://es.example.org' })] },
      { name: 'prod', why: 'the URL begins with its base URL' },
    ],
    ['by default', 'GET /_snapshot', {}, { name: 'cluster', why: 'the default for search-cluster' }],
    [
      'by an option',
      'GET /_snapshot',
      { endpoint: prod, chosenBy: 'option' },
      { name: 'prod', why: 'named by --endpoint' },
    ],
    [
      'in the editor',
      'GET /_snapshot',
      { endpoint: prod, chosenBy: 'choice' },
      { name: 'prod', why: 'chosen in the editor' },
    ],
    ['nowhere', 'GET https://elsewhere.example.org/x', {}, undefined],
  ])('finds the endpoint %s', async (_, text, ports, endpoint) => {
    const explanation = await explain(text, ports);
    if (endpoint === undefined) expect(explanation.endpoint).toBeUndefined();
    else expect(explanation.endpoint).toMatchObject(endpoint);
  });

  it('leaves what has no value as it is written, and says so', async () => {
    const explanation = await explain(
      'PUT /_snapshot/{{missing}}\nAuthorization: ApiKey {{missing_key}}\n\n{ "type": "{{login.response.body.$.type}}" }\n',
    );
    expect(explanation.url).toBe('http://127.0.0.1:9270/_snapshot/{{missing}}');
    expect(explanation.headers).toContainEqual(['Authorization', 'ApiKey {{missing_key}}']);
    expect(explanation.body).toContain('{{login.response.body.$.type}}');
    expect(explanation.variables.map(({ name, kind, source }) => [name, kind, source])).toEqual([
      ['missing', 'none', 'not defined'],
      ['missing_key', 'none', 'not defined'],
      ['login.response.body.$.type', 'none', 'not defined'],
    ]);
    expect(explanation.problems.join()).toContain(
      'the variables missing, missing_key, login.response.body.$.type have no value',
    );
  });

  it('leaves a value that is new each time as it is written', async () => {
    const explanation = await explain('@id = {{$guid}}\nPUT /logs/_doc/{{id}}?x={{$timestamp}}\n\n{}\n');
    expect(explanation.url).toBe('http://127.0.0.1:9270/logs/_doc/{{$guid}}?x={{$timestamp}}');
    expect(explanation.variables.map(({ name, kind }) => [name, kind])).toEqual([
      ['id', 'file'],
      ['$timestamp', 'system'],
      ['$guid', 'system'],
    ]);
  });

  it('takes values from earlier responses', async () => {
    const answers = createNamedResponses();
    answers.keep('made', {
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers: [],
      body: '{"id":"77"}',
      isTruncated: false,
      size: 11,
      duration: 1,
    });
    const explanation = await explain('GET /logs/_doc/{{made.response.body.$.id}}', { answers });
    expect(explanation.url).toBe('http://127.0.0.1:9270/logs/_doc/77');
    expect(explanation.variables).toEqual([
      {
        name: 'made.response.body.$.id',
        kind: 'response',
        source: 'request made',
        shadows: [],
        isSecret: false,
        value: '77',
      },
    ]);
  });

  it('reads files of the body, and says which it cannot read', async () => {
    const bytes = new TextEncoder().encode('{ "a": "{{index}}" }');
    const readFile: ExplainPorts['readFile'] = (path) =>
      Promise.resolve(path.includes('there') ? { bytes, text: () => '{ "a": "{{index}}" }' } : refused(`no ${path}`));
    expect((await explain('POST /logs/_doc\n\n<@ ./there.json\n', { readFile })).body).toBe('{ "a": "logs" }');
    expect((await explain('POST /logs/_doc\n\n< ./there.json\n', { readFile })).body).toBe('{ "a": "{{index}}" }');
    const missing = await explain('POST /logs/_doc\n\n< ./not.json\n', { readFile });
    expect(missing.body).toBeUndefined();
    expect(missing.problems).toContain('no ./not.json');
  });

  it('says what is in the way of sending', async () => {
    expect((await explain('# @endpoint nothing\nGET /_snapshot')).problems.join()).toContain(
      'no endpoint named nothing',
    );
    const circle = await explain('@a = {{b}}\n@b = {{a}}\nDELETE /_snapshot/{{a}}');
    expect(circle.problems.join()).toContain('circle');
    expect(circle.url).toBe('http://127.0.0.1:9270/_snapshot/{{a}}');
    expect(circle.effects[0]?.message).toContain('the snapshot repository `{{a}}`');
    expect((await explain('GET {{host}}/_snapshot')).problems).toEqual([
      expect.stringContaining('the variable host has no value'),
    ]);
    expect((await explain('### a\ncurl https://example.org --next')).problems).toEqual([
      expect.stringContaining('The `curl` command is not sent'),
    ]);
    expect((await explain('POST /_security/api_key\n{ "role_descriptors": 1 }')).problems.join()).toContain('error');
  });
});

describe('the secrets of an explanation', () => {
  const text = [
    '@hook_secret = HIDDEN-file',
    '@short = {{hidden}}',
    '@auth = Bearer {{hook_secret}}',
    '',
    'PATCH /repos/octo/hello/hooks/{{short}}?access_token=HIDDEN-query&copy={{auth}}',
    'Authorization: {{auth}}',
    'X-Copy: {{$processEnv HOME_KEY}}',
    'Cookie: sid=HIDDEN-cookie',
    '',
    '{ "config": { "secret": "HIDDEN-body", "url": "https://user:HIDDEN-user@example.com/{{hidden}}" } }',
    '',
  ].join('\n');

  it('are nowhere in it', async () => {
    const explanation = await explain(text);
    const json = JSON.stringify(explanationJson(explanation));
    for (const shown of [
      json,
      explanationText(explanation),
      explanationDocument(explanation),
      JSON.stringify(explanation),
    ]) {
      expect(shown).not.toMatch(/HIDDEN/);
      expect(shown).not.toContain('from-the-process');
      // A short value is not found in a text, so it must not get into it.
      expect(shown).not.toMatch(/hooks\/se|\/se"/);
    }
    expect(explanation.url).toContain('/hooks/***?access_token=***');
    expect(explanation.headers).toContainEqual(['Authorization', 'Bearer ***']);
    expect(explanation.variables.map(({ name, isSecret }) => [name, isSecret])).toEqual([
      ['short', true],
      ['auth', true],
      ['$processEnv HOME_KEY', true],
      ['hidden', true],
      ['hook_secret', true],
    ]);
    expect(explanation.variables.every(({ value }) => value === undefined)).toBe(true);
  });

  it('do not include the credential of the endpoint', async () => {
    const explanation = await explain('GET /_snapshot');
    expect(explanation.credential).toEqual({ kind: 'endpoint', source: 'environment variable X' });
    expect(explanation.headers).toContainEqual(['Authorization', 'ApiKey ***']);
    const none = await explain('GET /_snapshot', { credentialOf: () => ({ kind: 'none', source: 'none' }) });
    expect(none.headers.map(([name]) => name)).not.toContain('Authorization');
    const own = await explain('GET /_snapshot\nAuthorization: Basic user HIDDEN');
    expect(own.credential.kind).toBe('request');
    expect(JSON.stringify(own)).not.toContain('HIDDEN');
  });
});

describe('the forms of an explanation', () => {
  it('is JSON with the members that scripts use', async () => {
    const json = explanationJson(await explain('@name = backup\nDELETE /_snapshot/{{name}}'));
    expect(json).toMatchObject({
      method: 'DELETE',
      url: 'http://127.0.0.1:9270/_snapshot/backup',
      endpoint: { name: 'cluster', baseUrl: 'http://127.0.0.1:9270', why: 'the default for search-cluster' },
      body: null,
      variables: [{ name: 'name', source: 'line 1 of the file', secret: false, value: 'backup' }],
    });
    expect(json['headers']).toContainEqual(['Accept', '*/*']);
    expect((json['effects'] as readonly unknown[])[0]).toEqual({
      kind: 'loss',
      message: expect.stringContaining('Unregisters') as string,
      document: 'search-cluster',
      section: 'Snapshot repository',
      layer: 'documented',
    });
  });

  it('is text that begins with the request and what is lost', async () => {
    const explanation = await explain('@name = backup\nDELETE /_snapshot/{{name}}');
    expect(explanationText(explanation)).toMatch(
      /^DELETE http:\/\/127\.0\.0\.1:9270\/_snapshot\/backup\n\nLoss {2}Unregisters the snapshot repository `backup`\./,
    );
    expect(explanationDocument(explanation)).toContain('\n### What will be lost\n# Unregisters');
    expect(explanationDocument(explanation)).toContain('\n### Variables\n@name = backup\n#   line 1 of the file\n');
  });

  it('names the scripts that run with the request, and says that they were not run', async () => {
    const text = [
      '{{+\nexports.day = "monday";\n}}',
      '### Log in',
      '< ./sign.js',
      'GET /_cat/indices',
      '',
      '> {% client.global.set("token", response.body.token); %}',
      '',
    ].join('\n');
    expect((await explain(text)).sending).toEqual([
      'The script in line 1 runs before it is sent.',
      'The script `./sign.js` (line 5) runs before it is sent.',
      'The script in line 8 runs with its response.',
      'They were not run for this explanation.',
    ]);
    const one = await explain('GET /_cat/indices\n\n> {% client.log("done"); %}');
    expect(explanationText(one)).toContain('The script in line 3 runs with its response.');
    expect(one.sending).toContain('It was not run for this explanation.');
    expect((await explain('GET /_cat/indices')).sending).toEqual([]);
  });

  it.each([
    ['GET /_cluster/health', 1, 'The caller needs the cluster privilege `monitor`.'],
    ['GET /_security/_authenticate', 0, 'It needs no rights.'],
    ['# @endpoint cluster\nGET /_nothing/of/this', null, 'Which rights it needs is not published.'],
    ['# @endpoint shop\nGET /things', null, undefined],
  ])('says of each request to a service with rights what it needs: %s', async (text, needs, sentence) => {
    const explanation = await explain(text);
    expect((explanationJson(explanation)['needs'] as readonly unknown[] | null)?.length ?? null).toBe(needs);
    for (const shown of [explanationText(explanation), explanationDocument(explanation)]) {
      if (sentence === undefined) expect(shown).not.toMatch(/Needs|rights/);
      else expect(shown).toMatch(new RegExp(`^(?:# Needs: |  Needs  )${sentence.replace(/[.]/g, '\\.')}$`, 'm'));
    }
  });
});
