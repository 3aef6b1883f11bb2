import { operatorNamed } from './operators';

/**
 * Returns where the operator behind an expression of JavaScript begins, with the blanks in front of it; undefined where the expression is alone.
 * As in httpYac, the last operator counts that has a blank in front of it; one in quotes or brackets is a part of the expression.
 */
export function operatorBehind(text: string, start: number): number | undefined {
  let found: number | undefined;
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\' && quote !== '') at++;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'" || sign === '`') quote = sign;
    else if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign)) depth--;
    else if (depth === 0 && /[ \t]/.test(text.charAt(at - 1)) && isOperatorAt(text, at)) found = at;
  }
  // A word in front of the operator belongs to it.
  return found !== undefined && /\snot\s+$/.test(text.slice(start - 1, found)) ? text.lastIndexOf('not', found) : found;
}

const sign = /(?:===|!==|==|!=|>=|<=|>|<)(?![<>=])/y;
const word = /[A-Za-z]+(?![\w$.(])/y;

function isOperatorAt(text: string, at: number): boolean {
  sign.lastIndex = word.lastIndex = at;
  const [written] = sign.exec(text) ?? word.exec(text) ?? [];
  return written !== undefined && operatorNamed(written) !== undefined;
}
