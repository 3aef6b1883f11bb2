import { describe, expect, it } from 'vitest';
import { proxySettings } from '../../../client/src/configuration/proxy-settings';

const environment: Readonly<Record<string, string>> = {
  HTTP_PROXY: 'http://env:1',
  HTTPS_PROXY: 'http://env:2',
  NO_PROXY: 'env.test',
};
const read = (settings: Readonly<Record<string, unknown>>, variables = environment) =>
  proxySettings(
    (name) => settings[name],
    (name) => variables[name],
  );

describe('the proxies of the editor', () => {
  it('are those of the environment where no setting says another', () => {
    const expected = { http: 'http://env:1', https: 'http://env:2', none: 'env.test' };
    expect(read({})).toEqual(expected);
    expect(read({ proxy: '  ', noProxy: [], proxySupport: 'override' })).toEqual(expected);
  });

  it('are the one of the setting for both schemes', () => {
    expect(read({ proxy: ' http://set:3 ' })).toEqual({
      http: 'http://set:3',
      https: 'http://set:3',
      none: 'env.test',
    });
  });

  it('leave out the hosts of the setting instead of those of the environment', () => {
    expect(read({ noProxy: ['a.test', '', '.b.test'] }).none).toBe('a.test,.b.test');
  });

  it('are none where proxies are switched off', () => {
    expect(read({ proxySupport: 'off', proxy: 'http://set:3' })).toEqual({});
  });

  it('have the user and password of the setting, unless their URL has its own', () => {
    const proxyAuthorization = `Basic ${btoa('me:a:b@c')}`;
    expect(read({ proxy: 'set:3', proxyAuthorization }).http).toBe('http://me:a%3Ab%40c@set:3/');
    expect(read({ proxy: 'http://you:x@set:3', proxyAuthorization }).http).toBe('http://you:x@set:3');
    expect(read({ proxyAuthorization }).https).toBe('http://me:a%3Ab%40c@env:2/');
    for (const other of [null, 'Negotiate abc', 'Basic', 'Basic ***'])
      expect(read({ proxy: 'http://set:3', proxyAuthorization: other }).http).toBe('http://set:3');
  });

  it('are verified, unless the setting says no', () => {
    expect(read({ proxyStrictSSL: true })).not.toHaveProperty('isUnverified');
    expect(read({ proxyStrictSSL: false }).isUnverified).toBe(true);
  });

  it.each([null, 5, {}, ['x']])('ignore a proxy that is %j, and exceptions that are no texts', (proxy) => {
    expect(read({ proxy, noProxy: [1, null] }, {})).toEqual({ http: undefined, https: undefined, none: undefined });
    expect(read({ noProxy: 'a.test' }, {}).none).toBeUndefined();
  });
});
