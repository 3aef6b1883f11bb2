import { cancelled, refused } from '../../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../packages/engine/src/index';
import { parseConfiguration } from '../../../../packages/sender/src/configuration/index';
import { type RequestPlan, reasonOf } from '../../../../packages/sender/src/plan/index';
import type { CookieJar, CredentialsPort, FilesPort } from '../../../../packages/sender/src/ports/index';
import { createNamedResponses } from '../../../../packages/sender/src/variables/index';
import { withoutAuthorization } from '../../../../packages/sender/src/send/index';
import { prepareIn, type Situation } from '../../../sender-ports';

const endpoint: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://es.example/base' };

const plan = (more: Partial<RequestPlan> = {}): RequestPlan => ({
  method: 'GET',
  target: ['/x'],
  isAbsolute: false,
  headers: [],
  scheme: 'ApiKey',
  label: 'a',
  variables: [],
  errors: 0,
  isUnsafe: false,
  ...more,
});

type Request = Situation & { readonly plan?: RequestPlan };

const ports = (more: Request = {}): Request => ({
  endpoint,
  credentialOf: () => Promise.resolve({ credential: 'key' }),
  ...more,
});

async function prepareRequest({ plan: given = plan(), ...situation }: Request) {
  return prepareIn(given, situation);
}

const own = { name: ['Authorization'], value: ['Bearer own'] } as const;

async function authorizationOf(given: Request): Promise<string | undefined> {
  const prepared = await prepareRequest(given);
  if (!('request' in prepared)) throw new Error(reasonOf(prepared));
  return prepared.request.headers.find(([name]) => name === 'Authorization')?.[1];
}

describe('prepareRequest', () => {
  it("adds the endpoint's credential behind its base URL only, and where the request has none", async () => {
    expect(await authorizationOf(ports())).toBe('ApiKey key');
    expect(await authorizationOf(ports({ plan: plan({ headers: [own] }) }))).toBe('Bearer own');
    const elsewhere = plan({ target: ['https://es.example/other'], isAbsolute: true });
    expect(await authorizationOf(ports({ plan: elsewhere }))).toBeUndefined();
  });

  it.each(['evil.example', 'es.example:81', '', 'es.example@evil.example'])(
    'adds and asks for no credential where the `Host` is %j',
    async (host) => {
      const asked: string[] = [];
      const credentialOf: CredentialsPort['credentialOf'] = ({ name }) => {
        asked.push(name);
        return Promise.resolve({ credential: 'key' });
      };
      const cookies: CookieJar = {
        fieldFor: () => 'kept=1',
        keep: () => undefined,
        list: () => [],
        delete: () => undefined,
        clear: () => undefined,
      };
      const headers = [{ name: ['HOST'], value: [{ variable: 'h' }] }];
      const resolve = () => ({ value: host, isSecret: false });
      const prepared = await prepareRequest(ports({ plan: plan({ headers }), resolve, credentialOf, cookies }));
      if (!('request' in prepared)) throw new Error(reasonOf(prepared));
      expect(prepared.endpoint).toBe(endpoint);
      expect(prepared.cookies).toBeUndefined();
      expect(prepared.request.headers.map(([name]) => name)).toEqual(['HOST', 'Accept', 'User-Agent']);
      expect(asked).toEqual([]);
    },
  );

  it('adds the credential where the `Host` is that of the URL', async () => {
    const headers = [{ name: ['Host'], value: ['ES.example:443'] }];
    expect(await authorizationOf(ports({ plan: plan({ headers }) }))).toBe('ApiKey key');
  });

  it('sends nothing to an endpoint whose `authentication` cannot be read, unless the request has a credential', async () => {
    const { configuration } = parseConfiguration(
      '{"endpoints":{"prod":{"baseUrl":"https://es.example/base","authentication":{"type":"oauth2","tokenUrl":"x"}}}}',
    );
    const [unreadable] = configuration.endpoints;
    const prepared = await prepareRequest(ports({ endpoint: unreadable }));
    expect(prepared).toEqual({
      ...refused('the `authentication` of the endpoint prod cannot be read', 'correct it in rulebook.json'),
    });
    expect(await authorizationOf(ports({ endpoint: unreadable, plan: plan({ headers: [own] }) }))).toBe('Bearer own');
  });

  it("sends the credential instead of the request's own line when that is left out", async () => {
    const replaced = withoutAuthorization(plan({ headers: [own] }));
    expect(await authorizationOf(ports({ plan: replaced }))).toBe('ApiKey key');
    const without = plan();
    expect(withoutAuthorization(without)).toBe(without);
  });

  it.each<[string, Request, string | undefined]>([
    ['a value is missing', { plan: plan({ target: ['/', { variable: 'a' }] }) }, 'no a'],
    [
      'a file is missing',
      { plan: plan({ body: { kind: 'file', path: 'b.json', fillsVariables: false } }) },
      'no b.json',
    ],
    ['the credential is not given', { credentialOf: () => Promise.resolve(refused('why')) }, 'why'],
    ['the user calls it off', { credentialOf: () => Promise.resolve(cancelled) }, undefined],
  ])('sends nothing when %s', async (_, more, problem) => {
    const prepared = await prepareRequest(ports(more));
    expect(prepared).toEqual(problem === undefined ? cancelled : refused(problem));
  });
});

