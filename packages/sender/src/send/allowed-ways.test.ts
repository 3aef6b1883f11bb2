import type { Endpoint } from '@rulebook/checker/binding/model';
import { describe, expect, it } from 'vitest';
import type { WayPorts, WayQuestion } from '../ports/ways';
import type { PrivateUse } from '../private/private-sources';
import { reasonOf, refused } from '../refusal';
import { decideUses, destinationOf, rememberingWays, withoutPrivateValues } from './allowed-ways';
import type { Preparing } from './sending';

const own = 'https://x.example';

interface Given {
  /** Where the request goes. */
  readonly url?: string;
  readonly host?: string;
  readonly endpoints?: readonly Endpoint[];
  /** The endpoint of the request, which need not be one of those that are known. */
  readonly endpoint?: Endpoint;
  readonly realFolder?: WayPorts['realFolder'];
}

const at = (baseUrl: string, more: Partial<Endpoint> = {}): Endpoint => ({
  ...{ name: 'prod', service: 'search-cluster', baseUrl },
  ...more,
});

function partsOf({ url = `${own}/a`, host, endpoints = [], endpoint }: Given) {
  const headers = host === undefined ? [] : [['Host', host] as const];
  const request = { method: 'GET', url, headers } as unknown as Parameters<typeof decideUses>[1];
  const preparing = { plan: { variables: [] }, endpoint, ports: { ways: { endpoints } } } as unknown as Preparing;
  return { request, preparing };
}

/** Returns the question that is asked about values, why they are refused without one, or nothing: they go. */
async function asked(uses: readonly PrivateUse[], given: Given = {}): Promise<WayQuestion | string | undefined> {
  const { request, preparing } = partsOf(given);
  let question: WayQuestion | undefined;
  const refusal = await decideUses(uses, request, preparing, {
    isAllowed: () => false,
    realFolder: given.realFolder,
    ask: (one) => {
      question = one;
      return Promise.resolve(refused('asked'));
    },
  });
  return question ?? (refusal && reasonOf(refusal));
}

async function whatIsAsked(uses: readonly PrivateUse[], given: Given = {}): Promise<string | undefined> {
  const question = await asked(uses, given);
  return typeof question === 'object' ? question.what : question;
}

const fromProcess = (name: string, value = 'abc', isCarried?: true): PrivateUse => ({
  ...{ source: { kind: 'process', name }, name, value },
  ...(isCarried && { isCarried }),
});
const fromFile = (
  value: string,
  more: { readonly name?: string; readonly named?: readonly string[] } = {},
): PrivateUse => ({
  source: { kind: 'file', path: '/own/.env', place: '.env', named: more.named ?? [] },
  ...{ name: more.name ?? 'id', value },
});
const fromSecret = (value: string): PrivateUse => ({ source: { kind: 'secret', name: 'hub' }, value });
const fromCredential = (endpoint: string, way: string): PrivateUse => ({
  source: { kind: 'credential', endpoint, way },
});

const variable = (name: string) => `the environment variable ${name}`;
const folders = { folder: '/own' };

describe('a private value goes unasked', () => {
  it.each<[string, PrivateUse, Given]>([
    ['of the process to an endpoint of the user', fromProcess('T'), { endpoints: [at(own)] }],
    ['of the process to the endpoint of the request', fromProcess('T'), { endpoint: at(own) }],
    ['of the process to the address that it names', fromProcess('T', `${own}/v1`), {}],
    ['as the port', fromProcess('PORT', '3000'), { url: `${own}:3000/a` }],
    ['of a file to an endpoint of its folder', fromFile('abc'), { endpoints: [at(own, folders)] }],
    ['of a file to an endpoint of the user', fromFile('abc'), { endpoints: [at(own)] }],
    [
      'of a file to an endpoint of a link to its folder',
      fromFile('abc'),
      { endpoints: [at(own, { folder: '/link' })], realFolder: () => '/own' },
    ],
    ['of a file to this machine', fromFile('abc'), { url: 'http://localhost:8080/' }],
    ['of a file to a place that it names', fromFile('abc', { named: ['//x.example'] }), {}],
    ['of a credential to its endpoint', fromCredential('prod', own), { endpoints: [at(own)] }],
  ])('%s', async (_, use, given) => {
    expect(await asked([use], given)).toBeUndefined();
  });
});

