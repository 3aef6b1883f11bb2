import type { Version } from '../../../catalogue/facts';
import type { MisplacedField } from '../../../catalogue/shape';
import { refused } from '../../../catalogue/provenance';
import { besideFlattened } from './flattened-sources';
import { conventions, serverSource } from './sources';

/** Servers refuse what stands in the wrong place. */
const elsewhere = refused(besideFlattened(serverSource));

function removedIn(version: Version): Pick<MisplacedField, 'severity' | 'removed' | 'provenance'> {
  const provenance = refused(besideFlattened(`Elasticsearch reference, breaking changes in ${version}`));
  return { severity: 'warning', removed: version, provenance };
}

/** Queries that newer versions do not have, with what to use now. */
const removedQueries: readonly MisplacedField[] = [
  ...(
    [
      ['filtered', 'Use a `bool` query with `filter`.'],
      ['and', 'Use a `bool` query with `must` or `filter`.'],
      ['or', 'Use a `bool` query with `should`.'],
      ['limit', 'Use `terminate_after` of the search.'],
      ['missing', 'Use a `bool` query with `exists` in `must_not`.'],
    ] as const
  ).map(([name, use]): MisplacedField => ({
    names: [name],
    message: `The \`${name}\` query was removed in version 5.0. ${use}`,
    ...removedIn('5.0'),
  })),
  ...(
    [
      ['in', 'terms'],
      ['mlt', 'more_like_this'],
      ['geo_bbox', 'geo_bounding_box'],
      ['fuzzy_match', 'match'],
      ['match_fuzzy', 'match'],
    ] as const
  ).map(([name, to]): MisplacedField => ({
    names: [name],
    message: `The \`${name}\` query was removed in version 6.0. Use \`${to}\`.`,
    fix: { kind: 'rename', to },
    ...removedIn('6.0'),
  })),
];

/** Members of a search that people write into the query. */
const membersOfSearch: MisplacedField = {
  names: [
    ...['from', 'size', 'sort', 'aggs', 'aggregations', 'highlight', 'post_filter', '_source', 'collapse', 'suggest'],
    ...['track_total_hits', 'min_score', 'search_after', 'script_fields', 'docvalue_fields', 'stored_fields'],
  ],
  severity: 'warning',
  message: 'This is not a query. It belongs beside `query`, not inside it.',
  provenance: elsewhere,
  fix: { kind: 'move-out' },
};

/** What does not belong into a query. */
export const misplacedInQuery: readonly MisplacedField[] = [...removedQueries, membersOfSearch];

/** The filter of a search that is not a query. */
export const misplacedInSearch: readonly MisplacedField[] = [
  {
    names: ['filter'],
    message:
      'The `filter` beside `query` was removed in version 5.0. Use `post_filter`, or `filter` in a `bool` query.',
    fix: { kind: 'rename', to: 'post_filter' },
    ...removedIn('5.0'),
  },
];

/** What does not belong into an exists query. */
export const misplacedInExists: readonly MisplacedField[] = [
  {
    names: ['name'],
    severity: 'warning',
    message: 'An exists query has the name of the field in `field`.',
    provenance: elsewhere,
    fix: { kind: 'rename', to: 'field' },
  },
];

/** Returns what people write into a bool query itself: queries, by their names. */
export function queriesOutsideClauses(names: readonly string[]): MisplacedField {
  return {
    names,
    severity: 'warning',
    message: 'This is a query. Put it into `must`, `filter`, `should` or `must_not`.',
    provenance: elsewhere,
    fix: { kind: 'move-into', into: 'must' },
  };
}

/** A mapping type around the fields, which older versions had. */
export const mappingType: MisplacedField = {
  names: [],
  holds: 'properties',
  severity: 'warning',
  message: 'Mapping types were removed in version 7.0. Write `properties` without a type around it.',
  removed: '7.0',
  provenance: refused(besideFlattened(conventions, 'Flattened field')),
  fix: { kind: 'unwrap' },
};
