/** Returns the text without all the characters like this one at its end. By hand: `/x+$/` tries every place at which they can begin. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
