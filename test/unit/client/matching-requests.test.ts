import { describe, expect, it } from 'vitest';
import { matchingRequests } from '../../../client/src/own-api/matching-requests';
import { originIn } from '../../../client/src/own-api/origins';

const books = { id: 'books', baseUrls: ['http://localhost:8082/v1', 'http://localhost:8082/v2'] };
const pets = { id: 'pets', baseUrls: ['https://pets.example'] };
const filled = (text: string) => text.replace('{{base}}', 'https://pets.example');

describe('a request that goes to a server of a description', () => {
  it('is the first one of the file, for each description', () => {
    const text =
      '### a\nGET http://127.0.0.1:8082/v2/books\n\n### b\nGET http://localhost:8082/v1/books\n\nhttps://pets.example:443/a\n';
    expect(matchingRequests(text, [books, pets], filled)).toEqual([
      { line: 1, id: 'books', baseUrl: 'http://127.0.0.1:8082/v2' },
      { line: 6, id: 'pets', baseUrl: 'https://pets.example:443' },
    ]);
  });

  it('may have its host in a variable', () => {
    expect(matchingRequests('POST {{base}}/pets', [pets], filled)).toHaveLength(1);
    expect(matchingRequests('POST {{other}}/pets', [pets], filled)).toEqual([]);
  });

  it.each([
    'GET /books',
    'GET http://localhost:8083/books',
    'GET https://localhost:8082/',
    '# GET http://localhost:8082/',
    '',
  ])('is not %j', (text) => {
    expect(matchingRequests(text, [books, pets], filled)).toEqual([]);
  });
});

describe('an origin', () => {
  it.each([
    ['http://LOCALHOST/a', 'http://localhost:80'],
    ['http://[::1]:1', 'http://localhost:1'],
    ['https://a.example?b', 'https://a.example:443'],
    ['ftp://a.example', undefined],
    ['http://{{host}}/a', undefined],
    ['http://a.example:x/', undefined],
  ])('of %j', (text, origin) => {
    expect(originIn(text)).toBe(origin);
  });
});
