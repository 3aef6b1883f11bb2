import { editDistance } from '@rulebook/text/edit-distance';

/**
 * Returns the one name that another one is a slip of; undefined where it may well be a name of its own, as `client_ip` is next to `client_id`, or `context`
 * next to `content`: letters are swapped, doubled or not, in another case, or one of many is wrong, and the first one is right.
 */
export function slipOf(name: string, names: Iterable<string>): string | undefined {
  if (name.length < 5 || /^[@_]/.test(name)) return undefined;
  const words = wordsOfName(name);
  const meant: string[] = [];
  for (const other of names) {
    if (Math.abs(other.length - name.length) > 1) continue;
    if (other === name) return undefined;
    if (isSlip(words, wordsOfName(other)) || other.toLowerCase() === name.toLowerCase()) meant.push(other);
  }
  return meant.length === 1 ? meant[0] : undefined;
}

function wordsOfName(name: string): readonly string[] {
  return name.split(/[._-]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
}

/** One of the words is a slip, and the others are the same. */
function isSlip(written: readonly string[], meant: readonly string[]): boolean {
  const others = written.flatMap((word, index) => (word === meant[index] ? [] : [[word, meant[index] ?? ''] as const]));
  const [first] = others;
  return written.length === meant.length && others.length === 1 && first !== undefined && isSlipOfWord(...first);
}

function isSlipOfWord(written: string, meant: string): boolean {
  const length = Math.min(written.length, meant.length);
  if (length < 5 || /\d/.test(written + meant) || written[0] !== meant[0] || editDistance(written, meant, 1) > 1)
    return false;
  if (written.length === meant.length) return lettersOf(written) === lettersOf(meant) || length > 8;
  // Plurals, and other forms of a word, are names of their own.
  if (written.startsWith(meant) || meant.startsWith(written)) return false;
  return withoutDoubles(written) === withoutDoubles(meant) || length > 7;
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}

function withoutDoubles(word: string): string {
  return word.replaceAll(/(.)\1/g, '$1');
}
