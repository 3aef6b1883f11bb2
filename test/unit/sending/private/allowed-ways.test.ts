import { refused } from '../../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import { createEngine, type Endpoint } from '../../../../packages/engine/src/index';
import { readEnvironments, type FoundEnvironmentFile } from '../../../../packages/request-file/src/environments/index';
import { type ReceivedResponse, reasonOf } from '../../../../packages/sender/src/plan/index';
import type { WayPorts } from '../../../../packages/sender/src/ports/index';
import { prepareIn, type Situation } from '../../../sender-ports';
import {
  createNamedResponses,
  definitionLayer,
  environmentLayers,
  resolveIn,
} from '../../../../packages/sender/src/variables/index';
import { bodyFile } from '../../../../packages/platform/src/body-file';

const engine = createEngine();

const responseOf = (body: string): ReceivedResponse => ({
  ...{ status: 200, statusText: 'OK', httpVersion: '1.1', headers: [], body },
  ...{ duration: 1, size: body.length, isTruncated: false },
});

interface Given {
  readonly endpoints?: readonly Endpoint[];
  readonly process?: Readonly<Record<string, string>>;
  /** The values of `.env` in `/own/project`. */
  readonly dotenv?: readonly string[];
  /** Files of variables by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  readonly bodies?: Readonly<Record<string, string>>;
  readonly ports?: Situation;
}

/** Fills in the first request of a text; returns the question that is asked, the problem, or where it goes. */
async function wayOfRequest(text: string, situation: Given = {}): Promise<string> {
  const { endpoints = [], process = {}, dotenv = [], files = {}, bodies = {}, ports } = situation;
  const plan = engine.plan(engine.openFile(text), 0, { context: { endpoints, defaults: {} }, severities: {} });
  if (plan === undefined) throw new Error('There is no request.');
  const found = Object.entries(files).map(([path, content]): FoundEnvironmentFile => ({
    path,
    place: path.slice(path.lastIndexOf('/') + 1),
    content: { text: content },
  }));
  const values = new Map(dotenv.map((pair) => pair.split('=', 2) as [string, string]));
  const prepared = await prepareIn(plan, {
    endpoint: endpoints.find(({ name }) => name === plan.endpoint),
    endpoints,
    resolve: resolveIn([definitionLayer(text), ...environmentLayers(readEnvironments(found), 'dev')]),
    system: {
      now: () => 0,
      guid: () => '',
      random: () => 0,
      environment: (name) => process[name],
      dotenv: (name) => values.get(name),
      secret: (name) => `kept-${name}`,
    },
    readFile: (path) => Promise.resolve(bodyFile(new TextEncoder().encode(bodies[path] ?? ''), `/own/project/${path}`)),
    privateWays: { isAllowed: () => false, ask: ({ what, way }) => Promise.resolve(refused(`${what} to ${way}?`)) },
    ...ports,
  });
  return 'request' in prepared ? new URL(prepared.request.url).origin : (reasonOf(prepared) ?? 'cancelled');
}

const endpointAt = (baseUrl: string, more: Partial<Endpoint> = {}): Endpoint => ({
  ...{ name: 'prod', service: 'search-cluster', baseUrl, folder: '/own/project' },
  ...more,
});

describe('a value of the environment of the process', () => {
  const process = { TOKEN: 'abc', RULEBOOK_CREDENTIAL_PROD: 'canary', API: 'https://api.example.com/v1' };
  const at = (url: string, value: string) => `GET ${url}\nX-Key: {{${value}}}\n`;

  it.each([
    [
      'any host',
      at('https://x.example/a', '$processEnv TOKEN'),
      [],
      'the environment variable TOKEN to https://x.example?',
    ],
    [
      'this machine',
      at('http://127.0.0.1:8080', '$env.TOKEN'),
      [],
      'the environment variable TOKEN to http://127.0.0.1:8080?',
    ],
    [
      'an endpoint that a folder defines',
      at('https://x.example/a', '$processEnv TOKEN'),
      [endpointAt('https://x.example')],
      'the environment variable TOKEN to https://x.example?',
    ],
    [
      "the user's own endpoint",
      at('https://x.example/a', '$processEnv TOKEN'),
      [endpointAt('https://x.example', { folder: undefined })],
      'https://x.example',
    ],
    [
      "the user's own endpoint by the proxy of a folder",
      '# @endpoint other\nGET /\nX-Key: {{$processEnv TOKEN}}\n',
      [
        endpointAt('https://x.example', { folder: undefined }),
        endpointAt('https://x.example', { name: 'other', proxy: 'http://p.example:1' }),
      ],
      'the environment variable TOKEN to https://x.example through http://p.example:1?',
    ],
    ['an address of the environment', at('{{$processEnv API}}/a', '$processEnv TOKEN'), [], 'https://api.example.com'],
    [
      'another address than that of the environment',
      at('https://x.example/a?api={{$processEnv API}}', '$processEnv TOKEN'),
      [],
      'the environment variable API and the environment variable TOKEN to https://x.example?',
    ],
    [
      'a host that shows it',
      'GET https://{{$processEnv TOKEN}}.x.example/a\n',
      [],
      'the environment variable TOKEN is in the host of the URL',
    ],
  ])('to %s', async (_, text, endpoints, expected) => {
    expect(await wayOfRequest(text, { process, endpoints })).toBe(expected);
  });

  it.each([
    '$processEnv RULEBOOK_CREDENTIAL_PROD',
    '$env.RULEBOOK_CREDENTIAL_PROD',
    '%$processEnv RULEBOOK_CREDENTIAL_PROD',
  ])('is never one of Rulebook itself: %s', async (variable) => {
    const own = { endpoints: [endpointAt('https://x.example', { folder: undefined })], process };
    expect(await wayOfRequest(at('https://x.example/a', variable), own)).toMatch(/^no .*RULEBOOK_CREDENTIAL_PROD$/);
  });

  it('may be the port of this machine', async () => {
    expect(await wayOfRequest('GET http://localhost:{{$processEnv PORT}}/\n', { process: { PORT: '3000' } })).toBe(
      'http://localhost:3000',
    );
  });

  it('is a secret of the environment, too', async () => {
    const variables = { RULEBOOK_SECRET_HUB: 'abc' };
    expect(await wayOfRequest(at('https://x.example', '$secret hub'), { process: variables })).toBe(
      'the environment variable RULEBOOK_SECRET_HUB to https://x.example?',
    );
  });
});

describe('a value of a private file', () => {
  const shared = '/own/project/http-client.env.json';
  const own = '/own/project/http-client.private.env.json';
  const token = '{"dev":{"token":"abc"}}';
  const request = (url: string) => `GET ${url}\nX-Key: {{token}}\n`;
  const asked = 'what is in http-client.private.env.json to https://x.example?';

  it.each<[string, string, Given, string]>([
    ['a host that no one names', request('https://x.example/'), { files: { [own]: token } }, asked],
    ['this machine', request('http://localhost:8080/'), { files: { [own]: token } }, 'http://localhost:8080'],
    [
      'an address of the same file',
      request('https://x.example/'),
      { files: { [own]: '{"dev":{"token":"abc","base":"https://x.example/v1"}}' } },
      'https://x.example',
    ],
    [
      'the host of the same environment',
      request('https://{{host}}/'),
      { files: { [own]: token, [shared]: '{"dev":{"host":"api.x.example"}}' } },
      'https://api.x.example',
    ],
    [
      'an address of numbers',
      request('http://10.1.2.3/'),
      { files: { [own]: '{"dev":{"token":"abc","host":"10.1.2.3"}}' } },
      'http://10.1.2.3',
    ],
    [
      'what a version would be as an address',
      request('http://18.1/'),
      { files: { [own]: '{"dev":{"token":"abc","node":"18.1"}}' } },
      'what is in http-client.private.env.json to http://18.1?',
    ],
    [
      'an address that is put together',
      request('{{base}}/a'),
      { files: { [own]: token, [shared]: '{"dev":{"host":"x.example","base":"https://{{host}}/v1"}}' } },
      'https://x.example',
    ],
    [
      'an address of another environment',
      request('https://x.example/'),
      { files: { [own]: token, [shared]: '{"prod":{"base":"https://x.example"}}' } },
      asked,
    ],
    [
      'an address of a folder below',
      request('https://x.example/'),
      { files: { '/own/project/clone/http-client.env.json': '{"dev":{"base":"https://x.example"}}', [own]: token } },
      asked,
    ],
    [
      'an endpoint of its folder',
      request('https://x.example/'),
      { files: { [own]: token }, endpoints: [endpointAt('https://x.example')] },
      'https://x.example',
    ],
    [
      'an endpoint of a folder below',
      request('https://x.example/'),
      { files: { [own]: token }, endpoints: [endpointAt('https://x.example', { folder: '/own/project/clone' })] },
      asked,
    ],
    [
      'a named address by a proxy of a folder below',
      '# @endpoint prod\nGET /\nX-Key: {{token}}\n',
      {
        files: { [own]: '{"dev":{"token":"abc","base":"https://x.example/v1"}}' },
        endpoints: [endpointAt('https://x.example', { folder: '/own/project/clone', proxy: 'http://p.example' })],
      },
      'what is in http-client.private.env.json to https://x.example through http://p.example?',
    ],
    [
      'a named address without verification',
      '# @insecure\nGET https://x.example/\nX-Key: {{token}}\n',
      { files: { [own]: '{"dev":{"token":"abc","base":"https://x.example/v1"}}' } },
      'what is in http-client.private.env.json to https://x.example unverified?',
    ],
  ])('to %s', async (_, text, situation, expected) => {
    expect(await wayOfRequest(text, situation)).toBe(expected);
  });

  it('is asked about as a whole body, as a part, and behind a link', async () => {
    const body = (text: string) => wayOfRequest(`POST https://x.example/\nContent-Type: text/plain\n\n${text}\n`);
    expect(await body('< ./.env')).toBe('what is in ./.env to https://x.example?');
    expect(await body('<@ ./http-client.private.env.json')).toContain('what is in');
    expect(await body('a\n< ./dev.env\nb')).toContain('what is in ./dev.env');
    expect(await body('< ./note.txt')).toBe('https://x.example');
    // Other systems open the same file by such names.
    for (const name of ['./.ENV', './.env.', './.env::$DATA', './HTTP-Client.Private.env.json'])
      expect(await body(`< ${name}`)).toContain('what is in');
    const link = { readFile: () => Promise.resolve(bodyFile(new Uint8Array(), '/own/project/.env')) };
    expect(await wayOfRequest('POST https://x.example/\n\n< ./note.txt\n', { ports: link })).toContain('what is in');
    const named = { '.env': 'BASE=https://x.example/v1\nTOKEN=abc\n' };
    expect(await wayOfRequest('POST https://x.example/\n\n< .env\n', { bodies: named })).toBe('https://x.example');
  });

  it('stays what it is in a variable of the request file', async () => {
    const text = '@copy = {{$dotenv TOKEN}}\n@again = a{{copy}}\n\nGET https://x.example/{{again}}\n';
    expect(await wayOfRequest(text, { dotenv: ['TOKEN=abc'] })).toBe('what is in .env to https://x.example?');
  });
});

describe('a `Host` that differs from the URL', () => {
  const own = '/own/project/http-client.private.env.json';
  const to = (url: string, host: string) => `GET ${url}\nHost: ${host}\nX-Key: {{token}}\n`;
  const files = { [own]: '{"dev":{"token":"abc"}}' };
  const named = { [own]: '{"dev":{"token":"abc","base":"https://x.example/v1","host":"front.example"}}' };
  const asked = 'what is in http-client.private.env.json to https://x.example with Host evil.example?';

  it.each<[string, string, Given, string]>([
    [
      'of an endpoint',
      to('https://x.example', 'evil.example'),
      { files, endpoints: [endpointAt('https://x.example')] },
      asked,
    ],
    ['of a named address', to('https://x.example', 'evil.example'), { files: named }, asked],
    [
      'of this machine',
      to('http://127.0.0.1:80', 'evil.example'),
      { files },
      asked.replace('https://x.example', 'http://127.0.0.1'),
    ],
    [
      'in other letters',
      to('https://x.example', '{{h}}').replace('Host', 'hOST'),
      { files: { [own]: '{"dev":{"token":"abc","h":"Evil.Example"}}' } },
      asked,
    ],
    ['that is the same', to('https://x.example', 'X.example:443'), { files: named }, 'https://x.example'],
    ['that is this machine as well', to('http://127.0.0.1:8080', 'shop.localhost'), { files }, 'http://127.0.0.1:8080'],
    ['that is named as well', to('https://x.example', 'front.example'), { files: named }, 'https://x.example'],
    [
      'that is named, on this machine',
      to('http://127.0.0.1:8080', 'front.example'),
      { files: named },
      'http://127.0.0.1:8080',
    ],
    [
      'for a value of the process',
      'GET https://x.example\nHost: evil.example\nX-Key: {{$processEnv TOKEN}}\n',
      { process: { TOKEN: 'abc' }, endpoints: [endpointAt('https://x.example', { folder: undefined })] },
      'the environment variable TOKEN to https://x.example with Host evil.example?',
    ],
    [
      'that shows a secret',
      'GET https://x.example\nHost: {{$secret hub}}.x.example\n',
      {},
      'the secret hub is in the host of the URL',
    ],
  ])('%s is another way', async (_, text, situation, expected) => {
    expect(await wayOfRequest(text, situation)).toBe(expected);
  });

  it('is trusted with nothing that the endpoint is trusted with', async () => {
    const places: unknown[] = [];
    const privateWays: WayPorts = {
      isAllowed: (_, __, place) => (places.push(place), place !== undefined),
      ask: ({ way, place, host }) => Promise.resolve(refused(`${way} ${place?.name} ${host}`)),
    };
    const situation = {
      files,
      endpoints: [endpointAt('https://x.example', { folder: '/other' })],
      ports: { privateWays },
    };
    expect(await wayOfRequest(to('https://x.example', 'x.example'), situation)).toBe('https://x.example');
    expect(await wayOfRequest(to('https://x.example', 'evil.example'), situation)).toBe(
      'https://x.example with Host evil.example undefined evil.example',
    );
    expect(places).toHaveLength(2);
  });
});

describe('a reference to a secret', () => {
  const reference = '$secret op://vault/item';
  const situation = (isAllowed: boolean) => {
    const steps: string[] = [];
    let value: string | undefined;
    const ports: Situation = {
      system: { now: () => 0, guid: () => '', random: () => 0, environment: () => undefined, secret: () => value },
      askForValues: (names) => {
        steps.push(`resolves ${names.join()}`);
        value = 'resolved';
        return Promise.resolve(undefined);
      },
      privateWays: {
        isAllowed: () => false,
        ask: ({ what, way }) => {
          steps.push(`${what} to ${way}`);
          return Promise.resolve(isAllowed ? undefined : refused('no'));
        },
      },
    };
    return { steps, ports };
  };

  it('is resolved only when it may go where the request goes, which is asked once', async () => {
    const text = `@key = {{${reference}}}\nPOST https://x.example/a\nX-Key: {{key}}\n\n{"a":"{{${reference}}}"}\n`;
    const refused = situation(false);
    expect(await wayOfRequest(text, { ports: refused.ports })).toBe('no');
    expect(refused.steps).toEqual(['the secret op://vault/item to https://x.example']);
    const allowed = situation(true);
    expect(await wayOfRequest(text, { ports: allowed.ports })).toBe('https://x.example');
    expect(allowed.steps).toEqual(['the secret op://vault/item to https://x.example', `resolves ${reference}`]);
  });

  it('is never resolved for a host, and not before the other values are there', async () => {
    const inHost = situation(true);
    const secret = `{{${reference}}}`;
    for (const text of [
      `GET https://${secret}.x.example/\n`,
      `GET https://x.example:${secret}/\n`,
      `GET ${secret}\n`,
      `GET {{%${reference}}}/a\n`,
      `@url = ${secret}\nPOST {{url}}\nX-Key: a\n\n{}\n`,
      `@host = ${secret}.example\nGET https://{{host}}/a\n`,
      `GET ${secret}/a\n`,
      `GET https://x.example/a\nHost: ${secret}\n`,
    ])
      expect(await wayOfRequest(text, { ports: inHost.ports })).toBe(
        'the secret op://vault/item is in the host of the URL, which must be known before its command runs; write the host, or define it in an environment',
      );
    // Its value may be known already. A kept one may be a whole URL.
    const kept = situation(true);
    const known = { ...kept.ports, system: { ...kept.ports.system, secret: () => 'https://x.example/' } };
    const ports = known as Situation;
    expect(await wayOfRequest('GET {{$secret op://vault/item}}\n', { ports })).toContain('in the host of the URL');
    expect(await wayOfRequest('GET {{$secret hub}}\n', { ports })).toBe('https://x.example');
    const inUser = situation(true);
    expect(
      await wayOfRequest(`GET https://ada:${secret}@x.example/${secret}?a=${secret}\n`, { ports: inUser.ports }),
    ).toBe('https://x.example');
    expect(inUser.steps).toHaveLength(2);
    const missing = situation(true);
    const askForValues = (names: readonly string[]) => Promise.resolve(refused(`no ${names.join()}`));
    const text = `GET https://x.example/{{id}}\nX-Key: {{${reference}}}\n`;
    expect(await wayOfRequest(text, { ports: { ...missing.ports, askForValues } })).toBe('no id');
    expect([inHost.steps, missing.steps]).toEqual([[], []]);
  });
});

describe('a kept secret', () => {
  it('goes nowhere by itself, also not to an endpoint of the user', async () => {
    const endpoints = [endpointAt('https://x.example', { folder: undefined })];
    expect(await wayOfRequest('GET https://x.example/{{$secret hub}}\n', { endpoints })).toBe(
      'the secret hub to https://x.example?',
    );
  });
});

describe('a value of an earlier request', () => {
  it('is as private as it was when it was sent; what a service answers is not', async () => {
    const answers = createNamedResponses();
    const sent = { method: 'GET', url: 'https://own.example/', headers: [['X-Key', 'abc']] as const };
    const response = responseOf('{"id":1}');
    answers.keep('login', response, sent, 0, [{ source: { kind: 'process', name: 'TOKEN' }, value: 'abc' }]);
    const ports = { answers };
    const from = (variable: string) => wayOfRequest(`GET https://x.example/{{${variable}}}\n`, { ports });
    expect(await from('login.request.headers.X-Key')).toBe('the environment variable TOKEN to https://x.example?');
    expect(await from('login.response.body.$.id')).toBe('https://x.example');
  });

  it('may be a credential, which goes back to its endpoint only', async () => {
    const answers = createNamedResponses();
    const prod = endpointAt('https://own.example');
    const sent = { method: 'GET', url: 'https://own.example/', headers: [['Authorization', 'abc']] as const };
    const response = responseOf('');
    const source = { kind: 'credential', endpoint: 'prod', way: 'https://own.example' } as const;
    answers.keep('login', response, sent, 0, [{ source }]);
    const at = (url: string) =>
      wayOfRequest(`GET ${url}\nX: {{login.request.headers.Authorization}}\n`, {
        ports: { answers },
        endpoints: [prod],
      });
    expect(await at('https://own.example/')).toBe('https://own.example');
    expect(await at('https://x.example/')).toBe('the credential of prod to https://x.example?');
  });
});
