import { assertMeasures } from '@rulebook/request-file/syntax/asserts/measures';
import { operatorNamed } from '@rulebook/request-file/syntax/asserts/operators';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import { assertWords } from '@rulebook/request-file/syntax/asserts/subjects';
import { readUntil } from '@rulebook/request-file/syntax/until';
import { textIn, type Span } from '@rulebook/text/span';

/** A word of an assert. */
export interface AssertCursor {
  readonly kind: 'assert';
  /** The word. */
  readonly span: Span;
  /** What is between the question marks, or `@until`, and the word; of `@if`, with `body` in place of the variable, which is compared like it. */
  readonly before: string;
  /** The directive that states the assert, in lower case; absent behind question marks. */
  readonly directive?: 'until' | 'if';
}

/** What is in front of an assert: the question marks, the directive that waits for it, or the variable of a condition. */
const lead = /^\s*(?:\?\?[ \t]|(?:#+|\/\/+)[ \t]*@(?:(until)\s*=?[ \t]|(if)[ \t]*(?:=[ \t]*)?\{\{[^{}]*\}\}[ \t]))/i;

/** Returns the word of an assert that the position is in; undefined on other lines. */
export function assertCursorAt(text: string, line: Span, offset: number): AssertCursor | undefined {
  const source = textIn(text, line);
  const [marks, until, condition] = lead.exec(source) ?? [];
  if (marks === undefined || offset < line.start + marks.length) return undefined;
  const at = offset - line.start;
  let start = at;
  while (start > marks.length && !/[ \t]/.test(source[start - 1] ?? '')) start--;
  let end = at;
  while (end < source.length && !/[ \t]/.test(source[end] ?? '')) end++;
  return {
    kind: 'assert',
    span: { start: line.start + start, end: line.start + end },
    before: `${condition === undefined ? '' : 'body '}${source.slice(marks.length, start)}`.trim(),
    ...(until !== undefined ? { directive: 'until' } : condition !== undefined ? { directive: 'if' } : {}),
  };
}

/** What is expected at a word behind the assert of `@until`. */
export type UntilPlace = 'words' | 'time' | 'unit';

/** Returns what is expected behind the words of `@until`; undefined where its assert goes on. */
export function untilPlaceBehind(before: string): UntilPlace | undefined {
  if (/\s(?:within|every)$/i.test(before)) return 'time';
  if (/\s(?:within|every)\s+\d+$/i.test(before)) return 'unit';
  return typeof readUntil(before) === 'string' ? undefined : 'words';
}

/** What is expected at a word of an assert. */
type AssertPlace =
  | { readonly kind: 'subject' | 'header' | 'description' | 'snapshot' | 'status' | 'value' }
  | { readonly kind: 'operator'; readonly isNegated: boolean; readonly canBeMeasured: boolean };

/** Returns what is expected behind the words of an assert. */
export function placeBehind(before: string): AssertPlace {
  if (before === '') return { kind: 'subject' };
  if (before === 'header') return { kind: 'header' };
  if (before === 'matches') return { kind: 'description' };
  if (before === 'snapshot') return { kind: 'snapshot' };
  // A path.
  if (before === 'schema' || before === 'xpath' || /^snapshot\s/.test(before)) return { kind: 'value' };
  const withOperator = parseAssert(`${before} exists`);
  if (withOperator.kind === 'assert' && withOperator.operator === 'exists') {
    const { subject, isNegated } = withOperator;
    const canBeMeasured =
      (subject.kind === 'path' || subject.kind === 'body' || subject.kind === 'xpath') && subject.measure === undefined;
    return { kind: 'operator', isNegated, canBeMeasured: canBeMeasured && !isNegated };
  }
  const withStatus = parseAssert(`${before} 200`);
  const isStatus = withStatus.kind === 'assert' && withStatus.subject.kind === 'status';
  return { kind: isStatus && /^[!=]=$/.test(withStatus.operator) ? 'status' : 'value' };
}

/** Returns what a word of an assert means, as Markdown; undefined for values and names. */
export function describeAssertWord(word: string, before: string): string | undefined {
  const place = placeBehind(before);
  if (place.kind === 'subject') {
    const found = assertWords.find((one) => one.word === word || (one.word === '$' && word.startsWith('$')));
    return found && `**\`${found.word}\`** · assert\n\n${found.summary}.\n\nExample: \`?? ${found.example}\``;
  }
  if (place.kind === 'snapshot' && word === 'ignoring')
    return '**`ignoring`** · assert\n\nThe JSONPaths behind it, with commas between them, lead to what the snapshot leaves out.\n\nExample: `?? snapshot ignoring $.took, $.items[*].id`';
  if (place.kind !== 'operator') return undefined;
  if (word === 'not') return '**`not`** · assert\n\nTurns the operator behind it round.';
  const measure = assertMeasures.find((one) => one.word === word);
  if (measure !== undefined)
    return `**\`${measure.word}\`** · assert\n\n${measure.summary}.\n\nExample: \`?? ${measure.example}\``;
  const operator = operatorNamed(word);
  return (
    operator &&
    `**\`${operator.name}\`** · operator of an assert\n\nThe assert holds if the value ${operator.summary}.\n\nExample: \`?? ${operator.example}\``
  );
}
