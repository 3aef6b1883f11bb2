import { describe, expect, it } from 'vitest';
import { isBelow, readUrl, withoutUserInfo } from './url';

describe('isBelow', () => {
  it.each([
    'http://h/base',
    ' http://h/base\n',
    'ht\ntp://h/ba\tse/x',
    'http://h:/base',
    'http://h:080/base',
    'http://a@b@h/base',
    'http://a:b@h:80/base/',
    'http:\\\\h\\base\\x',
    'http://h/x/../base',
    'http://h/base/x/%2e%2E/y',
    'http://h/base/x%2f..%2fy',
    'http://h/base?u=/../..',
    'http://h/base#/../..',
    'http://h/base?u=\\..\\..',
  ])('holds for %j', (url) => {
    expect(isBelow(url, 'http://h/base/')).toBe(true);
  });

  it.each([
    // Another origin.
    'https://h:80/base',
    'http://h:443/base',
    'http://h./base',
    'http://h@evil/base',
    'http://evil#@h/base',
    'http://evil?@h/base',
    'http://evil\\@h/base',
    'http:/\\evil/base',
    'http://h:80@evil/base',
    'http://evil/http://h/base',
    '//h/base',
    'javascript:http://h/base',
    // Out of the folder, in the way of some client or server.
    'http://h/base/../x',
    'http://h/base/..',
    'http://h/base/.\t./x',
    'http://h/base\\..\\x',
    'http://h/base/..;/x',
    'http://h/base/..;a=b/x',
    'http://h/base/%2e%2e/x',
    'http://h/base/.%2E/x',
    'http://h/base/..%2fx',
    'http://h/base/..%5Cx',
    'http://h/base%2f..%2fx',
    'http://h/base/%252e%252e/x',
    'http://h/base/..%25252fx',
    'http://h/base/%2e%2e/x%2f..%2f../base',
    'http://h/Base',
  ])('does not hold for %j', (url) => {
    expect(isBelow(url, 'http://h/base/')).toBe(false);
  });

  it('knows the ports that schemes mean', () => {
    expect(isBelow('https://h:443/', 'https://h')).toBe(true);
    expect(isBelow('https://h', 'https://h:443')).toBe(true);
    expect(isBelow('https://h:80/', 'https://h')).toBe(false);
    expect(isBelow('http://h', 'http://h:80//')).toBe(true);
  });

  it('reads the base as it reads the URL', () => {
    expect(isBelow('http://h/x/y', 'HTTP://u:p@H/base/../x/')).toBe(true);
    expect(isBelow('http://h/base', 'no URL')).toBe(false);
  });
});

it('reads the parts of a URL', () => {
  expect(readUrl('HTTPS://User:W@rd@Host:0443\\a/B?c\\d#e')).toEqual({
    scheme: 'https',
    userInfo: 'User:W@rd',
    host: 'host',
    port: '443',
    path: '/a/B',
    rest: '?c\\d#e',
  });
  expect(readUrl('http://h')).toEqual({ scheme: 'http', host: 'h', port: '80', path: '', rest: '' });
});

it.each([
  ['http://a:b@h/x', 'http://h/x'],
  ['http://a@b@h/x', 'http://h/x'],
  ['http:\\\\a:b@h/x', 'http:\\\\h/x'],
  ['http://h/a@b', 'http://h/a@b'],
  ['http://h?a@b', 'http://h?a@b'],
  ['http://h#a@b', 'http://h#a@b'],
  ['http://h\\a@b', 'http://h\\a@b'],
])('leaves the user out of %s', (url, expected) => {
  expect(withoutUserInfo(url)).toBe(expected);
});
