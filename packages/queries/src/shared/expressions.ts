/** Returns what is wrong with a regular expression of Lucene, as a part of a sentence; undefined where nothing is known to be. */
export function luceneExpressionProblem(expression: string): string | undefined {
  const brackets = expressionProblem(expression);
  if (brackets !== undefined) return brackets;
  const [, end = ''] = /^(?:[^\\]|\\[^])*?(\\|\|)$/.exec(expression) ?? [];
  return end === '' || /[["]/.test(expression) ? undefined : `ends with \`${end}\``;
}

/** Returns which bracket of a regular expression has no partner, as a part of a sentence. */
export function expressionProblem(expression: string): string | undefined {
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < expression.length; at++) {
    const letter = expression[at];
    if (letter === '\\') at++;
    else if (letter === '"' && !isInClass) {
      const end = expression.indexOf('"', at + 1);
      if (end < 0) return undefined;
      at = end;
    } else if (isInClass) isInClass = letter !== ']';
    else if (letter === '[') {
      isInClass = true;
      if (expression[at + 1] === '^') at++;
      if (expression[at + 1] === ']') at++;
    } else if (letter === '(') depth++;
    else if (letter === ')' && --depth < 0) return 'closes with `)` what is not open';
  }
  if (isInClass) return 'has a `[` that is never closed';
  return depth > 0 ? 'has a `(` that is never closed' : undefined;
}
