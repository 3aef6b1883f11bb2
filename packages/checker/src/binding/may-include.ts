/** Returns whether a text can take in a file; cheaper than parsing it. */
export function mayInclude(text: string): boolean {
  return /^[ \t]*<(?:@[\w-]*)?[ \t]+\S|^(?:import|run)[ \t]|@(?:import|rights-of|for)\b|^[ \t]*curl[ \t]|^[ \t]*>[ \t]+[^\s{>]|^[ \t]*\?\?[ \t]*schema[ \t]|\bmatches[ \t]+\.{1,2}\//im.test(
    text,
  );
}
