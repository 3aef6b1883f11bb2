import type { OperatorName } from '@rulebook/request-file/syntax/asserts/operators';
import { isNumberText, textOfValue } from '@rulebook/request-file/syntax/asserts/parse-assert';
import { expressionOf } from '@rulebook/text/expressions';
import { patternOf } from '@rulebook/text/patterns';
import { textFormatNamed } from '@rulebook/text/text-formats';
import { compareNumbers } from './compare-numbers';
import { areEqual, itemsOf, kindOf, readJsonText, textOfItem, type JsonItem } from './json-values';

/** A received value: a text without a type, such as that of a header field, or a value of JSON. */
export type ReceivedValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly item: JsonItem };

/** Returns the value as a JSON value; a text that is not JSON is a string. */
export function literalOf(expected: string): JsonItem {
  const read = readJsonText(expected);
  if (read !== undefined) return { source: read.source, node: read.root };
  const source = JSON.stringify(expected);
  return { source, node: { type: 'string', offset: 0, length: source.length, value: expected } };
}

/** Returns whether the operator holds; a sentence when the values cannot be compared. */
export function holds(operator: OperatorName, received: ReceivedValue, expected: string): boolean | string {
  switch (operator) {
    case '==':
      return isEqual(received, expected);
    case '!=':
      return !isEqual(received, expected);
    case '>':
    case '>=':
    case '<':
    case '<=':
      return isInOrder(operator, received, expected);
    case 'includes':
      return includes(received, expected);
    case 'startsWith':
    case 'endsWith':
    case 'matches':
      return fits(operator, received, expected);
    case 'exists':
      return true;
    case 'isTrue':
      return isTruthy(received);
    case 'isFalse':
      return !isTruthy(received);
    case 'isNumber':
      return received.kind === 'text' ? isNumberText(received.text) : kindOf(received.item) === 'number';
    case 'isString':
      return received.kind === 'text' || kindOf(received.item) === 'string';
    case 'isBoolean':
    case 'isArray':
    case 'isObject':
    case 'isNull':
      return received.kind === 'json' && kindOf(received.item) === operator.slice(2).toLowerCase();
    case 'isDate':
      return received.kind === 'text' || kindOf(received.item) === 'string' ? isDate(plainText(received) ?? '') : false;
  }
}

function isEqual(received: ReceivedValue, expected: string): boolean {
  if (received.kind === 'json') {
    if (isStatusClass(expected)) return isInClass(textOfItem(received.item), expected);
    return areEqual(literalOf(expected), received.item);
  }
  // An entity tag, for example, has quotes of its own.
  return received.text === expected || received.text === textOfValue(expected);
}

/** Returns whether the expected value is a class of statuses, such as `2xx`. */
export function isStatusClass(expected: string): boolean {
  return /^[1-5](?:\dx|xx)$/i.test(expected);
}

function isInClass(status: string, expected: string): boolean {
  const digits = expected.replace(/x+$/i, '');
  return /^\d{3}$/.test(status) && status.startsWith(digits);
}

function isInOrder(operator: '>' | '>=' | '<' | '<=', received: ReceivedValue, expected: string): boolean | string {
  const text = plainText(received);
  const isTyped = received.kind === 'text' || kindOf(received.item) === 'number';
  if (text === undefined || !isTyped || !isNumberText(text)) return 'The value is not a number.';
  if (!isNumberText(expected)) return 'The expected value is not a number.';
  const order = compareNumbers(text, expected);
  switch (operator) {
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
  }
}

function includes(received: ReceivedValue, expected: string): boolean | string {
  if (received.kind === 'json' && kindOf(received.item) === 'array') {
    const wanted = literalOf(expected);
    return itemsOf(received.item).some((item) => areEqual(wanted, item));
  }
  const text = plainText(received);
  return text === undefined ? 'The value is neither a text nor a list.' : text.includes(textOfValue(expected));
}

function fits(operator: 'startsWith' | 'endsWith' | 'matches', received: ReceivedValue, expected: string) {
  const text = plainText(received);
  if (text === undefined) return 'The value is not a text.';
  const wanted = textOfValue(expected);
  if (operator === 'startsWith') return text.startsWith(wanted);
  if (operator === 'endsWith') return text.endsWith(wanted);
  const pattern = patternOf(wanted);
  if (pattern === undefined)
    return 'The regular expression cannot be read, is very long, or has references to groups such as `\\1`.';
  return pattern.matches(text) ?? 'The text is too long to be compared with this regular expression.';
}

const days = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The date of a header field (RFC 9110), `Sun, 06 Nov 1994 08:49:37 GMT`. */
const fieldDate = expressionOf(`^${days}, (\\d\\d) (${months.join('|')}) (\\d{4}) (\\d\\d:\\d\\d:\\d\\d) GMT$`);

/** Returns whether the text is a date, or a date with a time, as ISO 8601 or a header field has it. */
function isDate(text: string): boolean {
  const [, day = '', month = '', year = '', time = ''] = fieldDate.exec(text) ?? [];
  const written = day === '' ? text : `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}T${time}Z`;
  // A blank in place of `T` is not of ISO 8601.
  return !/\s|UTC/.test(written) && textFormatNamed('date-time')?.accepts(written) === true;
}

/** Returns the text of a string or a number; undefined for other values. */
function plainText(received: ReceivedValue): string | undefined {
  if (received.kind === 'text') return received.text;
  const kind = kindOf(received.item);
  return kind === 'array' || kind === 'object' || kind === 'null' ? undefined : textOfItem(received.item);
}

function isTruthy(received: ReceivedValue): boolean {
  if (received.kind === 'text') return received.text !== '';
  const text = textOfItem(received.item);
  switch (kindOf(received.item)) {
    case 'string':
      return text !== '';
    case 'number':
      return compareNumbers(text, '0') !== 0;
    case 'boolean':
      return text === 'true';
    case 'null':
      return false;
    default:
      return true;
  }
}
