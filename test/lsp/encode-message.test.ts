import { describe, expect, it } from 'vitest';
import { createMessageEncoder } from '../../server/src/encode-message';

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
  ['no result', answer(null)],
  ['an error', { jsonrpc: '2.0', id: 'a', error: { code: -32601, message: 'No such method' } }],
  ['another notification', { jsonrpc: '2.0', method: 'window/logMessage', params: { type: 1, message: '😀' } }],
];

describe('createMessageEncoder', () => {
  it.each(messages)('writes what JSON.stringify writes: %s', (_, message) => {
    const encode = createMessageEncoder();
    const expected: unknown = JSON.parse(JSON.stringify(message));
    expect(JSON.parse(encode(message))).toEqual(expected);
    // Once more, with what it remembers.
    expect(JSON.parse(encode(message))).toEqual(expected);
  });

  it('tells objects apart that look the same place by place', () => {
    const encode = createMessageEncoder();
    const first = { range, message: 'first' };
    const second = { range, message: 'second' };
    encode(publish({ uri: 'a', diagnostics: [first, second] }));
    expect(JSON.parse(encode(publish({ uri: 'b', diagnostics: [second] })))).toEqual(
      publish({ uri: 'b', diagnostics: [second] }),
    );
  });

  it('writes a diagnostic once', () => {
    const encode = createMessageEncoder();
    let reads = 0;
    const watched = {
      range,
      get message() {
        reads++;
        return 'x';
      },
    };
    encode(publish({ uri: 'a', diagnostics: [watched] }));
    encode(publish({ uri: 'a', diagnostics: [plain, watched] }));
    expect(reads).toBe(1);
  });
});
