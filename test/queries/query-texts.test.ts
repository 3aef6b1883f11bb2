import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryLanguages } from '../../packages/queries/src/index';
import type {
  QueryContext,
  QueryField,
  QueryLanguageId,
  QueryParam,
} from '../../packages/catalogue/src/query-languages';

/** A query of `tools/oracle/query-texts.mjs` or `query-esql.mjs`, and what a server made of it. */
interface Row {
  readonly text: string;
  /** What was changed in it; null for a query as it was meant. */
  readonly slip: string | null;
  /** `silent`: it is taken, and a part of it never finds anything. */
  readonly outcome: 'useful' | 'silent' | 'refused';
  /** The servers that say so. */
  readonly version: string;
  /** The values that come with it. */
  readonly params?: readonly unknown[];
}

interface Property {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly fields?: Readonly<Record<string, Property>>;
}

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}

function fieldsOf(properties: Readonly<Record<string, Property>>, prefix = ''): ReadonlyMap<string, QueryField> {
  const found = new Map<string, QueryField>();
  for (const [key, { type, properties: inner, fields }] of Object.entries(properties)) {
    const name = prefix + key;
    if (type !== undefined) found.set(name, { name, type, ...(type === 'flattened' && { isFlattened: true }) });
    for (const [own, field] of fieldsOf({ ...inner, ...fields }, `${name}.`)) found.set(own, field);
  }
  return found;
}

/** Returns what is known where the queries are written: the fields of a mapping, for each version that a row names. */
function contextsOf(mapping: string, version: string): readonly QueryContext[] {
  const byName = fieldsOf(JSON.parse(textOf(mapping)) as Record<string, Property>);
  const context: QueryContext = { fieldsOf: () => ({ byName, areAll: true }), indices: [] };
  if (mapping === 'mapping.json') return [context];
  return version.split(', ').map((one) => {
    const [major = 0, minor = 0] = one.split('.').map(Number);
    return { ...context, product: 'elasticsearch', version: [major, minor] };
  });
}

/** Returns the values of parameters, with their names. */
function paramsOf(params: readonly unknown[] = []): readonly QueryParam[] {
  return params.map((param) => {
    const [named] = typeof param === 'object' && param !== null && !Array.isArray(param) ? Object.entries(param) : [];
    return named === undefined ? { value: param } : { name: named[0], value: named[1] };
  });
}

function rowsOf(file: string): readonly Row[] {
  return textOf(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

interface Table {
  readonly id: QueryLanguageId;
  readonly file: string;
  readonly mapping: string;
  /** Those of its queries that have no finding although they are refused. Absent: fewer than 3 of 100, whichever. */
  readonly missed?: readonly string[];
}

const tables: readonly Table[] = [
  { id: 'lucene', file: 'query_string.jsonl', mapping: 'mapping.json' },
  { id: 'kql', file: 'kql.jsonl', mapping: 'mapping.json' },
  { id: 'painless', file: 'painless.jsonl', mapping: 'mapping.json' },
  {
    id: 'esql',
    file: 'esql.jsonl',
    mapping: 'esql-mapping.json',
    missed: [],
  },
  // Written one by one, for what queries by chance seldom have.
  { id: 'esql', file: 'esql-by-hand.jsonl', mapping: 'esql-by-hand-mapping.json', missed: [] },
];

describe.each(tables)('queries of $id in $file that a server judged', ({ id, file, mapping, missed: known }) => {
  // A row stands for each of its versions.
  const rows = rowsOf(file).flatMap((row) =>
    contextsOf(mapping, row.version).map((context) => ({
      ...row,
      context: id === 'esql' ? { ...context, params: paramsOf(row.params) } : context,
    })),
  );
  const problemsIn = ({ text, context }: { readonly text: string; readonly context: QueryContext }) =>
    (queryLanguages[id]?.problemsIn(text, context) ?? []).filter(
      ({ kind }) => kind !== 'costly' && kind !== 'unneeded',
    );

  it('have no finding where it takes them as they were meant', () => {
    const wrong = rows.filter((row) => row.outcome === 'useful' && row.slip === null && problemsIn(row).length > 0);
    expect(wrong).toEqual([]);
  });
  it('are called refused only where it refuses them', () => {
    const wrong = rows.filter((row) => row.outcome !== 'refused' && problemsIn(row).some(({ isRefused }) => isRefused));
    expect(wrong).toEqual([]);
  });
  it('have a finding where it refuses them, but for a few', () => {
    const refused = rows.filter(({ outcome }) => outcome === 'refused');
    const missed = refused.filter((row) => problemsIn(row).length === 0).map(({ text }) => text);
    expect(refused.length).toBeGreaterThan(30);
    if (known === undefined) expect(missed.length / refused.length).toBeLessThan(0.03);
    else expect(missed.filter((text) => !known.includes(text))).toEqual([]);
  });
  it('have a finding where a part of them never finds anything', () => {
    expect(rows.filter((row) => row.outcome === 'silent' && problemsIn(row).length === 0)).toEqual([]);
  });
});
