import { expect, it } from 'vitest';
import { maskRequest } from './mask-request';
import type { PreparedRequest } from './prepared-request';

const masked = (more: Partial<PreparedRequest>) =>
  maskRequest({ method: 'PUT', url: 'http://h/', headers: [], ...more }, ['CANARY']);

it('masks the URL, the fields and the body of a request', () => {
  const request = masked({
    url: 'http://h/CANARY?token=other',
    headers: [
      ['Authorization', 'Bearer short'],
      ['X-Shop-Key', 'k'],
      ['X-CANARY', 'a CANARY'],
    ],
    secretFields: ['x-shop-KEY'],
    body: 'CANARY {"password":"p"}',
  });
  expect(request).toEqual({
    method: 'PUT',
    url: 'http://h/***?token=***',
    headers: [
      ['Authorization', '***'],
      ['X-Shop-Key', '***'],
      ['X-***', 'a ***'],
    ],
    body: '*** {"password":"***"}',
  });
});

it('keeps the text of a body in pieces, and nothing of one with bytes', () => {
  expect(masked({})).toEqual({ method: 'PUT', url: 'http://h/', headers: [] });
  expect(masked({ body: ['a CAN', 'ARY'] }).body).toBe('a ***');
  expect(masked({ body: ['a', new Uint8Array([1])] })).toMatchObject({ hasBytes: true });
  expect(masked({ body: ['a', new Uint8Array([1])] })).not.toHaveProperty('body');
});
