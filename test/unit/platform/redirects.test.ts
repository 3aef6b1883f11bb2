import { describe, expect, it } from 'vitest';
import { headersFor, redirectOf } from '../../../platform/node/redirects';

const from = new URL('https://h.example/base/x');
const answer = (status: number, location?: string) => ({
  status,
  headers: location === undefined ? [] : ([['LOCATION', location]] as const),
});

describe('redirectOf', () => {
  it.each([301, 302, 303, 307, 308])('follows %i of reading requests', (status) => {
    expect(redirectOf(from, 'GET', answer(status, '/y'))?.href).toBe('https://h.example/y');
    expect(redirectOf(from, 'HEAD', answer(status, 'y?z'))?.href).toBe('https://h.example/base/y?z');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get'])('follows none of %s', (method) => {
    expect(redirectOf(from, method, answer(307, '/y'))).toBeUndefined();
  });

  it.each([200, 201, 300, 304, 305, 400])('follows no %i', (status) => {
    expect(redirectOf(from, 'GET', answer(status, '/y'))).toBeUndefined();
  });

  it.each([
    'http://h.example/',
    'https://h.example:444/',
    'https://other.example/',
    '//other.example/',
    '\\\\other.example/',
    'https://h.example@other.example/',
    'https://h.example.other.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
  ])('does not leave its origin for %s', (location) => {
    expect(redirectOf(from, 'GET', answer(302, location))).toBeUndefined();
  });

  it('needs to know where to', () => {
    expect(redirectOf(from, 'GET', answer(302))).toBeUndefined();
  });

  it('knows its origin by any name', () => {
    expect(redirectOf(from, 'GET', answer(302, 'HTTPS://H.EXAMPLE:443/a'))?.href).toBe('https://h.example/a');
  });
});

describe('headersFor', () => {
  const headers = [
    ['authorization', 'Bearer x'],
    ['Accept', '*/*'],
  ] as const;
  const names = (url: string, scope: string | undefined) =>
    headersFor(new URL(url), headers, scope).map(([name]) => name);

  it.each([
    ['https://h.example/base', 'https://h.example/base'],
    ['https://h.example/base/', 'https://h.example/base'],
    ['https://h.example/base', 'https://h.example/base//'],
    ['https://h.example/base/a/../b', 'https://H.example:443/base/'],
    ['https://h.example/base/x', 'https://h.example'],
    ['https://other.example/', undefined],
  ])('keep the credential at %s for %s', (url, scope) => {
    expect(names(url, scope)).toEqual(['authorization', 'Accept']);
  });

  it.each([
    ['https://h.example/', 'https://h.example/base'],
    ['https://h.example/basement', 'https://h.example/base'],
    ['https://h.example/base/../x', 'https://h.example/base'],
    ['https://h.example/base/%2e%2e/x', 'https://h.example/base'],
    ['https://h.example/base\\..\\x', 'https://h.example/base'],
    ['http://h.example/base', 'https://h.example/base'],
    ['https://h.example:444/base', 'https://h.example/base'],
    ['https://other.example/base', 'https://h.example/base'],
    ['https://h.example/base', 'no URL'],
  ])('leave it out at %s for %s', (url, scope) => {
    expect(names(url, scope)).toEqual(['Accept']);
  });
});
