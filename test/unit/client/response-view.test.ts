import { describe, expect, it } from 'vitest';
import type { Exchange, KeptResponse } from '../../../client/src/response/kept-responses';
import { modelOfResponse } from '../../../client/src/response/view/model-of-response';

const token = 'a-token-that-stays-hidden';
const body = JSON.stringify({ user: 'a', access_token: token });

function answer(changes: Partial<Exchange['response']> = {}): KeptResponse & { readonly exchange: Exchange } {
  const response = {
    ...{ httpVersion: '1.1', status: 200, statusText: 'OK', body, size: body.length, duration: 12, isTruncated: false },
    headers: [
      ['Content-Type', 'application/json'],
      ['Set-Cookie', 'session=s-3cr3t-value; Path=/; HttpOnly'],
    ] as const,
    ...changes,
  };
  const exchange = {
    ...{ label: 'GET /me', plan: { method: 'GET', label: 'GET /me' }, secrets: [], response, time: 0, pages: {} },
    sent: { method: 'GET', url: 'http://127.0.0.1/me', headers: [] },
    source: { uri: 'file:///a.http', line: 0, version: 1 },
    definitions: new Map(),
    environment: 'prod',
    isProtected: true,
  } as unknown as Exchange;
  return { text: '', secrets: [{ name: 'access_token', value: token }], form: 'pretty', exchange };
}
const modelOf = (isRevealed: boolean, changes?: Partial<Exchange['response']>) =>
  modelOfResponse(answer(changes), { uri: 'rulebook-response:/1.http', isComparable: false, isRevealed });

describe('the model of a response', () => {
  it('says status, place, time and size', () => {
    expect(modelOf(false)).toMatchObject({
      ...{ status: 200, statusText: 'OK', place: 'prod', isProtected: true, duration: '12 ms', size: '55 bytes' },
      body: { kind: 'text', language: 'json', form: 'pretty' },
      secrets: ['access_token'],
    });
  });

  it('holds no secret until they are to be shown', () => {
    const masked = JSON.stringify(modelOf(false));
    expect(masked).not.toContain(token);
    expect(masked).not.toContain('s-3cr3t-value');
    expect(masked).toContain('"attributes":["Path=/","HttpOnly"]');
    const revealed = modelOf(true);
    expect(revealed.body).toMatchObject({ text: `{\n  "user": "a",\n  "access_token": "${token}"\n}` });
    expect(revealed.cookies).toEqual([{ name: 'session', value: 's-3cr3t-value', attributes: ['Path=/', 'HttpOnly'] }]);
  });

  it('has the parts that there are', () => {
    expect(modelOf(false, { body: '', size: 0, headers: [] })).toMatchObject({ body: { kind: 'none' }, cookies: [] });
    const table = modelOf(false, { body: '[{"a":1},{"a":2}]' }).table;
    expect(table).toMatchObject({ columns: ['a'], rows: [['1'], ['2']], total: 2 });
    const page = modelOf(false, { body: '<p>a</p>', headers: [['Content-Type', 'text/html']] });
    expect(page).toMatchObject({ body: { language: 'html' }, preview: { kind: 'html', content: '<p>a</p>' } });
  });
});
