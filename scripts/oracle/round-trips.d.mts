/** A resource of the output of `rulebook plan`. */
export interface Compared {
  readonly resource: string;
  readonly state: string;
  readonly changes: readonly { readonly path: string }[];
  readonly unknown: readonly { readonly path: string; readonly reason: string }[];
  readonly reason?: string;
}

/** What the trips have come to. */
export interface TripResult {
  readonly isCreatedBefore: boolean;
  readonly repositories: number;
  readonly rewritten: number;
  readonly mappings: number;
  readonly fields: number;
  readonly own: number;
  readonly refused: readonly { readonly path: string; readonly body: string; readonly answer: string }[];
  readonly unchanged: number;
  readonly differing: readonly Compared[];
  readonly unknown: readonly Compared[];
  readonly code: number;
  readonly altered: number;
  readonly missed: readonly Compared[];
}

export function roundTrips(place: {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly repositories: string;
  readonly corpus: string;
  readonly isSandbox?: boolean;
}): Promise<TripResult>;
export function tripsOnNode(
  node: { readonly baseUrl: string; readonly authorization: string; readonly repositories: string },
  words: readonly string[],
  log: (line: string) => void,
): Promise<{ readonly lines: readonly string[]; readonly isGood: boolean }>;
export function linesOfTrips(result: TripResult): readonly string[];
