import type { Assert } from '@rulebook/request-file/syntax/asserts/parsed-assert';
import type { AssertOutcome } from './assert-result';
import { isStatusClass, literalOf, type ReceivedValue } from './compare';
import { differenceOf, kindOf, type JsonItem } from './json-values';

/** In UTF-16 code units. */
const longest = 200;
/** Before it is masked; what is masked may become shorter. */
const longestSource = 20_000;

/** Returns a text that is short enough for one line. */
export function shortenedValue(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Returns what an assert expects, for example `201`, `includes "json"`, `an array`. */
export function describeExpected(
  { operator, isNegated, subject }: Assert,
  expected: string,
  values: readonly ReceivedValue[],
): string {
  const not = isNegated ? 'not ' : '';
  const unit = subject.kind === 'duration' ? ' ms' : '';
  switch (operator) {
    case 'exists':
      return isNegated ? 'no value' : 'a value';
    case 'isTrue':
    case 'isFalse':
    case 'isNumber':
    case 'isString':
    case 'isBoolean':
    case 'isArray':
    case 'isObject':
    case 'isNull':
    case 'isDate':
      return `${not}${words[operator]}`;
    case '==':
      return `${not}${expectedValue(expected, values)}${unit}`;
    case '!=':
      return `${isNegated ? '' : 'not '}${expectedValue(expected, values)}${unit}`;
    default:
      return `${not}${operator} ${expected}${unit}`;
  }
}

const words = {
  isTrue: 'a true value',
  isFalse: 'a false value',
  isNumber: 'a number',
  isString: 'a string',
  isBoolean: 'true or false',
  isArray: 'a list',
  isObject: 'an object',
  isNull: 'null',
  isDate: 'a date',
} as const;

/** The type is named where it is the only difference. */
function expectedValue(expected: string, values: readonly ReceivedValue[]): string {
  const [first] = values;
  if (first?.kind !== 'json' || isStatusClass(expected)) return expected;
  const wanted = literalOf(expected);
  return kindOf(wanted) === kindOf(first.item) || !isScalar(wanted) ? expected : typed(wanted);
}

/** Returns what was received, for example `400`, `the number 3`, `no value`. */
export function describeReceived(assert: Assert, values: readonly ReceivedValue[]): string {
  const [first] = values;
  if (first === undefined) return 'no value';
  const unit = assert.subject.kind === 'duration' ? ' ms' : '';
  if (values.length > 1) return `[${values.slice(0, 50).map(written).join(', ')}]`;
  if (first.kind === 'json' && assert.expected !== undefined && ['==', '!='].includes(assert.operator)) {
    const wanted = literalOf(assert.expected.text);
    if (isStatusClass(assert.expected.text)) return written(first);
    if (kindOf(wanted) !== kindOf(first.item) && isScalar(first.item)) return typed(first.item);
    const difference = differenceOf(wanted, first.item);
    if (difference !== undefined && difference.path !== '' && assert.operator === '==')
      return `at \`${difference.path}\` ${difference.received ? source(difference.received) : 'no value'} instead of ${difference.expected ? source(difference.expected) : 'no value'}`;
  }
  return `${written(first)}${unit}`;
}

function isScalar(item: JsonItem): boolean {
  return kindOf(item) !== 'array' && kindOf(item) !== 'object';
}

function typed(item: JsonItem): string {
  const kind = kindOf(item);
  return kind === 'null' ? 'null' : `the ${kind} ${source(item)}`;
}

function written(value: ReceivedValue): string {
  return value.kind === 'text' ? value.text.slice(0, longestSource) : source(value.item);
}

/** Returns the value as it is in its text, without line ends. */
function source({ source: text, node }: JsonItem): string {
  return text.slice(node.offset, node.offset + Math.min(node.length, longestSource)).replace(/\s*\n\s*/g, ' ');
}

/** Returns what an assert has shown, as one sentence; empty when it has passed. */
export function explainFailure(
  outcome: AssertOutcome,
  expected: string | undefined,
  received: string | undefined,
  message: string | undefined,
): string {
  if (outcome === 'passed') return '';
  const difference =
    expected === undefined || received === undefined ? '' : `Expected ${expected}, received ${received}.`;
  return [difference, message ?? ''].filter((part) => part !== '').join(' ');
}
