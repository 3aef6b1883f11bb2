import { describe, expect, it } from 'vitest';
import { beginningOfEarlier, comparedWithEarlier, readEarlierResponse } from './index';

describe('the file of an earlier response', () => {
  it('is a body, with the status in its name', () => {
    const earlier = readEarlierResponse('./2024-05-01T101500.201.json', '{"a":1}');
    expect(earlier).toMatchObject({ status: '201', hasHead: false, response: { status: 201, body: '{"a":1}' } });
    expect(beginningOfEarlier(earlier)).toBe('{\n  "a": 1\n}');
    expect(comparedWithEarlier(earlier.response, earlier)).toBe('# Status: 201\n\n{\n  "a": 1\n}\n');
  });

  it.each(['a.json', 'v2.0.json', '1234.json', '.200.d/a.json'])('has no known status in the name %s', (path) => {
    const earlier = readEarlierResponse(path, 'text');
    expect(earlier.status).toBeUndefined();
    expect(comparedWithEarlier(earlier.response, earlier)).toBe('text\n');
  });

  it.each(['\n', '\r\n'])('may have a head, with line ends %j', (end) => {
    const text = ['HTTP/1.1 404 Not Found', 'Content-Type: application/json', '', '{"b":2}'].join(end);
    const earlier = readEarlierResponse('a.txt', text);
    expect(earlier).toMatchObject({
      status: 'HTTP/1.1 404 Not Found',
      hasHead: true,
      response: { status: 404, headers: [['Content-Type', 'application/json']], body: '{"b":2}' },
    });
    expect(beginningOfEarlier(earlier)).toBe(
      'HTTP/1.1 404 Not Found\nContent-Type: application/json\n\n{\n  "b": 2\n}',
    );
    expect(readEarlierResponse('a', `HTTP/1.1 204${end}`)).toMatchObject({ response: { status: 204, body: '' } });
  });

  it('shows no secret, and only its first lines', () => {
    const body = JSON.stringify({ api_key: 'canary', list: Array.from({ length: 100 }, () => 'x'.repeat(500)) });
    const shown = beginningOfEarlier(readEarlierResponse('a.json', `HTTP/1.1 200 OK\nSet-Cookie: canary\n\n${body}`));
    expect(shown).not.toContain('canary');
    expect(shown.split('\n')).toHaveLength(13);
    expect(Math.max(...shown.split('\n').map(({ length }) => length))).toBeLessThan(210);
  });
});
