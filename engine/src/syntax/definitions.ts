const definition = /^[ \t]*@([^\s=]+)[ \t]*=(.*)$/gm;

/** Returns the value of each `@name = value` line of the file; of equal names the last one counts, wherever it stands. */
export function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name, value] of text.matchAll(definition)) {
    if (name !== undefined && value !== undefined) found.set(name, value.trim());
  }
  return found;
}
