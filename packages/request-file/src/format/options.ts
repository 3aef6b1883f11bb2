/** How a file is formatted. */
export interface FormatOptions {
  /** The width of one step of indentation, and of a tab. */
  readonly tabSize: number;
  /** Blanks instead of tabs. */
  readonly insertSpaces: boolean;
}

/** The options where nothing else is said. */
export const defaultFormat: FormatOptions = { tabSize: 2, insertSpaces: true };

/** Returns one step of indentation. */
export function stepOf({ tabSize, insertSpaces }: FormatOptions): string {
  return insertSpaces ? ' '.repeat(Math.min(16, Math.max(1, tabSize))) : '\t';
}
