/** A word and how many edits away it is. */
interface NearWord {
  readonly word: string;
  readonly distance: number;
}

/** So many edits are followed. */
export const maxEdits = 2;

/** Where more words than so many are two edits away, none of them is what was meant, and no one should pay for finding all of them. */
const maxWords = 30;

/** The words that begin alike share their way from the root. */
interface Branch {
  readonly next: Map<number, Branch>;
  word?: string;
}

/** The distances around the diagonal: at `depth` letters of a word, entry `o` is that of the first `depth - maxEdits + o` letters of the text. */
type Row = readonly number[];

const width = 2 * maxEdits + 1;
const far = maxEdits + 1;

/**
 * Returns what finds the words that are at most two edits away from a text, as `editDistance` counts them, without looking at every word: the
 * words are followed letter by letter, together as long as they begin alike, and only as long as they may still be near. A digit is never
 * edited, since `projects` and `projectsV2`, or `v1` and `v2`, are different things; so words that are numbered cost nothing either. The words are
 * read with the first text.
 */
export function nearWordsOf(words: Iterable<string>): (text: string, edits?: number) => readonly NearWord[] {
  let tree: WordTree | undefined;
  return (text, edits = maxEdits) => {
    const { root, longest } = (tree ??= treeOf(words));
    return text.length > longest + edits ? [] : near(root, text, edits);
  };
}

/** Words by their letters, and the length of the longest one. */
interface WordTree {
  readonly root: Branch;
  readonly longest: number;
}

function treeOf(words: Iterable<string>): WordTree {
  const root: Branch = { next: new Map() };
  let longest = 0;
  for (const word of words) {
    longest = Math.max(longest, word.length);
    let branch = root;
    for (let index = 0; index < word.length; index++) {
      const letter = word.charCodeAt(index);
      const next: Branch = branch.next.get(letter) ?? { next: new Map() };
      branch.next.set(letter, next);
      branch = next;
    }
    branch.word = word;
  }
  return { root, longest };
}

function near(root: Branch, text: string, edits: number): readonly NearWord[] {
  const found: NearWord[] = [];
  /** What is still to be followed, with the rows of the branch and of the one before it, and the letter that leads to it. */
  const open: { branch: Branch; depth: number; last: Row; beforeLast: Row; letter: number }[] = [
    { branch: root, depth: 0, last: firstRow(text), beforeLast: [], letter: -1 },
  ];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { branch, depth, last, beforeLast, letter } = step;
    const distance = last[text.length - depth + maxEdits] ?? far;
    if (branch.word !== undefined && distance <= edits) found.push({ word: branch.word, distance });
    if (edits > 1 && found.length > maxWords) return [];
    for (const [code, next] of branch.next) {
      const row = rowBehind(text, depth, last, beforeLast, letter, code);
      if (Math.min(...row) <= edits)
        open.push({ branch: next, depth: depth + 1, last: row, beforeLast: last, letter: code });
    }
  }
  return found;
}

function firstRow(text: string): Row {
  return Array.from({ length: width }, (_, offset) => {
    const column = offset - maxEdits;
    return column < 0 || column > text.length || /\d/.test(text.slice(0, column)) ? far : column;
  });
}

/** Returns the row behind one more letter of a word; `before` is the letter in front of it. */
function rowBehind(text: string, depth: number, last: Row, beforeLast: Row, before: number, letter: number): Row {
  const row: number[] = [];
  const isDigitNext = isDigit(letter);
  for (let offset = 0; offset < width; offset++) {
    const column = depth + 1 - maxEdits + offset;
    if (column < 0 || column > text.length) {
      row.push(far);
      continue;
    }
    const typed = column === 0 ? -1 : text.charCodeAt(column - 1);
    const isDigitTyped = isDigit(typed);
    let cost = isDigitNext ? far : (last[offset + 1] ?? far) + 1;
    if (column > 0) {
      const canReplace = !isDigitTyped && !isDigitNext;
      if (!isDigitTyped) cost = Math.min(cost, (row[offset - 1] ?? far) + 1);
      if (typed === letter) cost = Math.min(cost, last[offset] ?? far);
      else if (canReplace) cost = Math.min(cost, (last[offset] ?? far) + 1);
      const isSwapped = column > 1 && typed === before && text.charCodeAt(column - 2) === letter;
      if (isSwapped && canReplace) cost = Math.min(cost, (beforeLast[offset] ?? far) + 1);
    }
    row.push(Math.min(cost, far));
  }
  return row;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