describe('a private value is asked about', () => {
  it.each<[string, PrivateUse, Given, string]>([
    ['of the process to an endpoint of a folder', fromProcess('T'), { endpoints: [at(own, folders)] }, variable('T')],
    ['of the process to this machine', fromProcess('T'), { url: 'http://localhost:8080/' }, variable('T')],
    ['that is a number, but not the port', fromProcess('T', '30001'), { url: `${own}:3000/a` }, variable('T')],
    ['that ends like the port', fromProcess('T', '123456'), { url: `${own}:3000/a` }, variable('T')],
    ['that is a host behind slashes', fromProcess('T', '//x.example'), {}, variable('T')],
    ['of the process that is empty', fromProcess('T', ''), {}, variable('T')],
    ['of a secret that is empty', fromSecret(''), {}, 'the secret hub'],
    ['of a secret to an endpoint of the user', fromSecret('abc'), { endpoints: [at(own)] }, 'the secret hub'],
    [
      'of a file to an endpoint of another folder',
      fromFile('abc'),
      { endpoints: [at(own, { folder: '/other' })] },
      'what is in .env',
    ],
    [
      'of a file to this machine through a proxy',
      fromFile('abc'),
      {
        url: 'http://localhost:8080/',
        endpoint: at('http://localhost:8080', { proxy: 'http://p.example:1', folder: '/other' }),
      },
      'what is in .env',
    ],
    [
      'of a file to a place and a `Host` that it names, through a proxy',
      fromFile('abc', { named: [own, '//front.example'] }),
      { host: 'front.example', endpoint: at(own, { proxy: 'http://p.example:1', folder: '/other' }) },
      'what is in .env',
    ],
    [
      'of a credential of another name',
      fromCredential('other', own),
      { endpoints: [at(own)] },
      'the credential of other',
    ],
    [
      'of a credential of an endpoint that was elsewhere',
      fromCredential('prod', 'https://y.example'),
      { endpoints: [at(own)] },
      'the credential of prod',
    ],
    [
      'of a credential to another endpoint',
      fromCredential('prod', 'https://y.example'),
      { endpoints: [at('https://y.example'), at(own, { name: 'other' })] },
      'the credential of prod',
    ],
  ])('%s', async (_, use, given, what) => {
    expect(await whatIsAsked([use], given)).toBe(what);
  });

  it('of the process, also where a value of a file names the place', async () => {
    expect(await whatIsAsked([fromProcess('T'), fromFile(own, { named: [own] })])).toBe(variable('T'));
  });

  it('with its `Host`, its endpoint and its sources, each once', async () => {
    const endpoint = at(own, folders);
    expect(await asked([fromProcess('T'), fromProcess('T', 'other')], { endpoint })).toEqual({
      ...{ sources: [{ kind: 'process', name: 'T' }], what: variable('T'), way: own, origin: own, place: endpoint },
      shown: { way: own, origin: own },
    });
    expect(await asked([fromProcess('T')], { endpoint, host: 'front.example' })).toMatchObject({
      ...{ way: `${own} with Host front.example`, origin: own, place: undefined, host: 'front.example' },
    });
  });

  it('without those that are in the host', async () => {
    expect(await asked([fromFile('Tenant-1')], { url: 'https://tenant-1.x.example/' })).toMatchObject({
      way: 'https://tenant-1.x.example',
      shown: { way: expect.not.stringContaining('tenant'), origin: expect.not.stringContaining('tenant') },
    });
    expect(withoutPrivateValues(own, [fromFile('X.example')])).toBe(own);
    expect(withoutPrivateValues('https://tenant-1.example', [fromFile('Tenant-1')])).not.toContain('tenant');
  });

  it.each<[number: number, words: string]>([
    [1, variable('T1')],
    [2, `${variable('T1')} and ${variable('T2')}`],
    [3, `${variable('T1')}, ${variable('T2')} and ${variable('T3')}`],
    [4, `${variable('T1')}, ${variable('T2')}, ${variable('T3')} and ${variable('T4')}`],
    [5, `${variable('T1')}, ${variable('T2')}, ${variable('T3')} and 2 other private values`],
  ])('with %d of its kind', async (number, words) => {
    expect(await whatIsAsked(Array.from({ length: number }, (_, at) => fromProcess(`T${at + 1}`)))).toBe(words);
  });

  it.each<[string, readonly PrivateUse[], string, true | undefined]>([
    ['in the request', [fromProcess('A')], variable('A'), undefined],
    ['read by a script', [fromProcess('A', 'a', true)], `what a script has read (${variable('A')})`, true],
    ['of both kinds', [fromProcess('A', 'a', true), fromProcess('A')], variable('A'), undefined],
    ['of both kinds, the other way round', [fromProcess('A'), fromProcess('A', 'a', true)], variable('A'), undefined],
    [
      'of several sources, those of scripts first',
      [fromProcess('A'), fromProcess('B', 'b', true)],
      `${variable('B')} and ${variable('A')}`,
      undefined,
    ],
  ])('%s', async (_, uses, what, isCarried) => {
    const question = (await asked(uses)) as WayQuestion;
    expect([question.what, question.isCarried]).toEqual([what, isCarried]);
  });
});

