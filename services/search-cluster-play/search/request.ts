import type { QueryWays } from './ways';
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
  /** Whether hits are returned without their ids. */
  readonly isBare: boolean;
  /** After how many documents of a shard the search ends; 0 means all. */
  readonly most: number;
  /** Whether a search for aggregations of all documents says that it ended early. */
  readonly hasEarlyTotals?: true;
  readonly ways?: QueryWays;
  /** The field of which each value is returned once. */
  readonly collapse?: string;
}

/** A field that each hit returns. */
export interface FetchedField {
  readonly name: string;
  readonly isUnmappedIncluded: boolean;
  readonly hasFormat: boolean;
}

/** One of several parts of a search that are read independently. */
export interface Slice {
  readonly id: number;
  readonly max: number;
}
