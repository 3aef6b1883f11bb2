import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createNamesAnswers } from '../../../client/src/live-names/answer-names';
import type { SendServices } from '../../../client/src/sending/send-services';
import { createEngine, type Endpoint } from '../../../packages/engine/src/index';
import { nameKindsOf } from '../../../packages/checker/src/live-names/name-lists';
import { askedNames } from '../../../packages/checker/src/live-names/asked-names';
import { requestFileText } from '../../../packages/sender/src/resources/index';
import type { PreparedRequest, SendOptions, Transport } from '../../../packages/sender/src/plan/index';
import { createNamedResponses } from '../../../packages/sender/src/variables/index';
import type { NamesParams } from '../../../server/src/protocol';
import { playCluster } from '../../sandbox/cluster/play-indices';
import { settings } from './vscode';

const canary = 'canary-5d1f';
const key = 'a2V5OnNlY3JldC1jYW5hcnk=';
const prod: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://search.example.org' };
const engine = createEngine();
// The build fills it in.
vi.stubGlobal('RULEBOOK_VERSION', '0');

/** A cluster with something of each kind, and the requests that reached it. */
function startCluster() {
  const play = playCluster();
  for (const [line, body] of [
    [`PUT /${canary}`, { mappings: { properties: { title: { type: 'text', fields: { raw: { type: 'keyword' } } } } } }],
    [`PUT /${canary}/_alias/every`, undefined],
    ['PUT /_ccr/auto_follow/copies', { remote_cluster: 'leader', leader_index_patterns: ['a*'] }],
  ] as const)
    expect(play.send(line, body).status).toBe(200);
  const sent: { readonly request: PreparedRequest; readonly options: SendOptions }[] = [];
  const transport: Transport = {
    send: (request, options) => {
      sent.push({ request, options });
      const { pathname, search } = new URL(request.url);
      const { status, text } = play.send(`${request.method} ${pathname}${search}`);
      const head = { httpVersion: '1.1', statusText: '', headers: [], isTruncated: false, duration: 1 };
      return Promise.resolve({ response: { ...head, status, body: text, size: text.length } });
    },
  };
  return { sent, transport };
}

interface Parts {
  readonly endpoint?: Endpoint;
  readonly credential?: string | undefined;
  readonly guarded?: readonly string[];
  readonly cannotSend?: string;
}

