import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../packages/engine/src/index';
import {
  describePrivateSource,
  isPrivateFile,
  keyOfSource,
  namedPlaceOf,
  namedPlacesOf,
  namesOrigin,
  plainFileName,
  usesOf,
  type PrivateSource,
} from '../../../../packages/sender/src/private/private-sources';
import {
  endpointWithBaseUrl,
  endpointsOfFolder,
  environmentConflict,
  environmentToken,
  isOwnVariable,
  overrideEndpoints,
  passphraseVariable,
} from '../../../../packages/sender/src/private/environment-overrides';
import {
  codeWayOf,
  credentialKeyOf,
  credentialWayOf,
  hostOfWay,
  originOf,
  tokenWayOf,
  wayOf,
} from '../../../../packages/sender/src/private/ways';
import { isBelowFolder } from '../../../../packages/sender/src/private/whose-folder';

const at = (baseUrl: string, more: Partial<Endpoint> = {}): Endpoint => ({
  ...{ name: 'prod', service: 'search-cluster', baseUrl },
  ...more,
});
const own = 'https://x.example';

describe('the token of the environment', () => {
  const both = { RULEBOOK_TOKEN_PROD: 't', RULEBOOK_ENDPOINT_PROD: own };
  const proxied = at(own, { proxy: 'http://p.example' });
  it.each<[variables: Record<string, string>, endpoint: Endpoint, isTrusted: boolean, token: string | undefined]>([
    [both, at(own), false, 't'],
    [{ RULEBOOK_TOKEN_PROD: 't' }, at(own), true, undefined],
    [{ ...both, RULEBOOK_ENDPOINT_PROD: 'https://y.example' }, at(own), true, undefined],
    [both, proxied, false, undefined],
    [both, proxied, true, 't'],
    [{ ...both, RULEBOOK_TOKEN_PROD: ' ' }, at(own), false, undefined],
  ])('%j', (variables, endpoint, isTrusted, token) => {
    expect(environmentToken(endpoint, (name) => variables[name], isTrusted)).toBe(token);
  });
});

describe('the way of a request', () => {
  it('has the `Host` that differs from the URL', () => {
    const place = at(own, { proxy: 'http://p.example' });
    expect(wayOf(own, place, true, 'evil.example')).toBe(
      `${own} with Host evil.example through http://p.example unverified`,
    );
    expect(hostOfWay(wayOf('http://127.0.0.1:1', undefined, false, 'evil.example'))).toBe('127.0.0.1');
  });

  it.each<[url: string, place: Partial<Endpoint> | undefined, isUnverified: boolean, way: string]>([
    [`${own}/a?b`, undefined, false, own],
    [`${own}/a`, undefined, true, `${own} unverified`],
    ['http://x.example/a', undefined, true, 'http://x.example'],
    ['https://localhost:1/a', undefined, true, 'https://localhost:1'],
    [own, {}, false, own],
    [own, { proxy: 'none' }, false, own],
    [own, { proxy: 'http://p.example' }, false, `${own} through http://p.example`],
    [own, { insecure: true }, false, `${own} unverified`],
    [own, { insecure: true }, true, `${own} unverified`],
    [own, { insecure: false }, false, own],
    ['http://x.example', { insecure: true, baseUrl: 'http://x.example' }, false, 'http://x.example'],
    [
      'https://localhost',
      { insecure: true, proxy: 'http://p.example', baseUrl: 'https://localhost' },
      false,
      'https://localhost through http://p.example unverified',
    ],
    [own, { ca: ['./a.pem', '/b.pem'] }, false, `${own} trusting ./a.pem, /b.pem`],
    [
      own,
      { ca: ['./a.pem', 'b.pem', '/c.pem', '~/d.pem', 'C:\\e.pem'], folder: '/own' },
      false,
      `${own} trusting /own/a.pem, /own/b.pem, /c.pem, ~/d.pem, C:\\e.pem`,
    ],
  ])('to %s by %j (%s) is %s', (url, place, isUnverified, way) => {
    expect(wayOf(url, place && at(own, place), isUnverified)).toBe(way);
  });

  it('of a credential is all places that take part in it', () => {
    const authentication = { type: 'oauth2', tokenUrl: 'https://t.example/x', deviceUrl: 'https://d.example' } as const;
    const all = `${own} and https://t.example and https://d.example`;
    expect(credentialWayOf(at(own, { authentication }))).toBe(all);
    expect(credentialWayOf(at(own, { authentication: { ...authentication, tokenUrl: own } }))).toBe(
      `${own} and https://d.example`,
    );
    expect(credentialWayOf(at(own, { authentication: { ...authentication, type: 'bearer' } }))).toBe(own);
    expect(credentialKeyOf(at(own, { authentication, proxy: 'http://p' }))).toBe(`prod\n${all} through http://p`);
  });

  it.each<[flow: string, authentication: Endpoint['authentication'], page: string | undefined]>([
    ['no authentication', undefined, undefined],
    ['a flow of another type', { type: 'bearer', flow: 'device', deviceUrl: 'https://d.example' }, undefined],
    [
      'a token without a page',
      { type: 'oauth2', flow: 'client-credentials', tokenUrl: 'https://t.example' },
      undefined,
    ],
    ['a device', { type: 'oauth2', flow: 'device', deviceUrl: 'https://d.example/x' }, 'https://d.example'],
    [
      'a page',
      { type: 'oauth2', flow: 'authorization-code', authorizationUrl: 'https://a.example/x' },
      'https://a.example',
    ],
  ])('of a code, with %s, begins at its page', (_, authentication, page) => {
    expect(codeWayOf(at(own, { authentication }))?.from).toBe(page);
  });

  it('of a token says where its code goes, if that is not where the page is', () => {
    const agreed = (tokenUrl: string) => {
      const authorizationUrl = 'https://a.example/authorize';
      return at(own, { authentication: { type: 'oauth2', flow: 'authorization-code', authorizationUrl, tokenUrl } });
    };
    const [split, whole] = [agreed('https://t.example/token'), agreed('https://a.example/token')];
    expect(codeWayOf(split)).toEqual({ from: 'https://a.example', to: 'https://t.example', isSplit: true });
    expect(tokenWayOf(split)).toBe(
      `${own} and https://t.example and https://a.example, with the code of https://a.example sent to https://t.example`,
    );
    expect(codeWayOf(whole)).toEqual({ from: 'https://a.example', to: 'https://a.example', isSplit: false });
    expect(tokenWayOf(whole)).toBe(`${own} and https://a.example`);
    expect(tokenWayOf(at(own))).toBe(own);
  });

  it.each([
    [' HTTPS://Ada:pw@X.example:443/a', own],
    ['HTTPS://x.example', own],
    ['HTTP://x.example:80?a', 'http://x.example'],
    ['http://x.example:443', 'http://x.example:443'],
    ['x.example', '://'],
  ])('%s has the origin %s', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });

  it.each([
    ['https://x.example:1 unverified', 'x.example'],
    ['http://[::1]:1', '[::1]'],
    ['http://x.example through http://p', 'x.example'],
    ['', ''],
  ])('%s has the host %s', (way, host) => {
    expect(hostOfWay(way)).toBe(host);
  });
});

