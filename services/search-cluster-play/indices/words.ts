/** Splits a text as a text field does: words and numbers in lower case, without punctuation. */
export function wordsOfText(text: string): readonly string[] {
  return text.toLowerCase().match(word) ?? [];
}

/** A word of a text with its position. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Returns the words of a text with their positions. */
export function placedWords(text: string): readonly PlacedWord[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    word: found.toLowerCase(),
    start: index,
    end: index + found.length,
  }));
}

// A dot or an apostrophe between letters or digits does not end a word: `v1.2.5` is one.
const word = /[\p{L}\p{N}_\p{M}]+(?:[.'’](?=[\p{L}\p{N}])[\p{L}\p{N}_\p{M}]+)*/gu;

/** Compares texts by their code points, as the service orders keywords. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Returns the order of a code unit; surrogates come after all others, as in the order of code points. */
function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
}
