import { describe, expect, it } from 'vitest';
import { declareNames } from '@rulebook/catalogue/masking';
import type { Exchange, KeptResponse } from '../../../client/src/response/kept-responses';
import { renderResponse } from '../../../client/src/response/render-response';
import { modelOfResponse } from '../../../client/src/response/view/model-of-response';
import { longestWhole, piecesOfBody } from '../../../client/src/response/view/whole-body';

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

it('shows what a team declares as no secret, and masks what it declares as one', () => {
  const changes = { body: JSON.stringify({ token: 'a-word', customer_pin: 'a-pin' }) };
  expect(modelOf(false, changes).body).toMatchObject({ text: '{\n  "token": "***",\n  "customer_pin": "a-pin"\n}' });
  declareNames('/a', { masked: ['customer_pin'], shown: ['token'] });
  const { body: shown } = modelOf(false, changes);
  const document = renderResponse(answer(changes).exchange, 'pretty').text;
  declareNames('/a', undefined);
  expect(shown).toMatchObject({ text: '{\n  "token": "a-word",\n  "customer_pin": "***"\n}' });
  expect(document).toContain('{\n  "token": "a-word",\n  "customer_pin": "***"\n}');
});

describe('the whole body', () => {
  const items = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'ä', access_token: `${token}-${id % 10}` }));
  const long = new TextEncoder().encode(JSON.stringify(items));
  const saved = { bytes: long, size: long.length, extension: 'json', isWhole: true };
  const cut = (changes: Partial<KeptResponse> = {}, sent: Partial<Exchange['response']> = {}) => ({
    ...answer({ body: new TextDecoder().decode(long.slice(0, 1000)), isTruncated: true, size: long.length, ...sent }),
    ...{ isCut: true, body: saved, ...changes },
  });
  const actionsOf = (kept: ReturnType<typeof cut>) => {
    const { body: shown, actions } = modelOfResponse(kept, { uri: 'a', isComparable: false, isRevealed: false });
    const open = actions.find(({ id }) => id === 'rulebook.openWholeBody');
    return { whole: shown.kind === 'text' ? shown.whole : undefined, isFurther: open?.isFurther };
  };
  async function shownOf(kept: ReturnType<typeof cut>, isRevealed = false) {
    const pieces = [];
    for await (const piece of piecesOfBody(kept, { isRevealed, read: undefined })) pieces.push(piece);
    return { pieces, text: pieces.map((piece) => piece.text).join('') };
  }

  it('is offered up to the size that the view takes', () => {
    expect(actionsOf(cut())).toEqual({ whole: expect.stringMatching(/^1\.\d MB$/) as string, isFurther: true });
    const tooLong = { ...saved, size: longestWhole + 1 };
    expect(actionsOf(cut({ body: tooLong }))).toEqual({ whole: undefined, isFurther: undefined });
    expect(actionsOf({ ...answer(), isCut: false, body: saved })).toEqual({ whole: undefined, isFurther: undefined });
  });

  it('comes in pieces, formatted, with its secrets masked', async () => {
    const { pieces, text } = await shownOf(cut());
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.map(({ isLast }) => isLast).lastIndexOf(false)).toBe(pieces.length - 2);
    expect(pieces.at(-1)).toMatchObject({ shown: long.length, isFormatted: true, isLast: true });
    expect(text).not.toContain(token);
    const masked = items.map((item) => ({ ...item, access_token: '***' }));
    expect(text).toBe(JSON.stringify(masked, undefined, 2));
  });

  it('comes as received, or with what the response handed out, when that is wanted', async () => {
    const raw = await shownOf(cut({ form: 'raw' }));
    expect(raw.text).toBe(JSON.stringify(items.map((item) => ({ ...item, access_token: '***' }))));
    expect(raw.pieces.at(-1)).toMatchObject({ isFormatted: false });
    const { text } = await shownOf(cut(), true);
    expect(text).toContain(`"access_token": "${token}-9"`);
  });

  it('is decoded as its beginning was', async () => {
    const latin = Uint8Array.from('a\xe4\n'.repeat(3), (sign) => sign.charCodeAt(0));
    const body = { ...saved, bytes: latin, size: latin.length };
    const plain = [['Content-Type', 'text/plain']] as const;
    expect((await shownOf(cut({ body }, { headers: plain }))).text).toBe('aä\n'.repeat(3));
    const wide = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0xe4, 0]);
    expect((await shownOf(cut({ body: { ...body, bytes: wide } }, { headers: plain }))).text).toBe('aä');
  });
});
