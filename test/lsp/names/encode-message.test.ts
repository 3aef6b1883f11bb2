import { describe, expect, it } from 'vitest';
import { createMessageEncoder, joinLists } from '../../../server/src/documents/encode-message';
import { randomNumbers } from '../edits/random';

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
const plain = { range, message: 'Not a "number"', severity: 1, code: 'wrong-type', source: 'rulebook' };
const related = {
  ...plain,
  relatedInformation: [{ location: { uri: 'file:///b.http', range }, message: 'Here\nit is' }],
};
const unicode = { range, message: 'é 😀 \u2028 \ud800 \u0000 "\\' };
const withUndefined = { range, message: 'x', code: undefined, data: { a: undefined, b: [undefined, null] } };
const diagnostics = [plain, related, unicode, withUndefined];

const publish = (params: unknown): object => ({
  jsonrpc: '2.0',
  method: 'textDocument/publishDiagnostics',
  params,
});
const answer = (result: unknown): object => ({ jsonrpc: '2.0', id: 7, result });

const messages: readonly (readonly [string, object])[] = [
  ['published diagnostics', publish({ uri: 'file:///é.http', version: 3, diagnostics })],
  ['members behind the list', publish({ diagnostics, version: 3, uri: 'file:///a.http' })],
  ['nothing but a list', publish({ diagnostics })],
  ['no diagnostics', publish({ uri: 'file:///a.http', diagnostics: [] })],
  ['no version', publish({ uri: 'file:///a.http', version: undefined, diagnostics: [plain] })],
  ['the same diagnostic twice', publish({ uri: 'file:///a.http', diagnostics: [plain, plain] })],
  ['no objects in the list', publish({ diagnostics: [null, undefined, 1, 'x', [plain]] })],
  ['no list', publish({ uri: 'file:///a.http', diagnostics: 'none' })],
  ['no parameters', publish(undefined)],
  ['a list of parameters', publish([{ diagnostics }])],
  ['a full report', answer({ kind: 'full', resultId: '1.2', items: diagnostics })],
  ['a full report without a name', answer({ kind: 'full', items: [] })],
  [
    'a report with others',
    answer({ kind: 'full', items: [plain], relatedDocuments: { a: { kind: 'full', items: [] } } }),
  ],
  ['an unchanged report', answer({ kind: 'unchanged', resultId: '1.2' })],
  ['completions', answer({ isIncomplete: false, items: [{ label: 'é', data: undefined }] })],
  ['a list as a result', answer([plain])],
  ['a long list', answer(Array.from({ length: 300 }, (_, line) => ({ ...unicode, line })))],
  ['a long list without objects', answer(Array.from({ length: 300 }, () => undefined))],
  ['no result', answer(null)],
  ['an error', { jsonrpc: '2.0', id: 'a', error: { code: -32601, message: 'No such method' } }],
  ['another notification', { jsonrpc: '2.0', method: 'window/logMessage', params: { type: 1, message: '😀' } }],
];

function read(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

describe('createMessageEncoder', () => {
  it.each(messages)('writes what JSON.stringify writes: %s', (_, message) => {
    const encode = createMessageEncoder();
    const expected: unknown = JSON.parse(JSON.stringify(message));
    expect(read(encode(message))).toEqual(expected);
    // Once more, with what it remembers.
    expect(read(encode(message))).toEqual(expected);
  });

  it.each([1, 2, 3, 4, 5])('writes joined lists that change at random (seed %i)', (seed) => {
    const next = randomNumbers(seed);
    const encode = createMessageEncoder();
    let made = 0;
    const make = (): object => ({ range, message: 'é'.repeat(next(4)) + String(made++) });
    const makeList = (): object[] => Array.from({ length: next(60) }, make);
    const lists = Array.from({ length: 20 }, makeList);
    for (let round = 0; round < 200; round++) {
      for (let edit = next(4); edit >= 0; edit--) {
        const inserted = Array.from({ length: next(3) }, () =>
          next(9) === 0 ? (lists[next(lists.length)] ?? []) : makeList(),
        );
        lists.splice(next(lists.length + 1), next(20) === 0 ? 5 : next(3), ...inserted);
      }
      if (next(30) === 0) lists.reverse();
      if (next(40) === 0) lists.length = 0;
      const message = answer(joinLists(lists));
      expect(read(encode(message))).toEqual(JSON.parse(JSON.stringify(message)));
    }
  });

  it('writes a list once', () => {
    const encode = createMessageEncoder();
    let reads = 0;
    const watched = {
      range,
      get message() {
        reads++;
        return 'x';
      },
    };
    const lists: object[][] = [[watched], Array.from({ length: 300 }, (_, line) => ({ line }))];
    encode(answer(joinLists(lists)));
    encode(answer(joinLists([[plain], ...lists])));
    expect(reads).toBe(1);
  });
});
