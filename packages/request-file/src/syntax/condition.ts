import type { OperatorName } from './asserts/operators';
import { parseAssert } from './asserts/parse-assert';
import type { Span } from '@rulebook/text/span';
import { trimmed } from './parse-target';

/** What must hold of a variable so that a request is sent: `# @if {{stage}} == prod`. */
export interface Condition {
  /** As written. */
  readonly text: string;
  readonly variable: string;
  /** Where the name of the variable is in the text. */
  readonly variableSpan: Span;
  readonly operator: OperatorName;
  /** The request is sent where the operator does not hold. */
  readonly isNegated: boolean;
  /** The text behind the operator, as written. */
  readonly expected?: string;
  /** It asks whether the variable has a value at all. */
  readonly mayBeAbsent: boolean;
}

const subject = /^\{\{([^{}]*)\}\}/d;

/** Reads the condition of `# @if`; a sentence if that is not possible. */
export function readCondition(text: string): Condition | string {
  const found = subject.exec(text);
  const [from = 0, to = 0] = found?.indices?.[1] ?? [];
  const { start, end } = trimmed(text, { start: from, end: to });
  if (found === null || start >= end)
    return '`@if` needs a variable and what must hold of it: `# @if {{stage}} == prod`, `# @if {{token}} exists`.';
  // A variable is compared as the text of a body is.
  const parsed = parseAssert(`body ${text.slice(found[0].length)}`);
  if (parsed.kind === 'malformed') return `\`@if\`: ${parsed.message}`;
  if (parsed.subject.kind !== 'body' || parsed.subject.measure !== undefined)
    return '`@if` compares the value of a variable itself: `# @if {{stage}} == prod`.';
  const { operator, isNegated, expected } = parsed;
  return {
    ...{ text, variable: text.slice(start, end), variableSpan: { start, end }, operator, isNegated },
    ...(expected && { expected: expected.text }),
    mayBeAbsent: operator === 'exists',
  };
}

const alone = /^(!*)\s*(this\.)?([A-Za-z_$][\w$]*)$/d;
const compared =
  /^(this\.)?([A-Za-z_$][\w$]*)\s*(===|==|!==|!=)\s*("[^"\\]*"|'[^'\\]*'|-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false)$/d;

/**
 * Reads the expression behind `@disabled` as far as it is a plain condition of httpYac, `!token` or `stage === "prod"`, or one as of `@if`; the
 * condition under which the request is sent, which is its opposite. Undefined for what needs JavaScript.
 */
export function readDisabling(text: string): Condition | undefined {
  if (text.startsWith('{{')) {
    const read = readCondition(text);
    return typeof read === 'string' ? undefined : { ...read, isNegated: !read.isNegated };
  }
  const single = alone.exec(text);
  if (single?.indices?.[3]) {
    const [, marks = '', member, variable = ''] = single;
    const [start, end] = single.indices[3];
    return {
      ...{ text, variable, variableSpan: { start, end }, operator: 'isTrue', isNegated: marks.length % 2 === 0 },
      mayBeAbsent: member !== undefined,
    };
  }
  const pair = compared.exec(text);
  if (!pair?.indices?.[2]) return undefined;
  const [, member, variable = '', operator = '', value = ''] = pair;
  const [start, end] = pair.indices[2];
  return {
    ...{ text, variable, variableSpan: { start, end }, operator: '==', isNegated: operator.startsWith('=') },
    expected: /^["']/.test(value) ? JSON.stringify(value.slice(1, -1)) : value,
    mayBeAbsent: member !== undefined,
  };
}
