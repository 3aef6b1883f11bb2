import type { QueryContext } from '@rulebook/catalogue/query-languages';
import { describe, expect, it } from 'vitest';
import { ppl, sql } from './index';

const context: QueryContext = {
  fieldsOf: () => ({ byName: new Map([['status', { name: 'status', type: 'integer' }]]), areAll: true }),
  indices: [],
};

describe('statements of SQL and PPL', () => {
  it.each([
    [sql, "SELECT COUNT(*) FROM \"logs-*\" WHERE a = 'it''s' -- (end"],
    [sql, "SELECT 'C:\\' FROM a"],
    [ppl, 'source=logs | where status > 5 | stats count() by `a b`'],
  ])('find nothing wrong: %#', (language, text) => {
    expect(language.problemsIn(text, context)).toEqual([]);
  });
  it.each([
    [sql, 'SELECT COUNT( FROM a', '('],
    [sql, "SELECT 'a", "'"],
    [sql, 'SELECT a) FROM b', ')'],
    [sql, 'SELECT /* a', '/'],
    [ppl, 'source=logs | where a in (1, 2', '('],
  ])('find brackets and quotes that are left open: %#', (language, text, part) => {
    const found = language.problemsIn(text, context).map(({ span }) => text.slice(span.start, span.end));
    expect(found).toEqual([part]);
  });
  it('complete commands, keywords and fields', () => {
    const labels = (language: typeof sql, text: string) =>
      language.offersAt(text, text.length, context)?.offers.map(({ label }) => label) ?? [];
    expect(labels(sql, 'SEL')).toContain('SELECT');
    expect(labels(sql, 'SELECT * FROM a WHERE sta')).toContain('status');
    expect(labels(ppl, 'source=a | ')).toContain('where');
    expect(labels(sql, "SELECT 'a")).toEqual([]);
  });
  it('colour keywords, functions and texts', () => {
    expect(sql.tokensIn("SELECT COUNT(a) FROM 'b'").map(({ kind }) => kind)).toEqual([
      'keyword',
      'function',
      'field',
      'keyword',
      'string',
    ]);
  });
});
