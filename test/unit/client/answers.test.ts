import { describe, expect, it } from 'vitest';
import { followResponse } from '../../../client/src/response/arriving-text';
import { bodyToSave } from '../../../client/src/response/body-to-save';
import { KeptResponses } from '../../../client/src/response/kept-responses';
import { foldingOfResponse } from '../../../client/src/response/response-folding';
import { shiftOf } from '../../../client/src/response/refused-requests';
import { secretLines } from '../../../client/src/response/secret-lines';

const typed = (type: string) => ({ headers: [['Content-Type', type]] as const });
const png = { bytes: new Uint8Array([0x89, 0x50]), size: 2, isWhole: true };

describe('bodyToSave', () => {
  it.each([
    ['application/json; charset=utf-8', 'json'],
    ['application/vnd.api+json', 'json'],
    ['image/png', 'png'],
    ['text/plain', 'txt'],
    ['application/octet-stream', 'bin'],
    ['', 'bin'],
  ])('%s is saved as .%s', (type, extension) => {
    expect(bodyToSave(typed(type), png)?.extension).toBe(extension);
  });

  it('takes the bytes as they came, and nothing for an empty body', () => {
    expect(bodyToSave(typed('image/png'), png)?.bytes).toBe(png.bytes);
    expect(bodyToSave(typed('text/plain'), { bytes: new Uint8Array(), size: 0, isWhole: true })).toBeUndefined();
  });

  it('knows whether it is whole', () => {
    expect(bodyToSave(typed('text/plain'), png)?.isWhole).toBe(true);
    expect(bodyToSave(typed('text/plain'), { ...png, isWhole: false })?.isWhole).toBe(false);
    const interruption = { kind: 'reset', message: 'closed' } as const;
    expect(bodyToSave({ ...typed('text/plain'), interruption }, png)?.isWhole).toBe(false);
  });
});

describe('followAnswer', () => {
  it('keeps the body as it came', () => {
    const shown: string[] = [];
    const { observer, stop, body } = followResponse(
      {
        update: (text) => shown.push(text()),
      },
      [],
    );
    observer.onHead?.({ status: 200, statusText: 'OK', headers: [] });
    void observer.onBytes?.(new Uint8Array([1, 2]));
    void observer.onBytes?.(new Uint8Array([3]));
    stop();
    expect(body()).toEqual({ bytes: new Uint8Array([1, 2, 3]), size: 3, isWhole: true });
    // It was whole before anybody could wait for it.
    expect(shown).toEqual([]);
  });
});

describe('KeptAnswers', () => {
  const body = (size: number) => ({ bytes: new Uint8Array(size), size, extension: 'bin', isWhole: true });

  it('drops the bodies that came first when they are too large together, and keeps their texts', () => {
    const answers = new KeptResponses();
    for (const name of ['a', 'b', 'c']) answers.set(name, { text: name, secrets: [], body: body(50 * 1024 * 1024) });
    expect(['a', 'b', 'c'].map((name) => answers.get(name)?.body !== undefined)).toEqual([false, true, true]);
    expect(answers.get('a')?.text).toBe('a');
  });

  it('keeps twenty answers, and forgets what is deleted', () => {
    const answers = new KeptResponses();
    for (let index = 0; index < 25; index++) answers.set(String(index), { text: '', secrets: [] });
    expect([answers.get('4'), answers.get('5')?.text]).toEqual([undefined, '']);
    answers.delete('24');
    expect(answers.get('24')).toBeUndefined();
  });

  it('keeps a pinned answer beyond the twenty, with its body', () => {
    const answers = new KeptResponses();
    answers.set('pinned', { text: '', secrets: [], body: body(60 * 1024 * 1024) });
    answers.change('pinned', { isPinned: true });
    for (let index = 0; index < 25; index++)
      answers.set(String(index), { text: '', secrets: [], body: body(5 * 1024 * 1024) });
    expect(answers.get('pinned')?.body?.bytes.length).toBe(60 * 1024 * 1024);
    expect(answers.entries().length).toBe(21);
  });
});

describe('secretLines', () => {
  it('finds each secret where it is masked, in order', () => {
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

describe('foldingOfAnswer', () => {
  const text = '# 200 OK\nHTTP/1.1 200 OK\nA: b\nC: d\n\n{\n  "a": [\n    1\n  ],\n  "b": 2\n}\n';

  it('folds the header fields', () => {
    expect(foldingOfResponse(text, { first: 1, last: 3 }, false)).toEqual([{ first: 1, last: 3, isHead: true }]);
    expect(foldingOfResponse('', undefined, false)).toEqual([]);
  });

  it('folds indented parts where no one else does', () => {
    expect(foldingOfResponse(text, { first: 1, last: 3 }, true)).toEqual([
      { first: 1, last: 3, isHead: true },
      { first: 6, last: 7, isHead: false },
      { first: 5, last: 9, isHead: false },
    ]);
  });
});

describe('shiftOf', () => {
  const request = { first: 10, last: 14 };

  it.each([
    ['an edit in it', { first: 12, last: 12, added: 0, isBefore: false }, undefined],
    ['an edit across its start', { first: 5, last: 10, added: -5, isBefore: false }, undefined],
    ['an edit above it', { first: 3, last: 5, added: 2, isBefore: false }, 2],
    ['lines inserted right before it', { first: 10, last: 10, added: 3, isBefore: true }, 3],
    ['an edit below it', { first: 15, last: 15, added: 7, isBefore: false }, 0],
  ])('%s', (_, change, shift) => {
    expect(shiftOf(request, change)).toBe(shift);
  });
});
