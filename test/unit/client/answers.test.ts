import { describe, expect, it } from 'vitest';
import { bodyToSave } from '../../../client/src/response/body-to-save';
import { KeptAnswers } from '../../../client/src/response/kept-answers';
import { secretLines } from '../../../client/src/response/secret-lines';
import type { ReceivedResponse } from '../../../engine/src/index';

const response = (type: string, more: Partial<ReceivedResponse> = {}): ReceivedResponse => ({
  httpVersion: '1.1',
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', type]],
  body: 'é',
  isTruncated: false,
  size: 2,
  duration: 1,
  ...more,
});

describe('bodyToSave', () => {
  it.each([
    ['application/json; charset=utf-8', 'json'],
    ['application/vnd.api+json', 'json'],
    ['image/png', 'png'],
    ['text/plain', 'txt'],
    ['application/octet-stream', 'bin'],
    ['', 'bin'],
  ])('%s is saved as .%s', (type, extension) => {
    expect(bodyToSave(response(type))?.extension).toBe(extension);
  });

  it('takes the bytes as they came, else the text, and nothing for an empty body', () => {
    const bytes = new Uint8Array([0x89, 0x50]);
    expect(bodyToSave(response('image/png', { bytes, body: '' }))?.bytes).toBe(bytes);
    expect([...(bodyToSave(response('text/plain'))?.bytes ?? [])]).toEqual([0xc3, 0xa9]);
    expect(bodyToSave(response('text/plain', { body: '' }))).toBeUndefined();
  });

  it('knows whether it is whole', () => {
    expect(bodyToSave(response('text/plain'))?.isWhole).toBe(true);
    expect(bodyToSave(response('text/plain', { isTruncated: true }))?.isWhole).toBe(false);
    const interruption = { kind: 'reset', message: 'gone' } as const;
    expect(bodyToSave(response('text/plain', { interruption }))?.isWhole).toBe(false);
  });
});

describe('KeptAnswers', () => {
  const body = (size: number) => ({ bytes: new Uint8Array(size), extension: 'bin', isWhole: true });

  it('drops the bodies that came first when they are too large together, and keeps their texts', () => {
    const answers = new KeptAnswers();
    for (const name of ['a', 'b', 'c']) answers.set(name, { text: name, secrets: [], body: body(50 * 1024 * 1024) });
    expect(['a', 'b', 'c'].map((name) => answers.get(name)?.body !== undefined)).toEqual([false, true, true]);
    expect(answers.get('a')?.text).toBe('a');
  });

  it('keeps twenty answers, and forgets what is deleted', () => {
    const answers = new KeptAnswers();
    for (let index = 0; index < 25; index++) answers.set(String(index), { text: '', secrets: [] });
    expect([answers.get('4'), answers.get('5')?.text]).toEqual([undefined, '']);
    answers.delete('24');
    expect(answers.get('24')).toBeUndefined();
  });

  it('finds the last answer with secrets, and the last with a body', () => {
    const answers = new KeptAnswers();
    answers.set('a', { text: 'a', secrets: [{ name: 'api_key', value: 'x' }], body: body(1) });
    answers.set('b', { text: 'b', secrets: [] });
    expect([answers.lastWithSecrets()?.text, answers.lastWithBody()?.text]).toEqual(['a', 'a']);
  });
});

describe('secretLines', () => {
  it('finds each secret where it stands masked, in order', () => {
    const text = 'HTTP/1.1 200 OK\n\n{\n  "api_key": "***",\n  "other": "***",\n  "encoded": "***"\n}\n';
    const secrets = [
      { name: 'api_key', value: 'a' },
      { name: 'encoded', value: 'b' },
    ];
    expect(secretLines(text, secrets)).toEqual([
      { line: 3, index: 0, name: 'api_key' },
      { line: 5, index: 1, name: 'encoded' },
    ]);
  });

  it('finds several of one name, and passes over what is not shown', () => {
    const text = '[\n{ "secret": "***" },\n{ "secret": "***" }\n]';
    const secrets = ['secret', 'token', 'secret'].map((name) => ({ name, value: 'x' }));
    expect(secretLines(text, secrets).map(({ line, index }) => [line, index])).toEqual([
      [1, 0],
      [2, 2],
    ]);
  });
});
