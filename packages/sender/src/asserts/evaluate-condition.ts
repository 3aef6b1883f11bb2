import type { Condition } from '@rulebook/request-file/syntax/condition';
import { holds, type ReceivedValue } from './compare';
import { readJsonText } from './json-values';

/** These look at the kind of a value, which the text of a variable has only where it is read as JSON. */
const byKind = /^(?:is[A-Z]\w*|includes)$/;

/** Returns whether a condition holds for the value of its variable, undefined for none; a sentence where they cannot be compared. */
export function conditionHolds(
  { operator, isNegated }: Pick<Condition, 'operator' | 'isNegated'>,
  value: string | undefined,
  expected: string,
): boolean | string {
  const found = value === undefined ? operator === 'isFalse' : holds(operator, valueFor(operator, value), expected);
  return typeof found === 'string' ? found : found !== isNegated;
}

function valueFor(operator: string, value: string): ReceivedValue {
  const json = byKind.test(operator) ? readJsonText(value) : undefined;
  return json === undefined
    ? { kind: 'text', text: value }
    : { kind: 'json', item: { source: json.source, node: json.root } };
}
