import { describe, expect, it } from 'vitest';
import { secretsOfCookies, secretsOfRequest } from '../../../../engine/src/sending/plan/request-secrets';
import type { PreparedRequest } from '../../../../engine/src/sending/plan/plan';

const secretsOf = (more: Partial<PreparedRequest>) =>
  secretsOfRequest({ method: 'GET', url: 'http://h/', headers: [], ...more });

describe('secretsOfRequest', () => {
  it.each<[string, string, readonly string[]]>([
    ['Authorization', 'Bearer abc', ['Bearer abc', 'abc']],
    ['Authorization', 'Basic dXNlcjpwYXNz', ['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz', 'user:pass', 'pass']],
    ['proxy-authorization', 'abc', ['abc']],
    ['X-Api-Key', 'abc', ['abc']],
    ['PRIVATE-TOKEN', 'abc', ['abc']],
    ['Cookie', 'a=b; c="d"', ['a=b; c="d"', 'b', 'd']],
    ['Accept', 'text/plain', []],
  ])('knows what %s: %s holds', (name, value, secrets) => {
    expect(secretsOf({ headers: [[name, value]] })).toEqual(secrets);
  });

  it('knows user and password of a URL, and parameters', () => {
    expect(secretsOf({ url: 'http://us:p%40ss@h/x?a=1&api_key=k%2Fk#f' })).toEqual([
      'us:p%40ss',
      'p%40ss',
      'p@ss',
      'k%2Fk',
      'k/k',
    ]);
  });

  it('knows members of bodies, forms, and bytes', () => {
    expect(secretsOf({ body: '{"config":{"secret":"abc","url":"x"}}' })).toEqual(['abc']);
    expect(secretsOf({ body: 'user=u&password=p%20q' })).toEqual(['p%20q', 'p q']);
    expect(secretsOf({ body: [new TextEncoder().encode('{"token":"abc"}')] })).toEqual(['abc']);
  });
});

describe('secretsOfCookies', () => {
  it('knows the value, not the attributes', () => {
    expect(secretsOfCookies({ headers: [['set-cookie', 'sid=abc; Path=/x; HttpOnly']] })).toEqual(['abc']);
  });
});
