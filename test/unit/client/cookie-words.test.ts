import { describe, expect, it } from 'vitest';
import { detailOfCookie, sortCookies } from '../../../client/src/credentials/cookie-words';

const cookie = { origin: 'https://a', name: 'n', domain: 'a', path: '/x', isSecure: true, isHttpOnly: true };

describe('what is shown of a cookie', () => {
  it('is its path, its end and its limits', () => {
    expect(detailOfCookie(cookie)).toBe('path /x, until the window closes, https only, HttpOnly');
    const until = { ...cookie, expires: Date.UTC(2030, 0, 2, 3, 4), isSecure: false, isHttpOnly: false };
    expect(detailOfCookie(until)).toBe('path /x, until 2030-01-02 03:04 UTC');
    expect(detailOfCookie({ ...until, expires: 1e300 })).toBe('path /x, until a distant time');
  });

  it('is listed by origin and name', () => {
    const others = [{ ...cookie, origin: 'https://b' }, { ...cookie, name: 'm' }, cookie];
    expect(sortCookies(others).map(({ origin, name }) => origin + name)).toEqual([
      'https://am',
      'https://an',
      'https://bn',
    ]);
  });
});
