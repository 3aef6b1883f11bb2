import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryLanguages } from '../../packages/queries/src/index';
import type { QueryContext, QueryField, QueryLanguageId } from '../../packages/catalogue/src/query-languages';

/** A query of `tools/oracle/query-texts.mjs`, and what a server made of it. */
interface Row {
  readonly text: string;
  /** What was changed in it; null for a query as it was meant. */
  readonly slip: string | null;
  /** `silent`: it is taken, and a part of it never finds anything. */
  readonly outcome: 'useful' | 'silent' | 'refused';
}

interface Property {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Property>>;
}

const fields = new Map<string, QueryField>();
addFields(JSON.parse(textOf('mapping.json')) as Record<string, Property>, '');
const context: QueryContext = { fieldsOf: () => ({ byName: fields, areAll: true }), indices: [] };

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}

function addFields(properties: Readonly<Record<string, Property>>, prefix: string): void {
  for (const [key, { type, properties: inner = {} }] of Object.entries(properties)) {
    const name = prefix + key;
    if (type !== undefined) fields.set(name, { name, type, ...(type === 'flattened' && { isFlattened: true }) });
    addFields(inner, `${name}.`);
  }
}

function rowsOf(file: string): readonly Row[] {
  return textOf(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

const tables: readonly (readonly [QueryLanguageId, string])[] = [
  ['lucene', 'query_string.jsonl'],
  ['kql', 'kql.jsonl'],
  ['painless', 'painless.jsonl'],
];

describe.each(tables)('queries of %s that a server judged', (id, file) => {
  const rows = rowsOf(file);
  const problemsIn = (text: string) =>
    (queryLanguages[id]?.problemsIn(text, context) ?? []).filter(({ kind }) => kind !== 'costly');

  it('have no finding where it takes them as they were meant', () => {
    const wrong = rows.filter(
      ({ outcome, slip, text }) => outcome === 'useful' && slip === null && problemsIn(text).length > 0,
    );
    expect(wrong).toEqual([]);
  });
  it('are called refused only where it refuses them', () => {
    const wrong = rows.filter(
      ({ outcome, text }) => outcome !== 'refused' && problemsIn(text).some(({ isRefused }) => isRefused),
    );
    expect(wrong).toEqual([]);
  });
  it('have a finding where it refuses them, in 97 of 100', () => {
    const refused = rows.filter(({ outcome }) => outcome === 'refused');
    const missed = refused.filter(({ text }) => problemsIn(text).length === 0);
    expect(refused.length).toBeGreaterThan(30);
    expect(missed.length / refused.length).toBeLessThan(0.03);
  });
  it('have a finding where a part of them never finds anything', () => {
    expect(rows.filter(({ outcome, text }) => outcome === 'silent' && problemsIn(text).length === 0)).toEqual([]);
  });
});
