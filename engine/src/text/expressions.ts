const known = new Map<string, RegExp>();

/**
 * Returns the regular expression with this source, which the catalogue or other code of ours writes; each is compiled once. What anybody else
 * writes is for `patternOf`.
 */
export function expressionOf(source: string, flags: '' | 'u' | 'i' | 's' | 'su' | 'g' = ''): RegExp {
  const key = `${flags}/${source}`;
  let expression = known.get(key);
  if (expression === undefined) known.set(key, (expression = new RegExp(source, flags)));
  return expression;
}
