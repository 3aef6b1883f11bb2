/** Something that each way to take in a file has. Most texts have nothing of it, and to find that out takes a fifth of the time. */
const marks = /[<>]|\?\?|import|run|curl|matches|@(?:rights-of|for)/i;

const inclusions =
  /^[ \t]*<(?:@[\w-]*)?[ \t]+\S|^(?:import|run)[ \t]|@(?:import|rights-of|for)\b|^[ \t]*curl[ \t]|^[ \t]*>[ \t]+[^\s{>]|^[ \t]*\?\?[ \t]*schema[ \t]|\bmatches[ \t]+\.{1,2}\//im;

/** Returns whether a text can take in a file; cheaper than parsing it. */
export function mayInclude(text: string): boolean {
  return marks.test(text) && inclusions.test(text);
}
