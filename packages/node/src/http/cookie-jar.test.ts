import { describe, expect, it } from 'vitest';
import { createCookieJar } from './cookie-jar';

describe('the cookie jar', () => {
  it('gives a cookie back to the origin that set it, below its path', () => {
    const jar = createCookieJar();
    jar.keep('http://localhost:9200/a/login', ['sid=1; Path=/a', 'all=2; Path=/; HttpOnly']);
    expect(jar.fieldFor('http://localhost:9200/a/x')).toBe('sid=1; all=2');
    expect(jar.fieldFor('http://localhost:9200/b')).toBe('all=2');
  });

  it.each([
    ['another port', 'http://a.example:81/'],
    ['another scheme', 'https://a.example/'],
    ['another host of the domain', 'http://b.a.example/'],
    ['the domain above', 'http://example/'],
  ])('gives nothing to %s', (_, url) => {
    const jar = createCookieJar();
    jar.keep('http://a.example/', ['sid=1; Domain=a.example', 'other=2']);
    expect(jar.fieldFor(url)).toBeUndefined();
  });

  it('forgets what has expired or is cleared, and ignores what is not a cookie', () => {
    const jar = createCookieJar();
    jar.keep('http://a.example/', ['sid=1', 'sid=; Max-Age=0', '', '=', 'x=3; Domain=b.example', 'kept=4']);
    expect(jar.fieldFor('http://a.example/')).toContain('kept=4');
    expect(jar.fieldFor('http://a.example/')).not.toMatch(/sid|x=3/);
    jar.clear();
    expect(jar.fieldFor('http://a.example/')).toBeUndefined();
    expect(jar.fieldFor('no URL')).toBeUndefined();
  });

  it('lists cookies by origin without their values, and deletes some of them', () => {
    const jar = createCookieJar();
    jar.keep('https://a.example/x/y', [
      'sid=canary; Secure; HttpOnly; Path=/x',
      'b=canary; Expires=Fri, 01 Jan 2100 00:00:00 GMT',
    ]);
    jar.keep('https://b.example/', ['sid=canary; Domain=b.example', 'gone=canary; Max-Age=0']);
    const listed = jar.list();
    expect(listed).toEqual([
      { origin: 'https://a.example', name: 'sid', domain: 'a.example', path: '/x', isSecure: true, isHttpOnly: true },
      {
        origin: 'https://a.example',
        name: 'b',
        domain: 'a.example',
        path: '/x',
        expires: Date.UTC(2100, 0),
        isSecure: false,
        isHttpOnly: false,
      },
      { origin: 'https://b.example', name: 'sid', domain: 'b.example', path: '/', isSecure: false, isHttpOnly: false },
    ]);
    expect(JSON.stringify(listed)).not.toContain('canary');
    jar.delete(listed.filter(({ name }) => name === 'sid').slice(0, 1));
    expect(jar.list().map(({ origin, name }) => [origin, name])).toEqual([
      ['https://a.example', 'b'],
      ['https://b.example', 'sid'],
    ]);
    expect(jar.fieldFor('https://a.example/x/')).toBe('b=canary');
    jar.delete(jar.list());
    expect(jar.list()).toEqual([]);
  });
});
