/** What of queries differs between versions and products. */
export interface QueryWays {
  /** A range on a key of a flattened field may have one bound. */
  readonly hasOpenRanges: boolean;
  /** A query on terms may say how they are written. */
  readonly hasValueTypes: boolean;
}

/** What holds where nothing else is known. */
export const usualWays: QueryWays = { hasOpenRanges: false, hasValueTypes: false };
