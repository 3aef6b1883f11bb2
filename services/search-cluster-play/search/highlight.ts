import { isRecord } from '@rulebook/json/is-record';
import { isProblem, problem, type Problem } from '../indices/problem';
import { placedWords, type PlacedWord } from '../indices/words';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { type Candidate, type Mark, type QueryContext } from './context';
import { valuesAt } from './fetch';

/** How one field of each hit is highlighted. */
export interface HighlightedField {
  readonly name: string;
  readonly before: string;
  readonly behind: string;
  /** The approximate number of characters of a fragment; with 0, the whole value is one fragment. */
  readonly size: number;
  readonly count: number;
  readonly isOrderedByScore: boolean;
  /** The values to highlight. */
  readonly marks: readonly Mark[];
  readonly kind: 'text' | 'keyword';
}

type Options = Readonly<Record<string, unknown>>;

/** The defaults of the service, which the document does not name. */
const standard = { before: '<em>', behind: '</em>', size: 100, count: 5 };

/** Reads which fields are highlighted and how; `compile` returns the marks of a separate query. */
export function readHighlight(
  context: QueryContext,
  highlight: unknown,
  compile: (query: unknown) => readonly Mark[] | Problem,
): readonly HighlightedField[] | Problem {
  if (!isRecord(highlight)) return [];
  const found: HighlightedField[] = [];
  for (const [pattern, own] of highlightedFields(highlight.fields)) {
    const options: Options = { ...highlight, ...own };
    const marks = options.highlight_query === undefined ? context.marks : compile(options.highlight_query);
    if (isProblem(marks)) return marks;
    for (const { path, kind } of context.table.fields.values()) {
      if ((kind !== 'text' && kind !== 'keyword') || !matchesPattern(pattern, path)) continue;
      const isAnyField = options.require_field_match === false;
      const of = isAnyField ? marks : marks.filter(({ name }) => name === path);
      const field = readField(path, kind, options, of);
      if (isProblem(field)) return field;
      found.push(field);
    }
  }
  return found;
}

/** Returns the highlighted fragments of a hit by field; undefined when there are none. */
export function highlightHit(
  { document }: Candidate,
  fields: readonly HighlightedField[],
): Readonly<Record<string, readonly string[]>> | undefined {
  const found = fields.flatMap((field): (readonly [string, readonly string[]])[] => {
    const pieces = valuesAt(document.source, field.name).flatMap((value) =>
      value === null || typeof value === 'object' ? [] : piecesOf(String(value), field),
    );
    if (field.isOrderedByScore) pieces.sort((a, b) => b.marked - a.marked);
    const shown = field.size === 0 ? pieces : pieces.slice(0, field.count);
    return shown.length === 0 ? [] : [[field.name, shown.map(({ text }) => text)]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function highlightedFields(fields: unknown): readonly (readonly [string, Options])[] {
  const list = Array.isArray(fields) ? (fields as readonly unknown[]) : [fields];
  return list.flatMap((item) =>
    isRecord(item) ? Object.entries(item).map(([name, own]) => [name, isRecord(own) ? own : {}] as const) : [],
  );
}

function readField(
  name: string,
  kind: HighlightedField['kind'],
  options: Options,
  marks: readonly Mark[],
): HighlightedField | Problem {
  const count = options.number_of_fragments ?? standard.count;
  const size = options.fragment_size ?? standard.size;
  if (!isCount(count) || !isCount(size)) {
    return problem('[number_of_fragments] and [fragment_size] of highlighting must be whole numbers from 0.');
  }
  return {
    name,
    kind,
    marks,
    before: firstText(options.pre_tags) ?? standard.before,
    behind: firstText(options.post_tags) ?? standard.behind,
    size: count === 0 ? 0 : size,
    count,
    isOrderedByScore: options.order === 'score',
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

interface Piece {
  readonly text: string;
  readonly marked: number;
}

function piecesOf(text: string, field: HighlightedField): Piece[] {
  const words = field.kind === 'text' ? placedWords(text) : [{ word: text, start: 0, end: text.length }];
  const marked = markedWords(words, field.marks);
  if (marked.length === 0) return [];
  return sentencesOf(text, field.size).flatMap(({ start, end }): Piece[] => {
    const inside = marked.filter((word) => word.start >= start && word.end <= end);
    if (inside.length === 0) return [];
    let piece = '';
    let copied = start;
    for (const word of inside) {
      piece += text.slice(copied, word.start) + field.before + text.slice(word.start, word.end) + field.behind;
      copied = word.end;
    }
    return [{ text: (piece + text.slice(copied, end)).trim(), marked: inside.length }];
  });
}

/** Returns the words that a mark finds, in their order. */
function markedWords(words: readonly PlacedWord[], marks: readonly Mark[]): readonly PlacedWord[] {
  const found = new Set<PlacedWord>();
  for (const { tests } of marks) {
    for (let at = 0; at + tests.length <= words.length; at++) {
      const run = words.slice(at, at + tests.length);
      if (tests.every((test, index) => test(run[index]?.word ?? ''))) for (const word of run) found.add(word);
    }
  }
  return words.filter((word) => found.has(word));
}

/** Cuts a text where sentences end, and joins them while a piece is short; a long sentence is cut between words. */
function sentencesOf(text: string, size: number): readonly { readonly start: number; readonly end: number }[] {
  if (size === 0) return [{ start: 0, end: text.length }];
  const pieces: { start: number; end: number }[] = [];
  const ends = [...text.matchAll(/[.!?](?=\s)\s*|\n/g)].map(({ 0: found, index }) => index + found.length);
  let at = 0;
  for (const end of [...ends, text.length]) {
    while (at < end) {
      const next = endOfPiece(text, at, end, size);
      const last = pieces[pieces.length - 1];
      if (last && next - last.start <= size) last.end = next;
      else pieces.push({ start: at, end: next });
      at = next;
    }
  }
  return pieces;
}

function endOfPiece(text: string, start: number, end: number, size: number): number {
  if (end - start <= size) return end;
  const blank = text.lastIndexOf(' ', start + size);
  if (blank > start) return blank + 1;
  const next = text.indexOf(' ', start + size);
  return next < 0 || next >= end ? end : next + 1;
}
