/** What starts the language server in the worker. The port carries the messages of the protocol. */
export interface StartMessage {
  readonly kind: 'start';
  readonly port: MessagePort;
  /** The addresses of the published descriptions, by their names. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The address below which the pages of the rules are. */
  readonly rulePages: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Replaces the files that the server can read; the worker answers with the same number. */
export interface FilesMessage {
  readonly kind: 'files';
  readonly turn: number;
  readonly files: Readonly<Record<string, string>>;
}

/** What the page sends to the worker, next to the messages of the protocol. */
export type WorkerMessage = StartMessage | FilesMessage;

/** What the worker answers. */
export type WorkerAnswer =
  | { readonly kind: 'files'; readonly turn: number }
  | {
      readonly kind: 'started';
      /** Names of descriptions that could not be loaded. */ readonly missing: readonly string[];
    };

/** The folder that the server sees. It is only in the memory of the page. */
export const root = 'file:///playground';

/** Returns the URI of a file of that folder. */
export function uriOf(name: string): string {
  return `${root}/${name}`;
}
