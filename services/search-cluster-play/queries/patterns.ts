import type { PlanComparison } from '@rulebook/catalogue/query-plan';
import { compileRegexp } from '../search/regexp';
import { folded, mistyped, singleIn, type Compiled, type Place } from './place';
import { isTextual, listOf, type Row, type Value } from './values';

/** Makes `LIKE` and `RLIKE` computable. */
export function compileLike(expression: PlanComparison, place: Place): Compiled {
  const { span, isNegated, kind } = expression;
  const { evaluation } = place;
  const value = place.compile(expression.value, place);
  if (!isTextual(value.type) && value.type !== 'null' && value.type !== 'unknown') {
    const message = `argument of [${evaluation.written(span)}] must be [string], found value [${evaluation.written(value.span)}] type [${value.type}]`;
    return mistyped(place, span, message);
  }
  const tests = expression.items.map((item) => {
    const text = String(listOf(place.compile(item, place).constant?.value ?? null)[0] ?? '');
    const test = kind === 'like' ? wildcardTest(text) : compileRegexp(text);
    if (test === undefined)
      throw evaluation.refusal(item.span, `Invalid pattern for ${kind.toUpperCase()} [${text}]`, 'parsing_exception');
    return test;
  });
  const at = (row: Row): Value => {
    const found = singleIn(evaluation, span, value.at(row));
    if (found === null) return null;
    const text = String(found);
    evaluation.spend(tests.length + Math.ceil(text.length / 100));
    return tests.some((test) => test(text)) !== isNegated;
  };
  return folded({ type: 'boolean', at, span }, [value]);
}

/** Returns what compares a text with a pattern: `*` is any text, `?` any character, and a backslash takes the meaning of the next one. */
function wildcardTest(pattern: string): ((text: string) => boolean) | undefined {
  let expression = '';
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at] ?? '';
    if (letter === '*') expression += '.*';
    else if (letter === '?') expression += '.';
    else {
      if (letter === '\\') at++;
      const plain = letter === '\\' ? (pattern[at] ?? '\\') : letter;
      expression += /[\w\s]/.test(plain) ? plain : `\\${plain}`;
    }
  }
  return compileRegexp(expression);
}