/** The services of the extension; everything that would ask the user, or keep something, throws. */
function servicesFor(transport: Transport, parts: Parts = {}) {
  const logged: string[] = [];
  const never = (what: string) => () => {
    throw new Error(`${what} must not be used.`);
  };
  let now = 1_000_000;
  const credential = 'credential' in parts ? parts.credential : key;
  const services = {
    ports: {
      ...(parts.cannotSend !== undefined && { cannotSend: parts.cannotSend }),
      transport,
      cookies: never('The cookies'),
      system: { now: () => now, environment: () => undefined },
    },
    plan: never('Another plan'),
    configuration: {
      of: () => ({
        ...{ endpoints: [parts.endpoint ?? prod], defaults: {}, bodies: [], rules: {}, services: [], rulesets: [] },
        ...(parts.guarded && { protectedEnvironments: parts.guarded }),
      }),
    },
    environments: { current: () => 'live' },
    credentials: {
      known: () => Promise.resolve(credential === undefined ? undefined : { credential }),
      knownPassphraseOf: () => Promise.resolve(undefined),
      find: never('A question about a credential'),
      ask: never('A question for a credential'),
      passphraseOf: never('A question for a passphrase'),
    },
    tokens: { known: () => Promise.resolve(undefined), find: never('A question for a token') },
    privateWays: { isAllowed: () => false, ask: never('A question about a way') },
    history: new Proxy({}, { get: never('The history') }),
    sandbox: { findRunning: () => Promise.resolve(), serverOf: () => undefined },
    answersOf: () => createNamedResponses(),
    log: { debug: (line: string) => logged.push(line) },
  };
  return {
    services: services as unknown as SendServices,
    logged,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** What the server asks for of a list. */
function paramsFor(id: string, names: Readonly<Record<string, string>> = {}, endpoint = prod): NamesParams {
  const service = engine.catalogue.services.find((one) => one.id === endpoint.service)!;
  const { list } = nameKindsOf(service).named(id)!;
  const { request } = askedNames(list, '', (parameter) => names[parameter])!;
  const context = { endpoints: [endpoint], defaults: {} };
  const file = engine.openFile(requestFileText(request, endpoint.name));
  const plan = engine.plan(file, 0, { context, severities: {} })!;
  return { uri: 'file:///project/a.http', endpoint: endpoint.name, plan, list };
}

beforeEach(() => {
  Object.assign(settings, { isTrusted: true, liveNames: undefined });
  settings.progress.length = 0;
});

describe('names of an endpoint', () => {
  it.each([
    ['index', {}, [canary, 'every']],
    ['field', { index: canary }, ['title', 'title.raw']],
    ['repository', {}, []],
    ['auto-follow-pattern', {}, ['copies']],
    ['remote-cluster', {}, ['leader']],
    ['follower', {}, []],
  ])('are read from the response of the service: %s', async (id, parents, expected) => {
    const { transport } = startCluster();
    const { services } = servicesFor(transport);
    const result = await createNamesAnswers(services).answer(paramsFor(id, parents));
    expect('names' in result ? result.names.map(({ name }) => name) : result).toEqual(expected);
  });

  it('are asked for with the credential, visibly, once a minute, and leave nothing behind', async () => {
    const { sent, transport } = startCluster();
    const { services, logged, pass } = servicesFor(transport);
    const { answer } = createNamesAnswers(services);
    expect(await answer(paramsFor('index'))).toMatchObject({ isWhole: true });
    expect(settings.progress).toEqual(['Rulebook: asking prod for names']);
    const [{ request, options } = {}] = sent;
    expect(request?.method).toBe('GET');
    expect(request?.headers).toContainEqual(['Authorization', `ApiKey ${key}`]);
    expect(options).toMatchObject({ timeout: 5_000, retries: 0, followsRedirects: false });
    expect(await answer(paramsFor('index'))).toEqual({ reason: 'recent' });
    pass(60_000);
    expect(await answer(paramsFor('index'))).toMatchObject({ isWhole: true });
    expect(sent).toHaveLength(2);
    expect(logged).toEqual(['Names of prod: 2.', 'Names of prod: 2.']);
  });

  it('are asked for again at once when a request has changed something there', async () => {
    const { transport } = startCluster();
    const { services } = servicesFor(transport);
    const { answer, written } = createNamesAnswers(services);
    await answer(paramsFor('index'));
    written('other');
    expect(await answer(paramsFor('index'))).toEqual({ reason: 'recent' });
    written('prod');
    expect(await answer(paramsFor('index'))).toMatchObject({ isWhole: true });
  });

  it('are left out where they hold a secret of the request', async () => {
    const { transport } = startCluster();
    const { services } = servicesFor(transport, { credential: `ApiKey ${canary}` });
    const result = await createNamesAnswers(services).answer(paramsFor('index'));
    expect(JSON.stringify(result)).not.toContain(canary);
    expect(result).toMatchObject({ names: [{ name: 'every' }], isWhole: false });
  });

  it.each<[string, Parts, () => void]>([
    ['the workspace is not trusted', {}, () => void (settings.isTrusted = false)],
    ['the user has switched it off', {}, () => void (settings.liveNames = false)],
    ['nothing can be sent from here', { cannotSend: 'No.' }, () => undefined],
    ['the endpoint is protected', { endpoint: { ...prod, protected: true } }, () => undefined],
    ['the environment is protected', { guarded: ['live'] }, () => undefined],
    ['the endpoint says no', { endpoint: { ...prod, liveNames: false } }, () => undefined],
    ['the endpoint is no longer configured', { endpoint: { ...prod, name: 'other' } }, () => undefined],
    [
      'its credential would be asked for',
      { credential: undefined, endpoint: { ...prod, authentication: { type: 'api-key' } } },
      () => undefined,
    ],
    ['it would need a new token', { endpoint: { ...prod, authentication: { type: 'oauth2' } } }, () => undefined],
    [
      'it is the sandbox, which does not run',
      { endpoint: { ...prod, name: 'sandbox-cluster', baseUrl: 'http://127.0.0.1:9200', isBuiltIn: true } },
      () => undefined,
    ],
  ])('are not asked for where %s', async (_, parts, prepare) => {
    const { sent, transport } = startCluster();
    prepare();
    const { services } = servicesFor(transport, parts);
    const { name } = parts.endpoint ?? prod;
    const endpoint = name === 'other' ? prod : (parts.endpoint ?? prod);
    expect(await createNamesAnswers(services).answer(paramsFor('index', {}, endpoint))).toHaveProperty('reason');
    expect(sent).toEqual([]);
  });

  it('are asked for at a protected endpoint that allows it', async () => {
    const { sent, transport } = startCluster();
    const endpoint = { ...prod, protected: true, liveNames: true };
    const { services } = servicesFor(transport, { endpoint, guarded: ['live'] });
    await createNamesAnswers(services).answer(paramsFor('index', {}, endpoint));
    expect(sent).toHaveLength(1);
  });

  it('are not asked for by a request that does more than list them', async () => {
    const { sent, transport } = startCluster();
    const { answer } = createNamesAnswers(servicesFor(transport).services);
    const params = paramsFor('index');
    for (const change of [
      { method: 'DELETE' },
      { target: [{ variable: 'token' }], variables: ['token'] },
      { isAbsolute: true },
      { endpoint: 'other' },
    ])
      expect(await answer({ ...params, plan: { ...params.plan, ...change } })).toHaveProperty('reason');
    expect(await answer({ ...params, uri: 'vscode-vfs://host/a.http' })).toHaveProperty('reason');
    expect(sent).toEqual([]);
  });
});
