import { describe, expect, it } from 'vitest';
import { perRequest, rememberRequests } from './remember-requests';
import type { WireRequest } from './model';

function read(target: string, ...headers: readonly (readonly [string, string])[]): WireRequest {
  return { method: 'GET', target, headers, body: '' };
}

describe('remembered requests', () => {
  it('are one object for equal heads without a body', () => {
    const remembered = rememberRequests();
    const first = remembered(read('/a', ['Accept', 'x']));
    expect(remembered(read('/a', ['Accept', 'x']))).toBe(first);
    for (const other of [
      read('/a', ['Accept', 'y']),
      read('/a', ['accept', 'x']),
      read('/a'),
      read('/a', ['Accept', 'x'], ['Accept', 'x']),
      read('/b', ['Accept', 'x']),
      { ...first, method: 'HEAD' },
      { ...first, body: '{}' },
    ]) {
      expect(remembered(other)).toBe(other);
    }
    expect(remembered(read('/a', ['Accept', 'x']))).toBe(first);
  });

  it('are derived from once each, and not many are kept', () => {
    const remembered = rememberRequests();
    let derived = 0;
    const derive = perRequest(({ target }) => {
      derived++;
      return target;
    });
    const ask = (count: number) => {
      for (let n = 0; n < count; n++) expect(derive(remembered(read(`/${n}`)))).toBe(`/${n}`);
    };
    for (let round = 0; round < 10; round++) ask(400);
    expect(derived).toBe(400);
    const first = remembered(read('/0'));
    ask(2000);
    expect(remembered(read('/0'))).not.toBe(first);
    const long = read(`/${'x'.repeat(3000)}`);
    expect(remembered(long)).toBe(long);
    expect(remembered({ ...long })).not.toBe(long);
  });
});
