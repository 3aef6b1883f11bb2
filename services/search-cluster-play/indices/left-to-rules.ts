import { ownValue } from '@rulebook/sandbox/wire';

const ofQuery = [
  'unknown-query-parameter',
  'unavailable-element',
  'malformed-time-value',
  'repeated-query-parameter',
] as const;
const ofJson = ['malformed-json', 'duplicate-key'] as const;

/** Returns whether a finding of the rule refuses a request of the operation. */
export function isLeftToRules(operation: string, rule: string): boolean {
  return (
    ownValue(leftToRules, operation)?.has(rule) ?? !(rule === 'misplaced-query-parameter' && relating.has(operation))
  );
}

/** Operations that judge themselves how the parameters of the query go together. */
const relating: ReadonlySet<string> = new Set(
  ['document.delete', 'document.source', 'snapshot.get'].map((id) => `search-cluster.${id}`),
);

/** By operation: the rules whose findings refuse a request. What others find, the operation itself judges, as it names it by other types. */
const leftToRules: Readonly<Record<string, ReadonlySet<string>>> = {
  ...forAll(['bulk', 'document.bulk'], [...ofQuery, 'malformed-json', 'malformed-line']),
  ...forAll(['document.put', 'document.add', 'document.create'], [...ofQuery, ...ofJson, 'missing-body']),
  ...forAll(['alias.put', 'alias.put-too', 'alias.change'], [...ofQuery, ...ofJson]),
  ...forAll(['api-key.grant', 'snapshot.create', 'snapshot.restore'], [...ofQuery, ...ofJson]),
  ...forAll(['search.scroll', 'search.scroll.clear', 'search.point-in-time.close'], [...ofQuery, ...ofJson]),
  ...forAll(['document.update', 'document.several', 'document.several-anywhere'], [...ofQuery, ...ofJson]),
};

function forAll(ids: readonly string[], rules: readonly string[]): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(ids.map((id) => [`search-cluster.${id}`, new Set(rules)]));
}
