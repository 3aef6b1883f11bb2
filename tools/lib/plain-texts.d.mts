/** Returns what returns the text of a source with plain loops; undefined for another file. */
export function plainTexts(paths: readonly string[]): (path: string) => string | undefined;
