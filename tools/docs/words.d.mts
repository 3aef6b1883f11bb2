/** Returns the bundle by its path in the repository, and what is wrong with the calls. */
export function wordBundle(root: string): {
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
};
/** Returns the words that a source asks for, and what is wrong with its calls. */
export function wordsIn(
  path: string,
  text: string,
): { readonly words: readonly string[]; readonly problems: readonly string[] };