describe('a place that a value names', () => {
  it.each([
    [' https://X.example/v1 ', 'https://x.example'],
    ['http://{{host}}/', undefined],
    ['https:///x', undefined],
    ['ftp://x.example', undefined],
    ['X.example', '//x.example'],
    ['localhost', '//localhost'],
    ['localhost:9200', '//localhost:9200'],
    ['word', undefined],
    ['x.example/a', undefined],
    ['[::1]:9200', '//[::1]:9200'],
    ['10.1.2.3', '//10.1.2.3'],
    ['10.1.2.3:80', '//10.1.2.3:80'],
    ['18.1', undefined],
    ['18.1:80', undefined],
    ['1.2.3.4.5', undefined],
    [`${'a'.repeat(245)}.example`, `//${'a'.repeat(245)}.example`],
    [`${'a'.repeat(246)}.example`, undefined],
  ])('of %s is %s', (value, place) => {
    expect(namedPlaceOf(value)).toBe(place);
  });

  it('is named once, and names an origin by itself, or by its host', () => {
    expect(namedPlacesOf(['x.example', 'word', 'X.example', own])).toEqual(['//x.example', own]);
    for (const place of ['https://x.example:1', '//x.example:1', '//x.example'])
      expect(namesOrigin([place], 'https://x.example:1')).toBe(true);
    for (const place of ['http://x.example:1', '//x.example:2', '//y.example'])
      expect(namesOrigin([place], 'https://x.example:1')).toBe(false);
  });
});

