import { describe, expect, it } from 'vitest';
import { secretsOfCookies, secretsOfRecorded, secretsOfRequest, secretsOfResponse } from './request-secrets';
import type { PreparedRequest } from './prepared-request';

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
    ['Authorization', ' Bearer abc ', [' Bearer abc ', 'abc']],
    ['Authorization', 'Basic dXNlcg==', ['Basic dXNlcg==', 'dXNlcg==']],
    ['Authorization', 'Bearer AAA6AAAA', ['Bearer AAA6AAAA', 'AAA6AAAA']],
    ['Authorization', 'Basic dXN', ['Basic dXN', 'dXN']],
    ['Cookie', 'a; b= c ;"', ['a; b= c ;"', 'c']],
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
    expect(secretsOf({ url: 'http://h/key=abc' })).toEqual([]);
    expect(secretsOf({ url: 'http://us@h/x?a=1&k%65y=a+b' })).toEqual(['us', 'a+b', 'a b']);
    expect(secretsOf({ body: '{"config":{"secret":"abc","url":"x"}}' })).toEqual(['abc']);
    expect(secretsOf({ body: 'user=u&password=p%20q' })).toEqual(['p%20q', 'p q']);
    expect(secretsOf({ body: ' password=p+q ' })).toEqual(['p+q', 'p q']);
    expect(secretsOf({ body: 'key=p' })).toEqual([]);
    expect(secretsOf({ body: 'a word, password=p' })).toEqual(['p']);
    expect(secretsOf({ body: ['{"token":"abc"}', '{"token":"def"}', '{"token":"abc"}'] })).toEqual(['abc', 'def']);
    const large = new Uint8Array(1_000_001).fill(32);
    large.set(new TextEncoder().encode('{"token":"abc"}'), 9000);
    expect(secretsOf({ body: [large.subarray(0, 1_000_000)] })).toEqual(['abc']);
    expect(secretsOf({ body: [large] })).toEqual([]);
    expect(secretsOf({ body: [new TextEncoder().encode('{"token":"abc"}')] })).toEqual(['abc']);
  });
});

describe('secretsOfRecorded', () => {
  it('adds words of the URL that look like keys, and the secrets of the body of the response', () => {
    const url = 'http://h/aBcDeFgHiJkLmNoPqR12?token=abc';
    const request = { method: 'GET', url, headers: [['X-Api-Key', 'def']] as const };
    expect(secretsOfRecorded(request, '{"token":"ghi"}')).toEqual(['abc', 'def', 'aBcDeFgHiJkLmNoPqR12', 'ghi']);
    expect(secretsOfRecorded(request)).toEqual(['abc', 'def', 'aBcDeFgHiJkLmNoPqR12']);
  });
});

describe('secretsOfResponse', () => {
  it('knows cookies, header fields with credentials, and members of the body', () => {
    const headers = [
      ['Set-Cookie', 'sid="abc"; Path=/'],
      ['X-Auth-Token', 'Bearer def'],
      ['Date', 'today'],
    ] as const;
    expect(secretsOfResponse({ headers, body: '{"token":"ghi"}' })).toEqual(['abc', 'Bearer def', 'def', 'ghi']);
  });
});

describe('secretsOfCookies', () => {
  it('knows the value, not the attributes', () => {
    expect(secretsOfCookies({ headers: [['set-cookie', 'sid=abc; Path=/x; HttpOnly']] })).toEqual(['abc']);
  });
});
