/** A text that is nested more deeply is not read. */
const deepest = 1_000;

/**
 * Returns whether a text of YAML is nested more deeply than one that people write, by brackets or by indentation. Its reader fills the stack as
 * well, and a regular expression that is compiled when it is full ends the whole process.
 */
export function isYamlTooDeep(text: string): boolean {
  if (/^[ ?-]{1000}/m.test(text)) return true;
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) return true;
  }
  return false;
}
