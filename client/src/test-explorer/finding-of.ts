/** What a file says that `rulebook test` has written. */
export interface Finding {
  /** The method and path of the operation in which it was found. */
  readonly operation: string;
  /** What was found; the operation is left out where it comes first. */
  readonly message: string;
}

/** Returns the finding of a request file; undefined for any other file. */
export function findingOf(text: string): Finding | undefined {
  const [, said = '', operation] = /^# (.+)\r?\n# Found by `rulebook test` at (\S+ .+?)\. Send it by /.exec(text) ?? [];
  if (operation === undefined) return undefined;
  const message = said.startsWith(`${operation} `) ? said.slice(operation.length + 1) : said;
  return { operation, message };
}
