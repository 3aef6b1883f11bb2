import { expect, it } from 'vitest';
import type { PreparedRequest } from '../plan/prepared-request';
import { cookiesFor } from './cookies';

const request: PreparedRequest = { method: 'GET', url: 'http://a.example/x', headers: [['Accept', '*/*']] };

it('leaves a request as it is when there are no cookies for it', () => {
  const cookies = cookiesFor(request, { fieldFor: () => undefined, keep: () => undefined });
  expect(cookies.request).toBe(request);
});

it('adds the cookies of its URL to a request', () => {
  const cookies = cookiesFor(request, { fieldFor: (url) => `at=${url}`, keep: () => undefined });
  expect(cookies.request).toEqual({
    ...request,
    headers: [
      ['Accept', '*/*'],
      ['Cookie', 'at=http://a.example/x'],
    ],
  });
  expect(request.headers).toHaveLength(1);
});
