/** What stays different from what a server needs. `operation` is the id of a whole run, or the name of an operation on named indices. */
export interface ListedRight {
  readonly why: string;
  readonly verdict: 'few' | 'many';
  readonly server?: readonly string[];
  readonly operation?: readonly string[];
  readonly form?: readonly string[];
  readonly needless?: readonly string[];
}

/** What a proof says of a request. */
export interface ProvedRow {
  readonly id: string;
  readonly operation?: string;
  readonly form?: string;
  readonly verdict: string;
  readonly needless: readonly string[];
}

export const readListedRights: () => Promise<readonly ListedRight[]>;
export const listedRights: (server: string) => Promise<(row: ProvedRow) => ListedRight | undefined>;
