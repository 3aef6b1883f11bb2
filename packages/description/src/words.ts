/** Returns the words of a text that lists them. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
