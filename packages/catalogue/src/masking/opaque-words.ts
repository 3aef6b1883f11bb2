const word = /[\w-]{20,}/g;
/** Of a part between `_` and `-` says whether no name has it: it is very long, or has letters of both cases and digits. */
const isOpaque = (part: string): boolean =>
  part.length >= 30 || (part.length >= 20 && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part));

/** Returns the words of a text that look like keys, whatever names are next to them. */
export function opaqueWordsOf(text: string): readonly string[] {
  return (text.match(word) ?? []).filter((found) => found.split(/[_-]/).some(isOpaque));
}
