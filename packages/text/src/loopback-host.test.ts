import { describe, expect, it } from 'vitest';
import { differingHost, isLoopbackHost, isLoopbackUrl } from './index';

describe('isLoopbackHost', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.b.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1'])(
    'takes %s',
    (name) => {
      expect(isLoopbackHost(name)).toBe(true);
    },
  );

  it.each([
    ...['127.0.0.1.example.com', '0.0.0.0', '10.0.0.1', 'localhost.example.com', '', '[::ffff:a00:1]'],
    ...['notlocalhost', '.localhost', 'localhost:80', 'a..localhost', '127.1'],
  ])('refuses %s', (name) => {
    expect(isLoopbackHost(name)).toBe(false);
  });
});

describe('isLoopbackUrl', () => {
  it.each([
    'http://localhost',
    'https://u@shop.localhost.:8/x',
    'http://[::1]:80/',
    'http://127.0.0.1?x',
    'ws://localhost:{{port}}/',
  ])('takes %s', (url) => {
    expect(isLoopbackUrl(url)).toBe(true);
  });

  it.each(['localhost', 'http://localhost.example/', 'http://localhost@x.example/', 'http://x.example/localhost', ''])(
    'refuses %s',
    (url) => {
      expect(isLoopbackUrl(url)).toBe(false);
    },
  );
});

describe('differingHost', () => {
  it.each([
    ['https://a.example/x', 'a.example'],
    ['https://a.example/x', 'A.Example:443'],
    ['http://a.example:80', 'a.example'],
    ['https://a.example:9243/x', 'a.example'],
    ['https://a.example:9243/x', 'a.example:9243'],
    ['https://user@a.example/x', 'a.example'],
    ['http://a.example/base/x?y', 'a.example/base'],
    ['https://a.example/base', 'https://a.example/'],
    ['http://[2001:db8::1]:81/', '[2001:db8::1]:81'],
    // Both are this machine, where no one else is.
    ['http://127.0.0.1:8080/', 'shop.localhost'],
    ['/path', 'a.example'],
    [' HTTPS://A.Example:9243/Base/x', 'a.example:9243/base'],
    ['https://a.example/x', 'a.example:'],
  ])('is none for %s and %s', (url, host) => {
    expect(differingHost(url, [['Host', host]])).toBeUndefined();
  });

  it.each([
    ['https://a.example/x', 'evil.example', 'evil.example'],
    ['https://a.example/x', 'Evil.Example', 'evil.example'],
    ['https://a.example/x', 'a.example:8443', 'a.example:8443'],
    ['https://a.example/x', 'a.example.evil.example', 'a.example.evil.example'],
    ['https://a.example/x', 'evil.example@a.example', 'evil.example@a.example'],
    ['https://a.example/x', 'a.example/evil.example', 'a.example/evil.example'],
    ['https://a.example/x', 'a', 'a'],
    ['https://a.example/x', '', ''],
    ['https:///x', '', ''],
    ['http://127.0.0.1:8080/', 'shop.example', 'shop.example'],
    ['https://a.example/x', 'localhost', 'localhost'],
    ['https://a.example/x', 'evil.example through b', 'evil.example%20through%20b'],
  ])('of %s and %s is a part of the way', (url, host, expected) => {
    expect(
      differingHost(url, [
        ['accept', '*/*'],
        ['HOST', host],
      ]),
    ).toBe(expected);
  });

  it('is the one of several fields that differs, whatever form its name has', () => {
    expect(
      differingHost('https://a.example', [
        ['host', 'a.example'],
        ['host', 'b.example'],
      ]),
    ).toBe('b.example');
    expect(differingHost('https://a.example', [[':authority', 'b.example']])).toBe('b.example');
    expect(differingHost('https://a.example', [['X-Host', 'b.example']])).toBeUndefined();
    expect(differingHost('https://a.example', [[' Host ', ' b.example ']])).toBe('b.example');
  });
});
