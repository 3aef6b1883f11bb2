import type { Version } from '@rulebook/catalogue/facts';
import type { MisplacedField } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { referenceOnFlattened } from '../mappings/flattened-sources';
import { conventions, serverSource } from '../sources';

/** Servers refuse what is in the wrong place. */
const elsewhere = refused(referenceOnFlattened(serverSource));

function removedIn(version: Version): Pick<MisplacedField, 'severity' | 'removed' | 'provenance'> {
  const provenance = refused(referenceOnFlattened(`Elasticsearch reference, breaking changes in ${version}`));
  return { severity: 'warning', removed: version, provenance };
}

/** Queries without another name, each with what to use now, and the version that lost it. */
const lostQueries: readonly (readonly [name: string, use: string, version: Version])[] = [
  ['filtered', 'Use a `bool` query with `filter`.', '5.0'],
  ['and', 'Use a `bool` query with `must` or `filter`.', '5.0'],
  ['or', 'Use a `bool` query with `should`.', '5.0'],
  ['not', 'Use a `bool` query with `must_not`.', '5.0'],
  ['limit', 'Use `terminate_after` of the search.', '5.0'],
  ['missing', 'Use a `bool` query with `exists` in `must_not`.', '5.0'],
  ['fuzzy_like_this', 'Use `more_like_this`, or `match` with `fuzziness`.', '2.0'],
  ['indices', 'Search the indices by separate requests, or use a `term` query on `_index`.', '6.0'],
  ['geo_distance_range', 'Use `geo_distance`, or sort by distance.', '6.0'],
  ['common', 'Use `match`, which skips frequent words by itself.', '8.0'],
  ['type', 'Documents have no types any more, so leave it out.', '8.0'],
];

/** Queries that newer versions do not have, with what to use now. */
const removedQueries: readonly MisplacedField[] = [
  ...lostQueries.map(([name, use, version]): MisplacedField => ({
    names: [name],
    message: `The \`${name}\` query was removed in version ${version}. ${use}`,
    ...removedIn(version),
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
  message: 'This is not a query. It belongs next to `query`, not inside it.',
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
      'The `filter` next to `query` was removed in version 5.0. Use `post_filter`, or `filter` in a `bool` query.',
    fix: { kind: 'rename', to: 'post_filter' },
    ...removedIn('5.0'),
  },
  ...(
    [
      ['limit', 'size', 'The number of hits is `size` here.'],
      ['offset', 'from', 'The number of hits to skip is `from` here.'],
    ] as const
  ).map(([name, to, message]): MisplacedField => ({
    names: [name],
    severity: 'warning',
    message,
    provenance: elsewhere,
    fix: { kind: 'rename', to },
  })),
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

const ofTypes = 'Documents have no types any more, so leave it out.';

/** The mapping type, where older versions took it. */
export const typeOfDocuments: MisplacedField = {
  names: ['_type'],
  message: `\`_type\` was removed in version 8.0. ${ofTypes}`,
  fix: { kind: 'remove' },
  ...removedIn('8.0'),
};

/** The mapping type in a query for ids. */
export const typeOfIds: MisplacedField = {
  ...typeOfDocuments,
  names: ['type'],
  message: `\`type\` was removed in version 8.0. ${ofTypes}`,
};

/** Fields of the service itself that newer mappings do not have. */
export const removedMetaFields: readonly MisplacedField[] = (
  [
    ['_all', '7.0', 'Use `copy_to` to search several fields as one.'],
    ['_timestamp', '5.0', 'Store the time in a `date` field, for example by an ingest pipeline.'],
    ['_ttl', '5.0', 'Use data streams with a lifecycle, or delete by a query.'],
    ['_parent', '7.0', 'Use a field of the type `join`.'],
    ['_default_', '7.0', 'Write the mapping without a type.'],
  ] as const
).map(([name, version, use]) => ({
  names: [name],
  message: `\`${name}\` was removed in version ${version}. ${use}`,
  ...removedIn(version),
}));

/** What older versions took for the length of a bucket. */
export const misplacedInDateHistogram: readonly MisplacedField[] = [
  {
    names: ['interval'],
    ...removedIn('8.0'),
    message:
      'The `interval` of a date histogram was removed in version 8.0. Use `calendar_interval`, or `fixed_interval` for a length such as `90s`.',
    fix: { kind: 'rename', to: 'calendar_interval' },
  },
];

/** A mapping type around the fields, which older versions had. */
export const mappingType: MisplacedField = {
  names: [],
  holds: 'properties',
  severity: 'warning',
  message: 'Mapping types were removed in version 7.0. Write `properties` without a type around it.',
  removed: '7.0',
  provenance: refused(referenceOnFlattened(conventions, 'Flattened field')),
  fix: { kind: 'unwrap' },
};

/** A field of a mapping that is not inside `properties`. */
export const fieldOutsideProperties: MisplacedField = {
  names: [],
  holds: 'type',
  severity: 'warning',
  message: 'The fields of a mapping are inside `properties`. Move this one there.',
  provenance: refused(referenceOnFlattened(serverSource, 'Flattened field')),
  fix: { kind: 'move-into', into: 'properties' },
};

/** Returns what people write into the search itself: queries, by their names. */
export function queriesOutsideQuery(names: readonly string[]): MisplacedField {
  return {
    names,
    severity: 'warning',
    message: 'This is a query. Put it into `query`.',
    provenance: elsewhere,
    fix: { kind: 'move-into', into: 'query', isOnlyMember: true },
  };
}
