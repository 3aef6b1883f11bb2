/** Returns the texts of package.nls.json by their keys. */
export function manifestWords(root: string): Readonly<Record<string, string>>;
/** Returns the text of a manifest, parsed, with each `%key%` replaced; a key without a text stays. */
export function resolvedManifest(text: string, words: Readonly<Record<string, string>>): unknown;
