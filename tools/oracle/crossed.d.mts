/** What one step of a client came to at a real server and at the sandbox. */
export interface CrossedStep {
  readonly client: string;
  readonly server: string;
  readonly step: string;
  readonly node: string;
  readonly sandbox: string;
}

/** The clients, each pinned to a version. */
export const crossedClients: readonly {
  readonly title: string;
  readonly language: string;
  readonly name: string;
  readonly module?: string;
  /** The folder of its story, where a language has several. */
  readonly story?: string;
  readonly version: string;
}[];

/** What differs for a reason, and is not counted. */
export const listed: readonly { readonly step: RegExp; readonly server: RegExp; readonly reason: string }[];

/** Plays the story of each client at each server that this machine can start, and at the sandbox as that server. */
export function playCrossed(options?: { readonly log?: (line: string) => void }): Promise<CrossedStep[]>;

/** Returns a row for each client, and the steps that differ at the sandbox. */
export function crossedTable(steps: readonly CrossedStep[]): {
  readonly lines: readonly string[];
  readonly isGood: boolean;
};
