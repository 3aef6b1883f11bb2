/** Returns the text without this character at its end, however often it occurs. Without `/x+$/`, which tries every position at which it can begin. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
