import { describe, expect, it } from 'vitest';
import type { ReceivedResponse } from './index';
import { createNamedResponses, describeAnswered } from '../variables/index';

const response: ReceivedResponse = {
  httpVersion: '1.1',
  status: 200,
  statusText: 'OK',
  headers: [
    ['X-Id', '7'],
    ['Set-Cookie', 'session=canary; Path=/'],
  ],
  body: JSON.stringify({ id: 'a`b', empty: '', api_key: 'canary', copy: 'canary', long: 'x'.repeat(500) }),
  isTruncated: false,
  size: 1,
  duration: 1,
};

describe('the value that a variable takes from an earlier response', () => {
  const answers = createNamedResponses();
  const request = { method: 'POST', url: 'http://h/login', headers: [['Authorization', 'Bearer canary-2']] as const };
  answers.keep('login', response, request, 5);
  const describeValue = (name: string) => describeAnswered(name, answers, (time) => `${time} o'clock`);
  const received = "From the response of `login`, received at 5 o'clock.";

  it.each([
    ['login.response.body.$.id', '`a b`'],
    ['%login.response.body.id', '`a b`'],
    ['login.id', '`a b`'],
    ['login.response.headers.x-id', '`7`'],
    ['login.response.status', '`200`'],
    ['login.response.body.empty', 'An empty value.'],
  ])('of %s is shown with its source', (name, shown) => {
    expect(describeValue(name)).toBe(`${shown}\n\n${received}`);
  });

  it.each([
    'login.response.body.$.api_key',
    'login.response.body.copy',
    'login.response.body.*',
    'login.response.cookies.session.value',
    'login.response.headers.Set-Cookie',
    'login.request.headers.Authorization',
  ])('of %s is secret', (name) => {
    expect(describeValue(name)).toMatch(/^Its value is not shown: it is secret\.\n\nFrom the /);
  });

  it('is cut when it is long, and may be missing', () => {
    expect(describeValue('login.response.body.long')?.length).toBeLessThan(300);
    expect(describeValue('login.response.body.nowhere')).toBe(`No value is there. ${received}`);
    expect(describeValue('login.request.method')).toBe("`POST`\n\nFrom the request `login`, sent at 5 o'clock.");
    for (const other of ['logout.response.body.id', 'name', '$guid']) expect(describeValue(other)).toBeUndefined();
  });
});
