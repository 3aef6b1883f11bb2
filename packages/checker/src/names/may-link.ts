/** Returns whether the text of a block may name another request file; cheaper than reading it. */
export function mayLink(text: string): boolean {
  return /^(?:import|run)[ \t]|@import\b/im.test(text);
}
