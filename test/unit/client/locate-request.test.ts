import { describe, expect, it } from 'vitest';
import { lineOfRequest, pathOfTarget } from '../../../client/src/editing/locate-request';

const entry = { method: 'GET', path: '/repos/{{owner}}/hooks', line: 4 };

describe('a request that was sent', () => {
  it('keeps names of variables, and neither query nor password', () => {
    expect(pathOfTarget(['/a/', { variable: 'id' }, '?token=s3cret'])).toBe('/a/{{id}}');
    expect(pathOfTarget(['https://user:s3cret@example.org/a#s3cret'])).toBe('https://example.org/a');
  });

  it('finds the request where it is now', () => {
    const request = 'GET /repos/{{ owner }}/hooks?page=2';
    expect(lineOfRequest(`\n${request}\n\n###\n\n\n${request}\n`, entry)).toBe(6);
    expect(lineOfRequest('POST /repos/{{owner}}/hooks\n', entry)).toBeUndefined();
    expect(lineOfRequest('', entry)).toBeUndefined();
  });
});
