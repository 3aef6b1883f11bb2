import { describe, expect, it } from 'vitest';
import { isBaseUrl, meantUrl } from '../../../client/src/configuration/base-url';

describe('a base URL', () => {
  it.each([
    ['https://http://localhost:8082', 'http://localhost:8082'],
    ['https://https://api.example.com/v1/', 'https://api.example.com/v1'],
    [' http://127.0.0.1:9200/ ', 'http://127.0.0.1:9200'],
    ['HTTPS://HTTP://es.example.com', 'HTTP://es.example.com'],
  ])('%j is %j', (text, meant) => {
    expect(meantUrl(text)).toBe(meant);
    expect(isBaseUrl(text)).toBe(true);
  });

  it.each(['', 'https://', 'localhost:8082', 'https://u:p@example.com', 'https://a/?b', 'https://http:', 'ftp://a'])(
    '%j is none',
    (text) => {
      expect(isBaseUrl(text)).toBe(false);
    },
  );
});
