import type { QueryContext, QueryField } from '@rulebook/catalogue/query-languages';
import { describe, expect, it } from 'vitest';
import { kql } from './index';

const fields: readonly QueryField[] = [
  { name: 'status', type: 'integer' },
  { name: 'message', type: 'text' },
  { name: 'host.ip', type: 'ip' },
  { name: '@timestamp', type: 'date' },
  { name: 'ok', type: 'boolean' },
  { name: 'lines', type: 'nested' },
  { name: 'lines.item', type: 'keyword' },
  { name: 'lines.n', type: 'integer' },
  { name: 'labels', type: 'flattened', isFlattened: true },
];
const byName = new Map(fields.map((field) => [field.name, field]));
const known: QueryContext = { fieldsOf: () => ({ byName, areAll: true }), indices: [] };
const unknown: QueryContext = { fieldsOf: () => undefined, indices: [] };

const kinds = (text: string, context = known) =>
  kql.problemsIn(text, context).map(({ kind, isRefused, span }) => {
    const part = text.slice(span.start, span.end);
    return `${kind}${isRefused ? '!' : ''} ${part}`;
  });

describe('KQL', () => {
  it.each([
    'status: 500 and not ok: true',
    'status >= 400 AND status < 500',
    'message: time out',
    'message: (error or warn) or "a b"',
    'lines: { item: a and n > 3 }',
    'status: *',
    'sta*: 500',
    'labels.team: 5',
    '@timestamp >= now-1d/d',
    "message: don't \\and a\\:b",
    'not (status: 500)',
    'host.ip: "10.0.0.0/8"',
    String.raw`message: "C:\Program \\users \u0041"`,
    'not status < 5 and status > 9',
    'status < 5 and status > 9 or ok: true',
    '(not OR (ok: true))',
    '',
  ])('find nothing wrong with %s', (text) => {
    expect(kinds(text)).toEqual([]);
  });
  it.each([
    ['(status: 500', 'syntax! ('],
    ['message: "time out', 'syntax! "'],
    ['status >= 500 and', 'syntax! and'],
    ['status: >= 500', 'syntax! >='],
    ['host: web-1 status: 500', 'syntax! :'],
    ['message: a) or b', 'syntax! )'],
    ['lines: { item: a', 'syntax! {'],
    ['message: a "b"', 'syntax! "b"'],
    ['status <> 5', 'syntax! >'],
    ['message: a\\x', 'syntax! \\x'],
    [String.raw`message: "C:\users"`, String.raw`syntax! \u`],
    [String.raw`message: "\uD800"`, String.raw`syntax! \u`],
    ['lines: { a }', 'syntax! a'],
    ['a and ()', 'syntax! )'],
    ['status > ', 'syntax! >'],
  ])('are refused: %s', (text, found) => {
    expect(kinds(text, unknown)).toEqual([found]);
  });
  it.each([
    ['statu: 500', 'unknown-name statu'],
    ['status: abc', 'type abc'],
    ['status: 5*', 'type 5*'],
    ['lines: { n: x }', 'type x'],
    ['lines: { itm: a }', 'unknown-name itm'],
    ['message: { item: a }', 'type message'],
    ['@timestamp > yesterday', 'type yesterday'],
    ['status != 500', 'ineffective status != 500'],
    ['status=500', 'ineffective status=500'],
    ['status: [400 TO 499]', 'ineffective [400 TO 499]'],
    ['status: 500 or 503', 'ineffective 503'],
    ['status: 500 and not', 'ineffective not'],
    ['-status: 5', 'ineffective -status'],
    ['_exists_: status', 'ineffective _exists_'],
    ['a && b', 'ineffective &&'],
    ['status >= 500 and status < 400', 'ineffective status >= 500 and status < 400'],
    ['message: *rror', 'costly *rror'],
  ])('are taken in vain: %s', (text, found) => {
    expect(kinds(text)).toContain(found);
  });
  it('say what is meant', () => {
    expect(kql.problemsIn('status != 500', known)[0]?.meant).toBe('not status: 500');
  });
  it('complete fields, operators and values', () => {
    const labels = (text: string) => kql.offersAt(text, text.length, known)?.offers.map(({ label }) => label) ?? [];
    expect(labels('')).toContain('status');
    expect(labels('status ')).toContain('>=');
    expect(labels('status: 5 ')).toContain('and');
    expect(labels('ok: ')).toEqual(['true', 'false', '*']);
    expect(labels('lines: ')).toContain('{ }');
  });
  it('explain fields, also those of nested objects', () => {
    expect(kql.helpAt('lines: { n: 5 }', 9, known)?.markdown).toContain('`lines.n`');
  });
  it('colour fields, operators and numbers', () => {
    expect(kql.tokensIn('status >= 5 or "a"').map(({ kind }) => kind)).toEqual([
      'field',
      'operator',
      'number',
      'keyword',
      'string',
    ]);
  });
});
