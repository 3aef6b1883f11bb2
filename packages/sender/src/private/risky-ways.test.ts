import { describe, expect, it } from 'vitest';
import { riskyWays } from './index';

function found(endpoint: object, rules: object = {}): readonly string[] {
  const text = JSON.stringify({ endpoints: { prod: { service: 'search-cluster', ...endpoint } }, rules });
  return riskyWays(text).map(
    ({ severity, rule = '', message, span }) =>
      `${severity} ${rule} ${text.slice(span.start, span.end)} ${message.split(/[,.]/, 1)[0]}`,
  );
}

const baseUrl = 'https://es.corp.example:9200';

describe('an endpoint of rulebook.json', () => {
  it.each<[string, object, readonly string[]]>([
    ['nothing', { baseUrl }, []],
    ['no proxy at all', { baseUrl, proxy: 'none' }, []],
    [
      'insecure',
      { baseUrl, insecure: true },
      ['warning insecure-tls true The certificate of the host is not verified'],
    ],
    ['insecure on this machine', { baseUrl: 'https://localhost:9200', insecure: true }, []],
    ['insecure without TLS', { baseUrl: 'http://es.corp.example', insecure: true }, []],
    [
      'a proxy',
      { baseUrl, proxy: 'http://p.example:1' },
      ['information  "http://p.example:1" The proxy learns which hosts are reached'],
    ],
    ['a proxy of this machine', { baseUrl, proxy: 'http://127.0.0.1:3128' }, []],
    [
      'a proxy of what is not encrypted',
      { baseUrl: 'http://es.corp.example', proxy: 'http://p.example:1' },
      ['information  "http://p.example:1" The proxy can read what is sent to this endpoint'],
    ],
    [
      'a proxy and an authority',
      { baseUrl, proxy: 'http://p.example:1', ca: './c.pem' },
      [
        'information  "http://p.example:1" The proxy can read what is sent to this endpoint',
        'information  "./c.pem" Whoever has the keys of these authorities can read what is sent to this endpoint',
      ],
    ],
    [
      'a proxy and no verification',
      { baseUrl, proxy: 'http://p.example:1', insecure: true },
      [
        'warning insecure-tls true The certificate of the host is not verified',
        'information  "http://p.example:1" The proxy can read what is sent to this endpoint',
      ],
    ],
    ['an empty list of authorities', { baseUrl, ca: [] }, []],
    ['an authority without TLS', { baseUrl: 'http://es.corp.example', ca: './c.pem' }, []],
    ['an authority on this machine', { baseUrl: 'https://localhost', ca: './c.pem' }, []],
    [
      'an authority of its own',
      { baseUrl, ca: './c.pem' },
      ['information  "./c.pem" Whoever has the keys of these authorities can read what is sent to this endpoint'],
    ],
  ])('with %s', (_, endpoint, expected) => {
    expect(found(endpoint)).toEqual(expected);
  });

  it('is reported as the rule is set', () => {
    expect(found({ baseUrl, insecure: true }, { 'insecure-tls': 'off' })).toEqual([]);
    expect(found({ baseUrl, insecure: true }, { 'insecure-tls': 'error' })[0]).toMatch(/^error/);
  });
});
