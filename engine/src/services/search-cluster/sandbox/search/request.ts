import type { SourceFilter } from './source';

/** A parsed search. */
export interface SearchRequest {
  readonly query: unknown;
  readonly postFilter: unknown;
  readonly aggregations: unknown;
  /** Whether the names of aggregations in the response have their type in front. */
  readonly isTyped: boolean;
  readonly highlight: unknown;
  readonly sort: unknown;
  readonly searchAfter?: readonly unknown[];
  readonly scriptFields: unknown;
  readonly fields: readonly FetchedField[];
  readonly columns: readonly FetchedField[];
  readonly source: SourceFilter;
  readonly from: number;
  readonly size: number;
  readonly minScore: number;
  /** The number up to which hits are counted; 0 means that they are not counted. */
  readonly counted: number;
  readonly hasVersions: boolean;
  readonly hasSequences: boolean;
  readonly isScored: boolean;
  readonly slice?: Slice;
}

/** A field that each hit returns. */
export interface FetchedField {
  readonly name: string;
  readonly isUnmappedIncluded: boolean;
}

/** One of several parts of a search that are read independently. */
export interface Slice {
  readonly id: number;
  readonly max: number;
}
