import { describe, expect, it } from 'vitest';
import { createCookieJar } from '../../../platform/node/cookie-jar';

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
});