describe('a secret is never a part of the host', () => {
  const url = 'https://abc.x.example/';

  it.each<[string, PrivateUse, Given, string]>([
    ['a kept one', fromSecret('ABC'), { url }, 'the secret hub'],
    ['a variable of the process with such a name', fromProcess('API_TOKEN'), { url }, variable('API_TOKEN')],
    ['a variable of a file with such a name', fromFile('abc', { name: 'api_token' }), { url }, 'what is in .env'],
    ['in the `Host`', fromSecret('abc'), { host: 'abc.example' }, 'the secret hub'],
  ])('%s', async (_, use, given, what) => {
    expect(await asked([use], given)).toBe(`${what} is in the host of the URL`);
  });

  it.each<[string, PrivateUse]>([
    ['of the process', { ...fromProcess('TENANT'), name: 'api_token' }],
    ['of a file', fromFile('abc')],
  ])('but a value %s whose own name says nothing of the kind may be', async (_, use) => {
    expect(await asked([use], { url })).toHaveProperty('what');
  });
});

it('asks nothing about a value of the process for an endpoint that is known, nor for that of the request', async () => {
  const [known, its] = [at(own), at('https://y.example', { name: 'other' })];
  const given = { endpoints: [known], endpoint: its };
  expect(await asked([fromProcess('TOKEN')], given)).toBeUndefined();
  expect(await asked([fromProcess('TOKEN')], { ...given, url: 'https://y.example/a' })).toBeUndefined();
  expect(await asked([fromProcess('TOKEN')], { ...given, url: 'https://z.example/a' })).toHaveProperty('what');
});

describe('where a request goes', () => {
  const [near, far] = [at('http://near.example/api', { name: 'near' }), at('http://far.example', { name: 'far' })];
  const endpoints = [near, far];
  const placeOf = (url: string, endpoint?: Endpoint) => {
    const { request, preparing } = partsOf({ url, endpoints, ...(endpoint && { endpoint }) });
    return destinationOf(request, preparing).place?.name;
  };

  it('is found for each of several, whatever went before', () => {
    expect(placeOf('http://near.example/api/a')).toBe('near');
    expect(placeOf('http://near.example/api/a')).toBe('near');
    expect(placeOf('http://near.example/api/../b')).toBeUndefined();
    expect(placeOf('http://far.example/a')).toBe('far');
    expect(placeOf('http://near.example/api/a')).toBe('near');
  });

  it('takes the endpoint of the request before the others, also for the URL of the request before', () => {
    const own = at('http://near.example', { name: 'own' });
    expect(placeOf('http://near.example/api/a')).toBe('near');
    expect(placeOf('http://near.example/api/a', own)).toBe('own');
    expect(placeOf('http://near.example/api/a')).toBe('near');
  });
});

describe('what is allowed for one request', () => {
  it('is not asked about again, and everything else as before', async () => {
    const questions: string[] = [];
    const ports: WayPorts = {
      isAllowed: (source) => source.kind === 'file',
      realFolder: (folder) => `/real${folder}`,
      ask: ({ what }) => Promise.resolve(questions.push(what) > 1 ? refused('no') : undefined),
    };
    const ways = rememberingWays(ports);
    const question = { ...((await asked([fromProcess('A')])) as WayQuestion) };
    const [source] = question.sources;
    expect(await ways.ask(question)).toBeUndefined();
    expect(ways.realFolder?.('/own')).toBe('/real/own');
    const isAllowed = (name: string, way: string) => ways.isAllowed({ kind: 'process', name }, way, undefined);
    expect([isAllowed('A', own), isAllowed('B', own), isAllowed('A', `${own}:1`)]).toEqual([true, false, false]);
    expect(ways.isAllowed(fromFile('a').source, own, undefined)).toBe(true);
    expect(await ways.ask({ ...question, way: `${own}:1` })).toEqual(refused('no'));
    expect(source && ways.isAllowed(source, `${own}:1`, undefined)).toBe(false);
  });
});
