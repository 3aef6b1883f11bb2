/** A resource of the output of `rulebook plan`. */
export interface Compared {
  readonly resource: string;
  readonly state: string;
  readonly changes: readonly { readonly path: string }[];
  readonly unknown: readonly { readonly path: string; readonly reason: string }[];
  readonly reason?: string;
}

/** How many resources of a kind there were, by where they are from. */
export interface TripCount {
  readonly kind: string;
  readonly corpus: number;
  readonly product: number;
  readonly own: number;
}

/** What a server did not take. */
export interface RefusedTrip {
  readonly kind: string;
  readonly path: string;
  readonly body: string;
  readonly from: string;
  readonly answer: string;
}

/** What the trips have come to. */
export interface TripResult {
  readonly notMissing: readonly Compared[];
  readonly repositories: number;
  readonly rewritten: number;
  readonly mappings: number;
  readonly fields: number;
  readonly product: number;
  readonly own: number;
  readonly others: readonly TripCount[];
  readonly generated: readonly { readonly kind: string; readonly count: number }[];
  readonly refused: readonly RefusedTrip[];
  readonly unchanged: number;
  readonly differing: readonly Compared[];
  readonly unknown: readonly Compared[];
  readonly altered: number;
  readonly missed: readonly Compared[];
}

/** Where the trips are made, and what is in them. */
export interface TripPlace {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly repositories: string;
  /** The folder of the templates of the product. Absent: none of them. */
  readonly templates?: string;
  /** The version of the node. Absent: no generated requests. */
  readonly version?: string;
}

export function roundTrips(
  place: TripPlace & {
    readonly corpus: string;
    readonly isSandbox?: boolean;
    /** The kinds of resources that the server has. Absent: all. */
    readonly kinds?: readonly string[];
  },
): Promise<TripResult>;
export function tripsOnNode(
  node: TripPlace,
  words: readonly string[],
  log: (line: string) => void,
): Promise<{ readonly lines: readonly string[]; readonly isGood: boolean }>;
export function linesOfTrips(result: TripResult): readonly string[];
