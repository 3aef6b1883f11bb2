/** The lines of a request that was refused, zero-based. */
export interface RequestLines {
  readonly first: number;
  readonly last: number;
}

/** A change of a document: these lines were replaced, and afterwards there are so many more (or fewer). */
export interface LineChange {
  readonly first: number;
  readonly last: number;
  readonly added: number;
  /** The change only inserts at the start of its first line, and ends with a line. */
  readonly isBefore: boolean;
}

/** Returns by how many lines a change moves a request; undefined when it changes the request itself. */
export function shiftOf({ first, last }: RequestLines, change: LineChange): number | undefined {
  if (change.last < first || (change.isBefore && change.first === first)) return change.added;
  return change.first > last ? 0 : undefined;
}