describe('cookies of a request', () => {
  function jarOf(): CookieJar & { readonly found: string[] } {
    const found: string[] = [];
    return {
      found,
      fieldFor: (url) => `at=${url.slice(-1)}-value`,
      keep: (url, fields) => found.push(`${url}: ${fields.join()}`),
      list: () => [],
      delete: () => undefined,
      clear: () => undefined,
    };
  }

  it('are sent, kept over redirects, and are secrets', async () => {
    const jar = jarOf();
    const prepared = await prepareRequest(ports({ cookies: jar }));
    if (!('request' in prepared)) throw new Error('unsent');
    expect(prepared.request.headers).toContainEqual(['Cookie', 'at=x-value']);
    expect(prepared.secrets).toContain('x-value');
    const from = { url: 'https://es.example/base/x', headers: [['Set-Cookie', 'a=1']] as const };
    expect(prepared.cookies?.onRedirect(from, 'https://es.example/base/y')).toContainEqual(['Cookie', 'at=y-value']);
    expect(jar.found).toEqual(['https://es.example/base/x: a=1']);
  });

  it('that are in the request stay at its origin, also when the way comes back', async () => {
    const own = plan({ headers: [{ name: ['Cookie'], value: ['own=1'] }] });
    const prepared = await prepareRequest(ports({ plan: own, cookies: jarOf() }));
    if (!('request' in prepared)) throw new Error('unsent');
    const sentTo = (from: string, to: string) =>
      prepared.cookies
        ?.onRedirect({ url: `https://${from}`, headers: [] }, `https://${to}`)
        ?.flatMap(([name, value]) => (name === 'Cookie' ? [value] : []));
    expect(sentTo('es.example/a', 'es.example/b')).toEqual(['own=1']);
    expect(sentTo('es.example/b', 'other.example/c')).toEqual(['at=c-value']);
    expect(sentTo('other.example/c', 'es.example/d')).toEqual(['at=d-value']);
  });

  it.each<[string, Partial<RequestPlan>, readonly string[]]>([
    ['a field of its own', { headers: [{ name: ['Cookie'], value: ['own=1'] }] }, ['own=1']],
    ['the directive', { keepsNoCookies: true }, []],
  ])('give way to %s', async (_, more, fields) => {
    const prepared = await prepareRequest(ports({ plan: plan(more), cookies: jarOf() }));
    if (!('request' in prepared)) throw new Error('unsent');
    expect(prepared.request.headers.flatMap(([name, value]) => (name === 'Cookie' ? [value] : []))).toEqual(fields);
  });
});

describe('a variable in the path of a body file', () => {
  const read: string[] = [];
  const readFile: FilesPort['readFile'] = (path) => {
    read.push(path);
    const text = '{ "a": 1 }';
    return Promise.resolve({ bytes: Buffer.from(text), text: () => text });
  };
  const withFile = (more: Request, path = './{{file}}') =>
    prepareRequest(
      ports({ plan: plan({ method: 'POST', body: { kind: 'file', path, fillsVariables: false } }), readFile, ...more }),
    );
  const value = (text: string) => ({ value: text, isSecret: false });

  it('is filled in before the file is read', async () => {
    const prepared = await withFile({ resolve: (name) => (name === 'file' ? value('{{name}}.json') : value('b')) });
    if (!('request' in prepared)) throw new Error(reasonOf(prepared));
    expect(read).toEqual(['./b.json']);
    expect(prepared.request.headers).toContainEqual(['Content-Type', 'application/json']);
    expect(prepared.request.body).toMatchObject([{}]);
  });

  it('is asked for', async () => {
    expect(await withFile({})).toEqual(refused('no file'));
  });

  it('is neither of a response nor private', async () => {
    read.length = 0;
    const answers = createNamedResponses();
    const headers = [] as const;
    const body = '{"f":".env"}';
    answers.keep('one', {
      httpVersion: '1.1',
      status: 200,
      statusText: '',
      headers,
      body,
      isTruncated: false,
      size: 1,
      duration: 1,
    });
    const ofResponse = await withFile({ answers, resolve: () => value('{{one.response.body.f}}') });
    expect(ofResponse).toMatchObject({
      kind: 'refused',
      cause: expect.stringContaining('comes from a response') as string,
    });
    const from = { kind: 'process', name: 'F' } as const;
    const ofProcess = await withFile({ resolve: () => ({ value: 'a', isSecret: true, from }) });
    expect(ofProcess).toMatchObject({ kind: 'refused', cause: expect.stringContaining('a private value') as string });
    expect(read).toEqual([]);
  });
});

it('names the header field with a character that none can carry', async () => {
  const city = plan({ headers: [{ name: ['X-City'], value: [{ variable: 'city' }] }] });
  const prepared = await prepareRequest(ports({ plan: city, resolve: () => ({ value: 'Łódź', isSecret: false }) }));
  expect(prepared).toMatchObject({
    kind: 'refused',
    cause: expect.stringMatching(/^`X-City` has a character outside of Latin-1/) as string,
  });
});
