/** What became of the stories of one client. */
export interface ClientRow {
  readonly client: string;
  readonly version: string;
  readonly stories: number;
  /** What the sandbox received of it. */
  readonly requests: number;
  /** Errors and warnings of the checker that are not justified. */
  readonly findings: readonly string[];
  /** How many errors and warnings are justified. */
  readonly justified: number;
  /** The stories that failed, with the reason. */
  readonly failures: readonly string[];
}

/** A language that can be played. */
export interface PreparedClients {
  readonly play: (options?: { readonly log?: (line: string) => void }) => Promise<ClientRow[]>;
  /** Removes what was prepared. */
  readonly remove: () => void;
}

/** What the stories send although the documents forbid it or advise against it, with the reason. */
export const justified: readonly { readonly rule: string; readonly at: RegExp; readonly reason: string }[];

/** The names of the languages. */
export const clientLanguages: readonly string[];

/** Prepares a language in a temporary folder, and returns how it is played, or why it cannot be. */
export function prepareClients(
  language: string,
  options?: { readonly offline?: boolean },
): Promise<PreparedClients | { readonly reason: string; readonly play?: undefined }>;

/** Plays the stories of all languages that this machine has, and returns a row for each client. */
export function playClients(options?: { readonly log?: (line: string) => void }): Promise<ClientRow[]>;
