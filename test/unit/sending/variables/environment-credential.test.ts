import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../packages/engine/src/index';
import { environmentConflict, environmentCredential, originOf } from '../../../../packages/sender/src/private/index';

const endpoint = (name: string, baseUrl: string): Endpoint => ({ name, service: 'search-cluster', baseUrl });
const of = (variables: Readonly<Record<string, string>>) => (name: string) => variables[name];

describe('originOf', () => {
  it.each([
    ['https://ES.example:443/base', 'https://es.example'],
    ['http://es.example:80', 'http://es.example'],
    ['https://es.example:80/x', 'https://es.example:80'],
    ['https://user:word@es.example/x?y#z', 'https://es.example'],
    ['https://es.example\\@evil.example', 'https://es.example'],
    ['http://[::1]:9270', 'http://[::1]:9270'],
  ])('%s is of %s', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });
});

describe('environmentCredential', () => {
  const prod = endpoint('prod', 'https://es.example:9243/base');

  it.each([
    ['nothing is set', prod, {}, 'none'],
    ['it is blank', prod, { RULEBOOK_CREDENTIAL_PROD: ' ' }, 'none'],
    ['only the name says so', prod, { RULEBOOK_CREDENTIAL_PROD: 'x' }, 'unbound'],
    [
      'the environment names the base URL',
      prod,
      { RULEBOOK_CREDENTIAL_PROD: 'x', RULEBOOK_ENDPOINT_PROD: 'https://es.example:9243' },
      'bound',
    ],
    [
      'the environment names another origin',
      prod,
      { RULEBOOK_CREDENTIAL_PROD: 'x', RULEBOOK_ENDPOINT_PROD: 'https://other.example' },
      'unbound',
    ],
    [
      'it is the sandbox on this machine',
      endpoint('sandbox-hub', 'http://127.0.0.1:1'),
      { RULEBOOK_CREDENTIAL_SANDBOX_HUB: 'x' },
      'bound',
    ],
    [
      'it has the name of the sandbox, elsewhere',
      endpoint('sandbox-hub', 'http://evil.example'),
      { RULEBOOK_CREDENTIAL_SANDBOX_HUB: 'x' },
      'unbound',
    ],
    [
      'the environment names the base URL, and the file a way through someone else',
      { ...prod, proxy: 'http://evil.example', ca: ['./evil.pem'] },
      { RULEBOOK_CREDENTIAL_PROD: 'x', RULEBOOK_ENDPOINT_PROD: 'https://es.example:9243' },
      'unbound',
    ],
  ] as const)('%s', (_, one, variables, kind) => {
    expect(environmentCredential(one, of(variables)).kind).toBe(kind);
  });
});

describe('the origin of a credential', () => {
  it('is confirmed with the proxy and the authorities that the file names', () => {
    const prod = endpoint('prod', 'https://es.example');
    const origin = (more: object) => environmentCredential({ ...prod, ...more }, of({ RULEBOOK_CREDENTIAL_PROD: 'x' }));
    expect(origin({ proxy: 'none' })).toMatchObject({ origin: 'https://es.example' });
    expect(origin({ proxy: 'http://p:1', ca: ['a.pem'] })).toMatchObject({
      origin: 'https://es.example through http://p:1 trusting a.pem',
    });
    expect(origin({ proxy: 'http://p:1', insecure: true })).toMatchObject({
      origin: 'https://es.example through http://p:1 unverified',
    });
  });
});

describe('environmentConflict', () => {
  const all = ['self.x', 'self-x', 'other'].map((name) => endpoint(name, 'http://a.example'));

  it('names the endpoints that share a variable, if it is set', () => {
    const variables = { RULEBOOK_ENDPOINT_SELF_X: 'http://b.example' };
    expect(environmentConflict(endpoint('self.x', ''), all, of(variables))).toContain('self-x and self.x');
    expect(environmentConflict(endpoint('self.x', ''), all, of({}))).toBeUndefined();
    expect(environmentConflict(endpoint('other', ''), all, of(variables))).toBeUndefined();
  });
});
