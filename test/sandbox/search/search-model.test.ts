import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded } from '../frame/bounded';
import { idsMatching, idsOf, playBooks } from '../cluster/play-indices';
import { triesOf } from '../../sample';

// Queries on flattened fields against a model that knows documents as lists of keys and texts, and nothing of mappings.

type Leaf = string | number | boolean;
type Labels = Readonly<Record<string, Leaf | readonly Leaf[] | { readonly inner: Leaf }>>;

const text = fc.constantFrom('', 'a', 'b', 'ab', 'B', 'a b', '10', '9', 'ä', '\uE000', '😀', 'true');
const leaf: fc.Arbitrary<Leaf> = fc.oneof(text, fc.integer({ min: 0, max: 12 }), fc.boolean());
const labels: fc.Arbitrary<Labels> = fc.dictionary(
  fc.constantFrom('x', 'y', 'z'),
  fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.record({ inner: leaf })),
);
const name = fc.constantFrom('labels', 'labels.x', 'labels.y', 'labels.z.inner', 'labels.none');
const documents = fc.array(labels, { minLength: 1, maxLength: 6 });

function valuesOf(document: Labels, field: string): readonly string[] {
  const pairs = Object.entries(document).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).map(([inner, below]) => [`labels.${key}.${inner}`, below] as const)
      : [value].flat().map((item) => [`labels.${key}`, item] as const),
  );
  return pairs.filter(([key]) => field === 'labels' || key === field).map(([, value]) => String(value));
}

function play(all: readonly Labels[]) {
  return playBooks({}, Object.fromEntries(all.map((value, index) => [`d${String(index)}`, { labels: value }])));
}

function expected(all: readonly Labels[], test: (values: (field: string) => readonly string[]) => boolean) {
  return all.flatMap((document, index) => (test((field) => valuesOf(document, field)) ? [`d${String(index)}`] : []));
}

/** Orders as bytes of UTF-8 do. */
function before(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

describe('queries on flattened fields agree with a model', () => {
  it('for terms, prefixes and existence', () => {
    fc.assert(
      fc.property(documents, name, text, (all, field, value) => {
        const cluster = play(all);
        const matches = (query: object, test: (found: string) => boolean) => {
          const ids = expected(all, (values) => values(field).some(test));
          expect(idsMatching(cluster, query)).toEqual(ids);
          expect(idsMatching(cluster, { bool: { must_not: query } })).toEqual(
            expected(all, (values) => !values(field).some(test)),
          );
        };
        matches({ term: { [field]: value } }, (found) => found === value);
        matches({ terms: { [field]: [value, 'b'] } }, (found) => found === value || found === 'b');
        matches({ prefix: { [field]: value } }, (found) => found.startsWith(value));
        matches({ exists: { field } }, () => true);
      }),
      { ...bounded, numRuns: 60 },
    );
  });

  it('for ranges, which compare text', () => {
    fc.assert(
      fc.property(documents, name, leaf, leaf, (all, field, low, high) => {
        const ids = expected(all, (values) =>
          values(field).some((found) => before(found, String(low)) >= 0 && before(found, String(high)) < 0),
        );
        expect(idsMatching(play(all), { range: { [field]: { gte: low, lt: high } } })).toEqual(ids);
      }),
      { ...bounded, numRuns: 60 },
    );
  });

  it('for the order by a key', () => {
    fc.assert(
      fc.property(documents, (all) => {
        const least = (document: Labels) => [...valuesOf(document, 'labels.x')].sort(before)[0];
        const ids = idsOf(play(all), { sort: [{ 'labels.x': 'asc' }], size: 100 });
        const order = ids.map((id) => least(all[Number(id.slice(1))]!));
        const present = order.filter((value) => value !== undefined);
        expect(present).toEqual([...present].sort(before));
        expect(order.slice(present.length).every((value) => value === undefined)).toBe(true);
        expect(ids).toHaveLength(all.length);
      }),
      { ...bounded, numRuns: 60 },
    );
  });

  it('for groups', () => {
    fc.assert(
      fc.property(documents, name, (all, field) => {
        const { body } = play(all).send('POST /books/_search', {
          size: 0,
          aggs: { a: { terms: { field, size: 100 } } },
        });
        const { a } = body.aggregations as unknown as { a: { buckets: readonly { key: string; doc_count: number }[] } };
        const values = new Set(all.flatMap((document) => valuesOf(document, field)));
        expect(a.buckets.map(({ key }) => key).sort(before)).toEqual([...values].sort(before));
        for (const { key, doc_count } of a.buckets) {
          expect(doc_count).toBe(expected(all, (found) => found(field).includes(key)).length);
        }
      }),
      { ...bounded, numRuns: 40 },
    );
  });

  it('and any text of a query is answered', () => {
    const cluster = play([{ x: 'a' }, { y: ['b', 'a b'] }]);
    const part = fc.constantFrom(
      'a',
      'b',
      ' ',
      'AND',
      'OR',
      'NOT',
      '(',
      ')',
      '"',
      '*',
      '?',
      ':',
      '\\',
      '+',
      '-',
      '^2',
      '~1',
      '[',
      'TO',
      ']',
      '{',
      '}',
      '>',
      '|',
      'labels',
      '.x',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const query = parts.join('');
        const send = (kind: string) =>
          cluster.send('POST /books/_search', { query: { [kind]: { query, fields: ['labels', 'title'] } } });
        expect([200, 400]).toContain(send('query_string').status);
        expect(send('simple_query_string').status).toBe(200);
      }),
      { ...bounded, numRuns: triesOf(500) },
    );
  });
});