describe('a private source', () => {
  it.each<[source: PrivateSource, key: string, words: string]>([
    [{ kind: 'process', name: 'TOKEN' }, 'environment variable TOKEN', 'the environment variable TOKEN'],
    [{ kind: 'secret', name: 'hub' }, 'secret hub', 'the secret hub'],
    [{ kind: 'file', path: '/own/.env', place: '.env', named: [] }, 'file /own/.env', 'what is in .env'],
    [{ kind: 'credential', endpoint: 'prod', way: own }, `credential prod\n${own}`, 'the credential of prod'],
  ])('%j is kept as %j and called %s', (source, key, words) => {
    expect([keyOfSource(source), describePrivateSource(source)]).toEqual([key, words]);
  });

  it.each([
    ['/own/.env', true],
    ['C:\\own\\.env.local', true],
    ['prod.env', true],
    ['http-client.private.env.json', true],
    ['a.PRIVATE.json', true],
    ['.env. ', true],
    ['.env:stream', true],
    ['http-client.env.json', false],
    ['private.json', false],
    ['/.env/a.json', false],
    ['environment.json', false],
  ])('is in the file %s: %s', (path, expected) => {
    expect(isPrivateFile(path)).toBe(expected);
  });

  it('is in a file whatever Windows leaves out of its name', () => {
    expect(['a. .', 'a:b:c', 'a', '.env'].map(plainFileName)).toEqual(['a', 'a', 'a', '.env']);
  });

  it('is also in what was used of an earlier request', () => {
    const use = (name: string) => ({ source: { kind: 'process', name } as const });
    const filler = { uses: [use('A')], used: ['login.request.url'] };
    const answers = { usesFor: (names: readonly string[]) => names.map(use) };
    expect(usesOf(filler, answers)).toEqual([use('A'), use('login.request.url')]);
    expect(usesOf(filler, undefined)).toEqual([use('A')]);
  });
});

describe('the environment', () => {
  const of = (variables: Readonly<Record<string, string>>) => (name: string) => variables[name];

  it.each([
    ['https://new.example/base//', 'https://new.example/base'],
    [' http://new.example ', 'http://new.example'],
    ['new.example', undefined],
    ['https://', undefined],
    ['https://me@new.example', 'https://me@new.example'],
    ['https://@new.example', undefined],
    ['ftp://new.example', undefined],
  ])('moves an endpoint to %s', (value, expected) => {
    const environment = of({ RULEBOOK_ENDPOINT_MY_PROD: value });
    const [moved, other] = overrideEndpoints([at(own, { name: 'my-prod' }), at(own)], environment);
    expect([moved?.baseUrl, other?.baseUrl]).toEqual([expected ?? own, own]);
  });

  it("makes a place the user's own unless the folder names a detour", () => {
    expect(endpointWithBaseUrl(at('http://a', { folder: '/f' }), own)).toEqual(at(own));
    const detoured = { folder: '/f', proxy: 'http://p.example' };
    expect(endpointWithBaseUrl(at('http://a', detoured), own)).toEqual(at(own, detoured));
    const insecure = { folder: '/f', insecure: true };
    expect(endpointWithBaseUrl(at('http://a', insecure), own)).toEqual(at(own, insecure));
  });

  it('has variables that are for Rulebook alone', () => {
    expect(['RULEBOOK_X', ' rulebook_y', 'MY_RULEBOOK_X', 'RULEBOOK'].map(isOwnVariable)).toEqual([
      ...[true, true, false, false],
    ]);
    expect([passphraseVariable(), passphraseVariable('my-prod')]).toEqual([
      'RULEBOOK_PASSPHRASE',
      'RULEBOOK_PASSPHRASE_MY_PROD',
    ]);
  });

  it('cannot be used for two endpoints whose variables are the same', () => {
    const both = [at(own, { name: 'b-c' }), at(own, { name: 'b.c' }), at(own)];
    const conflict = (variables: Readonly<Record<string, string>>, endpoints = both) =>
      environmentConflict(both[1] ?? at(own), endpoints, of(variables));
    const words = (variable: string) =>
      `the endpoints b-c and b.c share the environment variable ${variable}; rename one of them in rulebook.json`;
    expect(conflict({ RULEBOOK_CREDENTIAL_B_C: 'abc' })).toBe(words('RULEBOOK_CREDENTIAL_B_C'));
    expect(conflict({ RULEBOOK_ENDPOINT_B_C: own })).toBe(words('RULEBOOK_ENDPOINT_B_C'));
    expect(conflict({ RULEBOOK_CREDENTIAL_B_C: ' ' })).toBeUndefined();
    expect(conflict({})).toBeUndefined();
    expect(conflict({ RULEBOOK_CREDENTIAL_B_C: 'abc' }, both.slice(1))).toBeUndefined();
  });

  it('belongs to no folder, as an endpoint that is built in', () => {
    const [built, written] = endpointsOfFolder([at(own, { isBuiltIn: true }), at(own)], '/f');
    expect(built).toEqual(at(own, { isBuiltIn: true }));
    expect(written).toEqual(at(own, { folder: '/f' }));
  });
});

it.each([
  ['/a/b', '/a', true],
  ['/a/b', '/a/', true],
  ['C:\\a\\b', 'C:\\a', true],
  ['/ab', '/a', false],
  ['/a', '/a', false],
  ['/a', '', false],
])('%s is below %s: %s', (path, folder, expected) => {
  expect(isBelowFolder(path, folder)).toBe(expected);
});
