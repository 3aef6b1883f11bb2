import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('./session.mjs').Session} Session */

/** Milliseconds between two keys of a user who types fast. */
export const pace = 50;

/** @typedef {{ range: import('./session.mjs').Range, text: string, undo: { range: import('./session.mjs').Range, text: string } }} Edit */

/**
 * Returns an edit of one place, with the one that undoes it.
 * @param {readonly string[]} lines
 * @param {number} line
 * @param {number} character
 * @param {string} text
 * @param {string} [removed] what is there, on that line
 * @returns {Edit}
 */
export function editAt(lines, line, character, text, removed = '') {
  const start = { line, character };
  const rows = text.split('\n');
  const last = rows.at(-1) ?? '';
  const end = { line: line + rows.length - 1, character: (rows.length === 1 ? character : 0) + last.length };
  if (removed !== '' && !(lines[line] ?? '').startsWith(removed, character))
    throw new Error(`"${removed}" is not there.`);
  return {
    range: { start, end: { line, character: character + removed.length } },
    text,
    undo: { range: { start, end }, text: removed },
  };
}

/**
 * Returns lines that match, at random around the middle of the text.
 * @param {readonly string[]} lines
 * @param {RegExp} pattern
 * @param {(below: number) => number} next
 */
export function lineLike(lines, pattern, next) {
  const third = Math.floor(lines.length / 3);
  const from = third + next(third);
  const at = lines.findIndex((line, index) => index >= from && pattern.test(line));
  const found = at < 0 ? lines.findIndex((line) => pattern.test(line)) : at;
  if (found < 0) throw new Error(`No line is like ${pattern}.`);
  return found;
}

/** Where words are typed in request files: in a value, in the name of a member, in a comment, in a title. */
const spots = [
  { line: /^ +"message": "The disk/, column: (line) => line.indexOf('disk') },
  { line: /^ +"leader_index": "/, column: (line) => line.indexOf('index') },
  { line: /^# Asked for by/, column: (line) => line.length },
  { line: /^### Create an index/, column: () => 4 },
];

/**
 * Returns the place where the word of this number is typed.
 * @param {readonly string[]} lines
 * @param {number} number
 * @param {(below: number) => number} next
 */
export function spotOf(lines, number, next) {
  const { line: pattern, column } = spots[number % spots.length] ?? spots[0];
  const line = lineLike(lines, pattern, next);
  return { line, character: column(lines[line] ?? '') };
}

/**
 * Types a word letter by letter, without waiting for answers, and returns the milliseconds from each key to its diagnostics, when
 * all have arrived. Then the word is taken away again.
 * @param {Session} session
 * @param {string} uri
 * @param {import('./session.mjs').Position} start
 * @param {string} word
 * @param {number} [between] milliseconds between two keys
 */
export async function typeWord(session, uri, { line, character }, word, between = pace) {
  /** @type {Promise<number>[]} */
  const answered = [];
  const begin = performance.now();
  for (const [at, letter] of [...word].entries()) {
    const wait = begin + at * between - performance.now();
    if (wait > 0) await sleep(wait);
    const position = { line, character: character + at };
    answered.push(session.edit(uri, { start: position, end: position }, letter));
  }
  const times = await Promise.all(answered);
  const end = { line, character: character + word.length };
  await session.edit(uri, { start: { line, character }, end }, '');
  return times;
}
